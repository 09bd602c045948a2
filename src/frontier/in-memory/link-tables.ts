import { PAGE_LINK, statusCode } from '../../storage/schema.ts';
import type { FrontierQueries } from '../queries.ts';
import { queueTables } from './queue-tables.ts';
import {
  add,
  adding,
  bySite,
  change,
  copy,
  finding,
  keptNowhere,
  type Row,
  reading,
  writing,
  writingRows,
} from './statements.ts';

type LinkTables =
  | 'internal'
  | 'resumed'
  | 'refusals'
  | 'texts'
  | 'external'
  | 'bad'
  | 'resources'
  | 'queue'
  | 'leases'
  | 'sequences'
  | 'pageLinks'
  | 'edgeChanges'
  | 'aliases';

type IdentifiedLink = Row<'internal_links'> & Pick<Row<'internal_link_identities'>, 'hash'>;

/** The links, where they stand, what waits and what is claimed. */
export function linkTables(): Pick<FrontierQueries, LinkTables> {
  const links: IdentifiedLink[] = [];
  const linkAt = bySite<IdentifiedLink>();
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
  const setText = ({ link, anchor, context, rel, element, tag_path, technique, role }: LinkText & { link: number }) => {
    texts.set(link, { anchor, context, rel, element, tag_path, technique, role });
    return 1;
  };
  let externals = 0;
  let bads = 0;
  return {
    internal: {
      find: finding(({ site, hash }) => copy(linkAt(site).get(hash))),
      findWithText: {
        all: (asked) =>
          asked.flatMap(({ site, hash }) => {
            const row = linkAt(site).get(hash);
            const { anchor = null, tag_path = null } = (row && texts.get(row.id)) ?? {};
            return row ? [{ ...row, anchor, tag_path }] : [];
          }),
        run: () => undefined,
      },
      get: finding(({ id }) => copy(links[id - 1])),
      start: finding(({ site }) => links.find((link) => link.site === site)),
      anyOf: finding(({ site }) => {
        const [first] = linkAt(site).values();
        return first && { link: first.id };
      }),
      nextId: reading(() => [{ id: links.length + 1 }]),
      insert: writingRows((link) => {
        const row = add(links, { ...link, attempts: 0, removed: null });
        linkAt(link.site).set(link.hash, row);
      }),
      setHash: writing(({ site, hash, to }) => {
        const row = linkAt(site).get(hash);
        if (!row || !linkAt(site).delete(hash)) return 0;
        linkAt(site).set(to, row);
        return change(row, { hash: to });
      }),
      insertText: writingRows(setText),
      updateText: writing(setText),
      setSource: writing(({ id, source }) => change(links[id - 1], { source })),
      text: finding(({ link }) => texts.get(link)),
      setStatus: writing(({ id, status }) => change(links[id - 1], { status })),
      place: writing(({ at: _, ...placed }) => change(links[placed.id - 1], placed)),
      blame: writing(({ id, attempts }) => {
        const row = links[id - 1];
        return row ? change(row, { attempts: row.attempts + attempts }) : 0;
      }),
    },
    resumed: {
      // Tables in memory don't outlive their process: nothing was left claimed.
      addCrash: reading(() => []),
      // What an earlier run left aside or gave up: there is none.
      setAside: reading(({ status, after, limit }) =>
        links.filter((link) => link.status === status && link.id > after).slice(0, limit),
      ),
      ofSite: reading(({ site, after, limit }) =>
        [...linkAt(site).values()]
          .filter(({ hash }) => hash > after)
          .sort((a, b) => a.hash - b.hash)
          .slice(0, limit)
          .map((row) => ({ ...row })),
      ),
      failed: reading(() => []),
    },
    external: {
      find: finding(({ site, hash }) => external(site).get(hash)),
      linkTo: finding(({ site, domain, before }) => {
        const id = domains.get(`${site} ${domain}`);
        return id !== undefined && id < before ? { id } : undefined;
      }),
      nextId: reading(() => [{ id: externals + 1 }]),
      insert: writing(({ id, site, hash, domain, last_seen }) => {
        externals++;
        const row = { id, last_seen, removed: null };
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
      insert: adding(({ site, hash }) => {
        const row = { id: ++bads, removed: null };
        bad(site).set(hash, row);
        return row;
      }),
    },
    resources: {
      find: finding(({ site, hash }) => copy(resourceAt(site).get(hash))),
      insert: writing((resource) => {
        const row = add(resources, { ...resource, id: resources.length + 1 });
        resourceAt(row.site).set(row.hash, row);
        return row;
      }),
      strengthen: writing((resource) => change(resources[resource.id - 1], resource)),
      seen: writing(({ id, last_seen }) => change(resources[id - 1], { last_seen })),
      removeGuess: writing(({ site, hash }) =>
        resourceAt(site).get(hash)?.role === 'guess' ? Number(resourceAt(site).delete(hash)) : 0,
      ),
    },
    queue: queueTables(links),
    leases: {
      claim: writing(({ link }) => change(links[link - 1], { status: statusCode('claimed') })),
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
      insert: writingRows(({ source, kind, target, place }) => {
        if (kind !== PAGE_LINK.internal) {
          const key = `${source} ${kind}`;
          otherTargets.set(key, (otherTargets.get(key) ?? 0) + 1);
          return;
        }
        const known = targets.get(source);
        if (!known) targets.set(source, new Map([[target, place]]));
        else if (!known.has(target)) known.set(target, place);
      }),
      deeperTargets: reading(({ source, level }) =>
        [...(targets.get(source)?.keys() ?? [])].flatMap((target) => {
          const link = links[target - 1];
          return link && link.level > level ? [link] : [];
        }),
      ),
      count: finding(({ source, kind }) => ({
        links:
          kind === PAGE_LINK.internal ? (targets.get(source)?.size ?? 0) : (otherTargets.get(`${source} ${kind}`) ?? 0),
      })),
      place: finding(({ source, target }) => {
        const place = targets.get(source)?.get(target);
        return place === undefined ? undefined : { place };
      }),
    },
    edgeChanges: {
      of: reading(() => []),
      add: keptNowhere(),
      remove: keptNowhere(),
      setPlace: keptNowhere(),
      pageOf: reading(() => []),
    },
    refusals: { put: keptNowhere() },
    texts: { find: reading(() => []), insert: adding(() => ({ id: 0 })) },
    aliases: { insert: keptNowhere(), redirects: { all: () => [], run: () => undefined }, find: reading(() => []) },
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
