import { NO_TEXTS } from '../domain/link.ts';
import type { NewSite, SiteId } from '../domain/site.ts';
import { newSeed, uniquelyNamed } from '../storage/seeds.ts';
import { one } from '../storage/statement.ts';
import { formOf } from '../storage/visit.ts';
import { type Identity, identityKey, keyHash } from '../url/normalise.ts';
import type { LinkPlacement } from './link-placement.ts';
import type { FrontierQueries } from './queries.ts';
import type { SiteState } from './site-table.ts';
import { storedAddress } from './stored-address.ts';

/** Adds a site that its user gives, inside a transaction; undefined where it is there already. */
export function addSite({ seeds }: FrontierQueries, site: NewSite, now: number): SiteId | undefined {
  const known = seeds.find.get({ start_url: site.url });
  if (!known) return one(seeds.insert, newSeed(uniquelyNamed(site, seeds), now)).id;
  if (known.found_on === null) return undefined;
  seeds.adopt.run({ id: known.id });
  return known.id;
}

/** Adds the start page of a site, unless that is known; it waits in the site's queue. */
export function addStartPage(
  sql: FrontierQueries,
  links: LinkPlacement,
  state: SiteState,
  url: string,
  identity: Identity,
  now: number,
): void {
  const start = new URL(url);
  const { id } = state;
  const hash = keyHash(identityKey(start, identity));
  if (sql.internal.find.get({ site: id, hash })) return;
  const link = sql.internal.nextId.get({})?.id ?? 1;
  const text = { ...NO_TEXTS, element: '', technique: 'seed', role: 'link' } as const;
  const view = { ...text, id: link, site: id, url, level: 0, place: undefined, source: undefined };
  const placed = links.place(view, state);
  const stored = storedAddress(start.href, state.origin);
  sql.internal.insert.run([{ id: link, site: id, hash, url: stored, level: 0, source: null, ...placed }]);
  sql.internal.insertText.run([{ ...formOf(text), role: 'link', link, first_seen: now }]);
  links.enqueue(state, link, placed);
  sql.seeds.gain.run({ ...NO_GAIN, id: id, status: 'waiting', note: '', internal: 1, at: now });
}

/** A visit's gain where it brought nothing. */
export const NO_GAIN = {
  pages: 0,
  failed: 0,
  internal: 0,
  external: 0,
  bad: 0,
  resources: 0,
  reward: 0,
  milliseconds: 0,
} as const;
