import { BadInput } from '../domain/errors.ts';
import { revisitRules } from '../revisit-rules/registry.ts';
import type { RevisitRule } from '../revisit-rules/revisit-rule.ts';

export const DEFAULT_RULE = 'fresh';
/** Share of a night's budget that new pages may have. */
export const DEFAULT_NEW_SHARE = 0.2;

export const budgetKinds = ['pages', 'time'] as const;
/** Whether the strongest pages are those of all sites, or of each site by its share of the pages. */
export const overKinds = ['all', 'site'] as const;

/** What a night of recrawling is to do. */
export interface NightOptions {
  /** Undefined: as the night that goes on, or else `fresh`. */
  readonly rule: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** Pages to visit in this night, checks and new pages together. */
  readonly pageLimit: number | undefined;
  /** Milliseconds for this night, over all its runs. */
  readonly timeLimit: number | undefined;
  /** From 0 to 1: how much of it new pages may have. */
  readonly newShare: number;
  /** What a page's worth is divided by: nothing, or the time that a check is expected to take. */
  readonly budgetBy: (typeof budgetKinds)[number];
  readonly over: (typeof overKinds)[number];
}

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
