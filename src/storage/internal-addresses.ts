import type { LinkStatus } from '../domain/link.ts';
import { linkStatuses } from '../domain/link.ts';
import { TIER } from '../domain/rank.ts';
import { address } from './link-sources.ts';
import type { Store } from './open.ts';
import { LINK_KIND } from './schema.ts';
import { rows } from './statement.ts';

interface InternalAddress {
  readonly url: string;
  /** Short name. */
  readonly site: string;
  readonly status: LinkStatus;
  readonly isStart: boolean;
}

/** The address of every internal link, in the order in which they were found; guesses, deleted ones and those of removed sites left out. */
export function* internalAddresses(store: Store): Generator<InternalAddress> {
  const query = store.kysely
    .selectFrom('internal_links as link')
    .innerJoin('seeds as site', 'site.id', 'link.site')
    .select(['site.short_name as site', 'link.status', 'link.source', address('link').as('url')])
    .where('site.removed', 'is', null)
    .where('link.tier', '!=', TIER.guess)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deletions')
            .select('deletions.link')
            .where('deletions.kind', '=', LINK_KIND.internal)
            .whereRef('deletions.link', '=', 'link.id'),
        ),
      ),
    )
    .orderBy('link.id');
  for (const { url, site, status, source } of rows(store, query))
    yield { url, site, status: linkStatuses[status] ?? 'waiting', isStart: source === null };
}
