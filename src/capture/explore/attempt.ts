import type { FrameDocument } from '../browser/document.ts';
import type { Gesture, PlannedAct } from './gestures.ts';

/** What can be done in one of the page's documents. */
export interface FrameAct extends PlannedAct {
  readonly frame: FrameDocument;
}

/** A target in one of them. */
export const targetOf = (frame: FrameDocument, target: number): string => `${frame.id} ${target}`;

/** What is known of acts on all pages that are made alike: the gesture, the listener, the element by itself. */
export interface Kind {
  readonly name: string;
  /** Whether they are left, as they brought nothing to other pages. */
  readonly isLeft: boolean;
  isTried: boolean;
  hasBrought: boolean;
}

/** Acts of the same kind on elements of the same kind, at the same place of the page. */
export interface Group {
  readonly kind: Kind;
  readonly acts: Attempt[];
  inVain: number;
  /** How many brought no link since one did, those included that showed something new. */
  fruitless: number;
  /** Tries, those of long ago counted less, and how many of them brought links. */
  tries: number;
  successes: number;
  /** How many were done again and changed nothing; infinity once one brought something. */
  again?: number;
  /** Whether one of them was done again and showed nothing new. */
  isSteady?: boolean;
  /** Whether something was asked for, or changed, as one of them was done: a field looks for what is typed into it. */
  isHeard?: boolean;
  /** How many texts that were typed have shown something new, and whether letters have found nothing and pairs of them are typed. */
  told?: number;
  isInPairs?: boolean;
  /** Whether one of several that were done in one go has shown controls: each is looked at by itself. */
  isLookedAt?: boolean;
  /** How often the rest was left to be tried in one go, as some of them brought nothing. */
  sweeps?: number;
  /** Whether one of them had its turn, and one of those whose elements came since. */
  isTried: boolean;
  /** How many of them, the first, have elements that came since one had its turn; while its acts bring links. */
  fresh: number;
  /** Of fields whose answers come late and may take each other's place: one of them at a time. */
  isApart?: boolean;
  /** Whether one of them brought something … */
  isFruitful?: boolean;
  /** … or something else to be done. */
  hasOpened?: boolean;
  /** … that brought something. */
  hasLed?: boolean;
  /** What those call themselves that had their turn. */
  readonly labels: Set<string>;
  /** What led to the view that shows them, once they were missing. */
  way?: Attempt;
  /** How many were tried before other groups, as it brought links. */
  lead?: number;
  /** Acts of it that were tried once more, as their elements were made anew, and brought nothing since one did. */
  vain?: number;
  /** Whether what was made in the place of an element brought nothing new as one of them was done again to it. */
  isVainAnew?: boolean;
}

/** An act that is worth a try, or another one. */
export interface Attempt {
  readonly planned: FrameAct;
  readonly group: Group;
  repeats: number;
  /** How often its element was not there. */
  readonly misses?: number;
  /** What was done last when it was planned: that may have opened it. */
  readonly opener?: Attempt | undefined;
  /** What the page showed when it was done last; it is done again from there. */
  readonly leadsTo?: number | undefined;
  /** Whether a dialog covered it when it was to be done again. */
  readonly isPutOff?: boolean;
  /** Whether it is tried once more as its element was made anew by another act than before. */
  readonly isRenewed?: boolean;
  /** Whether the page then showed what it had shown when it was tried before: in vain there, it may not be elsewhere. */
  readonly isKnownView?: boolean;
  /** Whether it is tried once more as another text stands beside its element. */
  readonly isRetold?: boolean;
  /** Whether it is done again, to what was made in the place of its element. */
  readonly isMadeAnew?: boolean;
  /** Whether it changed the page before others were known to bring links, and is done again as these may bring more there. */
  readonly isStale?: boolean;
  /** Whether it presses a button as something was chosen before, which is its opener. */
  readonly isAsking?: boolean;
  /** Whether it chooses what was chosen before, as it may bring something with others: what it brings is looked at by itself. */
  readonly isChosenAgain?: boolean;
  /** Whether it is a press that changed nothing by itself and is tried once more, when nothing else is left. */
  readonly isStill?: boolean;
  /** Whether it is done again to see if it brought something, or another one of its batch. */
  isProbe?: boolean;
}

/** What readers do. */
const USUAL: readonly Gesture[] = ['press', 'hover', 'enter', 'choose', 'ask', 'submit', 'spot', 'slide'];
export const isUsual = ({ planned }: Attempt): boolean => USUAL.includes(planned.act[1]);

/** Those of some acts that readers do; all, if they do none of them. */
export function usualOf(acts: readonly Attempt[]): readonly Attempt[] {
  const usual = acts.filter(isUsual);
  return usual.length > 0 ? usual : acts;
}

/** Whether several are done in one go that are alike. */
export const isOfOneGroup = (batch: readonly Attempt[]): boolean =>
  batch.length > 1 && batch.every(({ group }) => group === batch[0]?.group);

const isHold = ({ act: [, gesture] }: FrameAct): boolean => gesture === 'hold';

/** Whether a text is typed into a field of which something was to be seen: what comes of it is looked at by itself. */
const isAnswered = (planned: FrameAct, group: Group): boolean => planned.isTyped === true && group.isHeard === true;

/** Those of some acts, from the first on, that are done in one document and do not undo each other. */
export function compatible(among: readonly Attempt[], most: number): Attempt[] {
  const [first] = among;
  const opened = new Set<string>();
  let isTyping = false;
  const isCompatible = ({ planned, group, isChosenAgain }: Attempt) => {
    if (!first || planned.frame !== first.planned.frame) return false;
    const isAlike = (is: (one: FrameAct) => boolean) => is(planned) === is(first.planned);
    if (
      !isAlike(isHold) ||
      !isAlike(({ mayOpenLate }) => mayOpenLate === true) ||
      isAnswered(planned, group) !== isAnswered(first.planned, first.group) ||
      !isAlike((one) => one.isAhead === true)
    )
      return false;
    const lists = isChosenAgain ? 'a choice' : group.isApart ? 'one of several lists' : planned.opens;
    const texts = isAnswered(planned, group) ? 'a text' : `texts of ${planned.act[2]}`;
    const opens = planned.isTyped && (group.isHeard || !group.isInPairs) ? texts : lists;
    const isFree = opens === undefined || !opened.has(opens);
    if (opens !== undefined) opened.add(opens);
    // Texts are answered late: what would change the page meanwhile is done when they are.
    const mayBeAnswered = isTyping && planned.isTyped !== true;
    isTyping ||= planned.isTyped === true;
    return isFree && !mayBeAnswered;
  };
  return among.filter(isCompatible).slice(0, most);
}

/** Acts of one group that brought nothing before the rest of the group is left. */
export const MOST_IN_VAIN_OF_GROUP = 3;
/** Texts that a field looks for in vain before others are left: single letters, longer ones, and those after some that have found links. */
const MOST_UNFOUND = 10;
const MOST_UNFOUND_IN_PAIRS = 16;
const MOST_UNFOUND_ON = 12;
/** Spots of a picture: charts hear one press a picture, so that many in one go may be one. */
const MOST_SPOTS = 5;
const isSpot = (attempt: Attempt | undefined): boolean => attempt?.planned.act[1] === 'spot';

/** How many of a group are tried in vain, one after the other, before the rest of it is left. */
const mostInVain = ({ acts, isHeard, isInPairs, isFruitful, hasLed }: Group): number => {
  if (!isHeard) return isSpot(acts[0]) ? MOST_SPOTS : MOST_IN_VAIN_OF_GROUP;
  const [told, , field] = acts[0]?.planned.act ?? [];
  // A button looks for each of them.
  if (told !== field && !isFruitful) return MOST_IN_VAIN_OF_GROUP;
  return isFruitful || hasLed ? MOST_UNFOUND_ON : isInPairs ? MOST_UNFOUND_IN_PAIRS : MOST_UNFOUND;
};
export const isGivenUp = (group: Group): boolean => group.inVain >= mostInVain(group);

/** Letters that were typed into a field have shown something new: more than a message that there are too few. */
const MOST_TOLD = 1;

/** Goes on with pairs of letters where single ones have found nothing. */
export function goOnInPairs(group: Group): void {
  if (group.isInPairs || group.hasLed || (group.told ?? 0) > MOST_TOLD) return;
  const pairs = group.acts.filter(({ planned }) => planned.isPair);
  if (pairs.length === 0) return;
  group.acts.splice(0, Number.POSITIVE_INFINITY, ...pairs);
  group.inVain = 0;
  group.isInPairs = true;
}

/** Whether acts of a group have brought links, and not so many since that did not. */
export const isGoneOnWith = ({ isFruitful, fruitless }: Group): boolean =>
  isFruitful === true && fruitless < MOST_IN_VAIN_OF_GROUP;

/** What a try counts by when there is another one. */
const FADING = 0.7;

/** One of a group was tried, and brought links or did not. */
export function countTry(group: Group, hasBrought: boolean): void {
  group.tries = FADING * group.tries + 1;
  group.successes = FADING * group.successes + (hasBrought ? 1 : 0);
}

/** The share of tries that may be hoped to bring links: what was never tried is hoped for most. */
const promiseOf = ({ tries, successes }: Group): number => (successes + 1) / (tries + 1);

/** Orders by that; of two alike the one first that was tried more: what has just brought links is gone on with while it is there. */
export const byPromise = (a: Group, b: Group): number => promiseOf(b) - promiseOf(a) || b.tries - a.tries;

/** A batch ends with what changes the page: what leads back is done when all others are. */
export const leadingBackLast = (batch: readonly Attempt[]): Attempt[] => [
  ...batch.filter(({ planned }) => planned.leadsBack !== true),
  ...batch.filter(({ planned }) => planned.leadsBack === true),
];

/** The target that an act is done to. */
export const keyOf = ({ planned: { frame, act } }: Attempt): string => targetOf(frame, act[0]);

/** Acts of one name do the same, as far as can be told: scripts make their elements anew, and elsewhere. */
export const nameOf = ({ frame, group, label }: FrameAct): string => `${frame.id} ${group} ${label}`;

/** What groups are called on all pages that are made alike: their scripts have other numbers on each. */
export const nameOfGroup = (group: string): string => group.replace(/\d+:\d+:(?=\d+ )/g, '');

/** What a press of a control that has no address is called on all pages of a site; undefined for any other act. */
export const controlOf = ({ frame, act: [, gesture], isControl, href, group, label }: FrameAct): string | undefined =>
  frame.isMain && isControl && gesture === 'press' && href === undefined ? `${nameOfGroup(group)} ${label}` : undefined;

/** Which of many is tried: one that calls itself otherwise than those that were, if there is one. */
export const pickOf = (group: Group): number => {
  const isOther = ({ planned }: Attempt) => !group.labels.has(planned.label);
  const first = sampleOf(group);
  if (group.acts[first] === undefined || isOther(group.acts[first])) return first;
  return Math.max(0, group.acts.findIndex(isOther));
};

/** The same by where it stands: at first one from each end and one from the middle, as what they lack few of the others have. */
const sampleOf = ({ acts, fresh, fruitless }: Group): number => {
  // Texts and spots are in the order in which they promise most.
  if (fresh > 0 || acts.length < 3 || acts[0]?.isRenewed || acts[0]?.planned.isTyped || isSpot(acts[0])) return 0;
  return fruitless === 1 ? acts.length - 1 : fruitless === 2 ? acts.length >> 1 : 0;
};
