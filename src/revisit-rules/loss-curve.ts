import { worthOfCheck } from './rate-grid.ts';

/**
 * How a copy loses its value as its page changes: the first change leaves the share `first` of it, each further one the
 * share `further` of what was left. After a Poisson number of changes of mean x the share lost is expected to be
 *
 *     f(x) = 1 - (1 - first/further) e^(-x) - (first/further) e^(-x (1 - further))
 *
 * All pages share one curve; where its pages lose more or less than it says is kept for each page by itself.
 */
export interface LossCurve {
  readonly first: number;
  readonly further: number;
}

/** What a check after `age` nights is worth, in units of the page's value: f is made of two curves 1 - e^(-x), and so is its index. */
export function worthOnCurve({ first, further }: LossCurve, rate: number, age: number): number {
  const slow = first / further;
  return (1 - slow) * worthOfCheck(rate, age) + slow * worthOfCheck(rate * (1 - further), age);
}

/** The share that is expected to be left of a page that has changed, where x changes were expected before that was known. */
export const leftOf = ({ first, further }: LossCurve, x: number): number => first * decay(further, x);

/** E[g^(j - 1)] for j Poisson of mean x, given that j is at least 1. */
const decay = (g: number, x: number): number =>
  x < 1e-6 ? 1 : (Math.exp(-x * (1 - g)) - Math.exp(-x)) / (g * -Math.expm1(-x));

/** Changed pages stand in buckets by the changes that were expected of them: 1/4, 1/2, 1, ... 32. */
const BUCKETS = 8;
const LOWEST = -2;

/** What a page found changed adds to the sums from which the curve is fitted: a count, x and the share left, each by bucket. */
export function curveSums(x: number, left: number): number[] {
  const bucket = Math.min(BUCKETS - 1, Math.max(0, Math.round(Math.log2(x)) - LOWEST));
  const sums = new Array<number>(3 * BUCKETS).fill(0);
  sums[bucket] = 1;
  sums[BUCKETS + bucket] = x;
  sums[2 * BUCKETS + bucket] = left;
  return sums;
}

/** Where nothing was seen yet: what a few pages would tell of which a tenth of the text is replaced at a change. */
const USUAL = { weight: 5, first: 0.2, further: 0.6 };
const FURTHER = [0.6, 0.2, 0.4, 0.75, 0.85, 0.92, 0.96];

/** The curve of least squares. */
export function fitCurve(sums: readonly number[]): LossCurve {
  let best: LossCurve = USUAL;
  let least = Number.POSITIVE_INFINITY;
  for (const further of FURTHER) {
    const points = Array.from({ length: BUCKETS }, (_, bucket) => {
      const count = sums[bucket] ?? 0;
      if (count < 1e-9) return { count: 0, slope: 0, left: 0 };
      const x = (sums[BUCKETS + bucket] ?? 0) / count;
      return { count, slope: decay(further, x), left: (sums[2 * BUCKETS + bucket] ?? 0) / count };
    });
    points.push({ count: USUAL.weight, slope: 1, left: USUAL.first });
    const total = (term: (point: (typeof points)[number]) => number) =>
      points.reduce((sum, point) => sum + point.count * term(point), 0);
    const first = total(({ slope, left }) => slope * left) / total(({ slope }) => slope ** 2);
    const error = total(({ slope, left }) => (left - first * slope) ** 2);
    if (error < least) [best, least] = [{ first, further }, error];
  }
  return best;
}
