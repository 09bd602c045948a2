import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distinctLinks } from '../../src/crawl/distinct-links.ts';
import type { FoundLink } from '../../src/domain/link.ts';
import { compareTiered, type TieredRank } from '../../src/domain/rank.ts';
import type { NewSite } from '../../src/domain/site.ts';
import type { Claim, Frontier, FrontierLimits, VisitResult } from '../../src/frontier/frontier.ts';
import { type FrontierTables, storedTables } from '../../src/frontier/queries.ts';
import { rankIn } from '../../src/frontier/queue/waiting-groups.ts';
import { failedVisit } from '../../src/frontier/retries.ts';
import { TableFrontier } from '../../src/frontier/table-frontier.ts';
import type { RevisitResult } from '../../src/frontier/visit/revisit.ts';
import type { Share } from '../../src/frontier/worker-share.ts';
import type { LinkOrder } from '../../src/link-orders/link-order.ts';
import type { Store } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { getOne } from '../../src/storage/statement.ts';
import type { AskedParams } from '../../src/strategies/preset.ts';
import { makeStrategy } from '../../src/strategies/strategy.ts';
import { type Identity, identityKey } from '../../src/url/normalise.ts';
import { expectSame } from '../in-loops.ts';
import { test as base } from '../plain-test.ts';
import { openFresh } from '../storage/fresh-store.ts';
import { A_TOPIC } from '../topics/a-topic.ts';
import { brokenInvariants } from './invariants.ts';

/** Identities as in BeeBot's digest. */
export const FOLDED: Identity = { foldCase: true, ignored: new Set() };

/** Follows all external links. */
export const everywhere: NonNullable<FrontierLimits['follow']> = {
  reach: 'web',
  openAs: 'host',
  newSites: undefined,
  newSitePages: undefined,
  avoids: () => false,
};

/** A folder of the test's own, deleted after it. */
export const test = base.extend<{ folder: string; file: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'forager-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  file: ({ folder }, use) => use(join(folder, 'crawl.sqlite')),
});

export const newSite = (url: string, given: Partial<NewSite> = {}): NewSite => ({
  url,
  name: url,
  shortName: url,
  kind: 'other',
  scope: 'host',
  ...given,
});

export interface OpenOptions extends Partial<FrontierLimits> {
  readonly strategy?: string;
  readonly siteRule?: string | undefined;
  readonly siteRuleParams?: AskedParams;
  /** Used in place of the strategy's: one by name, or the test's own. */
  readonly linkOrder?: string | LinkOrder | undefined;
  readonly reward?: string;
  /** True if another link order had it before. */
  readonly isRankedAgain?: boolean;
  /** True if its links were skipped by the same depth and patterns. */
  readonly hasSameLimits?: boolean;
  readonly share?: Share;
}

/** Ranks some links into groups, by the first letter of their path; group scores change as the site is read. */
export const grouped: LinkOrder = {
  rank({ url, level }, { visits }) {
    const [, letter] = new URL(url).pathname;
    const rank = { lane: url.length % 2, value: 0 - level };
    return letter === undefined || letter === 'b'
      ? rank
      : { ...rank, group: { name: letter, value: (visits * 7) % 3 } };
  },
};

/** A frontier on a database; `at` is the start of its run. */
export async function open(
  file: string,
  options: OpenOptions = {},
  at = 0,
): Promise<{ frontier: TableFrontier; store: Store }> {
  const store = await openFresh(file);
  return { frontier: await newRuns(store)(options, at), store };
}

/** Starts runs on an open database, sequentially, each with a frontier that knows the tables. */
export function newRuns(store: Store): (options: OpenOptions, at: number) => Promise<TableFrontier> {
  const runs = runQueries(store);
  const tables = storedTables(store);
  return (options, at) => {
    runs.endKilled.run({});
    const { id } = getOne(runs.start, { started_at: at, pid: 1, config: '{}' });
    return onTables(tables, options, { id, startedAt: at });
  };
}

/** A new frontier, and waiting links by its tables; it breaks no invariant when it is closed. */
export async function openNew(file: string, options: OpenOptions = {}) {
  const { frontier, store } = await open(file, options);
  const tables = storedTables(store);
  return {
    frontier,
    queued: (now: number) => queuedIn(tables, now),
    async close() {
      await store.close();
      expectSame(brokenInvariants(file), {});
    },
  };
}

/** Number of waiting links of a site, and the rank of the first one without a pause. */
interface Queued {
  readonly waiting: number;
  readonly best: TieredRank | undefined;
}

/** Waiting links, by site, according to the tables. */
export function queuedIn({ sql }: FrontierTables, now: number): ReadonlyMap<number, Queued> {
  const queued = new Map<number, Queued>();
  for (const row of sql.queue.groups.all({ now })) {
    const { waiting, best } = queued.get(row.site) ?? { waiting: 0, best: undefined };
    const first = row.first_rank === null ? undefined : rankIn(row, row.first_rank);
    const isBetter = first && (!best || compareTiered(first, best) < 0);
    queued.set(row.site, { waiting: waiting + row.waiting, best: isBetter ? first : best });
  }
  return queued;
}

/** Differences between the frontier's view of its queues and the tables: none. */
export function misjudged(frontier: Frontier, queued: ReadonlyMap<number, Queued>): string[] {
  const nothing = { waiting: 0, best: undefined };
  return frontier.sites().flatMap(({ id, waiting, best }) => {
    const told = queued.get(id) ?? nothing;
    const isSame =
      told.waiting === waiting &&
      (best === undefined || told.best === undefined ? best === told.best : compareTiered(best, told.best) === 0);
    return isSame ? [] : [`site ${id}: ${JSON.stringify({ waiting, best })} and not ${JSON.stringify(told)}`];
  });
}

export async function onTables(
  tables: FrontierTables,
  options: OpenOptions,
  run: { id: number; startedAt: number },
): Promise<TableFrontier> {
  const { siteRule, siteRuleParams = {}, linkOrder, reward } = options;
  const name = typeof linkOrder === 'string' ? linkOrder : undefined;
  const choice = {
    strategy: options.strategy ?? 'beebot-sequential',
    reward,
    siteRule,
    linkOrder: name,
    params: siteRuleParams,
    topic: A_TOPIC,
  };
  const made = makeStrategy(choice, options.pageLimit);
  const strategy =
    typeof linkOrder === 'object' ? { ...made, linkOrder, renewed: () => ({ ...made.renewed(), linkOrder }) } : made;
  const limits = {
    pageLimit: undefined,
    sitePageLimit: undefined,
    depth: undefined,
    admits: undefined,
    traps: true,
    delay: () => 0,
    admitForbidden: () => false,
    admitNofollow: false,
    ...options,
  };
  const { isRankedAgain = false, hasSameLimits = false, share } = options;
  const stands = { isRankedAgain, hasSameLimits, share };
  return TableFrontier.open({ tables, strategy, identity: FOLDED, limits, timeLimit: undefined, run, ...stands });
}

/** An address on a page: an `href`, or something else. */
export type OnPage = string | (Partial<FoundLink> & { readonly raw: string });

/** The frontier's present claim; undefined: none. */
export async function claimOf(frontier: Frontier, now: number): Promise<Claim | undefined> {
  const next = await frontier.claim(now);
  return next.kind === 'claim' ? next.claim : undefined;
}

/** The claim that must exist. */
export async function claimed(frontier: Frontier, now: number): Promise<Claim> {
  const claim = await claimOf(frontier, now);
  if (!claim) throw new Error('nothing was claimed');
  return claim;
}

/** The result of a visit whose page has these. */
export function page(
  claim: Pick<Claim, 'url' | 'scope' | 'claimedAt'>,
  on: readonly OnPage[],
  url = claim.url,
): VisitResult {
  const links = on.map((one): FoundLink => {
    const given = typeof one === 'string' ? { raw: one } : one;
    return {
      url: undefined,
      anchor: given.raw,
      context: '',
      rel: '',
      element: 'a',
      tagPath: '',
      frame: '',
      technique: 'dom',
      role: 'link',
      method: 'GET',
      ...given,
    };
  });
  const answer = { askedAt: claim.claimedAt, reason: '', httpStatus: 200, contentType: 'text/html', title: '' };
  return {
    ...answer,
    outcome: 'page',
    address: { url, key: identityKey(new URL(url), FOLDED) },
    canonical: undefined,
    links: distinctLinks({ url, links, nofollow: [] }, claim.scope, FOLDED, []),
  };
}

/** The part of a claim in a revisit's result. */
export const checkOf = (frontier: TableFrontier, url: string, site = 1): Parameters<typeof page>[0] => ({
  url,
  scope: frontier.reach(site, 1).scope,
  claimedAt: 0,
});

/** Result of a revisit of a known page. */
export const revisit = (
  frontier: TableFrontier,
  page: number,
  result: VisitResult,
  now: number,
  again?: readonly string[],
): Promise<RevisitResult> => frontier.revisit(page, result, now, (rechecked) => rechecked, again);

/** The same for a page known to be unchanged. */
export const recheckUnchanged = (frontier: TableFrontier, page: number, now: number): Promise<RevisitResult> =>
  frontier.recheckUnchanged(page, now, (rechecked) => rechecked);

/**
 * Crawls a web given as page -> hrefs; a missing page fails. A visit takes a millisecond. Returns the addresses in the
 * order of their visits.
 */
export async function crawlAll(
  frontier: Frontier,
  web: Readonly<Record<string, readonly OnPage[]>>,
  from = 1,
): Promise<string[]> {
  const order: string[] = [];
  for (let now = from; ; now++) {
    const claim = await claimOf(frontier, now);
    if (!claim) return order;
    order.push(claim.url);
    const on = web[claim.url];
    await frontier.completeVisit(claim, on ? page(claim, on) : failedVisit('HTTP 404'), now);
  }
}
