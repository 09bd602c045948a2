import { z } from 'zod';
import { BadInput, ExitCode, unknownName } from '../../../domain/errors.ts';
import { linkOrders } from '../../../link-orders/registry.ts';
import { flag } from '../../../options/option.ts';
import { revisitRules } from '../../../revisit-rules/registry.ts';
import { rewards } from '../../../rewards/registry.ts';
import { siteRules } from '../../../site-rules/registry.ts';
import { presets } from '../../../strategies/registry.ts';
import { commonOptions } from '../../options/shared-options.ts';
import { termList } from '../../tables/term-list.ts';
import { verb } from '../../verb.ts';

/** Parts of strategies, and the options that set their parameters. */
const parts = [
  { kind: 'reward', option: '--reward-param', members: rewards },
  { kind: 'site rule', option: '--site-rule-param', members: siteRules },
  { kind: 'link order', option: '--link-order-param', members: linkOrders },
  { kind: 'revisit rule', option: '--param of forager recrawl', members: revisitRules },
] as const;

export const strategiesVerb = verb({
  name: 'strategies',
  summary: 'list strategies, rewards, site rules, link orders and revisit rules, or explain one',
  options: z.strictObject({
    name: flag(z.string().optional(), {
      value: 'NAME',
      positional: true,
      description: 'print its meaning, source and parameters; without NAME, list all',
    }),
    json: commonOptions.json,
  }),
  examples: ['forager strategies', 'forager strategies best-first', 'forager strategies hits --json'],
  async run({ name, json }) {
    const all = described();
    const chosen = name === undefined ? all : all.filter((one) => one.name === name);
    if (name !== undefined && chosen.length === 0)
      throw new BadInput(unknownName('strategy or part of one', name, [...new Set(all.map((one) => one.name))]));
    const text = name === undefined ? listText(all) : chosen.map(explained).join('\n\n');
    process.stdout.write(json ? `${JSON.stringify(chosen)}\n` : `${text}\n`);
    return ExitCode.done;
  },
});

interface Parameter {
  readonly name: string;
  readonly meaning: string;
  readonly default: string;
  /** Valid values, such as `at least 1` or `pages, time`; empty if any text is valid. */
  readonly range: string;
}

interface Described {
  readonly kind: string;
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  /** Parts of a strategy. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly option?: string;
  readonly parameters: readonly Parameter[];
}

const described = (): Described[] => [
  ...presets.map(({ name, summary, source, reward, siteRule, linkOrder, rewardParams, siteRuleParams }) => ({
    ...{ kind: 'strategy', name, summary, source },
    parts: {
      reward: withParams(reward, rewardParams),
      'site rule': withParams(siteRule, siteRuleParams),
      'link order': linkOrder,
    },
    parameters: [],
  })),
  ...parts.flatMap(({ kind, option, members }) =>
    members.map(({ name, summary, source = '', params }) => {
      const defaults = params.parse({});
      const parameters = Object.entries(params.shape).map(([parameter, field]) => ({
        name: parameter,
        meaning: field.description ?? '',
        default: String(defaults[parameter] ?? ''),
        range: rangeOf(field),
      }));
      return { kind, name, summary, source, option, parameters };
    }),
  ),
];

const withParams = (name: string, params: Readonly<Record<string, number | string>> = {}): string =>
  [name, ...Object.entries(params).map(([key, value]) => `${key}=${value}`)].join(' ');

const limits = z.object({
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
});

/** Describes the valid values of a parameter. */
function rangeOf(field: z.core.$ZodType): string {
  const { data } = limits.safeParse(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }));
  if (data?.enum) return data.enum.join(' or ');
  const most = data?.maximum !== undefined && data.maximum < Number.MAX_SAFE_INTEGER ? data.maximum : undefined;
  return [
    ...(data?.minimum !== undefined && data.minimum > Number.MIN_SAFE_INTEGER ? [`at least ${data.minimum}`] : []),
    ...(data?.exclusiveMinimum !== undefined ? [`more than ${data.exclusiveMinimum}`] : []),
    ...(most !== undefined ? [`at most ${most}`] : []),
    ...(data?.exclusiveMaximum !== undefined ? [`less than ${data.exclusiveMaximum}`] : []),
  ].join(', ');
}

function listText(all: readonly Described[]): string {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds
    .map((kind) => {
      const members = all.filter((one) => one.kind === kind).map(({ name, summary }) => [name, summary] as const);
      return `${kind === 'strategy' ? 'Strategies' : `${kind[0]?.toUpperCase()}${kind.slice(1)}s`}:\n${termList(members)}`;
    })
    .join('\n\n');
}

function explained({ kind, name, summary, source, parts: made, option, parameters }: Described): string {
  const facts = [['meaning', summary] as const, ...Object.entries(made ?? {}), ['source', source] as const];
  const terms = parameters.map((one) => {
    const notes = [
      ...(one.default === '' ? [] : [`default: ${one.default}`]),
      ...(one.range === '' ? [] : [one.range]),
    ];
    return [one.name, notes.length === 0 ? one.meaning : `${one.meaning} (${notes.join('; ')})`] as const;
  });
  return [
    `${kind} ${name}`,
    termList(facts.filter(([, text]) => text !== '')),
    ...(terms.length > 0 ? [`Parameters (${option} NAME=VALUE):\n${termList(terms)}`] : []),
  ].join('\n');
}
