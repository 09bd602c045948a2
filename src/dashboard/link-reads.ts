import type { LinkKind } from '../domain/link.ts';
import { linksTable, sitesTable } from '../export/columns.ts';
import { exportFormats } from '../export/registry.ts';
import { writeToFile } from '../export/write.ts';
import { linkCheckQueries } from '../storage/link-checks.ts';
import { deleteLinks, restoreLinks } from '../storage/lists/link-edits.ts';
import type { LinkFilter } from '../storage/lists/link-filter.ts';
import {
  countLinks,
  deletionsOf,
  type LinkPage,
  type LinkRecord,
  linkIds,
  linksByIds,
  listLinks,
} from '../storage/lists/links.ts';
import { historyOf, inlinksOf } from '../storage/lists/pages.ts';
import type { Store } from '../storage/open.ts';
import { decisionQueries } from '../storage/reports/findings.ts';
import { listSites } from '../storage/sites.ts';
import { FoundLinks } from './found-links.ts';
import { type AnswerOf, edit, keepingRead, read } from './slow-query.ts';

/** Characters of a crawled text in a list, at most; an anchor may have a million. */
const SHOWN = 300;
/** Characters of a crawled text in the detail view, at most. */
const LONGEST_TEXT = 20_000;
/** Pages listed for a link, at most. */
const MOST_INLINKS = 200;

/** Selection of links. */
interface Asked {
  readonly kind: LinkKind;
  readonly filter: LinkFilter;
  readonly deleted: boolean;
}

interface AskedList extends Asked {
  readonly sort: LinkPage['sort'];
}

export const idsRead = read('links/ids', (store, { kind, filter, deleted, sort }: AskedList) =>
  linkIds(store, kind, filter, deleted, sort),
);

const found = new WeakMap<Store, FoundLinks>();

function foundIn(store: Store): FoundLinks {
  const links = found.get(store) ?? new FoundLinks(store);
  found.set(store, links);
  return links;
}

/** Returns the ids of a list that is found by link texts: see `isSearched`. */
export const foundIdsRead = keepingRead('links/found', (store, { kind, filter, deleted, sort }: AskedList) => {
  if (kind === 'resource') return linkIds(store, kind, filter, deleted, sort);
  return foundIn(store).ids(kind, filter, deleted, sort);
});

/** Preloads some of the texts for a search; returns true when all are loaded. */
export const aheadRead = keepingRead(
  'links/ahead',
  (store, { kind }: { kind: LinkKind }) => kind === 'resource' || foundIn(store).readAhead(kind),
);

export const rowsRead = read('links/rows', (store, { kind, ids }: { kind: LinkKind; ids: number[] }) =>
  linksByIds(store, kind, ids).map((link) => rowOf(link, SHOWN)),
);

/** Returns the first rows, before all rows are counted. */
export const firstRead = read(
  'links/first',
  (store, { kind, filter, deleted, sort, limit }: AskedList & { limit: number }) =>
    Array.from(listLinks(store, kind, filter, deleted, { sort, limit, offset: 0 }), (link) => rowOf(link, SHOWN)),
);

export const countRead = read('links/count', (store, { kind, filter, deleted }: Asked) =>
  countLinks(store, kind, filter, deleted),
);

/** Returns the details of a link, with the first pages that have the link. */
export const detailRead = read('links/detail', (store, { kind, id }: { kind: LinkKind; id: number }) => {
  const [link] = linksByIds(store, kind, [id]);
  if (!link) return undefined;
  const { context, tagPath, frame, deleted } = link;
  const { inlinks, count } =
    kind === 'resource' ? { inlinks: [], count: 0 } : inlinksOf(store, kind, link, MOST_INLINKS);
  return {
    ...rowOf(link, LONGEST_TEXT),
    ...{ kind, deleted, frame, context: cut(context, LONGEST_TEXT), tagPath: cut(tagPath, LONGEST_TEXT) },
    inlinks: inlinks.map((one) => ({
      ...one,
      ...{ title: cut(one.title, SHOWN) ?? '', anchor: cut(one.anchor, SHOWN) ?? '', url: one.url },
    })),
    inlinkCount: count,
    history: historyOf(store, kind, id),
    check: linkCheckQueries(store).of(link.url) ?? null,
    visit: kind === 'internal' ? visitOf(store, id) : null,
  };
});

/** Returns a stored link, for its picture. */
export const linkRead = read('links/link', (store, { kind, id }: { kind: LinkKind; id: number }) =>
  linksByIds(store, kind, [id]).at(0),
);

/** Returns a link's last visit, with the reason for the pick. */
function visitOf(store: Store, link: number) {
  const row = decisionQueries(store).visit.get({ link });
  if (!row) return null;
  return {
    number: Number(row.number),
    startedAt: row.started_at,
    milliseconds: row.milliseconds,
    outcome: row.outcome,
    reason: row.reason,
    httpStatus: row.http_status,
    title: cut(row.title, SHOWN) ?? '',
    reward: row.reward,
    rank: { tier: row.tier, lane: row.lane, value: row.rank },
    siteVisits: row.site_visits,
    siteReward: row.site_reward,
    ready: row.ready,
    score: row.site_score,
    next: row.next_name === null ? null : { site: row.next_name, score: row.next_score },
  };
}

export const deletionsRead = read('links/deletions', (store) => deletionsOf(store));

/** Deletes the links of a filter if their number matches the one shown to the user; otherwise returns the number. */
export const deleteEdit = edit(
  'links/delete',
  async (store, { kind, filter, expect, now }: { kind: LinkKind; filter: LinkFilter; expect: number; now: number }) => {
    const found = countLinks(store, kind, filter, false);
    if (found !== expect) return { found };
    const { batch, links } = await deleteLinks(store, kind, filter, now);
    return { batch, links };
  },
);

export const restoreEdit = edit(
  'links/restore',
  async (store, { kind, batch, now }: { kind: LinkKind; batch: number; now: number }) =>
    (await restoreLinks(store, kind, { batch }, now)).links,
);

/** Writes links to a file, like `forager export`. */
export const exportRead = read(
  'links/export',
  async (store, { kind, filter, deleted, format: name, file }: Asked & { format: string; file: string }) => {
    const format = exportFormats.find((one) => one.name === name);
    if (!format) throw new Error(`no format ${name}`);
    const links = linksTable(listLinks(store, kind, filter, deleted));
    if ('fill' in format) await format.fill(file, links, [sitesTable(listSites(store, { removed: false }))]);
    else await writeToFile(file, true, format.text(links), true);
  },
);

export const linkReads = [
  ...[idsRead, foundIdsRead, aheadRead, rowsRead, firstRead, countRead, detailRead, linkRead, deletionsRead],
  ...[deleteEdit, restoreEdit, exportRead],
];

const cut = (text: string | null, most: number): string | null =>
  text !== null && text.length > most ? `${text.slice(0, most)}…` : text;

/** Converts a link to a list row, with crawled texts cut. */
function rowOf({ context: _, tagPath: __, frame: ___, kind: ____, deleted: _____, ...row }: LinkRecord, most: number) {
  return {
    ...row,
    url: cut(row.url, Math.max(most, 2000)) ?? '',
    anchor: cut(row.anchor, most),
    rel: cut(row.rel, most),
    sourceUrl: cut(row.sourceUrl, 2000),
  };
}

export type LinkRow = ReturnType<typeof rowOf>;
export type LinkDetail = NonNullable<AnswerOf<typeof detailRead>>;
export type Deletion = AnswerOf<typeof deletionsRead>[number];
export type Deleted = Exclude<AnswerOf<typeof deleteEdit>, { readonly found: number }>;
