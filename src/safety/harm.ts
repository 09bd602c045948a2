import { asksToEdit, harmOfAddress, harmOfLink } from './address.ts';
import type { Harm } from './text.ts';

interface Followed {
  readonly url: string;
  readonly anchor: string;
  readonly isGuess: boolean;
}

/**
 * What a visit may do, such that the link is listed and not visited: in a session all that ends it, deletes or sends
 * something, or may do so; of guesses, which nobody is known to follow, what does so in any case; and of all links those
 * to forms in which a page is edited, as some lock it. Undefined where it may be visited.
 */
export function harmOfVisit(link: Followed, isInSession: boolean): Harm | undefined {
  if (/edit/i.test(link.url) && asksToEdit(new URL(link.url))) return 'doubtful';
  if (isInSession) return harmOfLink(link);
  return link.isGuess && harmOfAddress(new URL(link.url)) === 'sure' ? 'sure' : undefined;
}
