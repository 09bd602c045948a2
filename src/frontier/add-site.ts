import type { NewSite } from '../domain/site.ts';
import type { Identity } from '../url/identity.ts';
import { identityKey, keyHash } from '../url/normalise.ts';
import { type FrontierQueries, type LinkBook, storedAddress } from './link-book.ts';
import { SiteState } from './site-table.ts';

/** Adds a site and its start page, which waits in its queue. */
export function addSite(
  sql: FrontierQueries,
  links: LinkBook,
  site: NewSite,
  identity: Identity,
  now: number,
): SiteState {
  const start = new URL(site.url);
  const { id } = sql.seeds.insert.run({
    full_name: site.name,
    short_name: site.shortName,
    start_url: site.url,
    host: start.host,
    kind: site.kind,
    scope: site.scope,
    added_at: now,
  });
  const state = new SiteState({ ...site, id });
  const view = { site: id, url: site.url, level: 0, anchor: '', context: '', tagPath: '' };
  const placed = links.place(view, state, false);
  const link = sql.internal.insert.run({
    site: id,
    hash: keyHash(identityKey(start, identity)),
    url: storedAddress(start.href, state.origin),
    level: 0,
    source: null,
    ...placed,
  });
  sql.internal.insertText.run({
    link: link.id,
    anchor: '',
    context: '',
    rel: '',
    element: '',
    tagPath: '',
    frame: '',
    technique: 'seed',
  });
  state.waiting = links.enqueue(state, link.id, placed);
  sql.seeds.gain.run({ ...NO_GAIN, site: id, status: 'waiting', note: '', internal: 1 });
  return state;
}

/** A visit's gain where it brought nothing. */
export const NO_GAIN = {
  pages: 0,
  failed: 0,
  internal: 0,
  external: 0,
  bad: 0,
  reward: 0,
  milliseconds: 0,
} as const;
