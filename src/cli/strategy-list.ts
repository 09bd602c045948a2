import { z } from 'zod';
import type { NamedStrategy } from '../lab/tasks.ts';
import { strategyNamed } from '../strategies/strategy-name.ts';

/** Strategies by their names, separated by commas; each once. */
export const strategyList = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .transform((texts, context) => {
    const trimmed = [...new Set(texts.map((text) => text.trim()))];
    const strategies = trimmed.flatMap((name): NamedStrategy[] => {
      const choice = strategyNamed(name);
      return choice ? [{ name, choice }] : [];
    });
    if (strategies.length === trimmed.length) return strategies;
    context.addIssue({
      code: 'custom',
      message: 'write NAME,NAME, or NAME:PARAMETER=VALUE, as in beebot:reward=documents:reward.types=pdf+csv',
    });
    return z.NEVER;
  });
