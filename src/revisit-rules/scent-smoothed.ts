import { z } from 'zod';
import { harvest, revisitRule } from './revisit-rule.ts';
import { TICKS, ticks } from './scent.ts';

/**
 * Scent that remembers more than the last visits: the harvest of a visit is smoothed, H := 0.85 H + 0.15 ln(1 + d), the
 * scent after it is 2 H, and DeltaS = 4 N / n nats a night, N the night's checks and n the pages. It keeps the static
 * key of `scent` and has nothing to tune (from simulations of our own, after Sotnik, SCENT).
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
    close: ({ all: [phi = 0] = [] }, { checks, pages }) => ({ all: [phi + ticks((4 * checks) / Math.max(1, pages))] }),
    strength: (key, { all: [phi = 0] = [] }) => (key + phi) / TICKS,
  }),
});

/** Of the newest harvest in the smoothed one. */
const SHARE = 0.15;
