import { closest } from 'fastest-levenshtein';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { revisitRules } from '../revisit-rules/registry.ts';
import type { RevisitRule } from '../revisit-rules/revisit-rule.ts';

/**
 * A revisit rule as it is written: `fresh`, or with parameters, `scent:delta=0.1`.
 *
 * @throws BadInput for a rule that is not there, and for parameters that it does not have
 */
export function revisitRuleNamed(text: string, option: string): { readonly name: string; make(): RevisitRule } {
  const [name = '', ...parts] = text.trim().split(':');
  const names = revisitRules.map((rule) => rule.name);
  const maker = revisitRules.find((rule) => rule.name === name);
  if (!maker) {
    throw new BadInput(
      `${option}: unknown rule "${name}": did you mean "${closest(name, names)}"? There are: ${names.join(', ')}`,
    );
  }
  const pairs = parts.map((part) => /^([\w-]+)=(.+)$/.exec(part));
  if (pairs.some((pair) => pair === null)) throw new BadInput(`${option}: ${text}: write NAME:PARAMETER=VALUE`);
  const given = Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', parameterValue(pair?.[2] ?? '')]));
  const params = maker.params.safeParse(given);
  if (!params.success)
    throw new BadInput(`${option}: ${text}: ${z.prettifyError(params.error).replace(/\s*\n\s*/g, ' ')}`);
  return { name: text.trim(), make: () => maker.make(params.data) };
}

const parameterValue = (text: string): string | number => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
