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

type SurveyQueries = Pick<FrontierQueries, 'internal' | 'resources' | 'aliases'>;

/** What is known of an internal link. */
export type KnownLink = Omit<KnownWithText, 'hash'>;

/** An internal link as it stands on a page, and what is known of it. */
export interface Surveyed {
  /** Its own: another than the page's where it is followed there. */
  readonly site: SiteId;
  readonly found: SeenLink['found'];
  readonly link: Extract<SeenLink['link'], { readonly kind: 'internal' }>;
  readonly place: number;
  readonly isNofollow: boolean;
  readonly isForbidden: boolean;
  readonly hash: number;
  /** Undefined: it is new. */
  readonly known: KnownLink | undefined;
  /** Another spelling of its address, as it is stored, that is to be tried if this one fails for good. */
  otherwise: string | undefined;
  /** Its address with a slash at the end, or without, where that stands on a page, too, and may be another one. */
  slashed: string | undefined;
  /** The link whose page it is known to redirect to, though it is new. */
  readonly leadsTo: LinkId | undefined;
  /** That which it gets, where it is new. */
  readonly id: LinkId;
}

/** Statuses of links that are still to be visited. */
const AHEAD: ReadonlySet<number> = new Set([STATUS.waiting, STATUS.claimed]);

/** Methods that write. */
const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Looks which of a page's links are internal, and which of these are new; what is only guessed is left out where it is known.
 *
 * @param landed the link whose page it is, where it is not stored so yet
 */
export function surveyInternal(
  sql: SurveyQueries,
  site: SiteState,
  links: readonly SeenLink[],
  landed?: KnownLink & { readonly hash: number },
): readonly Surveyed[] {
  let next = nextLinkId(sql, landed);
  const hashes = links.map(({ link }) => (link.kind === 'internal' ? keyHash(link.key) : undefined));
  const stored = storedLinks(sql, site.id, hashes);
  const redirects = redirectsAmong(sql, site.id, stored);
  const surveyed = new Map<number, Surveyed>();
  for (const [place, { found, link, isNofollow, isForbidden = false }] of links.entries()) {
    const first = hashes[place];
    if (link.kind !== 'internal' || first === undefined) continue;
    const isGuess = found.role === 'guess';
    const asFirst = first === landed?.hash ? undefined : stored.get(first);
    let hash = first;
    let known = first === landed?.hash ? landed : asFirst;
    const before = surveyed.get(first);
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
    if (surveyed.has(hash)) continue;
    const otherwise = hash === first && AHEAD.has(known?.status ?? -1) ? url : undefined;
    const isApart = hash === first && isSlashApart(known?.url, url);
    const leadsTo = redirects.get(hash);
    if (isGuess && (known ?? leadsTo ?? sql.resources.find.get({ site: site.id, hash }))) continue;
    if (isGuess && isWrittenTo(sql, site, link.key)) continue;
    const id = known?.id ?? next++;
    surveyed.set(hash, {
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
  return [...surveyed.values()];
}

/** Those of some identities of a site that are stored, by their hashes. */
export function storedLinks(
  sql: SurveyQueries,
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

/** Those of a site's identities that have no link and are known to redirect, with the links whose pages they lead to. */
export function redirectsAmong(
  sql: SurveyQueries,
  site: SiteId,
  stored: ReadonlyMap<number, KnownLink | undefined>,
): ReadonlyMap<number, LinkId> {
  const asked = [];
  for (const [hash, known] of stored) if (!known) asked.push({ site, hash, kind: 'redirect' as const });
  const found = new Map<number, LinkId>();
  for (const { hash, link } of sql.aliases.some.all(asked)) found.set(hash, link);
  return found;
}

/** The id of the next link that is new, where a page was landed on that is not stored yet, and links of it were surveyed. */
export function nextLinkId(
  sql: SurveyQueries,
  landed: { readonly id: LinkId } | undefined,
  surveyed: readonly Surveyed[] = [],
): LinkId {
  const stored = sql.internal.nextId.get({})?.id ?? 1;
  // Ids of links that are known may be larger: other workers have other numbers.
  const first = landed?.id === stored ? stored + 1 : stored;
  return surveyed.reduce((next, { id, known }) => (known ? next : Math.max(next, id + 1)), first);
}

/** A page's edges to internal links: none to itself, nor to what is only guessed. */
export function internalEdges(surveyed: readonly Surveyed[], source: LinkId): Targets {
  const targets = new Map<LinkId, Edge>();
  for (const { id, known, found, place } of surveyed) {
    if (id === source || found.role === 'guess') continue;
    targets.set(id, { place, text: known && !isSameText(found, known) ? found : undefined });
  }
  return targets;
}

/** Whether pages of the site write to an address: then it is not asked for because it was guessed. */
export function isWrittenTo(sql: SurveyQueries, site: SiteState, key: string): boolean {
  return writingKeys(key).some((written) => sql.resources.find.get({ site: site.id, hash: keyHash(written) }));
}

/** The identities of the resources that write to an address, by its own. */
const writingKeys = (key: string): readonly string[] => WRITING.map((method) => `${method} ${key}`);

/** How many of a page's links are new. */
export const newOf = (surveyed: readonly { readonly known: unknown }[]): number =>
  surveyed.filter(({ known }) => !known).length;
