import type { Selectable } from 'kysely';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import {
  type NewSite,
  NO_LIMITS,
  type ScopeKind,
  type SiteKind,
  type SiteLimits,
  type SiteStatus,
  type SiteTotals,
} from '../domain/site.ts';
import { bareHost, parseUrl } from '../url/parse.ts';
import type { Store } from './open.ts';
import type { Schema } from './schema.ts';
import { newSeed, seedQueries, siteEditQueries, uniquelyNamed } from './seeds.ts';
import { getOne } from './statement.ts';

/** Site in lists and exports; times are milliseconds since the epoch. */
export interface SiteRecord extends SiteTotals {
  /** Short name of the site. */
  readonly site: string;
  readonly name: string;
  /** Address of the start page. */
  readonly url: string;
  readonly kind: SiteKind;
  readonly scope: ScopeKind;
  readonly status: SiteStatus;
  /** Reason if the site is not available or ended early, or if its session seems to have ended; empty otherwise. */
  readonly note: string;
  /** Limits of the site; null: those of the crawl. `delay` in milliseconds. */
  readonly pageLimit: number | null;
  readonly depth: number | null;
  readonly delay: number | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly added: number;
  /** Address of the page with the link to a site that the crawl found; null for other sites. */
  readonly foundOn: string | null;
  /** Time at which the user removed the site from the crawl; null: not removed. */
  readonly removed: number | null;
}

/** Lists the sites in the order of their addition: current ones, removed ones, or all. */
export function listSites(store: Store, which: { readonly removed: boolean | undefined }): SiteRecord[] {
  const { listed } = seedQueries(store);
  return listed
    .all({})
    .filter(({ removed }) => which.removed === undefined || (removed !== null) === which.removed)
    .map(siteRecord);
}

/** Converts a row to a site. */
export function siteRecord(row: ReturnType<ReturnType<typeof seedQueries>['listed']['all']>[number]): SiteRecord {
  const { include, exclude } = limitsOf(row);
  return {
    site: row.short_name,
    name: row.full_name,
    url: row.start_url,
    kind: row.kind,
    scope: row.scope,
    status: row.status,
    note: row.note,
    pageLimit: row.page_limit,
    depth: row.depth,
    delay: row.delay,
    ...{ include, exclude },
    ...totalsOf(row),
    added: row.added_at,
    foundOn: row.found_on_url,
    removed: row.removed,
  };
}

type WithTotals = Omit<SiteTotals, 'reward'> & { readonly reward_sum: number };

/** Returns the totals in a row. */
export const totalsOf = (row: WithTotals): SiteTotals => {
  const { pages, failed, internal, external, bad, resources, reward_sum: reward } = row;
  return { pages, failed, internal, external, bad, resources, reward };
};

/**
 * Adds sites, identified by start address; restores removed ones unchanged. The next crawl adds the start pages. A site
 * that the crawl found becomes one that the user added.
 * @throws BadInput for a short name of another site
 */
export function addSites(store: Store, sites: readonly NewSite[], now: number) {
  const queries = seedQueries(store);
  const edits = siteEditQueries(store);
  const done = { added: 0, broughtBack: 0, known: 0 };
  store.transaction(() => {
    for (const site of sites) {
      const row = queries.find.get({ start_url: site.url });
      if (!row) {
        const { id } = getOne(queries.insert, newSeed(uniquelyNamed(site, queries), now));
        edits.add.run({ site: id, at: now });
        done.added++;
      } else if (row.removed === null && row.found_on === null) done.known++;
      else if (row.removed === null) {
        queries.adopt.run({ id: row.id });
        edits.add.run({ site: row.id, at: now });
        done.added++;
      } else {
        queries.setRemoved.run({ id: row.id, removed: null, at: now });
        edits.add.run({ site: row.id, at: now });
        done.broughtBack++;
      }
    }
  });
  return done;
}

/** Marks sites as removed. Returns the number of sites that were not removed before. */
export const removeSites = (store: Store, sites: readonly number[], now: number): number =>
  mark(store, sites, now, now);

/** Restores removed sites unchanged. Returns the number of sites that were removed before. */
export const restoreSites = (store: Store, sites: readonly number[], now: number): number =>
  mark(store, sites, null, now);

function mark(store: Store, sites: readonly number[], removed: number | null, now: number): number {
  const { get, setRemoved } = seedQueries(store);
  const { add } = siteEditQueries(store);
  return store.transaction(() => {
    const others = sites.filter((id) => {
      const site = get.get({ id });
      return site !== undefined && (site.removed === null) !== (removed === null);
    });
    for (const site of others) {
      setRemoved.run({ id: site, removed, at: now });
      add.run({ site, at: now });
    }
    return others.length;
  });
}

/**
 * Finds a site, removed ones included, by start address, else short name, else host with or without `www.`.
 * @throws BadInput if no site matches, or several do: on a host, or by a name that an older Forager let them share
 */
export function siteNamed(store: Store, name: string): { readonly id: number; readonly start_url: string } {
  const address = parseUrl(name)?.href ?? name;
  const { named, onHost } = seedQueries(store);
  const byName = named.all({ name, address });
  const start = /[/\s]/.test(name) ? undefined : parseUrl(`http://${name}`);
  const host = start && bareHost(start);
  const found = byName.length > 0 || host === undefined ? byName : onHost.all({ host, www: `www.${host}` });
  const [site, twin] = found;
  if (!site) throw new BadInput(`no site "${name}" in ${store.file}; list them with forager sites list`);
  const ofAddress = found.find(({ start_url }) => start_url === address);
  if (ofAddress) return ofAddress;
  if (twin) throw new BadInput(`"${name}" is ambiguous (${site.start_url}, ${twin.start_url}); give the start address`);
  return site;
}

type LimitColumns = Pick<Selectable<Schema['seeds']>, 'page_limit' | 'depth' | 'delay' | 'include' | 'exclude'>;

const patterns = z.array(z.string());
/** Parses a JSON array of patterns; most sites have none. */
const patternsIn = (text: string): readonly string[] => (text === '[]' ? [] : patterns.parse(JSON.parse(text)));

/** Returns the own limits of a site from its row. */
export function limitsOf({ page_limit, depth, delay, include, exclude }: LimitColumns): SiteLimits {
  if ((page_limit ?? depth ?? delay) === null && include === '[]' && exclude === '[]') return NO_LIMITS;
  return {
    pageLimit: page_limit ?? undefined,
    depth: depth ?? undefined,
    delay: delay ?? undefined,
    include: patternsIn(include),
    exclude: patternsIn(exclude),
  };
}

/** Changes of limits: omitted fields stay, and undefined removes a limit. */
export type SiteLimitsChange = Partial<SiteLimits & { readonly scope: ScopeKind }>;

/**
 * Changes the own limits and the scope of sites; an active crawl applies the changes within a second. Returns the
 * number of changed sites.
 */
export function limitSites(store: Store, sites: readonly number[], change: SiteLimitsChange, now: number): number {
  const { get, setLimits } = seedQueries(store);
  const { add } = siteEditQueries(store);
  return store.transaction(() => {
    let changed = 0;
    for (const site of sites) {
      const row = get.get({ id: site });
      if (!row) continue;
      const before = { ...limitsOf(row), scope: row.scope };
      const after = { ...before, ...change };
      if (JSON.stringify(after) === JSON.stringify(before)) continue;
      const { pageLimit = null, depth = null, delay = null, scope } = after;
      const texts = { include: JSON.stringify(after.include), exclude: JSON.stringify(after.exclude) };
      setLimits.run({ id: site, scope, page_limit: pageLimit, depth, delay, ...texts });
      add.run({ site, at: now });
      changed++;
    }
    return changed;
  });
}
