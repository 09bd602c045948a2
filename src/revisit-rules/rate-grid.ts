/** The rates among which the rate of a page is sought, in changes a night. */
export const RATES = Float64Array.of(
  ...[0, 1 / 2000, 1 / 1000, 1 / 500, 1 / 200, 1 / 100, 1 / 50, 1 / 20, 1 / 10, 1 / 5, 1 / 2, 1, 2, 5],
);

/** Weight that what was seen so many nights ago still has: rates drift. */
export const remembered = (nights: number): number => (1 - 1 / 300) ** nights;

/**
 * What was seen of a page, each part weighted by `remembered`.
 *
 * A check t nights after the last finds a page of rate l unchanged with probability e^(-l t), changed with 1 - e^(-l t).
 * Unchanged checks add up to the nights U over which the page was unchanged. Changed ones are kept as their number C and
 * the sum S of ln t, and count as C intervals of e^(S/C) nights, which is exact where they are equally long and where
 * l t is small:
 *
 *     p_k ~ prior_k e^(-l_k U) (1 - e^(-l_k e^(S/C)))^C
 */
interface Seen {
  readonly unchangedNights: number;
  readonly changes: number;
  readonly logNights: number;
}

/** Writes the probabilities of the rates into `chances`; the priors of many groups stand in one array, this one's from `offset` on. */
export function believe(
  chances: Float64Array,
  { unchangedNights, changes, logNights }: Seen,
  priors: Float64Array,
  offset = 0,
): void {
  const step = changes > 0 ? Math.round(Math.min(LONGEST, Math.max(0, logNights / changes)) * STEPS) : 0;
  let sum = 0;
  for (let k = 0; k < RATES.length; k++) {
    const likelihood = changes * (changeLikelihood[step * RATES.length + k] ?? 0) - (RATES[k] ?? 0) * unchangedNights;
    const chance = (priors[offset + k] ?? 0) * Math.exp(likelihood);
    chances[k] = chance;
    sum += chance;
  }
  for (let k = 0; k < RATES.length; k++) chances[k] = (chances[k] ?? 0) / sum;
}

/**
 * What a check is worth after `age` nights to a page whose copy is worth 1 a night until its first change, and nothing
 * after it: W(t) = (1 - e^(-l t))/(1 - e^(-l)) - t e^(-l t), 0 for the rate 0. It is the price of a check at which t
 * nights are just the right interval (Whittle's index; Azar et al. 2018, Kolobov et al. 2019).
 */
export function worthOfCheck(rate: number, age: number): number {
  if (rate === 0) return 0;
  return Math.expm1(-rate * age) / Math.expm1(-rate) - age * Math.exp(-rate * age);
}

/** A page that was seen to change may be static but for an accident: under the rate 0 a change comes once in so many nights. */
const ACCIDENT = 1e-5;

/** ln(1 - e^(-l t)) by STEPS times ln t, and by rate: a table, as it is needed for all pages every night. */
const STEPS = 16;
const LONGEST = Math.log(4096);
const changeLikelihood = Float64Array.from({ length: (Math.ceil(LONGEST * STEPS) + 1) * RATES.length }, (_, cell) => {
  const rate = Math.max(ACCIDENT, RATES[cell % RATES.length] ?? 0);
  const nights = Math.exp(Math.floor(cell / RATES.length) / STEPS);
  return Math.log(-Math.expm1(-rate * nights));
});
