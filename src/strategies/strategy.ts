import { BadInput, unknownName } from '../domain/errors.ts';
import type { Maker, Need, Tools } from '../domain/rule-factory.ts';
import type { Topic, TopicDefinition } from '../domain/topic.ts';
import type { LinkOrder } from '../link-orders/link-order.ts';
import { linkOrders } from '../link-orders/registry.ts';
import { rewards } from '../rewards/registry.ts';
import type { Reward } from '../rewards/reward.ts';
import { siteRules } from '../site-rules/registry.ts';
import type { SiteRule } from '../site-rules/site-rule.ts';
import { compileTopic } from '../topics/compile-topic.ts';
import { type AskedParams, type Preset, readParams } from './preset.ts';
import { presets } from './registry.ts';

/** Requested strategy: a preset with changes. */
export interface StrategyChoice {
  /** Name of the preset; undefined: that of the crawl's last run, or the default. */
  readonly strategy: string | undefined;
  readonly reward?: string | undefined;
  readonly siteRule?: string | undefined;
  readonly linkOrder?: string | undefined;
  readonly rewardParams?: AskedParams | undefined;
  /** Parameters of the site rule. */
  readonly params: AskedParams;
  readonly linkOrderParams?: AskedParams | undefined;
  /** Topic of the crawl, for members that judge texts. */
  readonly topic?: TopicDefinition | undefined;
}

/** Default preset. */
export const DEFAULT_STRATEGY = 'forager';

/** Reward, site rule and link order, ready to use, with their names for the record. */
export interface Strategy {
  readonly reward: Reward;
  readonly siteRule: SiteRule;
  readonly linkOrder: LinkOrder;
  /** Creates the same site rule and link order, without any learning. */
  renewed(): Pick<Strategy, 'siteRule' | 'linkOrder'>;
  readonly foldCase: boolean;
  readonly topic: Topic | undefined;
  /** Needs of all members. */
  readonly needs: ReadonlySet<Need>;
  /** True if decisions depend on the page budget. */
  readonly plansWithLimit: boolean;
  /** Choice that created the strategy, with the preset's name. */
  readonly choice: StrategyChoice & { readonly strategy: string };
  readonly names: {
    readonly reward: string;
    readonly siteRule: string;
    readonly linkOrder: string;
    readonly rewardParams: Readonly<Record<string, unknown>>;
    /** Parameters of the site rule. */
    readonly params: Readonly<Record<string, unknown>>;
    readonly linkOrderParams: Readonly<Record<string, unknown>>;
  };
}

/**
 * Creates a strategy.
 * @param tools for the members; by default with random seed 1, in this thread
 * @throws BadInput for an unknown name (suggests the nearest one), an unknown or invalid parameter, or a member that
 * divides a page budget if there is none
 */
export function makeStrategy(
  choice: StrategyChoice,
  pageLimit: number | undefined,
  tools: Partial<Tools> = {},
): Strategy {
  const preset = named('strategy', presets, choice.strategy ?? DEFAULT_STRATEGY);
  const reward = named('reward', rewards, choice.reward ?? preset.reward);
  const rule = named('site rule', siteRules, choice.siteRule ?? preset.siteRule);
  const order = named('link order', linkOrders, choice.linkOrder ?? preset.linkOrder);
  const topic = choice.topic && compileTopic(choice.topic);
  const rewardParams =
    reward.name === preset.reward ? { ...preset.rewardParams, ...choice.rewardParams } : choice.rewardParams;
  const ruleParams = rule.name === preset.siteRule ? { ...preset.siteRuleParams, ...choice.params } : choice.params;
  const made = <Member>(what: string, maker: Maker<Member>, option: string, asked: AskedParams = {}) => {
    if (maker.needs?.includes('page-limit') && pageLimit === undefined)
      throw new BadInput(`${what} ${maker.name} needs a page budget: set --page-limit`);
    if (maker.needs?.includes('topic') && !topic)
      throw new BadInput(`${what} ${maker.name} needs a topic: set --topic`);
    const params = readParams(asked, { option, member: `${what} ${maker.name}`, schema: maker.params });
    return { make: () => maker.make(params, { seed: 1, topic, reward: reward.name, ...tools }), params };
  };
  const judged = made('reward', reward, '--reward-param', rewardParams);
  const ruled = made('site rule', rule, '--site-rule-param', ruleParams);
  const ordered = made('link order', order, '--link-order-param', choice.linkOrderParams);
  const renewed = () => ({ siteRule: ruled.make(), linkOrder: ordered.make() });
  return {
    reward: judged.make(),
    ...renewed(),
    renewed,
    foldCase: preset.foldCase,
    topic,
    needs: new Set([reward, rule, order].flatMap((maker) => maker.needs ?? [])),
    plansWithLimit: [reward, rule, order].some((maker) => maker.plansWithLimit === true),
    choice: { ...choice, strategy: preset.name },
    names: {
      reward: reward.name,
      siteRule: rule.name,
      linkOrder: order.name,
      rewardParams: judged.params,
      params: ruled.params,
      linkOrderParams: ordered.params,
    },
  };
}

/** Returns a strategy with a reward, whose other members need nothing. */
export const measuringBy = (reward: string | undefined, topic: TopicDefinition | undefined): StrategyChoice => {
  return { strategy: 'beebot-sequential', reward, params: {}, topic };
};

/** Returns the needs of some strategies. @throws BadInput as `makeStrategy` does */
export const neededBy = (choices: readonly StrategyChoice[], pageLimit: number): ReadonlySet<Need> =>
  new Set(choices.flatMap((choice) => [...makeStrategy(choice, pageLimit).needs]));

/** Returns the presets that work with a topic, or without one. */
export const presetsFor = (topic: TopicDefinition | undefined): readonly Preset[] =>
  topic
    ? presets
    : presets.filter(({ reward, siteRule, linkOrder }) => {
        const members = [
          named('reward', rewards, reward),
          named('site rule', siteRules, siteRule),
          named('link order', linkOrders, linkOrder),
        ];
        return members.every(({ needs }) => !needs?.includes('topic'));
      });

function named<T extends { readonly name: string }>(what: string, members: readonly T[], name: string): T {
  const found = members.find((member) => member.name === name);
  if (found) return found;
  const names = members.map((member) => member.name);
  throw new BadInput(unknownName(what, name, names));
}

/**
 * Parses a strategy's full name: a preset, then changes to it.
 *
 * `beebot-universities:m=2` sets a parameter of the site rule. `reward=`, `site-rule=` and `link-order=` replace
 * members; `reward.`, `site-rule.` and `link-order.` before a parameter name its member. A comma in a value is written
 * `+`, as commas separate names: `beebot:reward=documents:reward.types=pdf+csv:site-rule=ucb1:m=2`.
 */
export function strategyNamed(text: string): StrategyChoice | undefined {
  const [strategy = '', ...parts] = text.split(':');
  const pairs = parts.map((part) => /^((reward|site-rule|link-order)\.)?([\w-]+)=(.+)$/.exec(part));
  if (strategy === '' || pairs.includes(null)) return undefined;
  const members: Record<string, string> = {};
  const params: Record<string, Record<string, string>> = { reward: {}, 'site-rule': {}, 'link-order': {} };
  for (const [, , owner, name = '', written = ''] of pairs.filter((pair) => pair !== null)) {
    const value = written.replaceAll('+', ',');
    const into = owner === undefined && name in params ? members : params[owner ?? 'site-rule'];
    if (!into || name in into) return undefined;
    into[name] = value;
  }
  const { reward, 'site-rule': siteRule, 'link-order': linkOrder } = members;
  return {
    strategy,
    ...{ reward, siteRule, linkOrder },
    rewardParams: params.reward,
    params: params['site-rule'] ?? {},
    linkOrderParams: params['link-order'],
  };
}

/** Returns a strategy's full name, which `strategyNamed` parses. */
export function strategyName(choice: StrategyChoice & { readonly strategy: string }): string {
  const { strategy, reward, siteRule, linkOrder, rewardParams, params, linkOrderParams } = choice;
  const member = (key: string, name: string | undefined) => (name === undefined ? [] : [`${key}=${name}`]);
  const values = (owner: string, asked: AskedParams = {}) =>
    Object.entries(asked).map(([name, value]) => `${owner}${name}=${String(value).replaceAll(',', '+')}`);
  return [
    strategy,
    ...member('reward', reward),
    ...values('reward.', rewardParams),
    ...member('site-rule', siteRule),
    ...values('', params),
    ...member('link-order', linkOrder),
    ...values('link-order.', linkOrderParams),
  ].join(':');
}
