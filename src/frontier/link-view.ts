import type { LinkId, LinkView, SourceView } from '../domain/link.ts';
import type { SiteId } from '../domain/site.ts';
import { PAGE_LINK } from '../storage/schema.ts';
import type { FrontierQueries } from './queries.ts';
import { fullAddress } from './stored-address.ts';

type LinkQueries = Pick<FrontierQueries, 'internal' | 'pageLinks' | 'visits'> & {
  readonly seeds: Pick<FrontierQueries['seeds'], 'get'>;
};

export interface SiteOfLink {
  readonly id: SiteId;
  /** Scheme and host of its start page. */
  readonly origin: string;
}

/** What the link order sees of a stored link, at a level that may be new. What costs a look is looked up when it is asked for. */
export function linkView(
  sql: LinkQueries,
  row: { readonly id: LinkId; readonly url: string },
  level: number,
  site: SiteOfLink,
): LinkView {
  const text = sql.internal.text.get({ link: row.id });
  const { anchor = '', context = '', rel = '', element = '', tag_path: tagPath = '', technique = '' } = text ?? {};
  const source = () => sql.internal.get.get({ link: row.id })?.source ?? undefined;
  return {
    ...{ id: row.id, site: site.id, url: fullAddress(row.url, site.origin), level },
    ...{ anchor, context, rel, element, technique, tagPath, role: text?.role ?? 'link' },
    get place() {
      const page = source();
      const edge = { kind: PAGE_LINK.internal, target: row.id };
      return page === undefined ? undefined : sql.pageLinks.place.get({ ...edge, source: page })?.place;
    },
    get source() {
      const page = source();
      return page === undefined ? undefined : sourceView(sql, page, site);
    },
  };
}

/** A page that was read, as those see it that rank its links. */
export function sourceView(sql: LinkQueries, page: LinkId, site: SiteOfLink): SourceView | undefined {
  const row = sql.internal.get.get({ link: page });
  if (!row) return undefined;
  // Of another site, where the crawl followed a link from there.
  const origin = row.site === site.id ? site.origin : (sql.seeds.get.get({ site: row.site })?.origin ?? '');
  const count = (kind: number) => sql.pageLinks.count.get({ source: page, kind })?.links ?? 0;
  const visit = sql.visits.yieldOf.get({ page });
  return {
    id: page,
    url: fullAddress(row.url, origin),
    title: visit?.title ?? '',
    level: row.level,
    reward: visit?.reward ?? 0,
    newExternal: visit?.new_external ?? 0,
    external: count(PAGE_LINK.external),
    internal: count(PAGE_LINK.internal),
    relevance: visit?.relevance ?? undefined,
  };
}
