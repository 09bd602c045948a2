import type { EdgeRecord } from '../storage/lists/edges.ts';
import type { LinkRecord } from '../storage/lists/links.ts';
import type { SiteRecord } from '../storage/sites.ts';
import { type ColumnType, columnsOf, isoTime, type Table } from './table.ts';

/** Columns of a link in output order; docs/exports.md describes them. */
const linkColumns = columnsOf({
  id: 'integer',
  url: 'text',
  site: 'text',
  kind: 'text',
  level: 'integer',
  status: 'text',
  reason: 'text',
  host: 'text',
  domain: 'text',
  sourceUrl: 'text',
  anchor: 'text',
  context: 'text',
  rel: 'text',
  element: 'text',
  tagPath: 'text',
  frame: 'text',
  technique: 'text',
  role: 'text',
  method: 'text',
  firstSeen: 'time',
  lastSeen: 'time',
  removed: 'time',
  deleted: 'time',
  httpStatus: 'integer',
  tries: 'integer',
} satisfies Readonly<Record<keyof LinkRecord, ColumnType>>);

/** Columns of a site. */
const siteColumns = columnsOf({
  site: 'text',
  name: 'text',
  url: 'text',
  kind: 'text',
  scope: 'text',
  status: 'text',
  note: 'text',
  pageLimit: 'integer',
  depth: 'integer',
  delay: 'integer',
  include: 'text',
  exclude: 'text',
  pages: 'integer',
  failed: 'integer',
  internal: 'integer',
  external: 'integer',
  bad: 'integer',
  resources: 'integer',
  reward: 'real',
  added: 'time',
  foundOn: 'text',
  removed: 'time',
} satisfies Readonly<Record<keyof SiteRecord, ColumnType>>);

/** Columns of an edge. */
const edgeColumns = columnsOf({
  kind: 'text',
  sourceId: 'integer',
  sourceUrl: 'text',
  sourceSite: 'text',
  sourceHost: 'text',
  sourceDomain: 'text',
  sourceLevel: 'integer',
  targetId: 'integer',
  targetUrl: 'text',
  targetSite: 'text',
  targetHost: 'text',
  targetDomain: 'text',
  targetLevel: 'integer',
  anchor: 'text',
  context: 'text',
  rel: 'text',
  element: 'text',
  technique: 'text',
  firstSeen: 'time',
  removed: 'time',
} satisfies Readonly<Record<keyof EdgeRecord, ColumnType>>);

export const edgesTable = (edges: Iterable<EdgeRecord>): Table => ({
  name: 'edges',
  columns: edgeColumns,
  rows: edges,
});

export const linksTable = (links: Iterable<LinkRecord>): Table => ({
  name: 'links',
  columns: linkColumns,
  rows: links,
});

/** Returns the table of sites, with patterns as JSON, as a cell holds no list. */
export const sitesTable = (sites: Iterable<SiteRecord>): Table => ({
  name: 'sites',
  columns: siteColumns,
  rows: Array.from(sites, (site) => ({
    ...site,
    include: JSON.stringify(site.include),
    exclude: JSON.stringify(site.exclude),
  })),
});

/** Returns a link with its times in ISO 8601. */
export const linkOutput = (link: LinkRecord) => ({
  ...link,
  firstSeen: isoTime(link.firstSeen),
  lastSeen: isoTime(link.lastSeen),
  removed: isoTime(link.removed),
  deleted: isoTime(link.deleted),
});

/** Returns a site with its times in ISO 8601 and its delay in seconds. */
export const siteOutput = (site: SiteRecord) => ({
  ...site,
  delay: site.delay === null ? null : site.delay / 1000,
  added: isoTime(site.added),
  removed: isoTime(site.removed),
});
