import type { LinkId } from '../../domain/link.ts';
import { TIER } from '../../domain/rank.ts';
import { type Identity, keyHash, storedKey } from '../../url/normalise.ts';
import type { Address, Claim, VisitResult } from '../frontier.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { LinkPlace, SiteQueues } from '../queue/site-queues.ts';
import type { SiteState } from '../sites/site-table.ts';
import type { KnownLink } from './known-links.ts';
import { spelledOtherwise } from './spellings.ts';
import { storedAddress } from './stored-address.ts';

/** Target of a claim: the page of its own link, or of another link to which it redirects. */
export type VisitedLink =
  | { readonly kind: 'own' | 'duplicate'; readonly link: LinkId; readonly level: number }
  /** Page of a link that was unknown. */
  | {
      readonly kind: 'new';
      readonly link: LinkId;
      readonly level: number;
      readonly tier: number;
      readonly hash: number;
      readonly url: string;
    }
  /** Page of a link that waits, or was skipped. */
  | {
      readonly kind: 'known';
      readonly link: LinkId;
      readonly level: number;
      readonly tier: number;
      readonly hash: number;
      readonly removed: number | null;
      /** Place in the queue, if the link waits. */
      readonly queued: LinkPlace | undefined;
    };

/** Place of a page that was captured before its own link was claimed. */
const NOWHERE = { rank: null, queue_group: null } as const;

/** Statuses of links whose pages are captured, or about to be. */
const TAKEN = new Set([STATUS.visited, STATUS.claimed, STATUS.redirected]);

/** Finds the link of a captured page: the claimed link, or the target of its redirect. */
export function visitedLinkOf(
  sql: FrontierQueries,
  site: SiteState,
  claim: Claim,
  address: Address | undefined,
): VisitedLink {
  // No look-up, as the claimed URL's identity may be that of a link in another spelling.
  const isAsked = address?.url === claim.url;
  const { hash, target } = (address && !isAsked && targetOf(sql, site, address)) || NO_TARGET;
  // The level may have been lowered since the claim.
  const asked = target?.id === claim.link ? target : sql.internal.get.get({ id: claim.link });
  const level = asked?.level ?? claim.level;
  if (!address || isAsked || hash === undefined || target?.id === claim.link)
    return { kind: 'own', link: claim.link, level };
  // A page that is known only by a guess is a guess, too.
  const tier = claim.rank.tier === TIER.guess ? TIER.guess : TIER.page;
  if (!target) {
    const link = sql.internal.nextId.get({})?.id ?? 1;
    return { kind: 'new', link, level, tier, hash, url: storedAddress(address.url, site.origin) };
  }
  if (TAKEN.has(target.status)) return { kind: 'duplicate', link: claim.link, level };
  const queued = target.status === STATUS.waiting ? sql.internal.get.get({ id: target.id }) : undefined;
  const nearer = Math.min(target.level, level);
  const isGuess = target.tier === TIER.guess && tier === TIER.guess;
  const { id: link, removed } = target;
  return { kind: 'known', link, level: nearer, tier: isGuess ? TIER.guess : TIER.page, hash, removed, queued };
}

const NO_TARGET = { hash: undefined, target: undefined };

/** Finds the link of a URL. A second spelling has a separate link if the first spelling failed or has another page. */
function targetOf(sql: FrontierQueries, site: SiteState, { key, url }: Address) {
  const at = (hash: number) => ({ hash, target: sql.internal.find.get({ site: site.id, hash }) });
  const first = at(keyHash(key));
  const stored = storedAddress(url, site.origin);
  if (!first.target || sql.internal.get.get({ id: first.target.id })?.url === stored) return first;
  const other = at(spelledOtherwise(key));
  const row = other.target && sql.internal.get.get({ id: other.target.id });
  const isOther = row ? row.url === stored : first.target.status === STATUS.failed;
  return isOther ? other : first;
}

/** Returns the target link of a claim, if not the claimed link, as known after the capture of its page. */
export function redirectedTo(
  visitedLink: VisitedLink | undefined,
): (KnownLink & { readonly hash: number }) | undefined {
  if (visitedLink?.kind !== 'new' && visitedLink?.kind !== 'known') return undefined;
  const { link: id, level, tier, hash } = visitedLink;
  const removed = visitedLink.kind === 'known' ? visitedLink.removed : null;
  const url = visitedLink.kind === 'new' ? visitedLink.url : '';
  return { id, url, level, tier, hash, status: STATUS.visited, removed, anchor: null, tag_path: null };
}

/** Records that the page of a claim's target link was captured, inside a transaction. */
export function findVisitedLink(
  sql: FrontierQueries,
  queues: SiteQueues,
  site: SiteState,
  { link: claimed }: Claim,
  visitedLink: VisitedLink,
  now: number,
): void {
  if (visitedLink.kind !== 'new' && visitedLink.kind !== 'known') return;
  const { link, level, tier } = visitedLink;
  const placed = { level, tier, status: STATUS.visited, ...NOWHERE };
  if (visitedLink.kind === 'new') {
    const { hash, url } = visitedLink;
    sql.internal.insert.run([{ id: link, site: site.id, hash, url, source: claimed, ...placed }]);
    return;
  }
  if (visitedLink.queued) queues.remove(site, link, visitedLink.queued);
  sql.internal.place.run({ id: link, ...placed, at: now });
}

/**
 * Records a redirect's URL as an alias of a link, inside a transaction. If the URL has a waiting link, removes it from
 * the queue and returns it.
 *
 * @param claimed requested link, which is no hop
 */
export function passHop(
  sql: FrontierQueries,
  queues: SiteQueues,
  site: SiteState,
  { hop, claimed, link }: { readonly hop: Address; readonly claimed: LinkId; readonly link: LinkId },
  now: number,
): { readonly level: number } | undefined {
  const identity = { site: site.id, hash: keyHash(hop.key) };
  const known = sql.internal.find.get(identity);
  if (known ? known.status !== STATUS.waiting : sql.aliases.some.all([{ ...identity, kind: 'redirect' }]).length > 0)
    return undefined;
  if (known?.id === claimed || known?.id === link) return undefined;
  const url = storedAddress(hop.url, site.origin);
  sql.aliases.insert.run({ ...identity, kind: 'redirect', link, url, first_seen: now });
  const row = known && sql.internal.get.get({ id: known.id });
  if (!row || !queues.remove(site, row.id, row)) return undefined;
  sql.internal.place.run({
    id: row.id,
    level: row.level,
    tier: row.tier,
    status: STATUS.redirected,
    ...NOWHERE,
    at: now,
  });
  return row;
}

/** Page of a visit: link of the page, target link of a redirect (`landed`), and result of the visit. */
interface Named {
  readonly claim: Pick<Claim, 'link' | 'url'>;
  readonly landed: LinkId | undefined;
  readonly page: LinkId;
  readonly result: VisitResult;
}

/** Records the claimed link, if it redirects, and the canonical URL as aliases of the page. */
export function aliasPage(
  sql: FrontierQueries,
  identity: Identity,
  site: SiteState,
  { claim, landed, page, result }: Named,
  now: number,
): void {
  const row = landed !== undefined && landed !== claim.link && sql.internal.get.get({ id: claim.link });
  const alias = { site: site.id, first_seen: now };
  if (row && landed !== undefined) {
    const hash = keyHash(storedKey(new URL(claim.url), identity));
    sql.aliases.insert.run({ ...alias, hash, kind: 'redirect', link: landed, url: row.url });
  }
  const { outcome, address, canonical } = result;
  if (outcome !== 'page' || !canonical || canonical.key === address?.key) return;
  const url = storedAddress(canonical.url, site.origin);
  sql.aliases.insert.run({ ...alias, hash: keyHash(canonical.key), kind: 'canonical', link: page, url });
}
