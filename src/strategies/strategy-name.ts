import type { AskedParams } from './read-params.ts';
import type { StrategyChoice } from './strategy.ts';

/**
 * Strategies by names that say all: a preset, then what differs from it.
 *
 * `beebot-universities:m=2` sets a parameter of the site rule. `reward=`, `site-rule=` and `link-order=` replace members,
 * `reward.`, `site-rule.` and `link-order.` before a parameter say whose it is. A comma in a value is written `+`, as
 * commas separate names: `beebot:reward=documents:reward.types=pdf+csv:site-rule=ucb1:m=2`.
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

/** The name of what is asked for, which `strategyNamed` understands. */
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
