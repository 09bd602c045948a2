import { linkStatuses } from '../src/domain/link.ts';
import type { VisitResult } from '../src/frontier/frontier.ts';
import type { Store } from '../src/storage/open.ts';
import { keyHash } from '../src/url/normalise.ts';

/** Rows of the queue that a claim reads, as in TableFrontier. */
const HEAD = 2;
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
 * as Kysely compiles them, prepared once and run on better-sqlite3 by hand, in the same transactions. Each site has one group, of the
 * site's number. It decides, checks and remembers nothing.
 */
export function rawFrontier({ connection }: Store) {
  const prepare = <R>(sql: string) => connection.prepare<unknown[], R>(sql);
  const begin = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  const head = prepare<Head>(
    'select "queue"."link", "queue"."rank", "internal_links"."url", "internal_links"."level", "internal_links"."source", "internal_links"."attempts" from "queue" inner join "internal_links" on "internal_links"."id" = "queue"."link" where "queue"."site" = ? and "queue"."queue_group" = ? and "queue"."not_before" <= ? order by "queue"."rank" desc, "queue"."link" limit ?',
  );
  const unqueue = prepare('delete from "queue" where "site" = ? and "queue_group" = ? and "rank" = ? and "link" = ?');
  const enqueue = prepare(
    'insert into "queue" ("site", "queue_group", "rank", "link", "not_before") select ? as "site", ? as "queue_group", ? as "rank", ? as "link", ? as "not_before" where not exists (select "link" from "deletions" where "kind" = ? and "link" = ?)',
  );
  const setStatus = prepare('update "internal_links" set "status" = ? where "id" = ?');
  const lease = prepare(
    'insert into "leases" ("link", "site", "token", "claimed_at", "owner", "ends_at") values (?, ?, ?, ?, ?, ?)',
  );
  const endLease = prepare('delete from "leases" where "link" = ? and "token" = ?');
  const find = prepare<{ id: number }>(
    'select "id", "level", "status", "tier", "removed", "anchor", "tag_path" from "internal_links" left join "internal_link_texts" on "internal_link_texts"."link" = "internal_links"."id" where "site" = ? and "hash" = ?',
  );
  const nextId = prepare<{ id: number }>('select coalesce(max("id"), 0) + 1 as "id" from "internal_links"');
  const insert = prepare(
    'insert into "internal_links" ("id", "site", "hash", "url", "level", "source", "status", "tier", "lane", "rank", "queue_group", "attempts", "crashes", "removed") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const keepStatus = prepare(
    `insert into "status_changes" ("link", "at", "status") select "id", ? as "at", case status when ${CLAIMED} then ${WAITING} else status end as "status" from "internal_links" where "id" = ? and case status when ${CLAIMED} then ${WAITING} else status end <> ? on conflict ("link", "at") do nothing`,
  );
  const keepSite = prepare(
    'insert into "site_changes" ("site", "at", "status", "note", "removed") select "id", ? as "at", "status", "note", "removed" from "seeds" where "id" = ? and ("status" is distinct from ? or "note" is distinct from ?) on conflict ("site", "at") do nothing',
  );
  const count = prepare('update "queue_groups" set "waiting" = "waiting" + ? where "id" = ?');
  const insertText = prepare(
    'insert into "internal_link_texts" ("link", "anchor", "context", "rel", "element", "tag_path", "frame", "technique", "role", "first_seen") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertEdge = prepare(
    'insert into "page_links" ("source", "kind", "target", "place", "anchor", "tag_path", "added", "removed") values (?, ?, ?, ?, ?, ?, ?, ?) on conflict ("source", "kind", "target") do nothing',
  );
  const insertVisit = prepare(
    'insert into "visits" ("run", "site", "link", "page", "started_at", "milliseconds", "outcome", "reason", "http_status", "content_type", "title", "new_internal", "new_external", "reward", "tier", "lane", "rank", "site_pulls", "site_reward", "pulls", "reward_max", "ready", "site_score", "next_site", "next_score", "rendering") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const gain = prepare(
    'update "seeds" set "status" = ?, "note" = ?, "pages" = "pages" + ?, "failed" = "failed" + ?, "internal" = "internal" + ?, "external" = "external" + ?, "bad" = "bad" + ?, "resources" = "resources" + ?, "reward_sum" = "reward_sum" + ?, "reward_max" = case when "reward_max" < ? then ? else "reward_max" end, "milliseconds" = "milliseconds" + ? where "id" = ?',
  );
  const lasted = prepare('update "runs" set "milliseconds" = ? where "id" = ?');

  return {
    claim(site: number, token: number, now: number): Head {
      const [first] = head.all(site, site, now, HEAD);
      if (!first) throw new Error(`nothing waits on site ${site}`);
      begin.run();
      unqueue.run(site, site, first.rank, first.link);
      setStatus.run(CLAIMED, first.link);
      lease.run(first.link, site, token, now, 1, now);
      count.run(-1, site);
      commit.run();
      return first;
    },

    settle(
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
      for (const [place, { found, link }] of result.links.entries()) {
        if (link.kind !== 'internal') continue;
        const hash = keyHash(link.key);
        let id = find.get(site, hash)?.id;
        if (id === undefined) {
          const { url } = link;
          id = next++;
          insert.run(
            id,
            site,
            hash,
            url.slice(origin.length),
            level,
            claim.link,
            WAITING,
            0,
            0,
            -level,
            site,
            0,
            0,
            null,
          );
          insertText.run(
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
          enqueue.run(site, site, -level, id, 0, 0, id);
          added++;
        }
        if (id !== claim.link) insertEdge.run(claim.link, 0, id, place, null, null, null, null);
      }
      keepStatus.run(now, claim.link, VISITED);
      setStatus.run(VISITED, claim.link);
      const { httpStatus, contentType, title } = result;
      insertVisit.run(
        run,
        site,
        claim.link,
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
      );
      keepSite.run(now, site, 'crawling', '');
      gain.run('crawling', '', 1, 0, added, 0, 0, 0, 0, 0, 0, 1000, site);
      lasted.run(now, run);
      count.run(added, site);
      commit.run();
    },
  };
}
