import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createRandom } from '../src/domain/random.ts';
import type { Claim, SeenLink, VisitResult } from '../src/frontier/frontier.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import type { RecrawlRunOptions } from '../src/options/recrawl.ts';
import { choosePages, planner } from '../src/recrawl/choose-pages.ts';
import { openRecrawlRun } from '../src/recrawl/open-run.ts';
import { packFacts } from '../src/recrawl/page-facts.ts';
import { chosenRule } from '../src/recrawl/recrawl-request.ts';
import { RevisitRecord } from '../src/recrawl/revisit-record.ts';
import { runSums } from '../src/recrawl/run-sums.ts';
import { ValidatorTrust } from '../src/recrawl/validator-trust.ts';
import { openStore, type Store } from '../src/storage/open.ts';
import { revisitQueries } from '../src/storage/recrawl.ts';
import { identityKey } from '../src/url/normalise.ts';
import { atMost, benchmark, figure } from './benchmark.ts';
import { openFrontier, START } from './open-frontier.ts';
import { median } from './statistics.ts';

const SITE = 'http://a.test';
const AS_WRITTEN = { foldCase: false, ignored: new Set<never>() };
const LINKS = 30;
const BLOCKS = 40;

/** Cost of a recrawl run in addition to the visits: choosing its pages, and storing the result of a revisit. */
export const recrawlCost = benchmark({
  name: 'recrawl-cost',
  summary: 'what a recrawl run costs: choosing its pages in the database, storing a revisit',
  options: z.object({
    pages: flag(positive.default(1_000_000), { value: 'N', description: 'pages to choose from' }),
    chosen: flag(positive.default(10_000), { value: 'N', description: 'pages to choose' }),
    revisits: flag(positive.default(2000), { value: 'N', description: 'revisits to store' }),
  }),
  async run({ pages, chosen, revisits }, say) {
    const folder = mkdtempSync(join(tmpdir(), 'forager-recrawl-'));
    try {
      const metrics = [];
      for (const name of ['scent', 'fresh']) {
        say(`choosing among ${pages.toLocaleString('en')} pages: ${name}`);
        const store = await openStore(join(folder, `${name}.sqlite`));
        fill(store, name, pages);
        const times: number[] = [];
        for (let time = 0; time < 5; time++) times.push(await timeOf(() => choose(store, name, chosen)));
        await store.close();
        const what = `choosing ${chosen.toLocaleString('en')} of ${pages.toLocaleString('en')} pages: ${name}`;
        metrics.push(atMost(2000, what, median(times), 'ms'));
      }
      say(`storing ${revisits.toLocaleString('en')} revisits`);
      const { unchanged, changed, notModified } = await storing(join(folder, 'revisits.sqlite'), revisits);
      metrics.push(atMost(0.5, 'storing a revisit that found the page unchanged', median(unchanged), 'ms'));
      metrics.push(atMost(0.5, 'storing a revisit that found a change', median(changed), 'ms'));
      metrics.push(figure('storing a revisit that a server answered with 304', median(notModified), 'ms'));
      return metrics;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

async function timeOf(work: () => unknown): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function choose(store: Store, name: string, wanted: number) {
  const rule = chosenRule(name, {});
  return choosePages(store, { step: 100, chosen: rule, pool: rule.rule.pool, costOf: () => 1, over: 'all', wanted });
}

/** Rows like those of 99 recrawl runs. */
function fill(store: Store, name: string, pages: number): void {
  const { rule } = chosenRule(name, {});
  const random = createRandom('recrawl');
  const { put } = revisitQueries(store);
  const seed =
    store.connection.prepare(`insert into seeds (id, full_name, short_name, start_url, origin, host, kind, scope,
    status, added_at) values (?, 's', 's', ?, ?, 'h', 'other', 'host', 'finished', 0)`);
  store.transaction(() => {
    for (let site = 1; site <= 500; site++) seed.run(site, `http://${site}.test/`, `http://${site}.test`);
    for (let page = 1; page <= pages; page++) {
      const site = random.between(1, 500);
      const facts = {
        id: page,
        site,
        group: random.below(3000),
        size: random.between(100, 30_000),
        signal: Number.NaN,
      };
      const begun = { ...facts, cost: 1, last: 0 };
      const last = random.between(1, 99);
      const gone = random.chance(0.2) ? 100 : 0;
      const check = { step: last, kept: facts.size - gone, gone, fresh: gone };
      const { state } = rule.learn({ ...begun, state: rule.begin(begun, rule.pool) }, check, rule.pool);
      const counts = { revisits: 1, changes: gone > 0 ? 1 : 0, failures: 0, due: null, checked_at: 0 };
      const key = rule.rank ? null : (state[0] ?? 0);
      put.run({ page, site, first: 0, tried: last, ...counts, key, facts: packFacts({ ...facts, last }, state) });
    }
  });
}

/** The page of each visit: a start page that links to all, and pages of 30 links and 40 blocks of text. */
function pageAt(path: string, pages: number, version: number): VisitResult {
  const own = Number(path.slice(2)) || 0;
  const paths =
    path === '/'
      ? Array.from({ length: pages }, (_, index) => `/p${index + 1}`)
      : Array.from({ length: LINKS }, (_, index) => `/p${((own + index) % pages) + 1}`);
  const links = paths.map(
    (target): SeenLink => ({
      found: {
        raw: target,
        url: SITE + target,
        role: 'link',
        method: 'GET',
        anchor: target,
        context: '',
        rel: '',
        element: 'a',
        tagPath: 'html body a',
        frame: '',
        technique: 'dom',
      },
      link: {
        kind: 'internal',
        url: SITE + target,
        key: identityKey(new URL(SITE + target), AS_WRITTEN),
        isFile: false,
      },
      isNofollow: false,
    }),
  );
  const url = SITE + path;
  const text = Array.from({ length: BLOCKS }, (_, block) =>
    block === 7
      ? `Version ${version} of ${path}`
      : `Block ${block} of ${path}: a sentence of a page that says what it says.`,
  );
  return {
    ...{ askedAt: START, outcome: 'page', reason: '', httpStatus: 200, contentType: 'text/html', title: path },
    ...{ address: { url, key: identityKey(new URL(url), AS_WRITTEN) }, canonical: undefined, links, text },
  };
}

async function storing(file: string, pages: number) {
  const { store, frontier, run } = await openFrontier(file, 'sequential');
  const site = { url: `${SITE}/`, name: 'a', shortName: 'a', kind: 'other', scope: 'host' } as const;
  await frontier.addSites([site], START);
  for (let now = START + 1; ; now++) {
    const next = await frontier.claim(now);
    if (next.kind !== 'claim') break;
    const { claim } = next;
    await frontier.completeVisit(claim, pageAt(new URL(claim.url).pathname, pages, 0), now);
  }
  const options: RecrawlRunOptions = {
    ...{ rule: 'fresh', param: {}, pageLimit: pages, timeLimit: undefined },
    ...{ newShare: 0, budgetBy: 'pages', over: 'all' },
  };
  const opened = openRecrawlRun(store, options, { wanted: pages }, START + pages + 1);
  const sums = runSums(store, opened.step, 0);
  const trust = new ValidatorTrust(store, sums);
  const record = new RevisitRecord(store, frontier, {
    recrawlRun: opened,
    run: { id: run, startedAt: START },
    trust,
    sums,
  });
  const at = planner(store, opened.choice);
  const times = { unchanged: [] as number[], changed: [] as number[], notModified: [] as number[] };
  for (let place = 0; place < pages; place++) {
    const check = at(place);
    if (!check || check.level === 0) continue;
    const now = START + 2 * pages + place;
    const { page: link, site: of, url, host, level, priority } = check;
    const decision = { site: of, score: priority, next: undefined, ready: 1, visits: 0, rewardMax: 0 };
    const claim: Claim = {
      ...{
        token: -place - 1,
        link,
        site: of,
        ...frontier.reach(of, level),
        url,
        host,
        level,
        attempts: 0,
        claimedAt: now - 100,
      },
      ...{ rank: { tier: 0, lane: 0, value: priority }, siteVisits: 0, siteReward: 0, decision },
    };
    const kind = (['unchanged', 'changed', 'notModified'] as const)[place % 3] ?? 'unchanged';
    const result = pageAt(new URL(url).pathname, pages, kind === 'changed' ? 1 : 0);
    const completeVisit =
      kind === 'notModified'
        ? () => record.completeUnchanged(check, claim, now)
        : () => record.completeVisit(check, claim, result, now);
    times[kind].push(await timeOf(completeVisit));
  }
  await store.close();
  return times;
}
