import type { FrontierQueries, FrontierTables, Reads } from '../../src/frontier/queries.ts';

/** A row that was not fetched ahead is asked for. */
class NotFetched extends Error {}

/** Rows turn out to be read that were not fetched yet. */
class ForeseenLate extends Error {
  readonly reads: Reads;

  constructor(reads: Reads) {
    super();
    this.reads = reads;
  }
}

type Asked = Readonly<Record<string, unknown>>;

/** Rows of a transaction that are fetched one by one; what reads more, as what learns of all visits, gets ever more at a time. */
const ONE_BY_ONE = 8;

/**
 * Tables as those of a store behave that answers later: a transaction finds the rows that its reads declare. Where it asks
 * for another one it is rolled back, that row is fetched, and its work runs again. Outside a transaction nothing is asked.
 */
export function readingAhead(tables: FrontierTables) {
  const missed: string[] = [];
  let foresee: (reads: Reads) => void = () => undefined;
  let isFetched: ((query: string, asked: Asked) => boolean) | undefined;
  const ask = (query: string, asked: Asked) => {
    if (!isFetched) throw new Error(`${query} outside a transaction`);
    if (!isFetched(query, asked)) throw new NotFetched(keyOf(query, asked));
  };
  const run = async <T>(way: 'transaction' | 'look', reads: () => Reads, work: () => T): Promise<T> => {
    const isForeseen = [foreseen(tables.sql, reads())];
    const late = new Set<string>();
    const fetched = new Set<string>();
    /** How many that are asked for come at once. */
    let spare = 0;
    const fetch = (row: string): boolean => {
      fetched.add(row);
      missed.push(row);
      return true;
    };
    const isThere = (query: string, asked: Asked): boolean => {
      if (isForeseen.some((is) => is(query, asked))) return true;
      const row = keyOf(query, asked);
      return fetched.has(row) || (spare-- > 0 && fetch(row));
    };
    foresee = (more) => {
      if (late.has(JSON.stringify(more))) return;
      late.add(JSON.stringify(more));
      throw new ForeseenLate(more);
    };
    for (;;) {
      try {
        return await tables[way](reads, () => {
          isFetched = isThere;
          try {
            return work();
          } finally {
            isFetched = undefined;
          }
        });
      } catch (error) {
        if (error instanceof ForeseenLate) isForeseen.push(foreseen(tables.sql, error.reads));
        else if (error instanceof NotFetched) {
          fetch(error.message);
          spare = fetched.size > ONE_BY_ONE ? fetched.size : 0;
        } else throw error;
      }
    }
  };
  return {
    ...tables,
    sql: watched(tables.sql, '', ask),
    transaction: <T>(reads: () => Reads, work: () => T) => run('transaction', reads, work),
    look: <T>(reads: () => Reads, work: () => T) => run('look', reads, work),
    foresee: (reads: () => Reads) => foresee(reads()),
    /** What was asked for and not foreseen, since this was called last. */
    takeMissed: () => missed.splice(0),
  };
}

const keyOf = (query: string, asked: Asked): string => `${query} ${JSON.stringify(asked)}`;

/** The same queries, of which each asks first: for the rows that it answers, and for what a change changes where that is looked at. */
function watched<T extends object>(queries: T, path: string, ask: (query: string, asked: Asked) => void): T {
  return new Proxy(queries, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      const at = path === '' ? String(name) : `${path}.${String(name)}`;
      if (typeof value === 'object' && value !== null) return watched(value, at, ask);
      if (typeof value !== 'function') return value;
      return (asked: Asked | readonly Asked[]) => {
        const askFirst = () => {
          for (const one of [asked].flat()) ask(path, one);
        };
        if (name !== 'run') askFirst();
        const done: unknown = Reflect.apply(value, target, [asked]);
        if (name !== 'run' || typeof done !== 'object' || done === null) return done;
        return {
          get changes(): unknown {
            askFirst();
            return Reflect.get(done, 'changes');
          },
        };
      };
    },
  });
}

/** What adds a row and tells its id, and the ids of what is added next. */
const IDS = new Set([
  ...['internal.nextId', 'external.nextId', 'seeds.nextId', 'sequences.next', 'seeds.insert', 'visits.insert'],
  ...['bad.insert', 'texts.insert', 'queue.addGroup', 'traps.addFamily'],
]);

/** Which rows are fetched ahead by those reads. */
function foreseen(sql: FrontierQueries, reads: Reads) {
  const { sites = [], queues = [], links = [], internal = [], external = [], bad = [], resources = [] } = reads;
  const { domains = [], pages = [], families = [], templates = [], texts = [] } = reads;
  const nextLink = sql.internal.nextId.get({})?.id ?? 1;
  const known = new Set(links);
  for (const identity of internal) for (const { id } of sql.internal.find.all(identity)) known.add(id);
  for (const site of queues)
    for (const { id } of sql.queue.groupsOf.all({ site, now: Number.MAX_SAFE_INTEGER }))
      for (const { link } of sql.queue.head.all({ group: id, now: Number.MAX_SAFE_INTEGER, limit: 64 }))
        known.add(link);
  const sources = new Set(pages);
  for (const link of known) {
    const source = sql.internal.get.get({ link })?.source ?? undefined;
    if (source !== undefined) sources.add(source);
  }
  const siteOf = (link: number) => sql.internal.get.get({ link })?.site;
  const ofSites = new Set<unknown>([...sites, ...queues]);
  const sitesOfSources = new Set<unknown>([...sources].map(siteOf));
  const set = (rows: readonly object[]) => new Set(rows.map((row) => JSON.stringify(row)));
  const identities = {
    internal: set(internal),
    external: set(external),
    bad: set(bad),
    resources: set(resources),
  };
  const ofDomains = set(domains);
  const ofTemplates = set(templates);
  const ofFamilies = set(families);
  const isFamily = (id: unknown) => families.some((family) => sql.traps.family.get(family)?.id === id);
  const has = (rows: ReadonlySet<string>, { site, hash }: Asked) => rows.has(JSON.stringify({ site, hash }));
  const isLink = (link: unknown) => known.has(Number(link)) || sources.has(Number(link)) || Number(link) >= nextLink;
  const isGroupOf = (of: ReadonlySet<unknown>, group: unknown) => {
    const row = sql.queue.group.get({ group: Number(group) });
    return row === undefined || of.has(row.site);
  };
  return (query: string, asked: Asked): boolean => {
    const { site, link, group, source, target, page, pattern, family, text, domain } = asked;
    switch (query) {
      case 'internal.find':
      case 'internal.findWithText':
      case 'aliases.redirects':
        return has(identities.internal, asked);
      case 'external.find':
        return has(identities.external, asked);
      case 'bad.find':
        return has(identities.bad, asked);
      case 'resources.find':
      case 'resources.removeGuess':
        return has(identities.resources, asked);
      case 'external.linkTo':
        return ofDomains.has(JSON.stringify({ site, domain }));
      case 'internal.get':
      case 'internal.text':
      case 'aliases.spelling':
      case 'leases.end':
      case 'queue.insert':
      case 'queue.remove':
        return isLink(link);
      case 'pageLinks.place':
        return isLink(target);
      case 'pageLinks.count':
        return sources.has(Number(source)) || Number(source) >= nextLink;
      case 'visits.yieldOf':
        return sources.has(Number(page)) || Number(page) >= nextLink;
      case 'pageLinks.of':
        return pages.includes(Number(source));
      case 'versions.last':
      case 'versions.text':
      case 'external.ofPage':
        return pages.includes(Number(page));
      case 'seeds.get':
        return ofSites.has(site) || sitesOfSources.has(site);
      case 'queue.findGroup':
        return ofSites.has(site);
      case 'queue.group':
        return isGroupOf(ofSites, group);
      case 'queue.head':
        return isGroupOf(new Set<unknown>(queues), group);
      case 'queue.groupsOf':
        return queues.some((one) => one === site);
      case 'traps.family':
        return ofFamilies.has(JSON.stringify({ site, pattern }));
      case 'traps.parameter':
      case 'traps.addParameter':
        return isFamily(family);
      case 'changingBlocks.ofTemplate':
        return ofTemplates.has(JSON.stringify({ site, pattern }));
      case 'texts.find':
        return texts.includes(String(text));
      default:
        return IDS.has(query);
    }
  };
}
