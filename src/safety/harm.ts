import { asksToEdit, endsSession, harmOfAddress, isArticle } from './address.ts';
import { type ElementWords, isHarmfulElement, saysToAct } from './element.ts';
import { asksOnly } from './request.ts';
import { asksForHarm, asksToBeSure, type Harm, harmOfText, isCross, stronger, tellsOfLoss } from './text.ts';

/** An intended action: following a link, pressing an element, accepting a dialog, sending a request. */
interface IntendedAction {
  readonly address?: URL;
  /** Text of a link. */
  readonly text?: string;
  /** `rel` of a link, as written by `markedRel`. */
  readonly rel?: string;
  /** Question of a browser dialog. */
  readonly question?: string;
  readonly element?: ElementWords;
  /** Method, GET by default. */
  readonly method?: string;
  /** Body of a request, as text. */
  readonly body?: string | undefined;
  /** True in a session, where `doubtful` words of an element count as harmful. */
  readonly isInSession?: boolean;
}

/** Mark in the `rel` of a found link whose element says that following has an effect, kept for all judgements. */
const ACTS = 'acts';

/** Returns the `rel` of a found link, marked if the element says that following has an effect; see `saysToAct`. */
export function markedRel(rel: string, said: string, url: string | undefined): string {
  return saysToAct(said, () => url !== undefined && isArticle(new URL(url))) ? `${rel} ${ACTS}`.trim() : rel;
}

/**
 * Returns the harm of an action by all its words: ending a session, deleting, buying, sending or publishing. Undefined
 * if there is none.
 */
export function harmOf(action: IntendedAction): Harm | undefined {
  const { address, text = '', rel = '', question, element, method = 'GET', body, isInSession = false } = action;
  const isAsked = question !== undefined && (asksForHarm(question) || asksToBeSure(question) || tellsOfLoss(question));
  if (isAsked || (element && isHarmfulElement(element, isInSession))) return 'sure';
  const isRead = method === 'GET' || method === 'HEAD' || (address && asksOnly({ url: address, body }));
  if (!isRead) return 'sure';
  const byAddress = rel.split(' ').includes(ACTS) ? 'sure' : address && harmOfAddress(address);
  if (byAddress === 'sure' || text === '' || (address && isArticle(address))) return byAddress;
  return stronger([byAddress, isCross(text) && !/\p{L}/u.test(text) ? 'doubtful' : harmOfText(text)]);
}

/** A found link. */
interface Followed {
  readonly url: string;
  readonly anchor: string;
  readonly rel: string;
  readonly isGuess: boolean;
}

/**
 * Returns the harm of a visit, because of which a link is only listed; undefined if there is none. Counts any harm in a
 * session, `sure` harm of guesses, which no reader may follow, and log-outs and edit forms of all links.
 */
export function harmOfVisit({ url, anchor, rel, isGuess }: Followed, isInSession: boolean): Harm | undefined {
  const address = new URL(url);
  if (/edit/i.test(url) && asksToEdit(address)) return 'doubtful';
  if (isInSession) return harmOf({ address, text: anchor, rel });
  if (harmOf({ address }) !== 'sure') return undefined;
  return isGuess || endsSession({ url, anchor: '' }) ? 'sure' : undefined;
}
