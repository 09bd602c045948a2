import type { Point } from './draw-figure.ts';
import type { ReportCurve } from './report.ts';

/**
 * A strategy's curve beside an oracle's, at the strategy's numbers of pages. `regret`: O(n) - S(n), links that the oracle
 * finds more; `ratio`: S(n) / O(n), where the oracle finds any. The oracle lies in straight lines between its points, from
 * (0, 0) on. It runs in the report, from its source: it may use nothing from outside.
 */
export function compareCurves(curve: ReportCurve, oracle: ReportCurve, by: 'regret' | 'ratio'): Point[] {
  let at = 0;
  const best = (n: number): number => {
    while (at < oracle.pages.length - 1 && (oracle.pages[at] ?? 0) < n) at++;
    const right = oracle.pages[at] ?? 0;
    const high = oracle.mean[at] ?? 0;
    if (right <= n) return high;
    const left = oracle.pages[at - 1] ?? 0;
    const low = oracle.mean[at - 1] ?? 0;
    return low + ((n - left) / (right - left)) * (high - low);
  };
  return curve.pages.flatMap((n, index) => {
    const found = curve.mean[index] ?? 0;
    const sd = curve.sd[index] ?? 0;
    const most = best(n);
    if (by === 'regret') return [{ n, value: most - found, sd }];
    return most > 0 ? [{ n, value: found / most, sd: sd / most }] : [];
  });
}
