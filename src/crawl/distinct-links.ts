import { type ClassifiedLink, resourceRoles } from '../domain/link.ts';
import type { CapturedPage, NofollowKind } from '../domain/page.ts';
import type { SeenLink } from '../frontier/frontier.ts';
import { classifyFound } from '../url/classify.ts';
import { bareAddress } from '../url/credentials.ts';
import type { Identity } from '../url/normalise.ts';
import type { Scope } from '../url/scope.ts';
import { asVisited, isDiscovered, isForbidden } from './discovery-files.ts';

/**
 * Returns a page's links, one per kind and identity (internal links: up to two spellings). Prefers followable links
 * and the strongest resource role, then the first link found. Drops guesses of known addresses.
 *
 * @param obeyed kinds of `nofollow` to obey
 */
export function distinctLinks(
  page: Pick<CapturedPage, 'url' | 'links' | 'nofollow'>,
  scope: Scope,
  identity: Identity,
  obeyed: readonly NofollowKind[],
): SeenLink[] {
  const isPageNofollow = page.nofollow.some((kind) => obeyed.includes(kind));
  const obeysRel = obeyed.includes('rel');
  const seen = new Map<string, SeenLink>();
  for (const found of page.links) {
    const classified = classifyFound(found, page.url, scope, identity);
    if (!classified) continue;
    const link = asVisited(classified, found);
    const isNofollow = (isPageNofollow && !isDiscovered(found)) || (obeysRel && /(^| )nofollow( |$)/i.test(found.rel));
    const one = {
      found: found.frame.includes('@') ? { ...found, frame: bareAddress(found.frame) } : found,
      link,
      isNofollow,
      isForbidden: isForbidden(found),
    };
    const first = placeOf(link);
    const key = isSpelledOtherwise(link, seen.get(first)?.link) ? `${first} spelled otherwise` : first;
    const before = seen.get(key);
    if (!before || isBetter(one, before)) seen.set(key, one);
  }
  return [...seen.values()].filter(({ found, link }) => found.role !== 'guess' || !isKnown(link, seen));
}

/** Tells whether two internal links of one identity have different spellings. Servers may know only one of them. */
const isSpelledOtherwise = (link: ClassifiedLink, before: ClassifiedLink | undefined): boolean =>
  link.kind === 'internal' && before?.kind === 'internal' && link.url !== before.url;

const placeOf = (link: ClassifiedLink): string => {
  if (link.kind === 'bad') return `bad ${link.raw}`;
  return link.kind === 'resource' ? resourcePlace(link.key) : link.key;
};

const resourcePlace = (key: string): string => `resource ${key}`;

/** Tells whether a link is preferred to an earlier one of the same identity. */
function isBetter(one: SeenLink, before: SeenLink): boolean {
  if (one.link.kind === 'resource' && before.link.kind === 'resource')
    return resourceRoles.indexOf(one.link.role) > resourceRoles.indexOf(before.link.role);
  const wasGuess = before.found.role === 'guess';
  if (wasGuess !== (one.found.role === 'guess')) return wasGuess;
  return before.isNofollow && !one.isNofollow;
}

/** Tells whether the page has a guessed address as a link (for guesses of resources) or as a resource (for others). */
const isKnown = (guess: ClassifiedLink, seen: ReadonlyMap<string, SeenLink>): boolean =>
  guess.kind !== 'bad' && seen.has(guess.kind === 'resource' ? guess.key : resourcePlace(guess.key));
