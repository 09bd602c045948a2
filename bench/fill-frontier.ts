import { linkStatuses } from '../src/domain/link.ts';
import type { Store } from '../src/storage/open.ts';
import { keyHash } from '../src/url/normalise.ts';
import { NEW_LINKS, randomNumbers, SyntheticSite, text } from './synthetic-site.ts';

/** Links in one transaction: large, so that index pages are written seldom. */
const BATCH = 1_000_000;

/**
 * Fills an empty database like a crawl of `sites` synthetic sites that has found about `links` links, in the order of a
 * crawl, so that the indexes grow alike. Only the visits' own rows are left out. Raw SQL, many rows at a time.
 */
export function fillFrontier({ connection }: Store, links: number, sites: number): void {
  const visited = Math.max(0, Math.floor((links / sites - 1) / NEW_LINKS));
  const perSite = visited === 0 ? Math.round(links / sites) : 1 + NEW_LINKS * visited;
  const idOf = (site: number, k: number) => k * sites + site + 1;
  connection.pragma('cache_size = -1500000');
  const seed =
    connection.prepare(`insert into seeds (id, full_name, short_name, start_url, origin, host, kind, scope, status,
    pages, internal, milliseconds, added_at) values (?, ?, ?, ?, ?, ?, 'university', 'host', 'crawling', ?, ?, ?, 0)`);
  const link = connection.prepare(`insert into internal_links (id, site, url, level, source, status, rank,
    queue_group) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  const identity = connection.prepare('insert into internal_link_identities values (?, ?, ?)');
  // One group for each site, with the same number.
  const group = connection.prepare("insert into queue_groups values (?, ?, 0, 0, '', 0, ?)");
  const linkText = connection.prepare(
    `insert into internal_link_texts values (?, ?, '${text.context}', '', 'a', '${text.tagPath}', '', 'dom', 0, 'link')`,
  );
  const queue = connection.prepare('insert into queue values (?, ?, ?, 0)');
  const edges = new Map<number, ReturnType<typeof connection.prepare>>();
  const edgesOf = (count: number) => {
    const known = edges.get(count);
    if (known) return known;
    const made = connection.prepare(
      `insert into page_links values ${Array(count).fill('(?, 0, ?, 0, null, null, null, null)').join(', ')}`,
    );
    edges.set(count, made);
    return made;
  };

  const all = Array.from({ length: sites }, (_, index) => new SyntheticSite(index));
  const random = randomNumbers(links);
  connection.exec('begin');
  for (const [index, { origin }] of all.entries()) {
    const name = `site ${index}`;
    seed.run(index + 1, name, name, `${origin}/`, origin, new URL(origin).host, visited, perSite, visited * 1000);
    group.run(index + 1, index + 1, perSite - visited);
  }
  let inBatch = 0;
  for (let k = 0; k < perSite; k++) {
    const [level, path] = [SyntheticSite.level(k), SyntheticSite.path(k)];
    const isVisited = k < visited;
    const status = linkStatuses.indexOf(isVisited ? 'visited' : 'waiting');
    for (const [index, site] of all.entries()) {
      const id = idOf(index, k);
      const source = k === 0 ? null : idOf(index, SyntheticSite.parent(k));
      link.run(id, index + 1, path, level, source, status, -level, index + 1);
      identity.run(index + 1, keyHash(site.key(k)), id);
      linkText.run(id, `Department of Geology, page ${k}`);
      if (!isVisited) queue.run(index + 1, -level, id);
      else {
        const targets = SyntheticSite.targets(k, random).filter((target) => target !== k);
        edgesOf(targets.length).run(targets.flatMap((target) => [id, idOf(index, target)]));
      }
      if (++inBatch % BATCH === 0) connection.exec('commit; begin');
    }
  }
  connection.exec('commit');
  connection.pragma('wal_checkpoint(truncate)');
}
