import type { LinkId, LinkView, SourceView } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import { PAGE_LINK } from '../../storage/schema.ts';
import type { FrontierQueries } from '../queries.ts';
import { fullAddress } from '../visit/stored-address.ts';

type LinkQueries = Pick<FrontierQueries, 'internal' | 'pageLinks' | 'observed'> & {
  readonly seeds: Pick<FrontierQueries['seeds'], 'get'>;
};

export interface SiteOfLink {
  readonly id: SiteId;
  /** Scheme and host of the start page. */
  readonly origin: string;
}

/** Returns a stored link as link orders see it, at a level that may be new. Costly fields are read on first use. */
export const linkView = (
  sql: LinkQueries,
  row: { readonly id: LinkId; readonly url: string },
  level: number,
  site: SiteOfLink,
): LinkView => new StoredLink(sql, row, level, site);

/** Returns a snapshot of a captured page, as link orders see it, to rank links that a revisit finds. */
export function sourceView(
  sql: LinkQueries,
  { id: page, level }: { readonly id: LinkId; readonly level: number },
  site: SiteOfLink,
): SourceView | undefined {
  const found = foundOn(sql, page, site);
  if (!found) return undefined;
  const { id, url, title, reward, newExternal, external, internal, relevance } = found;
  return { id, url, title, level, reward, newExternal, external, internal, relevance };
}

/** Classes are used, as getters of an object literal keep their whole scope until the next full garbage collection. */
class StoredLink implements LinkView {
  readonly id: LinkId;
  readonly site: SiteId;
  readonly url: string;
  readonly level: number;
  readonly anchor: string;
  readonly context: string;
  readonly rel: string;
  readonly element: string;
  readonly role: LinkView['role'];
  readonly technique: string;
  readonly tagPath: string;
  readonly #sql: LinkQueries;
  readonly #home: SiteOfLink;

  constructor(
    sql: LinkQueries,
    { id, url }: { readonly id: LinkId; readonly url: string },
    level: number,
    site: SiteOfLink,
  ) {
    const text = sql.internal.text.get({ link: id });
    this.id = id;
    this.site = site.id;
    this.url = fullAddress(url, site.origin);
    this.level = level;
    this.anchor = text?.anchor ?? '';
    this.context = text?.context ?? '';
    this.rel = text?.rel ?? '';
    this.element = text?.element ?? '';
    this.role = text?.role ?? 'link';
    this.technique = text?.technique ?? '';
    this.tagPath = text?.tag_path ?? '';
    this.#sql = sql;
    this.#home = site;
  }

  get place(): number | undefined {
    const source = this.#source();
    if (source === undefined) return undefined;
    return this.#sql.pageLinks.place.get({ source, kind: PAGE_LINK.internal, target: this.id })?.place;
  }

  get source(): SourceView | undefined {
    const source = this.#source();
    return source === undefined ? undefined : foundOn(this.#sql, source, this.#home);
  }

  #source(): LinkId | undefined {
    return this.#sql.internal.get.get({ id: this.id })?.source ?? undefined;
  }
}

function foundOn(sql: LinkQueries, page: LinkId, site: SiteOfLink): SourceView | undefined {
  const row = sql.internal.get.get({ id: page });
  if (!row) return undefined;
  return new ReadPage(sql, page, addressOfPage(sql, row.site, row.url, site), row.level);
}

/** Returns the URL of the page with a link; the page is on another site if the crawl followed an external link. */
export function addressOfPage(
  sql: Pick<LinkQueries, 'seeds'>,
  ofSite: SiteId,
  stored: string,
  site: SiteOfLink,
): string {
  const origin = ofSite === site.id ? site.origin : (sql.seeds.get.get({ id: ofSite })?.origin ?? '');
  return fullAddress(stored, origin);
}

class ReadPage implements SourceView {
  readonly id: LinkId;
  readonly url: string;
  readonly #sql: LinkQueries;
  readonly #levelNow: number;
  #seen: { readonly visit: ReturnType<LinkQueries['observed']['yieldOf']['get']> } | undefined;

  constructor(sql: LinkQueries, id: LinkId, url: string, level: number) {
    this.id = id;
    this.url = url;
    this.#levelNow = level;
    this.#sql = sql;
  }

  get level(): number {
    return this.#visit?.level ?? this.#levelNow;
  }

  get title(): string {
    return this.#visit?.title ?? '';
  }

  get reward(): number {
    return this.#visit?.reward ?? 0;
  }

  get newExternal(): number {
    return this.#visit?.new_external ?? 0;
  }

  get relevance(): number | undefined {
    return this.#visit?.relevance ?? undefined;
  }

  get external(): number {
    return this.#count(PAGE_LINK.external);
  }

  get internal(): number {
    return this.#count(PAGE_LINK.internal);
  }

  get #visit() {
    this.#seen ??= { visit: this.#sql.observed.yieldOf.get({ page: this.id }) };
    return this.#seen.visit;
  }

  #count(kind: number): number {
    return this.#sql.pageLinks.count.get({ source: this.id, kind })?.links ?? 0;
  }
}
