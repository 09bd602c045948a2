import type { Selectable } from 'kysely';
import sortedBTree from 'sorted-btree';
import { TIER } from '../domain/rank.ts';
import type { SiteId } from '../domain/site.ts';
import { statusCode } from '../storage/internal-links.ts';
import type { GroupKey, QueuePlace } from '../storage/queue.ts';
import { PAGE_LINK, type Schema } from '../storage/schema.ts';
import type { Statement } from '../storage/statement.ts';
import type { FrontierQueries, FrontierTables } from './queries.ts';

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
type Queued = QueuePlace & { readonly notBefore: number };

/**
 * Tables in memory, for a crawl that nobody resumes: a replay. They hold what later decisions can depend on; texts of
 * external and bad links, edges to external links, aliases, visits and versions of pages are not kept. Nothing is rolled back.
 */
export function memoryTables(): FrontierTables {
  const sql = { ...siteTables(), ...linkTables(), ...trapTables(), ...historyTables() };
  return { sql, transaction: (work) => work(), version: () => 0, indexTargets: () => undefined };
}

const reading = <A, R>(all: (args: A) => R[]): Statement<A, R> => ({
  all,
  get: (args) => all(args)[0],
  run: () => ({ changes: 0, id: 0 }),
});

/** At most one row. */
const finding = <A, R>(get: (args: A) => R | undefined): Statement<A, R> => ({
  all: (args) => [get(args)].filter((one) => one !== undefined),
  get,
  run: () => ({ changes: 0, id: 0 }),
});

/** A change: of how many rows, or the id of the one that it adds. */
const writing = <A, R>(change: (args: A) => number | { readonly id: number }): Statement<A, R> => ({
  all: () => [],
  get: () => undefined,
  run(args) {
    const done = change(args);
    return typeof done === 'number' ? { changes: done, id: 0 } : { changes: 1, id: done.id };
  },
});

const keptNowhere = <A, R>(): Statement<A, R> => writing(() => 0);

/** The rows of a table with ids 1, 2, 3 and so on; each at place id - 1. */
function add<R extends { readonly id: number }>(table: R[], row: R): R {
  table.push(row);
  return row;
}

const copy = <R extends object>(row: R | undefined): R | undefined => row && { ...row };

/** Changes a row, if it is there. */
function change<R extends object>(row: R | undefined, to: Partial<R>): number {
  if (row) Object.assign(row, to);
  return row ? 1 : 0;
}

/** A map for each site, by the hash of an identity. */
function bySite<V>(): (site: SiteId) => Map<number, V> {
  const sites = new Map<SiteId, Map<number, V>>();
  return (site) => {
    const known = sites.get(site);
    if (known) return known;
    const fresh = new Map<number, V>();
    sites.set(site, fresh);
    return fresh;
  };
}

function siteTables(): Pick<FrontierQueries, 'seeds' | 'siteEdits' | 'hosts' | 'runs' | 'visits'> {
  const seeds: Row<'seeds'>[] = [];
  const hosts = new Map<string, Row<'hosts'>>();
  const yields = new Map<number, { title: string; reward: number; new_external: number; relevance: number | null }>();
  const blank = { status: 'waiting', note: '', pages: 0, failed: 0, internal: 0, external: 0, bad: 0 } as const;
  const fresh = { ...blank, resources: 0, reward_sum: 0, reward_max: 0, milliseconds: 0, removed: null };
  return {
    seeds: {
      all: reading(() => seeds),
      get: finding(({ site }) => seeds[site - 1]),
      find: finding(({ startUrl }) => seeds.find((seed) => seed.start_url === startUrl)),
      // Names of a replay's sites may repeat.
      namesake: reading(() => []),
      unbegun: reading(() => seeds.filter(({ internal }) => internal === 0)),
      insert: writing((seed) => add(seeds, { ...fresh, ...seed, id: seeds.length + 1 })),
      gain: writing(({ site, status, note, reward, ...gained }) => {
        const seed = seeds[site - 1];
        if (!seed) return 0;
        for (const name of ['pages', 'failed', 'internal', 'external', 'bad', 'resources', 'milliseconds'] as const)
          seed[name] += gained[name];
        const reward_max = Math.max(seed.reward_max, reward);
        return change(seed, { status, note, reward_max, reward_sum: seed.reward_sum + reward });
      }),
      add: keptNowhere(),
      setStatus: writing(({ site, status, note }) => change(seeds[site - 1], { status, note })),
    },
    // Nobody else edits them.
    siteEdits: { after: reading(() => []), last: reading(() => []), forget: keptNowhere() },
    hosts: {
      all: reading(() => [...hosts.values()]),
      put: writing(({ host, extraDelay, notBefore }) => {
        hosts.set(host, { host, extra_delay: extraDelay, not_before: notBefore });
        return 1;
      }),
      remove: writing(({ host }) => Number(hosts.delete(host))),
    },
    runs: { lasted: keptNowhere() },
    visits: {
      insert: writing(({ page, title, reward, newExternal, relevance }) => {
        if (page !== null && !yields.has(page))
          yields.set(page, { title, reward, new_external: newExternal, relevance });
        return 1;
      }),
      remove: keptNowhere(),
      yieldOf: finding(({ page }) => yields.get(page)),
      // There are no earlier runs to learn from.
      observed: reading(() => []),
    },
  };
}

type LinkTables =
  | 'internal'
  | 'refusals'
  | 'texts'
  | 'external'
  | 'bad'
  | 'resources'
  | 'queue'
  | 'leases'
  | 'sequences'
  | 'pageLinks'
  | 'aliases';

function queueTables(links: readonly Row<'internal_links'>[]): FrontierQueries['queue'] {
  const groups: Row<'queue_groups'>[] = [];
  const groupAt = new Map<string, Row<'queue_groups'>>();
  const queues: GroupQueue[] = [];
  const keyOf = ({ site, tier, lane, name }: GroupKey) => `${site} ${tier} ${lane} ${name}`;
  const waiting = (of: readonly Row<'queue_groups'>[], now: number) =>
    of.flatMap((group) => {
      const queue = queues[group.id - 1];
      if (!queue || queue.size === 0) return [];
      const [first] = head(queue, now, 1, links);
      return { ...group, waiting: queue.size, first_link: first?.link ?? null, first_rank: first?.rank ?? null };
    });
  return {
    head: reading(({ group, now, limit }) => {
      const queue = queues[group - 1];
      return queue ? head(queue, now, limit, links) : [];
    }),
    insert: writing((place) => Number(queues[place.group - 1]?.set(place, undefined) ?? false)),
    remove: writing((place) => Number(queues[place.group - 1]?.delete({ ...place, notBefore: 0 }) ?? false)),
    // A queue knows how long it is.
    count: keptNowhere(),
    groups: reading(({ now }) => waiting(groups, now)),
    groupsOf: reading(({ site, now }) =>
      waiting(
        groups.filter((group) => group.site === site),
        now,
      ),
    ),
    group: finding(({ group }) => copy(groups[group - 1])),
    findGroup: finding((key) => copy(groupAt.get(keyOf(key)))),
    addGroup: writing((group) => {
      const row = add(groups, { ...group, id: groups.length + 1, waiting: 0 });
      groupAt.set(keyOf(row), row);
      queues.push(newQueue());
      return row;
    }),
    moveGroup: writing(
      ({ site, lane, name, value }) =>
        Object.values(TIER).filter((tier) => change(groupAt.get(keyOf({ site, tier, lane, name })), { value }) > 0)
          .length,
    ),
    // Nobody opens them again.
    sweepGroups: keptNowhere(),
    paused: reading(() =>
      queues.flatMap((queue) =>
        queue
          .keysArray()
          .flatMap(({ group, notBefore, ...place }) =>
            notBefore > 0 ? [{ ...place, queue_group: group, not_before: notBefore }] : [],
          ),
      ),
    ),
    // There are none from before the clock was set back.
    shorten: keptNowhere(),
  };
}

function linkTables(): Pick<FrontierQueries, LinkTables> {
  const links: Row<'internal_links'>[] = [];
  const linkAt = bySite<Row<'internal_links'>>();
  const texts = new Map<number, LinkText>();
  const external = bySite<Seen & { readonly anchor: string; readonly tag_path: string }>();
  /** The first link of a site to each registrable domain. */
  const domains = new Map<string, number>();
  const bad = bySite<{ readonly id: number; readonly removed: null }>();
  const resources: Row<'resources'>[] = [];
  const resourceAt = bySite<Row<'resources'>>();
  /** Tokens, by link. */
  const leases = new Map<number, number>();
  let nextToken = 1;
  const targets = new Map<number, Map<number, number>>();
  const otherTargets = new Map<string, number>();
  const setText = (text: Omit<LinkText, 'tag_path'> & { readonly link: number; readonly tagPath: string }) => {
    const { link, anchor, context, rel, element, tagPath, technique, role } = text;
    texts.set(link, { anchor, context, rel, element, tag_path: tagPath, technique, role });
    return 1;
  };
  let externals = 0;
  let bads = 0;
  return {
    internal: {
      find: finding(({ site, hash }) => copy(linkAt(site).get(hash))),
      get: finding(({ link }) => copy(links[link - 1])),
      start: finding(({ site }) => links.find((link) => link.site === site)),
      anyOf: finding(({ site }) => {
        const [hash] = linkAt(site).keys();
        return hash === undefined ? undefined : { hash };
      }),
      nextId: reading(() => [{ id: links.length + 1 }]),
      insert: writing(({ group, ...link }) => {
        const row = add(links, { ...link, queue_group: group, attempts: 0, crashes: 0, removed: null });
        linkAt(link.site).set(link.hash, row);
        return row;
      }),
      insertText: writing(setText),
      updateText: writing(setText),
      setSource: writing(({ link, source }) => change(links[link - 1], { source })),
      text: finding(({ link }) => texts.get(link)),
      claim: writing(({ link }) => change(links[link - 1], { status: statusCode('claimed') })),
      setStatus: writing(({ link, status }) => change(links[link - 1], { status })),
      place: writing(({ link, at: _, group, ...placed }) => change(links[link - 1], { ...placed, queue_group: group })),
      blame: writing(({ link, attempts, crashes }) => {
        const row = links[link - 1];
        return row ? change(row, { attempts: row.attempts + attempts, crashes: row.crashes + crashes }) : 0;
      }),
      // What an earlier run left aside or gave up: there is none.
      setAside: reading(() => []),
      failed: reading(() => []),
    },
    external: {
      find: finding(({ site, hash }) => external(site).get(hash)),
      linkTo: finding(({ site, domain, before }) => {
        const id = domains.get(`${site} ${domain}`);
        return id !== undefined && id < before ? { id } : undefined;
      }),
      insert: writing(({ site, hash, domain, seen }) => {
        const row = { id: ++externals, last_seen: seen, removed: null };
        external(site).set(hash, { ...row, anchor: '', tag_path: '' });
        const key = `${site} ${domain}`;
        if (!domains.has(key)) domains.set(key, row.id);
        return row;
      }),
      seen: keptNowhere(),
      ofPage: reading(() => []),
    },
    bad: {
      find: finding(({ site, hash }) => bad(site).get(hash)),
      insert: writing(({ site, hash }) => {
        const row = { id: ++bads, removed: null };
        bad(site).set(hash, row);
        return row;
      }),
    },
    resources: {
      find: finding(({ site, hash }) => copy(resourceAt(site).get(hash))),
      insert: writing(({ tagPath, seen, ...resource }) => {
        const id = resources.length + 1;
        const row = add(resources, { ...resource, id, tag_path: tagPath, first_seen: seen, last_seen: seen });
        resourceAt(row.site).set(row.hash, row);
        return row;
      }),
      strengthen: writing(({ resource, role, source, seen }) =>
        change(resources[resource - 1], { role, source, last_seen: seen }),
      ),
      seen: writing(({ link, seen }) => change(resources[link - 1], { last_seen: seen })),
      removeGuess: writing(({ site, hash }) =>
        resourceAt(site).get(hash)?.role === 'guess' ? Number(resourceAt(site).delete(hash)) : 0,
      ),
    },
    queue: queueTables(links),
    leases: {
      insert: writing(({ link, token }) => {
        leases.set(link, token);
        return 1;
      }),
      end: writing(({ link, token }) => (leases.get(link) === token ? Number(leases.delete(link)) : 0)),
      // Nobody else has any.
      renew: keptNowhere(),
      dead: reading(() => []),
      nextEnd: reading(() => []),
    },
    sequences: {
      next: reading(() => [{ next: nextToken }]),
      advance: writing(({ by }) => {
        nextToken += by;
        return 1;
      }),
    },
    pageLinks: {
      insert: writing(({ source, kind, target, place }) => {
        if (kind !== PAGE_LINK.internal) {
          const key = `${source} ${kind}`;
          otherTargets.set(key, (otherTargets.get(key) ?? 0) + 1);
          return 1;
        }
        const known = targets.get(source);
        if (known?.has(target)) return 0;
        if (known) known.set(target, place);
        else targets.set(source, new Map([[target, place]]));
        return 1;
      }),
      deeperTargets: reading(({ source, level }) =>
        [...(targets.get(source)?.keys() ?? [])].flatMap((target) => {
          const link = links[target - 1];
          return link && link.level > level ? [link] : [];
        }),
      ),
      of: reading(() => []),
      visitedWith: reading(() => []),
      visitedExternal: reading(() => []),
      count: finding(({ source, kind }) => ({
        links:
          kind === PAGE_LINK.internal ? (targets.get(source)?.size ?? 0) : (otherTargets.get(`${source} ${kind}`) ?? 0),
      })),
      place: finding(({ source, target }) => {
        const place = targets.get(source)?.get(target);
        return place === undefined ? undefined : { place };
      }),
      add: keptNowhere(),
      remove: keptNowhere(),
      setPlace: keptNowhere(),
      pageOf: reading(() => []),
    },
    refusals: { put: keptNowhere() },
    texts: { find: reading(() => []), insert: writing(() => ({ id: 0 })) },
    aliases: { insert: keptNowhere() },
  };
}

type LinkText = Pick<
  Row<'internal_link_texts'>,
  'anchor' | 'context' | 'rel' | 'element' | 'tag_path' | 'technique' | 'role'
>;

interface Seen {
  readonly id: number;
  readonly last_seen: number;
  readonly removed: null;
}

/** A crawl in memory is never checked again. */
function historyTables(): Pick<FrontierQueries, 'versions' | 'linkHistory' | 'changingBlocks'> {
  return {
    versions: {
      last: reading(() => []),
      insert: keptNowhere(),
      seen: keptNowhere(),
      text: reading(() => []),
      putText: keptNowhere(),
      removeText: keptNowhere(),
    },
    linkHistory: {
      setRemoved: { internal: keptNowhere(), external: keptNowhere(), bad: keptNowhere() },
      addEvent: keptNowhere(),
      addSighting: keptNowhere(),
    },
    changingBlocks: { ofTemplate: reading(() => []), add: keptNowhere() },
  };
}

type GroupQueue = ReturnType<typeof newQueue>;

/** The waiting links of a group in the order in which they are handed out. */
const newQueue = () =>
  new sortedBTree.default<Queued, undefined>(undefined, (a, b) => b.rank - a.rank || a.link - b.link);

function head(queue: GroupQueue, now: number, limit: number, links: readonly Row<'internal_links'>[]) {
  const found: (Pick<Row<'internal_links'>, 'url' | 'level' | 'source' | 'attempts'> &
    Pick<Row<'queue'>, 'link' | 'rank'>)[] = [];
  for (const { link, rank, notBefore } of queue.keys()) {
    if (found.length === limit) break;
    const row = links[link - 1];
    if (!row || notBefore > now) continue;
    const { url, level, source, attempts } = row;
    found.push({ link, rank, url, level, source, attempts });
  }
  return found;
}

function trapTables(): Pick<FrontierQueries, 'traps'> {
  const traps: Row<'traps'>[] = [];
  const families: Row<'link_families'>[] = [];
  const familyOf = new Map<string, Row<'link_families'>>();
  const parameters = new Map<string, { readonly first: number }>();
  return {
    traps: {
      all: reading(() => traps),
      count: writing(({ links, seen, ...trap }) => {
        const { site, kind, pattern } = trap;
        const known = traps.find((one) => one.site === site && one.kind === kind && one.pattern === pattern);
        if (known) return change(known, { links: known.links + links });
        return add(traps, { ...trap, links, first_seen: seen, id: traps.length + 1 });
      }),
      forget: writing(() => traps.splice(0).length),
      forgetFamilies: writing(() => families.filter((family) => change(family, { barren: 0 }) > 0).length),
      family: finding(({ site, pattern }) => copy(familyOf.get(`${site} ${pattern}`))),
      addFamily: writing(({ site, pattern }) => {
        const row = add(families, { id: families.length + 1, site, pattern, barren: 0, parameters: 0 });
        familyOf.set(`${site} ${pattern}`, row);
        return row;
      }),
      setBarren: writing(({ family, barren }) => change(families[family - 1], { barren })),
      setParameters: writing(({ family, parameters: known }) => change(families[family - 1], { parameters: known })),
      addParameter: writing(({ family, hash, first }) => {
        const key = `${family} ${hash}`;
        if (parameters.has(key)) return 0;
        parameters.set(key, { first });
        return 1;
      }),
      parameter: finding(({ family, hash }) => parameters.get(`${family} ${hash}`)),
    },
  };
}
