import { z } from 'zod';
import type { NamedStrategy } from '../lab/compare.ts';

/** One strategy as it is written: `beebot-universities`, or with parameters of its site rule, `beebot-universities:m=2`. */
function named(text: string): NamedStrategy | undefined {
  const [strategy = '', ...parts] = text.split(':');
  const pairs = parts.map((part) => /^([\w-]+)=(-?\d+(?:\.\d+)?)$/.exec(part));
  const params = pairs.flatMap((pair): [string, number][] => (pair?.[1] ? [[pair[1], Number(pair[2])]] : []));
  if (strategy === '' || params.length < parts.length) return undefined;
  return { name: text, choice: { strategy, params: Object.fromEntries(params) } };
}

/** Strategies, separated by commas; each once. */
export const strategyList = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .transform((texts, context) => {
    const trimmed = [...new Set(texts.map((text) => text.trim()))];
    const strategies = trimmed.map(named).filter((one) => one !== undefined);
    if (strategies.length === trimmed.length) return strategies;
    context.addIssue({ code: 'custom', message: 'write NAME,NAME, or NAME:PARAMETER=NUMBER' });
    return z.NEVER;
  });
