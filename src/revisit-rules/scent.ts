import { z } from 'zod';
import { harvest, revisitRule } from './revisit-rule.ts';

/**
 * Scent in whole ticks of 2^-20 nat. Adding DeltaS to every page keeps their order, so a page bears the static key
 * k = scent - Phi, Phi the sum of every DeltaS so far: the strongest scent is the largest key, and a step touches no
 * page but those it checks. Whole numbers, halved by floor, so that the key gives the very order of the sweep over all
 * pages, ties included: with fractions the two would round differently.
 */
export const TICKS = 2 ** 20;

/** An amount in nats, 0 or more, as ticks. */
export const ticks = (nats: number): number => Math.round(nats * TICKS);

/** The key after a check at Phi = `phi`: scent := floor(scent / 2) + CalcInfo(d); the harvest in ticks. */
const halved = (key: number, phi: number, harvest: number): number => Math.floor((key + phi) / 2) + harvest - phi;

/**
 * A page bears a scent, which a check halves and then raises by the harvest; the pages of strongest scent come first
 * (Sotnik, SCENT):
 *
 *     of each page checked:  scent := scent / 2 + ln(1 + d)
 *     of every page:         scent := scent + DeltaS, after the night's checks
 *
 * d: characters gone or fresh. The first fetch finds the whole page fresh, so its scent begins at ln(1 + size). What is
 * stored is not the scent but its static key, see below.
 *
 * DeltaS `auto` is a reading of our own: 2 (N/n) h min(1, 4 (1 - (a - b))), with N checks a night of n pages, h the
 * mean harvest of a change, and a and b the shares of pages found changed among those that were changed, and that were
 * not, at their check before. The first part scales DeltaS: a page in a sweep over all pages gains 2 h between two
 * checks. The second takes it to 0 where pages either change at every check or never: then one look tells which is
 * which, and every check of an unchanged page is wasted. What was seen counts 2 % less with every night.
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
    close({ phi: [phi = 0] = [], watch: past = [] }, { checks, pages, sums }) {
      const watch = past.map((number, index) => 0.98 * number + (sums.watch?.[index] ?? 0));
      const [gathered = 0, changes = 0, afterChange = 0, again = 0, afterNone = 0, anew = 0] = watch;
      const perChange = changes > 0 ? gathered / changes : 0;
      const contrast = (again + 1) / (afterChange + 2) - (anew + 1) / (afterNone + 2);
      const doubt = Math.min(1, 4 * (1 - contrast));
      const auto = ((2 * checks) / Math.max(1, pages)) * perChange * doubt;
      return { phi: [phi + ticks(delta === 'auto' ? auto : delta)], watch };
    },
    strength: (key, { phi: [phi = 0] = [] }) => (key + phi) / TICKS,
  }),
});
