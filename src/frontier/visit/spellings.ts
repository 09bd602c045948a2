import type { LinkId } from '../../domain/link.ts';
import { TIER } from '../../domain/rank.ts';
import { keyHash } from '../../url/normalise.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { SiteState } from '../sites/site-table.ts';
import { fullAddress } from './stored-address.ts';

/**
 * Returns the identity of a link in a second spelling, which is tried once if the first fails. One spelling may be a
 * page where the other is an error (`/docs` and `/docs/`).
 */
export const spelledOtherwise = (key: string): number => keyHash(`${key} spelled otherwise`);

/** Tells whether two URLs differ only in a final slash. */
export const isSlashApart = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && (`${one}/` === other || one === `${other}/`);

/** Stores another spelling of a link. */
export function keepSpelling(
  sql: FrontierQueries,
  site: SiteState,
  {
    id: link,
    hash,
    otherwise: url,
  }: { readonly id: LinkId; readonly hash: number; readonly otherwise: string | undefined },
  now: number,
): void {
  if (url !== undefined) sql.aliases.insert.run({ site: site.id, hash, kind: 'spelling', link, url, first_seen: now });
}

/**
 * Adds the other spelling of a link that failed permanently or has two pages, as a separate link to be queued.
 * Returns undefined if there is no other spelling, or if it was added before.
 *
 * @param first link with its identity; `other`: its other URL in stored form, if not stored as a spelling
 */
export function addOtherwise(
  sql: FrontierQueries,
  site: SiteState,
  first: { readonly link: LinkId; readonly key: string; readonly other?: string },
  now: number,
) {
  const { link, key } = first;
  const identity = { site: site.id, hash: keyHash(key) };
  const url = first.other ?? sql.aliases.find.get({ ...identity, kind: 'spelling', link })?.url;
  const hash = spelledOtherwise(key);
  const row = url === undefined ? undefined : sql.internal.get.get({ id: link });
  const text = row && sql.internal.text.get({ link });
  if (url === undefined || !text || sql.internal.find.get({ site: site.id, hash })) return undefined;
  const id = sql.internal.nextId.get({})?.id ?? 1;
  const { level, source } = row;
  const skipped = { status: STATUS.excluded, tier: TIER.page, rank: null, queue_group: null };
  sql.internal.insert.run([{ id, site: site.id, hash, url, level, source, ...skipped }]);
  sql.internal.insertText.run([{ link: id, ...text, frame: '', first_seen: now }]);
  sql.aliases.insert.run({ ...identity, kind: 'spelling', link: id, url: row.url, first_seen: now });
  return { id, url: fullAddress(url, site.origin), level, ...skipped };
}
