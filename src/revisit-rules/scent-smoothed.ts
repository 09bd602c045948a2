import { z } from 'zod';
import { harvest, revisitRule } from './revisit-rule.ts';
import { TICKS, ticks } from './scent.ts';

/**
 * Scent with a longer memory. The harvest is smoothed, H := 0.85 H + 0.15 ln(1 + d), and the scent after a revisit is 2
 * H. DeltaS is 4 N / n nats per run, with N revisits and n pages. Has the static key of `scent` and no parameters (from
 * our simulations, after Sotnik, SCENT).
 */
export const scentSmoothed = revisitRule({
  name: 'scent-smoothed',
  summary: 'scent with smoothed changes, nothing to tune',
  source: 'our own, after Sotnik, SCENT',
  params: z.strictObject({}),
  make: () => ({
    state: ['scent less Phi, in ticks', 'smoothed harvest in nats'],
    pool: { all: [0] },
    begin({ size }, { all: [phi = 0] = [] }) {
      const smoothed = SHARE * Math.log1p(size);
      return [ticks(2 * smoothed) - phi, smoothed];
    },
    learn({ state: [, before = 0] }, check, { all: [phi = 0] = [] }) {
      const smoothed = (1 - SHARE) * before + SHARE * harvest(check);
      return { state: [ticks(2 * smoothed) - phi, smoothed] };
    },
    close: ({ all: [phi = 0] = [] }, { revisits, pages }) => ({
      all: [phi + ticks((4 * revisits) / Math.max(1, pages))],
    }),
    strength: (key, { all: [phi = 0] = [] }) => (key + phi) / TICKS,
  }),
});

/** Weight of the latest harvest. */
const SHARE = 0.15;
