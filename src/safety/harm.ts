import { asksToEdit, endsSession, harmOfAddress, isTelling } from './address.ts';
import { saysToAct } from './element.ts';
import { type Harm, harmOfText, isCross, stronger } from './text.ts';

interface Followed {
  readonly url: string;
  readonly anchor: string;
  readonly rel: string;
  readonly isGuess: boolean;
}

/** Stands in the `rel` of a found link whose element says that it acts, so that it is known whenever the link is judged. */
const ACTS = 'acts';
const isMarked = (rel: string): boolean => rel.split(' ').includes(ACTS);

/** The `rel` of a found link, with a mark if its element says that following it acts; see `saysToAct`. */
export function markedRel(rel: string, said: string, url: string | undefined): string {
  return saysToAct(said, () => url !== undefined && isTelling(new URL(url))) ? `${rel} ${ACTS}`.trim() : rel;
}

/** What following a link may do, by all that it says: its address, its text, and its element, as `markedRel` has judged it. */
function harmOf({ url, anchor, rel }: Omit<Followed, 'isGuess'>): Harm | undefined {
  const address = new URL(url);
  const byAddress = isMarked(rel) ? 'sure' : harmOfAddress(address);
  if (byAddress === 'sure' || anchor === '') return byAddress;
  const byText = isCross(anchor) && !/\p{L}/u.test(anchor) ? 'doubtful' : harmOfText(anchor);
  return stronger([byAddress, isTelling(address) ? undefined : byText]);
}

/**
 * What a visit may do, such that the link is listed and not visited: in a session all that ends it, deletes or sends
 * something, or may do so; of guesses, which people are not known to follow, what does so in any case; of all links those
 * whose address logs out, or leads to a form in which a page is edited, as some lock it. Undefined where it may be visited.
 */
export function harmOfVisit(link: Followed, isInSession: boolean): Harm | undefined {
  if (/edit/i.test(link.url) && asksToEdit(new URL(link.url))) return 'doubtful';
  if (isInSession) return harmOf(link);
  if (harmOfAddress(new URL(link.url)) !== 'sure') return undefined;
  return link.isGuess || endsSession({ url: link.url, anchor: '' }) ? 'sure' : undefined;
}
