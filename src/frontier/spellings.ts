import type { LinkId } from '../domain/link.ts';
import { TIER } from '../domain/rank.ts';
import type { SiteId } from '../domain/site.ts';
import { one } from '../storage/statement.ts';
import { keyHash } from '../url/normalise.ts';
import { type FrontierQueries, STATUS } from './queries.ts';
import type { SiteQueues } from './site-queues.ts';
import type { SiteState } from './site-table.ts';
import { fullAddress } from './stored-address.ts';

/**
 * The identity of a link in a second spelling: what one spelling makes a page, another may make an error (`/docs` and
 * `/docs/`). It is tried once, where the first has failed.
 */
export const spelledOtherwise = (key: string): number => keyHash(`${key} spelled otherwise`);

/** Keeps how a link that is to be visited is spelled elsewhere. */
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
  if (url !== undefined) sql.aliases.insert.run({ site: site.id, hash, kind: 'spelling', link, url, seen: now });
}

/** A link that is to be tried as it is spelled elsewhere. */
interface First {
  readonly link: LinkId;
  /** Its identity. */
  readonly key: string;
}

/**
 * Adds a link once more as it is spelled elsewhere, as one of its own that the caller lets wait. Undefined where it is spelled
 * in no other way, or was added before, unless it waits behind all others and is to do so no longer.
 *
 * @param tier where it is to wait
 */
export function addOtherwise(
  sql: FrontierQueries,
  queues: Pick<SiteQueues, 'remove'>,
  site: SiteState,
  { link, key, tier }: First & { readonly tier: number },
  now: number,
) {
  const identity = { site: site.id, hash: keyHash(key) };
  const other = sql.aliases.spelling.get({ ...identity, link });
  const row = other && sql.internal.get.get({ link });
  const text = row && sql.internal.text.get({ link });
  if (!other || !text) return undefined;
  const hash = spelledOtherwise(key);
  const aside = { status: STATUS.excluded, tier, rank: null, group: null };
  if (sql.internal.find.get({ site: site.id, hash })) {
    const tried = tier === TIER.spelling ? undefined : takeTried(sql, queues, site, key);
    return (
      tried && { id: tried.id, url: fullAddress(tried.url, site.origin), level: tried.level, ...aside, isNew: false }
    );
  }
  const id = sql.internal.nextId.get({})?.id ?? 1;
  const { url } = other;
  const { level, source } = row;
  const { tag_path: tagPath, role, ...rest } = text;
  sql.internal.insert.run([{ id, site: site.id, hash, url, level, source, ...aside }]);
  sql.internal.insertText.run([{ link: id, ...rest, role: role ?? 'link', tagPath, frame: '', seen: now }]);
  sql.aliases.insert.run({ ...identity, kind: 'spelling', link: id, url: row.url, seen: now });
  return { id, url: fullAddress(url, site.origin), level, ...aside, isNew: true };
}

/** Takes the second spelling of a link out of the queue, where it waits to be tried. @param key the link's identity */
export function takeTried(sql: FrontierQueries, queues: Pick<SiteQueues, 'remove'>, site: SiteState, key: string) {
  const known = sql.internal.find.get({ site: site.id, hash: spelledOtherwise(key) });
  const row = known?.tier === TIER.spelling ? sql.internal.get.get({ link: known.id }) : undefined;
  return row?.status === STATUS.waiting && queues.remove(site, row.id, row) ? row : undefined;
}

/** Whether two addresses differ in slashes at their end alone. */
export const isSlashApart = (one: string, other: string): boolean =>
  one !== other && withoutSlash(one) === withoutSlash(other);

const withoutSlash = (address: string): string => address.replace(/(?<!\/)\/+$/, '');

/** Links of a site that are read in two spellings before it is held to make no difference. */
const MOST_TRIED = 3;
/** Links that are looked through at a time. */
const LINKS_AT_A_TIME = 1000;
/** The row of `link_families` that keeps this of a site: in `barren` how many were tried, in `parameters` whether they differ. */
const PATTERN = '/…/';

/**
 * Learns whether a site has different pages at addresses that differ in a slash at their end. Some links that it spells in both
 * ways are read in both, the second one behind all else; where one brings something, all are.
 */
export class SlashPages {
  readonly #sql: FrontierQueries;

  constructor(sql: FrontierQueries) {
    this.#sql = sql;
  }

  /** Where the second spelling of a link is to wait; undefined: it makes no difference, as far as is known. */
  tierAt(site: SiteId): number | undefined {
    const row = this.#row(site);
    if (row && row.parameters > 0) return TIER.page;
    return (row?.barren ?? 0) < MOST_TRIED ? TIER.spelling : undefined;
  }

  /** One more is tried. */
  begin(site: SiteId): void {
    this.#count(site, (this.#row(site)?.barren ?? 0) + 1);
  }

  /** The site leads from one spelling to the other by itself: returns all links that are spelled in both ways. */
  *proveSame(site: SiteId) {
    if ((this.#row(site)?.barren ?? 0) > MOST_TRIED) return;
    this.#count(site, MOST_TRIED + 1);
    yield* this.#spelledTwice(site);
  }

  /** They differ: returns all links that are spelled in both ways. */
  *proveDifferent(site: SiteId) {
    const row = this.#row(site);
    if (!row || row.parameters > 0) return;
    this.#sql.traps.setParameters.run({ family: row.id, parameters: 1 });
    yield* this.#spelledTwice(site);
  }

  *#spelledTwice(site: SiteId) {
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const links = this.#sql.aliases.spellings.all({ site, after, limit: LINKS_AT_A_TIME });
      yield* links.filter((one) => isSlashApart(one.url, one.first_url));
      const last = links.at(-1);
      if (!last || links.length < LINKS_AT_A_TIME) return;
      after = last.hash;
    }
  }

  #row(site: SiteId) {
    return this.#sql.traps.family.get({ site, pattern: PATTERN });
  }

  #count(site: SiteId, barren: number): void {
    const family = this.#row(site)?.id ?? one(this.#sql.traps.addFamily, { site, pattern: PATTERN }).id;
    this.#sql.traps.setBarren.run({ family, barren });
  }
}
