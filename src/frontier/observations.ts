import type { Observation } from '../domain/observation.ts';
import type { SiteId } from '../domain/site.ts';
import type { LinkOrder } from '../link-orders/link-order.ts';
import type { SiteRule } from '../site-rules/site-rule.ts';
import { linkView, type SiteOfLink } from './link-view.ts';
import type { FrontierQueries } from './queries.ts';
import { fullAddress } from './stored-address.ts';

/** Visits that are read at a time. */
const SOME = 500;

type ObservationQueries = Pick<FrontierQueries, 'internal' | 'pageLinks' | 'seeds' | 'visits'>;
interface Sites {
  get(id: SiteId): SiteOfLink;
}

/** Tells a link order all that earlier runs observed. */
export function foldStored(order: LinkOrder, sql: ObservationQueries, sites: Sites): void {
  if (!order.learn) return;
  for (const observation of storedObservations(sql, sites)) order.learn(observation);
}

/**
 * What earlier runs observed, in the order in which they did: the links of pages as they stood when these were visited,
 * whatever checks found since.
 */
export function* storedObservations(sql: ObservationQueries, sites: Sites): Iterable<Observation> {
  for (const row of observed(sql)) {
    const { site: id, link, outcome, title, reward, new_external: newExternal, new_internal: newInternal } = row;
    const relevance = row.relevance ?? undefined;
    const site = sites.get(id);
    const source = row.page ?? link;
    const seen = outcome === 'duplicate' ? [] : sql.pageLinks.visitedWith.all({ source });
    yield {
      visit: { site: id, link, outcome, title, reward, newExternal, newInternal, relevance },
      claimed: linkView(sql, { id: link, url: row.url }, row.level, site),
      links: seen.map((one) => ({
        id: one.id,
        site: one.site,
        url: fullAddress(one.url, (one.site === id ? site : sites.get(one.site)).origin),
        anchor: one.anchor,
        context: one.source === source ? one.context : '',
        tagPath: one.tag_path,
        place: one.place,
        isNew: one.source === source,
      })),
      get external() {
        return outcome === 'duplicate' ? [] : sql.pageLinks.visitedAddresses.all({ source }).map(({ url }) => url);
      },
    };
  }
}

/** Tells a site rule of all visits of earlier runs, as `foldStored` does a link order. */
export function foldSiteVisits(rule: SiteRule, sql: Pick<FrontierQueries, 'pageLinks' | 'visits'>): void {
  if (!rule.learn) return;
  for (const { site, link, page, outcome, reward } of observed(sql)) {
    const edges = outcome === 'duplicate' ? [] : sql.pageLinks.visitedExternal.all({ source: page ?? link });
    rule.learn({ site, reward, external: edges.map(({ target }) => target) });
  }
}

function* observed({ visits }: Pick<FrontierQueries, 'visits'>) {
  let after = 0;
  for (let hasMore = true; hasMore; ) {
    const some = visits.observed.all({ after, limit: SOME });
    yield* some;
    after = some.at(-1)?.id ?? after;
    hasMore = some.length === SOME;
  }
}
