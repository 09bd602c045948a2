import type { LinkId } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import type { KnownWithText } from '../../storage/visit.ts';
import { keyHash } from '../../url/normalise.ts';
import type { SeenLink } from '../frontier.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { SiteState } from '../sites/site-table.ts';
import { type Edge, isSameText, type Targets } from './page-edges.ts';
import { isSlashApart, spelledOtherwise } from './spellings.ts';
import { isStoredAs, storedAddress } from './stored-address.ts';

type MatchQueries = Pick<FrontierQueries, 'internal' | 'resources' | 'aliases'>;

/** Stored data of an internal link. */
export type KnownLink = Omit<KnownWithText, 'hash'>;

/** Internal link on a page, with its stored data. */
export interface MatchedLink {
  /** Site of the link; not the page's site for a followed external link. */
  readonly site: SiteId;
  readonly found: SeenLink['found'];
  readonly link: Extract<SeenLink['link'], { readonly kind: 'internal' }>;
  readonly place: number;
  readonly isNofollow: boolean;
  readonly isForbidden: boolean;
  readonly hash: number;
  /** Stored data; undefined: new link. */
  readonly known: KnownLink | undefined;
  /** Another spelling of the URL, in stored form, to be tried if this one fails permanently. */
  otherwise: string | undefined;
  /** Spelling of the URL with or without a final slash, if a page has that, too; possibly a different page. */
  slashed: string | undefined;
  /** Link to which a new link is known to redirect. */
  readonly leadsTo: LinkId | undefined;
  /** Id of the link; the future id of a new link. */
  readonly id: LinkId;
}

/** Statuses of links before their visit. */
const AHEAD: ReadonlySet<number> = new Set([STATUS.waiting, STATUS.claimed]);

/** HTTP methods that write. */
const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Returns the internal links of a page, with the stored data of known ones, without guesses that are known.
 *
 * @param landed link of the page itself, if not stored as visited yet
 */
export function matchKnownLinks(
  sql: MatchQueries,
  site: SiteState,
  links: readonly SeenLink[],
  landed?: KnownLink & { readonly hash: number },
): readonly MatchedLink[] {
  let next = nextLinkId(sql, landed);
  const hashes = links.map(({ link }) => (link.kind === 'internal' ? keyHash(link.key) : undefined));
  const stored = storedLinks(sql, site.id, hashes);
  const redirects = redirectsAmong(sql, site.id, stored);
  const matchedLinks = new Map<number, MatchedLink>();
  for (const [place, { found, link, isNofollow, isForbidden = false }] of links.entries()) {
    const first = hashes[place];
    if (link.kind !== 'internal' || first === undefined) continue;
    const isGuess = found.role === 'guess';
    const asFirst = first === landed?.hash ? undefined : stored.get(first);
    let hash = first;
    let known = first === landed?.hash ? landed : asFirst;
    const before = matchedLinks.get(first);
    const isSecond =
      !isGuess &&
      ((before && before.link.url !== link.url) || (asFirst && !isStoredAs(asFirst.url, link.url, site.origin)));
    const url = isSecond ? storedAddress(link.url, site.origin) : undefined;
    if (isSecond) {
      const second = spelledOtherwise(link.key);
      const other = storedLinks(sql, site.id, [second]).get(second);
      const isOther = other ? other.url === url : asFirst?.status === STATUS.failed;
      if (isOther) [hash, known] = [second, other];
      else if (before) {
        before.otherwise ??= url;
        if (isSlashApart(before.known?.url ?? storedAddress(before.link.url, site.origin), url))
          before.slashed ??= link.url;
      }
    }
    if (matchedLinks.has(hash)) continue;
    const otherwise = hash === first && AHEAD.has(known?.status ?? -1) ? url : undefined;
    const isApart = hash === first && isSlashApart(known?.url, url);
    const leadsTo = redirects.get(hash);
    if (isGuess && (known ?? leadsTo ?? sql.resources.find.get({ site: site.id, hash }))) continue;
    if (isGuess && isWrittenTo(sql, site, link.key)) continue;
    const id = known?.id ?? next++;
    matchedLinks.set(hash, {
      site: site.id,
      found,
      link,
      place,
      isNofollow,
      isForbidden,
      hash,
      known,
      otherwise,
      slashed: isApart ? link.url : undefined,
      leadsTo,
      id,
    });
  }
  return [...matchedLinks.values()];
}

/** Returns the stored links of a site for some hashes of identities; undefined for unknown ones. */
export function storedLinks(
  sql: MatchQueries,
  site: SiteId,
  hashes: Iterable<number | undefined>,
): ReadonlyMap<number, KnownLink | undefined> {
  const asked = [];
  const stored = new Map<number, KnownLink | undefined>();
  for (const hash of hashes) {
    if (hash === undefined || stored.has(hash)) continue;
    stored.set(hash, undefined);
    asked.push({ site, hash });
  }
  for (const link of sql.internal.findWithText.all(asked)) stored.set(link.hash, link);
  return stored;
}

/** Returns the targets of identities without a link that are known to redirect, by hash. */
export function redirectsAmong(
  sql: MatchQueries,
  site: SiteId,
  stored: ReadonlyMap<number, KnownLink | undefined>,
): ReadonlyMap<number, LinkId> {
  const asked = [];
  for (const [hash, known] of stored) if (!known) asked.push({ site, hash, kind: 'redirect' as const });
  const found = new Map<number, LinkId>();
  for (const { hash, link } of sql.aliases.some.all(asked)) found.set(hash, link);
  return found;
}

/** Returns the id of the next new link, after those of an unstored landing page and of surveyed links. */
export function nextLinkId(
  sql: MatchQueries,
  landed: { readonly id: LinkId } | undefined,
  matchedLinks: readonly MatchedLink[] = [],
): LinkId {
  const stored = sql.internal.nextId.get({})?.id ?? 1;
  // Skips known links, as other workers' links have ids in other ranges.
  const first = landed?.id === stored ? stored + 1 : stored;
  return matchedLinks.reduce((next, { id, known }) => (known ? next : Math.max(next, id + 1)), first);
}

/** Returns a page's edges to internal links, except to itself and to guesses. */
export function internalEdges(matchedLinks: readonly MatchedLink[], source: LinkId): Targets {
  const targets = new Map<LinkId, Edge>();
  for (const { id, known, found, place } of matchedLinks) {
    if (id === source || found.role === 'guess') continue;
    targets.set(id, { place, text: known && !isSameText(found, known) ? found : undefined });
  }
  return targets;
}

/** Tells whether pages of the site write to a URL, which is then not visited as a guess. */
export function isWrittenTo(sql: MatchQueries, site: SiteState, key: string): boolean {
  return writingKeys(key).some((written) => sql.resources.find.get({ site: site.id, hash: keyHash(written) }));
}

/** Returns the identities of resources that write to a URL. @param key identity of the URL */
const writingKeys = (key: string): readonly string[] => WRITING.map((method) => `${method} ${key}`);

/** Counts the new links of a page. */
export const newOf = (matchedLinks: readonly { readonly known: unknown }[]): number =>
  matchedLinks.filter(({ known }) => !known).length;
