import { asksToEdit, endsSession, harmOfAddress, isTelling } from './address.ts';
import { type ElementWords, isHarmfulElement, saysToAct } from './element.ts';
import { asksOnly } from './request.ts';
import { asksForHarm, asksToBeSure, type Harm, harmOfText, isCross, stronger, tellsOfLoss } from './text.ts';

/** What is about to be done: a link followed, an element pressed, a dialog agreed to, a request sent. */
interface Deed {
  readonly address?: URL;
  /** What a link shows. */
  readonly text?: string;
  /** Of a link, as `markedRel` has written it. */
  readonly rel?: string;
  /** What a dialog of the browser asks. */
  readonly question?: string;
  readonly element?: ElementWords;
  /** GET unless given. */
  readonly method?: string;
  /** What a request sends, as text. */
  readonly body?: string | undefined;
  /** What only may be a deed harms there. */
  readonly isInSession?: boolean;
}

/** Stands in the `rel` of a found link whose element says that it acts, so that it is known whenever the link is judged. */
const ACTS = 'acts';

/** The `rel` of a found link, with a mark if its element says that following it acts; see `saysToAct`. */
export function markedRel(rel: string, said: string, url: string | undefined): string {
  return saysToAct(said, () => url !== undefined && isTelling(new URL(url))) ? `${rel} ${ACTS}`.trim() : rel;
}

/**
 * The harm that a deed may do: end a session, delete, buy, send or publish something. Judged by all that it says of
 * itself; undefined: none.
 */
export function harmOf(deed: Deed): Harm | undefined {
  const { address, text = '', rel = '', question, element, method = 'GET', body, isInSession = false } = deed;
  const isAsked = question !== undefined && (asksForHarm(question) || asksToBeSure(question) || tellsOfLoss(question));
  if (isAsked || (element && isHarmfulElement(element, isInSession))) return 'sure';
  const isRead = method === 'GET' || method === 'HEAD' || (address && asksOnly({ url: address, body }));
  if (!isRead) return 'sure';
  const byAddress = rel.split(' ').includes(ACTS) ? 'sure' : address && harmOfAddress(address);
  if (byAddress === 'sure' || text === '' || (address && isTelling(address))) return byAddress;
  return stronger([byAddress, isCross(text) && !/\p{L}/u.test(text) ? 'doubtful' : harmOfText(text)]);
}

/** A link as it was found. */
interface Followed {
  readonly url: string;
  readonly anchor: string;
  readonly rel: string;
  readonly isGuess: boolean;
}

/**
 * What a visit may do, such that the link is listed and not visited: in a session all that ends it, deletes or sends
 * something, or may do so; of guesses, which people are not known to follow, what does so in any case; of all links those
 * whose address logs out, or leads to a form in which a page is edited, as some lock it. Undefined where it may be visited.
 */
export function harmOfVisit({ url, anchor, rel, isGuess }: Followed, isInSession: boolean): Harm | undefined {
  const address = new URL(url);
  if (/edit/i.test(url) && asksToEdit(address)) return 'doubtful';
  if (isInSession) return harmOf({ address, text: anchor, rel });
  if (harmOf({ address }) !== 'sure') return undefined;
  return isGuess || endsSession({ url, anchor: '' }) ? 'sure' : undefined;
}
