import type { LinkId } from '../../domain/link.ts';
import type { Observation } from '../../domain/observation.ts';
import type { SiteId } from '../../domain/site.ts';
import type { SiteRule } from '../../site-rules/site-rule.ts';
import type { FrontierQueries } from '../queries.ts';
import { linkView, type SiteOfLink } from '../queue/link-view.ts';
import { fullAddress } from './stored-address.ts';

/** Visits to read at a time. */
const BATCH = 500;

type ObservationQueries = Pick<FrontierQueries, 'internal' | 'pageLinks' | 'seeds' | 'observed'>;
type Text = Pick<Observation['links'][number], 'anchor' | 'tagPath'>;

interface Sites {
  get(id: SiteId): SiteOfLink;
}

/**
 * Yields the observations of earlier runs in their order, with the links of each page at the time of its visit, without
 * changes by later revisits.
 *
 * @param after id of the visit before the first one
 */
export function* storedObservations(sql: ObservationQueries, sites: Sites, after = 0): Iterable<Observation> {
  for (const row of observed(sql, after)) {
    const { site: id, link, outcome, title, reward, new_external: newExternal, new_internal: newInternal } = row;
    const relevance = row.relevance ?? undefined;
    const site = sites.get(id);
    const at = row.started_at + row.milliseconds;
    const visit = { site: id, link, outcome, title, reward, newExternal, newInternal, relevance, at };
    yield new StoredObservation(
      sql,
      sites,
      visit,
      linkView(sql, { id: link, url: row.url }, row.level, site),
      row.page ?? link,
    );
  }
}

/** Observation from the tables; fields that few link orders use are read on first use. */
class StoredObservation implements Observation {
  readonly visit: Observation['visit'];
  readonly claimed: Observation['claimed'];
  readonly links: Observation['links'];
  readonly #sql: ObservationQueries;
  readonly #page: LinkId;
  #texts: ReadonlyMap<LinkId, Text> | undefined;

  /** @param page with the links */
  constructor(
    sql: ObservationQueries,
    sites: Sites,
    visit: Observation['visit'],
    claimed: Observation['claimed'],
    page: LinkId,
  ) {
    this.visit = visit;
    this.claimed = claimed;
    this.#sql = sql;
    this.#page = page;
    const texts = () => this.#textsOfAll();
    this.links = sql.observed.links.all({ source: page }).map((one) => {
      const url = fullAddress(one.url, sites.get(one.site).origin);
      if (one.source !== page) return new KnownOnPage(one, url, texts);
      const { id, site, anchor, context, tag_path: tagPath, place } = one;
      return { id, site, url, anchor, context, tagPath, place, isNew: true };
    });
  }

  get external(): readonly string[] {
    return this.#sql.observed.addresses.all({ source: this.#page }).map(({ url }) => url);
  }

  #textsOfAll(): ReadonlyMap<LinkId, Text> {
    const rows = this.#texts ? [] : this.#sql.observed.texts.all({ source: this.#page });
    this.#texts ??= new Map(rows.map(({ target, anchor, tag_path: tagPath }) => [target, { anchor, tagPath }]));
    return this.#texts;
  }
}

/** Link of a page that was first found on another page. */
class KnownOnPage {
  readonly id: LinkId;
  readonly site: SiteId;
  readonly url: string;
  readonly context = '';
  readonly place: number;
  readonly isNew = false;
  readonly #texts: () => ReadonlyMap<LinkId, Text>;

  constructor(
    { id, site, place }: { readonly id: LinkId; readonly site: SiteId; readonly place: number },
    url: string,
    texts: () => ReadonlyMap<LinkId, Text>,
  ) {
    this.id = id;
    this.site = site;
    this.url = url;
    this.place = place;
    this.#texts = texts;
  }

  get anchor(): string {
    return this.#texts().get(this.id)?.anchor ?? '';
  }

  get tagPath(): string {
    return this.#texts().get(this.id)?.tagPath ?? '';
  }
}

/** Lets a site rule learn all visits of earlier runs. */
export function foldSiteVisits(rule: SiteRule, sql: Pick<FrontierQueries, 'observed'>): void {
  if (!rule.learn) return;
  for (const { site, link, page, reward } of observed(sql)) {
    const edges = sql.observed.external.all({ source: page ?? link });
    rule.learn({ site, reward, external: edges.map(({ target }) => target) });
  }
}

function* observed({ observed: { visits } }: Pick<FrontierQueries, 'observed'>, from = 0) {
  let after = from;
  for (let hasMore = true; hasMore; ) {
    const some = visits.all({ after, limit: BATCH });
    yield* some;
    after = some.at(-1)?.id ?? after;
    hasMore = some.length === BATCH;
  }
}
