import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import { BadInput } from '../domain/errors.ts';

/** Parameters of a member by name, from the command line (only texts) or a config file. */
export type AskedParams = Readonly<Record<string, number | string>>;

interface Asked {
  /** Option that sets the parameters. */
  readonly option: string;
  /** Kind of member (`reward`, `site rule` or `link order`) and its name. */
  readonly member: string;
  readonly schema: z.ZodObject;
}

/** Parameters that also have a separate option. */
const OWN_OPTIONS: Readonly<Record<string, string>> = {
  '--site-rule-param by': '--budget-by',
  '--link-order-param prior': '--prior',
};

function optionOf(option: string, name: string): string {
  const own = OWN_OPTIONS[`${option} ${name}`];
  return own === undefined ? `${option} ${name}` : `${own}, or ${option} ${name}`;
}

/**
 * Returns a member's parameters, with defaults for those not given.
 *
 * @throws BadInput for an unknown parameter (suggests the nearest one) or an invalid value
 */
export function readParams(asked: AskedParams, { option, member, schema }: Asked): Record<string, unknown> {
  const names = Object.keys(schema.shape);
  const unknown = Object.keys(asked).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const which =
      names.length === 0 ? 'it has none' : `did you mean "${closest(unknown, names)}"? There are: ${names.join(', ')}`;
    throw new BadInput(`${optionOf(option, unknown)}: unknown parameter of ${member}: ${which}`);
  }
  const fitting = Object.entries(asked).map(([name, value]) => [name, inItsForm(schema.shape[name], value)] as const);
  const params = schema.safeParse(Object.fromEntries(fitting));
  if (params.success) return params.data;
  const [issue] = params.error.issues;
  const name = String(issue?.path[0] ?? '');
  const field: z.ZodType | undefined = schema.shape[name];
  const about = field?.description === undefined ? '' : ` (${field.description})`;
  const value = name in asked ? `"${asked[name]}"` : 'no value';
  throw new BadInput(
    `${optionOf(option, name)}: ${value} is not valid for ${member}${about}: ${issue?.message ?? 'not valid'}`,
  );
}

/** Converts between number and numeric text if the parameter needs the other type. */
function inItsForm(field: z.ZodType, value: number | string): number | string {
  const isNumeric = typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value);
  const other = isNumeric ? Number(value) : String(value);
  if (field.safeParse(value).success) return value;
  return isNumeric || field.safeParse(other).success ? other : value;
}

/** Named combination of a reward, a site rule and a link order. */
export interface Preset {
  readonly name: string;
  readonly summary: string;
  /** Publication: author, year, title or section. */
  readonly source: string;
  readonly reward: string;
  readonly siteRule: string;
  readonly linkOrder: string;
  /** Parameters of the reward that differ from the defaults. */
  readonly rewardParams?: AskedParams;
  /** Parameters of the site rule that differ from the defaults. */
  readonly siteRuleParams?: AskedParams;
  /** True to lower-case the path of identity keys, as in the paper (BeeBot's step 5). */
  readonly foldCase: boolean;
}
