import { linkStatuses } from '../src/domain/link.ts';
import type { VisitResult } from '../src/frontier/frontier.ts';
import type { Store } from '../src/storage/open.ts';
import { keyHash } from '../src/url/normalise.ts';

/** Rows of the queue read by a claim, as in TableFrontier. */
const HEAD = 2;
/** Maximum rows of one statement, as in src/storage/statement.ts. */
const ROWS = 32;
const WAITING = linkStatuses.indexOf('waiting');
const CLAIMED = linkStatuses.indexOf('claimed');
const VISITED = linkStatuses.indexOf('visited');

interface Head {
  readonly link: number;
  readonly rank: number;
  readonly url: string;
  readonly level: number;
}

/**
 * The floor of the benchmark `frontier`: the statements that TableFrontier executes for a visited page, word for word
 * as compiled by Kysely, prepared once and run on better-sqlite3 by hand, in the same transactions. Each site has one
 * group, with the site's number. It decides, checks and remembers nothing.
 */
export function rawFrontier({ connection }: Store) {
  const prepare = <R>(sql: string) => connection.prepare<unknown[], R>(sql);
  /** A statement for each number of rows. */
  const byCount = <R>(sql: (count: number) => string) => {
    const ready: ReturnType<typeof prepare<R>>[] = [];
    return (count: number) => (ready[count] ??= prepare<R>(sql(count)));
  };
  const inserting = (into: string, row: string, columns: number, otherwise = '') => {
    const of = byCount((count) => `insert into ${into} values ${Array(count).fill(row).join(', ')}${otherwise}`);
    return (values: readonly unknown[]) => {
      for (let from = 0; from < values.length; from += columns * ROWS) {
        const some = values.slice(from, from + columns * ROWS);
        of(some.length / columns).run(...some);
      }
    };
  };
  const begin = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  const head = prepare<Head>(
    'select "queue"."link", "queue"."rank", "internal_links"."url", "internal_links"."level", "internal_links"."source", "internal_links"."attempts" from "queue" inner join "internal_links" on "internal_links"."id" = "queue"."link" where "queue"."queue_group" = ? and "queue"."not_before" <= ? order by "queue"."rank" desc, "queue"."link" limit ?',
  );
  const unqueue = prepare('delete from "queue" where "queue_group" = ? and "rank" = ? and "link" = ?');
  const enqueue = inserting('"queue" ("queue_group", "rank", "link", "not_before")', '(?, ?, ?, 0)', 3);
  const setStatus = prepare('update "internal_links" set "status" = ? where "id" = ?');
  const lease = prepare(
    'insert into "leases" ("link", "site", "token", "claimed_at", "owner", "ends_at") values (?, ?, ?, ?, ?, ?)',
  );
  const endLease = prepare('delete from "leases" where "link" = ? and "token" = ?');
  const find = prepare(
    'select "internal_links"."id", "level", "status", "tier", "removed" from "internal_link_identities" inner join "internal_links" on "internal_links"."id" = "internal_link_identities"."link" where "internal_link_identities"."site" = ? and "hash" = ?',
  );
  const findAll = byCount<{ hash: number; id: number }>(
    (count) =>
      `select "hash", "internal_links"."id", "level", "status", "tier", "removed", "anchor", "tag_path" from "internal_link_identities" inner join "internal_links" on "internal_links"."id" = "internal_link_identities"."link" left join "internal_link_texts" on "internal_link_texts"."link" = "internal_links"."id" where "internal_link_identities"."site" = ? and "hash" in (${Array(count).fill('?').join(', ')})`,
  );
  const nextId = prepare<{ id: number }>('select coalesce(max("id"), 0) + 1 as "id" from "internal_links"');
  const insert = inserting(
    '"internal_links" ("id", "site", "url", "level", "source", "status", "tier", "rank", "queue_group")',
    '(?, ?, ?, ?, ?, ?, ?, ?, ?)',
    9,
  );
  const identify = inserting('"internal_link_identities" ("site", "hash", "link")', '(?, ?, ?)', 3);
  const keepStatus = prepare(
    `insert into "status_changes" ("link", "at", "status") select "id", ? as "at", case status when ${CLAIMED} then ${WAITING} else status end as "status" from "internal_links" where "id" = ? and case status when ${CLAIMED} then ${WAITING} else status end <> ? on conflict ("link", "at") do nothing`,
  );
  const keepSite = prepare(
    'insert into "site_changes" ("site", "at", "status", "note", "removed") select "id", ? as "at", "status", "note", "removed" from "seeds" where "id" = ? and ("status" is distinct from ? or "note" is distinct from ?) on conflict ("site", "at") do nothing',
  );
  const count = prepare('update "queue_groups" set "waiting" = "waiting" + ? where "id" = ?');
  const insertText = inserting(
    '"internal_link_texts" ("link", "anchor", "context", "rel", "element", "tag_path", "frame", "technique", "role", "first_seen")',
    '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    10,
  );
  const insertEdge = inserting(
    '"page_links" ("source", "kind", "target", "place", "anchor", "tag_path")',
    '(?, ?, ?, ?, ?, ?)',
    6,
    ' on conflict ("source", "kind", "target") do nothing',
  );
  const insertVisit = prepare(
    'insert into "visits" ("run", "site", "link", "level", "page", "started_at", "milliseconds", "outcome", "reason", "http_status", "content_type", "title", "new_internal", "new_external", "reward", "tier", "lane", "rank", "site_visits", "site_reward", "all_visits", "reward_max", "ready", "site_score", "next_site", "next_score", "rendering", "relevance") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const gain = prepare(
    'update "seeds" set "status" = ?, "note" = ?, "pages" = "pages" + ?, "failed" = "failed" + ?, "internal" = "internal" + ?, "external" = "external" + ?, "bad" = "bad" + ?, "resources" = "resources" + ?, "reward_sum" = "reward_sum" + ?, "reward_max" = case when "reward_max" < ? then ? else "reward_max" end, "milliseconds" = "milliseconds" + ? where "id" = ?',
  );
  const lasted = prepare('update "runs" set "milliseconds" = ? where "id" = ?');

  return {
    claim(site: number, token: number, now: number): Head {
      const [first] = head.all(site, now, HEAD);
      if (!first) throw new Error(`nothing waits on site ${site}`);
      begin.run();
      unqueue.run(site, first.rank, first.link);
      setStatus.run(CLAIMED, first.link);
      lease.run(first.link, site, token, now, 1, now);
      count.run(-1, site);
      commit.run();
      return first;
    },

    completeVisit(
      site: number,
      claim: Head,
      token: number,
      origin: string,
      result: VisitResult,
      run: number,
      now: number,
    ): void {
      begin.run();
      endLease.run(claim.link, token);
      if (result.address) find.get(site, keyHash(result.address.key));
      const level = claim.level + 1;
      let added = 0;
      let next = nextId.get()?.id ?? 1;
      const hashes = result.links.map(({ link }) => (link.kind === 'internal' ? keyHash(link.key) : 0));
      const known = new Map<number, number>();
      for (let from = 0; from < hashes.length; from += ROWS) {
        const some = hashes.slice(from, from + ROWS);
        for (const { hash, id } of findAll(some.length).all(site, ...some)) known.set(hash, id);
      }
      const links: unknown[] = [];
      const identities: unknown[] = [];
      const texts: unknown[] = [];
      const waiting: unknown[] = [];
      const edges: unknown[] = [];
      for (const [place, { found, link }] of result.links.entries()) {
        if (link.kind !== 'internal') continue;
        const hash = hashes[place] ?? 0;
        let id = known.get(hash);
        if (id === undefined) {
          const { url } = link;
          id = next++;
          const path = url.slice(origin.length);
          links.push(id, site, path, level, claim.link, WAITING, 0, -level, site);
          identities.push(site, hash, id);
          texts.push(
            id,
            found.anchor,
            found.context,
            found.rel,
            found.element,
            found.tagPath,
            found.frame,
            found.technique,
            found.role,
            now,
          );
          waiting.push(site, -level, id);
          added++;
        }
        if (id !== claim.link) edges.push(claim.link, 0, id, place, null, null);
      }
      insert(links);
      identify(identities);
      insertText(texts);
      enqueue(waiting);
      insertEdge(edges);
      keepStatus.run(now, claim.link, VISITED);
      setStatus.run(VISITED, claim.link);
      const { httpStatus, contentType, title } = result;
      insertVisit.run(
        run,
        site,
        claim.link,
        claim.level,
        claim.link,
        now,
        1000,
        'page',
        '',
        httpStatus,
        contentType,
        title,
        added,
        0,
        0,
        0,
        0,
        claim.rank,
        0,
        0,
        0,
        0,
        1,
        0,
        null,
        null,
        null,
        null,
      );
      keepSite.run(now, site, 'crawling', '');
      gain.run('crawling', '', 1, 0, added, 0, 0, 0, 0, 0, 0, 1000, site);
      lasted.run(now, run);
      count.run(added, site);
      commit.run();
    },
  };
}
