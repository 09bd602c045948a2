import { setTimeout as sleep } from 'node:timers/promises';
import type { Web } from '../crawl/web-access.ts';
import { GiveUpVisit, RetryVisit } from '../domain/errors.ts';
import type { Store } from '../storage/open.ts';
import { recrawlRunQueries, revisitQueries } from '../storage/recrawl.ts';
import { seedQueries } from '../storage/seeds.ts';
import { internalLinkQueries } from '../storage/visit.ts';
import { type Identity, identityKey, keyHash } from '../url/normalise.ts';
import { bareHost, parseUrl } from '../url/parse.ts';
import { scopeOfSeed } from '../url/scope.ts';
import { packFacts, unpackFacts } from './page-facts.ts';

/** Maximum number of sitemaps per site, including those in an index. */
const MOST_SITEMAPS = 50;
/** Number of hosts that are read at the same time. */
const AT_A_TIME = 8;
const A_DAY = 86_400_000;

interface Signals extends Pick<Web, 'robots' | 'delay' | 'askSitemap'> {
  readonly store: Store;
  readonly identity: Identity;
}

/**
 * Reads the times of changes (lastmod) from sitemaps and stores the signals of known pages. Runs once per recrawl run,
 * before pages are chosen; does nothing if a recrawl run is in progress.
 */
export async function readSitemapSignals({ store, identity, robots, delay, askSitemap }: Signals): Promise<void> {
  const last = recrawlRunQueries(store).last.get({});
  if (!robots || !last || last.ended_at === null) return;
  const step = last.step + 1;
  const sites = seedQueries(store)
    .all.all({})
    .filter(({ removed }) => removed === null);
  // Sites of one host are read one after the other.
  const byHost = new Map<string, typeof sites>();
  for (const site of sites) {
    const host = bareHost(new URL(site.start_url));
    byHost.set(host, [...(byHost.get(host) ?? []), site]);
  }
  const hosts = [...byHost.values()];
  const lane = async () => {
    for (let ofHost = hosts.shift(); ofHost; ofHost = hosts.shift()) {
      for (const seed of ofHost) {
        const read = readSite(new URL(seed.start_url), { robots, delay, askSitemap });
        const modified = await read.catch((error: unknown) => {
          // A site that is down gives no signals.
          if (error instanceof RetryVisit || error instanceof GiveUpVisit) return new Map<string, number>();
          throw error;
        });
        if (modified.size > 0)
          await setSignals(store, { site: seed.id, step, identity, isOwn: scopeOfSeed(seed) }, modified);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}

/** Returns the times of the last changes of the pages in a site's sitemaps. A date stands for the end of its day. */
async function readSite(
  start: URL,
  web: Required<Pick<Web, 'askSitemap' | 'delay'>> & { robots: NonNullable<Web['robots']> },
) {
  const { robots, delay, askSitemap } = web;
  const modified = new Map<string, number>();
  const pause = (url: URL) => sleep(delay(bareHost(url)));
  const { isAllowed, askedAt } = await robots.allows(start);
  if (askedAt !== undefined) await pause(start);
  if (!isAllowed) return modified;
  const waiting = robots.sitemaps(start);
  const seen = new Set<string>();
  for (let address = waiting.shift(); address !== undefined && seen.size < MOST_SITEMAPS; address = waiting.shift()) {
    const url = parseUrl(address);
    if (!url || seen.has(url.href) || bareHost(url) !== bareHost(start)) continue;
    seen.add(url.href);
    if (!(await robots.allows(url)).isAllowed) continue;
    const entries = await askSitemap(url);
    await pause(url);
    if (entries) await readInto(entries, waiting, modified);
  }
  return modified;
}

/** Adds the sitemaps and the page times of a sitemap. A damaged sitemap is read up to the damage. */
async function readInto(
  entries: NonNullable<Awaited<ReturnType<Web['askSitemap']>>>,
  waiting: string[],
  modified: Map<string, number>,
): Promise<void> {
  try {
    for await (const { url, isSitemap, changedAt: at } of entries) {
      if (isSitemap) waiting.push(url);
      // A date without a time means the whole day.
      else if (at !== undefined) modified.set(url, at % A_DAY === 0 ? at + A_DAY - 1 : at);
    }
  } catch {
    // The file is no sitemap, or is damaged from here on.
  }
}

interface SiteAt {
  readonly site: number;
  readonly step: number;
  readonly identity: Identity;
  readonly isOwn: (url: URL) => boolean;
}

/** Stores the signals of a site's pages; see `PageFacts.signal`. */
async function setSignals(
  store: Store,
  { site, step, identity, isOwn }: SiteAt,
  modified: ReadonlyMap<string, number>,
): Promise<void> {
  const internal = internalLinkQueries(store);
  const revisits = revisitQueries(store);
  await store.write(() => {
    for (const [address, at] of modified) {
      const url = parseUrl(address);
      if (!url || !isOwn(url)) continue;
      const link = internal.find.get({ site, hash: keyHash(identityKey(url, identity)) });
      const row = link && revisits.get.get({ page: link.id });
      if (!row) continue;
      const { state, cost: _, ...facts } = unpackFacts(row.facts, () => 1);
      const before = facts.signal > 0 ? facts.signal : step;
      const signal = at > row.checked_at ? before : 0;
      if (signal === facts.signal) continue;
      revisits.setFacts.run({ page: row.page, facts: packFacts({ ...facts, signal }, state) });
    }
  });
}
