import { linkStatuses } from '../src/domain/link.ts';
import type { Store } from '../src/storage/open.ts';
import { START } from './open-frontier.ts';

const SITES = 20;
/** Targets of links: few domains have most of them, as on the Web. */
const DOMAINS = 20_000;

/** Required fields of a run's record. */
const CONFIG = {
  choice: { strategy: 'beebot-universities', params: {} },
  strategy: { reward: 'new-external-links', siteRule: 'ucb1', linkOrder: 'level', params: {} },
};

/** Fills an empty database like a finished crawl of the given pages that found that many external links. */
export function fillCrawl({ connection }: Store, pages: number, links: number): void {
  connection.pragma('cache_size = -500000');
  connection.exec('begin');
  connection
    .prepare(
      "insert into runs (id, started_at, ended_at, milliseconds, stopped, pid, config) values (1, ?, ?, ?, 'done', 1, ?)",
    )
    .run(START, START + pages * 100, pages * 100, JSON.stringify(CONFIG));
  const seed = connection.prepare(`insert into seeds (id, full_name, short_name, start_url, origin, host, kind, scope,
    status, pages, internal, external, reward_sum, milliseconds, added_at)
    values (?, ?, ?, ?, ?, ?, 'university', 'host', 'finished', ?, ?, ?, ?, ?, ?)`);
  for (let site = 1; site <= SITES; site++) {
    const host = `www.university-${site}.test`;
    const [own, found] = [pages / SITES, links / SITES];
    const total = [own, own, found, found, own * 100, START];
    seed.run(site, `University ${site}`, `university ${site}`, `http://${host}/`, `http://${host}`, host, ...total);
  }
  const page = connection.prepare(
    `insert into internal_links (id, site, url, level, source, status) values (?, ?, ?, ?, ?, ${linkStatuses.indexOf('visited')})`,
  );
  const identity = connection.prepare('insert into internal_link_identities values (?, ?, ?)');
  const text = connection.prepare(
    "insert into internal_link_texts values (?, ?, 'a link of a page', '', 'a', 'html body a', '', 'dom', ?, 'link')",
  );
  const visit =
    connection.prepare(`insert into visits (run, site, link, page, started_at, milliseconds, outcome, reason,
    http_status, content_type, title, new_internal, new_external, reward, lane, rank, site_visits, site_reward)
    values (1, ?, ?, ?, ?, 90, 'page', '', 200, 'text/html', ?, 1, ?, ?, 0, 0, ?, 0)`);
  const perPage = links / pages;
  for (let id = 1; id <= pages; id++) {
    const site = 1 + ((id - 1) % SITES);
    const isStart = id <= SITES;
    const path = isStart ? '/' : `/faculty/department-${id % 97}/page-${id}.html`;
    page.run(id, site, path, isStart ? 0 : 1 + (id % 7), isStart ? null : site);
    identity.run(site, id, id);
    text.run(id, `Department ${id % 97}, page ${id}`, START + id * 100);
    visit.run(site, id, id, START + id * 100, `Department ${id % 97}, page ${id}`, perPage, perPage, id / SITES);
  }
  const link =
    connection.prepare(`insert into external_links (id, site, hash, url, host, domain, source, anchor, context,
    rel, element, tag_path, frame, technique, first_seen, last_seen) values (?, ?, ?, ?, ?, ?, ?, ?, ?, '', 'a',
    'html body div ul li a', '', 'dom', ?, ?)`);
  const edge = connection.prepare('insert into page_links (source, kind, target, place) values (?, 1, ?, ?)');
  for (let id = 1; id <= links; id++) {
    const source = 1 + Math.floor((id - 1) / perPage);
    const domain = `institute-${Math.floor(DOMAINS * (((id * 7919) % links) / links) ** 3)}.org`;
    const anchor = `Institute ${id % 977} of area ${id % 89}`;
    const at = START + source * 100;
    const address = `https://www.${domain}/area-${id % 89}/paper-${id}.html`;
    const context = `More is told by the ${anchor}, which works on it, too.`;
    link.run(id, 1 + ((source - 1) % SITES), id, address, `www.${domain}`, domain, source, anchor, context, at, at);
    edge.run(source, id, id % perPage);
  }
  connection.exec('commit');
  connection.pragma('wal_checkpoint(truncate)');
}
