import { BadInput } from '../domain/errors.ts';
import { revisitRules } from '../revisit-rules/registry.ts';
import type { RevisitRule } from '../revisit-rules/revisit-rule.ts';

/** A rule with its name and all its parameters, as a night keeps them. */
export interface ChosenRule {
  readonly name: string;
  /** JSON. */
  readonly params: string;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly rule: RevisitRule;
}

/** @throws BadInput for a rule or a parameter that can't be */
export function chosenRule(name: string, params: Readonly<Record<string, unknown>>): ChosenRule {
  const maker = revisitRules.find((member) => member.name === name);
  if (!maker) throw new BadInput(`--rule: must be one of ${revisitRules.map((member) => member.name).join(', ')}`);
  const parsed = maker.params.safeParse(params);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const known = Object.keys(maker.params.shape);
    const which = known.length > 0 ? `; ${name} has ${known.join(', ')}` : `; ${name} has none`;
    const parameter = String(issue?.path[0] ?? Object.keys(params).find((key) => !known.includes(key)) ?? '');
    throw new BadInput(`--param ${parameter}: ${issue?.message ?? 'is not valid'}${which}`);
  }
  return { name, params: JSON.stringify(parsed.data), shown: parsed.data, rule: maker.make(parsed.data) };
}
