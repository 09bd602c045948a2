import type { LinkRecord } from '../storage/lists/links.ts';
import type { SiteRecord } from '../storage/sites.ts';

/** The keys of a link, in the order in which they are printed; docs/exports.md tells what they mean. */
export const linkColumns = [
  'id',
  'url',
  'site',
  'kind',
  'level',
  'status',
  'reason',
  'host',
  'domain',
  'sourceUrl',
  'anchor',
  'context',
  'rel',
  'element',
  'tagPath',
  'frame',
  'technique',
  'role',
  'method',
  'firstSeen',
  'lastSeen',
  'removed',
  'deleted',
] as const satisfies readonly (keyof LinkRecord)[];

/** The keys of a site. */
export const siteColumns = [
  'site',
  'name',
  'url',
  'kind',
  'scope',
  'status',
  'note',
  'pageLimit',
  'depth',
  'delay',
  'include',
  'exclude',
  'pages',
  'failed',
  'internal',
  'external',
  'bad',
  'resources',
  'reward',
  'added',
  'foundOn',
  'removed',
] as const satisfies readonly (keyof SiteRecord)[];

const time = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

/** A link with its times as ISO 8601 in UTC. */
export const linkOutput = (link: LinkRecord) => ({
  ...link,
  firstSeen: time(link.firstSeen),
  lastSeen: time(link.lastSeen),
  removed: time(link.removed),
  deleted: time(link.deleted),
});

/** A site with its times as ISO 8601 in UTC, and its delay in seconds. */
export const siteOutput = (site: SiteRecord) => ({
  ...site,
  delay: site.delay === null ? null : site.delay / 1000,
  added: time(site.added),
  removed: time(site.removed),
});
