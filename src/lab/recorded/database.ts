import { fullAddress } from '../../frontier/visit/stored-address.ts';
import type { Store } from '../../storage/open.ts';
import { pageVersionQueries } from '../../storage/page-changes.ts';
import { recordedVisitQueries } from '../../storage/past-visits.ts';
import { seedQueries } from '../../storage/seeds.ts';
import type { RecordedSite, RecordedVisit } from './recording.ts';
import type { RecordedTables } from './tables.ts';

/**
 * Reads the sites of a crawl's database, with their visits. Leaves out removed sites, discovered sites, and links that
 * are only guesses.
 *
 * @param tables receives the links and texts of the visits
 */
export function readDatabase(store: Store, tables: RecordedTables): RecordedSite[] {
  const queries = recordedVisitQueries(store);
  const { text } = pageVersionQueries(store);
  return seedQueries(store)
    .all.all({})
    .filter(({ removed, found_on: foundOn }) => removed === null && foundOn === null)
    .map((seed) => {
      const { full_name: name, short_name: shortName, start_url: url, kind, scope } = seed;
      const { origin } = new URL(url);
      const visits = queries.visits.all({ site: seed.id }).map((row): RecordedVisit => {
        const asked = fullAddress(row.url, origin);
        const isPage = row.outcome === 'page' || (row.outcome === 'duplicate' && row.landed !== null);
        const source = isPage ? (row.landed ?? row.link) : row.link;
        const kept = isPage && row.text_of !== null ? text.get({ page: source }) : undefined;
        return {
          url: asked,
          level: row.level,
          outcome: isPage ? 'page' : row.outcome === 'duplicate' ? 'failed' : row.outcome,
          reason: row.reason,
          httpStatus: row.http_status,
          contentType: row.content_type,
          title: row.title,
          landed: row.landed_url === null ? asked : fullAddress(row.landed_url, origin),
          milliseconds: row.milliseconds,
          blocks: kept && tables.addBytes(kept.text),
          links: tables.addLinks(
            queries.links.all({ source }).map(({ tag_path: tagPath, ...link }) => ({
              ...link,
              url: fullAddress(link.url, origin),
              tagPath,
            })),
          ),
        };
      });
      return { site: { name, shortName, url, kind, scope }, visits: lastOf(visits) };
    });
}

/** Returns the last visit to each address: start pages may have several. */
const lastOf = (visits: readonly RecordedVisit[]): RecordedVisit[] => [
  ...new Map(visits.map((visit) => [visit.url, visit])).values(),
];
