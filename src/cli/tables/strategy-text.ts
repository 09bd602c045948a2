import type { Summary } from '../../reports/summary.ts';

/** Describes the parts of a strategy in one line, with their parameters. */
export function strategyText(strategy: Summary['strategy']): string {
  const { reward, siteRule, linkOrder, rewardParams, params, linkOrderParams } = strategy;
  return [
    `site rule ${withParams(siteRule, params)}`,
    `link order ${withParams(linkOrder, linkOrderParams)}`,
    `reward ${withParams(reward, rewardParams)}`,
  ].join(', ');
}

const withParams = (name: string, params: Readonly<Record<string, unknown>>): string =>
  Object.keys(params).length === 0 ? name : `${name} ${JSON.stringify(params)}`;
