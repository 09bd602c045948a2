import type { SiteView } from '../../src/domain/site.ts';
import { siteRules } from '../../src/site-rules/registry.ts';

type Arm = { -readonly [K in keyof SiteView]: SiteView[K] };

/** A site's view, all zero except for the given values. */
export const view = (id: number, given: Partial<SiteView> = {}): SiteView => ({
  id,
  kind: 'other',
  visits: 0,
  inFlight: 0,
  rewardSum: 0,
  rewardMax: 0,
  milliseconds: 0,
  waiting: 1,
  best: undefined,
  ...given,
});

interface Played {
  /** Sites in the order in which they were picked, counted from 1. */
  readonly order: readonly number[];
  /** T(i, N): pages scanned on each site. */
  readonly pages: readonly number[];
  readonly reward: number;
}

/**
 * Plays a rule on recorded sites: `sites[i][j]` is X(i, j), the reward of the j-th page of site i; an exhausted site is
 * out. One page at a time, each taking a second.
 */
export function play(
  name: string,
  sites: readonly (readonly number[])[],
  pageLimit: number,
  params: Record<string, number> = {},
): Played {
  const maker = siteRules.find((member) => member.name === name);
  if (!maker) throw new Error(`no rule ${name}`);
  const rule = maker.make(maker.params.parse(params), { seed: 1 });
  const arms: Arm[] = sites.map((pages, index) => ({ ...view(index + 1), waiting: pages.length }));
  const order: number[] = [];
  let reward = 0;
  while (order.length < pageLimit) {
    const ready = arms.filter((arm) => arm.waiting > 0).reverse();
    const rewardMax = Math.max(...arms.map((arm) => arm.rewardMax));
    const clock = { now: 0, visits: order.length, rewardMax, sites: sites.length, pageLimit, timeLimit: undefined };
    const id = rule.pick(ready, clock)?.site;
    const arm = arms.find((candidate) => candidate.id === id);
    if (id === undefined || !arm) break;
    const gain = sites[id - 1]?.[arm.visits] ?? 0;
    arm.visits++;
    arm.waiting--;
    arm.rewardSum += gain;
    arm.rewardMax = Math.max(arm.rewardMax, gain);
    arm.milliseconds += 1000;
    reward += gain;
    const external = Array.from({ length: gain }, (_, link) => order.length * 1000 + link);
    rule.learn?.({ site: id, reward: gain, external });
    order.push(id);
  }
  return { order, pages: arms.map((arm) => arm.visits), reward };
}

/** `times(3, 7)`: [7, 7, 7]. */
export const times = (count: number, value: number): number[] => Array.from({ length: count }, () => value);
