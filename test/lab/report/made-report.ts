import { type LabReport, type ReportCurve, wordsOf } from '../../../src/lab/report/report.ts';

const PAGES = [0, 100, 200, 400];

const curve = (web: string, strategy: string, pageLimit: number, gain: number, sd = 0): ReportCurve => {
  const pages = PAGES.filter((n) => n <= pageLimit);
  return {
    web,
    strategy,
    pageLimit,
    pages,
    mean: pages.map((n) => gain * n),
    sd: pages.map((n) => (n === 0 ? 0 : sd)),
  };
};

/** Two webs, the second with one page limit only; two strategies, and both oracles with the largest page limit. */
export function madeReport(given: Partial<LabReport> = {}): LabReport {
  const webs = ['departments', 'institutes'];
  const limits = (web: string) => (web === 'departments' ? [200, 400] : [200]);
  const pairs = webs.flatMap((web) => limits(web).map((pageLimit) => ({ web, pageLimit })));
  return {
    title: 'Two webs',
    words: wordsOf('new-external-links'),
    oracles: ['site oracle', 'clairvoyant'],
    webs: webs.map((name, index) => ({ name, sites: 4 + index, pages: 1234, links: 5678 })),
    command: 'forager lab --web a.jsonl.gz',
    createdAt: Date.UTC(2026, 10, 22, 1, 30),
    results: pairs.flatMap(({ web, pageLimit }) => [
      {
        web,
        strategy: 'beebot-trivial',
        pageLimit,
        seeds: 8,
        mean: pageLimit,
        sd: 0,
        ratioToTrivial: 1,
        ratioToOracle: 0.5,
        regret: pageLimit,
      },
      {
        web,
        strategy: 'forager',
        pageLimit,
        seeds: 8,
        mean: 1.5 * pageLimit,
        sd: 20,
        ratioToTrivial: 1.5,
        ratioToOracle: 0.75,
        regret: 0.5 * pageLimit,
      },
    ]),
    curves: pairs.flatMap(({ web, pageLimit }) => [
      curve(web, 'beebot-trivial', pageLimit, 1),
      curve(web, 'forager', pageLimit, 1.5, 20),
      ...(pageLimit === Math.max(...limits(web))
        ? [curve(web, 'site oracle', pageLimit, 2), curve(web, 'clairvoyant', pageLimit, 3)]
        : []),
    ]),
    ...given,
  };
}
