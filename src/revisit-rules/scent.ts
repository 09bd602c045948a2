import { z } from 'zod';
import { harvest, revisitRule } from './revisit-rule.ts';

/**
 * Ticks per nat. Pages store the static key k = scent - Phi, with Phi the sum of all DeltaS so far: a step only writes
 * revisited pages. Whole ticks, halved by floor, keep the exact order of a sweep over all pages, with ties. Fractions
 * would round differently.
 */
export const TICKS = 2 ** 20;

/** Converts nats, at least 0, to ticks. */
export const ticks = (nats: number): number => Math.round(nats * TICKS);

/**
 * Returns the key after a revisit at Phi = `phi`: scent := floor(scent / 2) + CalcInfo(d), with the harvest in ticks.
 */
const halved = (key: number, phi: number, harvest: number): number => Math.floor((key + phi) / 2) + harvest - phi;

/**
 * Orders pages by scent, which a revisit halves and then raises by the harvest (Sotnik, SCENT):
 *
 *     of each revisited page:  scent := scent / 2 + ln(1 + d)
 *     of every page:           scent := scent + DeltaS, after the run's revisits
 *
 * d: characters gone or fresh. At the first fetch all text is fresh, so the initial scent is ln(1 + size). The state
 * has the static key instead of the scent, see above.
 *
 * DeltaS `auto` is our own: 2 (N/n) h min(1, 4 (1 - (a - b))), with N revisits per run of n pages and h the mean
 * harvest of a change. Shares a and b are those of pages found changed, among pages that were changed (a) or not (b) at
 * the revisit before. The first part scales DeltaS: a page in a sweep over all pages gains 2 h between two revisits.
 * The second lowers DeltaS to 0 if pages change at every revisit or never, as revisits of unchanged pages are then
 * wasted. Observations decay by 2 % per run.
 */
export const scent = revisitRule({
  name: 'scent',
  summary: 'decaying scent, as published',
  source: 'Sotnik, SCENT',
  params: z.strictObject({
    delta: z
      .union([z.number().min(0), z.literal('auto')])
      .default('auto')
      .describe('DeltaS: scent that every page gains in each run, in nats, or auto'),
  }),
  make: ({ delta }) => ({
    state: ['scent less Phi, in ticks', 'last check: 1 changed, -1 unchanged, 0 none yet'],
    pool: { phi: [0], watch: [0, 0, 0, 0, 0, 0] },
    begin: ({ size }, { phi: [phi = 0] = [] }) => [ticks(Math.log1p(size)) - phi, 0],
    learn({ state: [key = 0, before = 0] }, check, { phi: [phi = 0] = [] }) {
      const gathered = harvest(check);
      const changed = gathered > 0 ? 1 : 0;
      const after = [before > 0 ? 1 : 0, before > 0 ? changed : 0, before < 0 ? 1 : 0, before < 0 ? changed : 0];
      return {
        state: [halved(key, phi, ticks(gathered)), changed > 0 ? 1 : -1],
        sums: { watch: [gathered, changed, ...after] },
      };
    },
    close({ phi: [phi = 0] = [], watch: past = [] }, { revisits, pages, sums }) {
      const watch = past.map((number, index) => 0.98 * number + (sums.watch?.[index] ?? 0));
      const [gathered = 0, changes = 0, afterChange = 0, again = 0, afterNone = 0, unprompted = 0] = watch;
      const perChange = changes > 0 ? gathered / changes : 0;
      const contrast = (again + 1) / (afterChange + 2) - (unprompted + 1) / (afterNone + 2);
      const doubt = Math.min(1, 4 * (1 - contrast));
      const auto = ((2 * revisits) / Math.max(1, pages)) * perChange * doubt;
      return { phi: [phi + ticks(delta === 'auto' ? auto : delta)], watch };
    },
    strength: (key, { phi: [phi = 0] = [] }) => (key + phi) / TICKS,
  }),
});
