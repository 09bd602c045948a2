import { type ClassifiedLink, resourceRoles } from '../domain/link.ts';
import type { CapturedPage, NofollowKind } from '../domain/page.ts';
import type { SeenLink } from '../frontier/frontier.ts';
import { classifyFound } from '../url/classify.ts';
import { bareAddress } from '../url/credentials.ts';
import type { Identity } from '../url/normalise.ts';
import type { Scope } from '../url/scope.ts';
import { asVisited, isDiscovered, isForbidden } from './discovery-files.ts';

/**
 * A page's links, each once for its kind and identity, internal ones in two spellings at most: as the one that may be followed, or as the resource of the strongest
 * role, and else as it was found first. A guess of what the page has otherwise is left out.
 *
 * @param obeyed which `nofollow` is obeyed
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

/** Whether two internal links of one identity are spelled differently: servers may know only one of them. */
const isSpelledOtherwise = (link: ClassifiedLink, before: ClassifiedLink | undefined): boolean =>
  link.kind === 'internal' && before?.kind === 'internal' && link.url !== before.url;

const placeOf = (link: ClassifiedLink): string => {
  if (link.kind === 'bad') return `bad ${link.raw}`;
  return link.kind === 'resource' ? resourcePlace(link.key) : link.key;
};

const resourcePlace = (key: string): string => `resource ${key}`;

/** Of two that are one link. */
function isBetter(one: SeenLink, before: SeenLink): boolean {
  if (one.link.kind === 'resource' && before.link.kind === 'resource')
    return resourceRoles.indexOf(one.link.role) > resourceRoles.indexOf(before.link.role);
  const wasGuess = before.found.role === 'guess';
  if (wasGuess !== (one.found.role === 'guess')) return wasGuess;
  return before.isNofollow && !one.isNofollow;
}

/** Whether the page has what is guessed as a link, where the guess is a resource, or as a resource. */
const isKnown = (guess: ClassifiedLink, seen: ReadonlyMap<string, SeenLink>): boolean =>
  guess.kind !== 'bad' && seen.has(guess.kind === 'resource' ? guess.key : resourcePlace(guess.key));
