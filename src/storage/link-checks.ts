import { sql } from 'kysely';
import type { LinkCheck } from '../domain/link-check.ts';
import { address } from './lists/link-sources.ts';
import type { Store } from './open.ts';
import { statusCode } from './schema.ts';
import { allRows, execute } from './statement.ts';
import { allFrom, putInto } from './table-statements.ts';

const columns = ['state', 'reason', 'http_status', 'moved_to', 'etag', 'last_modified'] as const;

/** Creates functions that store and find the check of an address. */
export function linkCheckQueries(store: Store) {
  const get = allFrom(store, 'link_checks', ['url']);
  const put = putInto(
    store,
    'link_checks',
    ['url'],
    [...columns, 'checked_at', 'next_at', 'since', 'dead_at', 'tries'],
  );
  return {
    of(url: string): LinkCheck | undefined {
      const row = get.get({ url });
      return (
        row && {
          ...{ url, state: row.state, reason: row.reason, httpStatus: row.http_status, movedTo: row.moved_to },
          ...{ etag: row.etag, lastModified: row.last_modified, checkedAt: row.checked_at, nextAt: row.next_at },
          ...{ since: row.since, deadAt: row.dead_at, tries: row.tries },
        }
      );
    },
    put: (check: LinkCheck) =>
      put.run({
        ...{ url: check.url, state: check.state, reason: check.reason, http_status: check.httpStatus },
        ...{ moved_to: check.movedTo, etag: check.etag, last_modified: check.lastModified },
        ...{
          checked_at: check.checkedAt,
          next_at: check.nextAt,
          since: check.since,
          dead_at: check.deadAt,
          tries: check.tries,
        },
      }),
  };
}

interface Due {
  readonly url: string;
  /** Host with port, if there is one. */
  readonly host: string;
}

/**
 * Selects links to check: external ones, and internal ones without a readable page; no deleted links or removed sites.
 */
export const checkedLinks = sql<{ kind: number; link: number; url: string }>`
  select 1 as kind, link.id as link, link.url from external_links link
    join seeds site on site.id = link.site and site.removed is null
    where link.removed is null and not exists (select 1 from deletions gone where gone.kind = 1 and gone.link = link.id)
  union all select 0, link.id, ${address('link')} from internal_links link
    join seeds site on site.id = link.site and site.removed is null
    where link.status = ${sql.lit(statusCode('failed'))} and link.removed is null
      and not exists (select 1 from deletions gone where gone.kind = 0 and gone.link = link.id)`;

/**
 * Lists due addresses once each, grouped by host: never checked ones first, then those with the longest wait.
 * @param before milliseconds since the epoch: includes addresses that are due before; Infinity: all
 * @param most maximum number of addresses; undefined: all
 */
export function* dueByHost(store: Store, before: number, most: number | undefined): Generator<readonly string[]> {
  // A temporary table, as no other statement may run during iteration.
  store.connection.exec('drop table if exists temp.due_links');
  const host = sql`substr(link.url, instr(link.url, '://') + 3)`;
  const due = sql`create temp table due_links as
    select url, substr(host, 1, instr(replace(replace(host, '?', '/'), '#', '/') || '/', '/') - 1) as host from (
      select link.url, ${host} as host from (${checkedLinks}) link
      left join link_checks known on known.url = link.url
      where known.url is null ${Number.isFinite(before) ? sql`or known.next_at <= ${before}` : sql`or true`}
      group by link.url order by min(coalesce(known.checked_at, 0)), link.url limit ${most ?? -1})
    order by host, url`;
  execute(store, due);
  let last = 0;
  let group: Due[] = [];
  for (;;) {
    const next = allRows(
      store,
      sql<Due & { readonly at: number }>`select rowid as at, url, host from due_links where rowid > ${last}
        order by rowid limit 1000`,
    );
    for (const row of next) {
      if (group.length > 0 && group[0]?.host !== row.host) {
        yield group.map(({ url }) => url);
        group = [];
      }
      group.push(row);
    }
    last = next.at(-1)?.at ?? last;
    if (next.length > 0) continue;
    if (group.length > 0) yield group.map(({ url }) => url);
    store.connection.exec('drop table temp.due_links');
    return;
  }
}
