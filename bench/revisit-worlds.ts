import { type SyntheticSpec, syntheticSpec } from '../src/lab/recrawl/synthetic-web.ts';

/** A synthetic web, and the share of its pages that a step may revisit. */
interface RevisitWorld {
  readonly name: string;
  readonly spec: (pages: number, steps: number) => SyntheticSpec;
  readonly share: number;
}

const world = (name: string, share: number, more: Readonly<Record<string, unknown>>): RevisitWorld => ({
  name,
  share,
  spec: (pages, steps) => syntheticSpec.parse({ pages, steps, ...more }),
});

/** In none of these may `fresh` do worse than `uniform`. */
export const revisitWorlds: readonly RevisitWorld[] = [
  world('all static', 0.1, { static: 1 }),
  world('all change at every step', 0.1, { static: 0, always: 1 }),
  world('few are static', 0.1, { static: 0.2 }),
  world('rates drift', 0.1, { drift: 0.005 }),
  world('Pareto rates', 0.1, { rates: { law: 'pareto', alpha: 1.2, least: 0.02 } }),
  world('sections of like rates', 0.1, { sections: { count: 100, correlation: 0.8 } }),
  world('all signals lie', 0.1, { signals: { pages: 1, lying: 1 } }),
  world('half the signals lie', 0.1, { signals: { pages: 0.5, lying: 0.5 } }),
  world('1 % a step', 0.01, {}),
  world('pages appear and vanish', 0.1, { turnover: 0.003 }),
  world('changing blocks not filtered', 0.1, { unstable: { pages: 0.2, text: 0.05, filtered: false } }),
];

/**
 * The paper's case: a dynamic part that changes at every step and fits the budget, the rest static, no blocks that
 * differ at every fetch.
 */
export const dynamicParts: readonly RevisitWorld[] = [
  world('5 % always', 0.1, { static: 0.95, always: 0.05, unstable: { pages: 0, text: 0, filtered: true } }),
  world('10 % always', 0.2, { static: 0.9, always: 0.1, unstable: { pages: 0, text: 0, filtered: true } }),
  world('20 % always', 0.2, { static: 0.8, always: 0.2, unstable: { pages: 0, text: 0, filtered: true } }),
];

export const truthfulSignals = world('truthful signals on half the pages', 0.1, { signals: { pages: 0.5, lying: 0 } });
