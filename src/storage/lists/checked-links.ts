import { sql } from 'kysely';
import type { LinkCheck, LinkState } from '../../domain/link-check.ts';
import { checkedLinks } from '../link-checks.ts';
import type { Store } from '../open.ts';
import { rows } from '../statement.ts';
import { address } from './link-sources.ts';

/** Page that has a link. */
interface LinkingPage {
  readonly url: string;
  /** Short name of the page's site. */
  readonly site: string;
  readonly anchor: string;
}

/** Checked link, with all pages that have the link. */
export interface CheckedLink
  extends Pick<LinkCheck, 'url' | 'state' | 'reason' | 'httpStatus' | 'movedTo' | 'since' | 'checkedAt'> {
  readonly pages: readonly LinkingPage[];
}

interface Row {
  readonly url: string;
  readonly state: LinkState;
  readonly reason: string;
  readonly http_status: number | null;
  readonly moved_to: string | null;
  readonly since: number;
  readonly checked_at: number;
  readonly page: string;
  readonly site: string;
  readonly anchor: string;
}

/** Lists checked links in some states, in order of their addresses. */
export function* listChecked(store: Store, states: readonly LinkState[]): Generator<CheckedLink> {
  const anchor = sql`coalesce((select text from texts where texts.id = edge.anchor),
    case found.kind when 1 then (select anchor from external_links where id = found.link)
      else (select anchor from internal_link_texts where link = found.link) end, '')`;
  // Edges are sorted by page: one pass over all edges looks up each target.
  const query = sql<Row>`with found as materialized (
      select link.kind, link.link, known.* from (${checkedLinks}) link join link_checks known on known.url = link.url
      where known.state in (${sql.join(states)}))
    select found.url, found.state, found.reason, found.http_status, found.moved_to, found.since, found.checked_at,
      ${address('page')} as page, site.short_name as site, ${anchor} as anchor
    from page_links edge cross join found on found.kind = edge.kind and found.link = edge.target
      join internal_links page on page.id = edge.source join seeds site on site.id = page.site
    where edge.removed is null and site.removed is null order by found.url, page.id`;
  let last: Row | undefined;
  let pages: LinkingPage[] = [];
  for (const row of rows(store, query)) {
    if (last && last.url !== row.url) {
      yield linkOf(last, pages);
      pages = [];
    }
    last = row;
    pages.push({ url: row.page, site: row.site, anchor: row.anchor });
  }
  if (last) yield linkOf(last, pages);
}

const linkOf = (
  { url, state, reason, http_status, moved_to, since, checked_at }: Row,
  pages: readonly LinkingPage[],
) => ({
  ...{ url, state, reason, httpStatus: http_status, movedTo: moved_to, since, checkedAt: checked_at, pages },
});
