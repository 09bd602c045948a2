import type { FrameDocument } from '../browser/document.ts';
import type { Gesture, PlannedAct } from './gestures.ts';

/** An action that can be done in one of the page's documents. */
export interface FrameAct extends PlannedAct {
  readonly frame: FrameDocument;
}

/** Returns the key of a target in a document. */
export const targetOf = (frame: FrameDocument, target: number): string => `${frame.id} ${target}`;

/** Kind of actions on all pages with the same scripts: the gesture, the listener, the element alone. */
export interface Kind {
  readonly name: string;
  /** True if the kind is skipped because other pages got nothing from such actions. */
  readonly isSkipped: boolean;
  isTried: boolean;
  hasBrought: boolean;
}

/** Actions of one kind on elements of one kind, at one place of the page. */
export interface Group {
  readonly kind: Kind;
  readonly acts: Candidate[];
  dryRounds: number;
  /** Actions without a new link since the last productive one, including those that showed something new. */
  unproductive: number;
  /** Number of tries, and of productive ones; earlier tries count less. */
  tries: number;
  successes: number;
  /** Repeated actions that changed nothing; infinity once one brought links. */
  again?: number;
  /** True if an action of the group was repeated and showed nothing new. */
  isSteady?: boolean;
  /** True if typing into a field sent a request or changed the page: the field searches for the text. */
  isHeard?: boolean;
  /** Typed texts that showed something new; `isInPairs` is true once single letters found nothing. */
  newTexts?: number;
  isInPairs?: boolean;
  /** True if a batch of the group changed the page: the actions are then tried one by one. */
  isLookedAt?: boolean;
  /** Sweeps so far: tries of all remaining actions of an unproductive group in one batch. */
  sweeps?: number;
  /** True if an action of the group was tried, and one of those whose elements were added since. */
  isTried: boolean;
  /** Actions at the front whose elements were added since the last try; counted while no action is unproductive. */
  fresh: number;
  /** True for fields whose late answers may replace each other: only one of them is in a batch. */
  isApart?: boolean;
  /** True if an action of the group brought links. */
  isProductive?: boolean;
  /** True if an action of the group showed other things to try. */
  hasOpened?: boolean;
  /** True if an action of the group showed something that brought links. */
  hasLed?: boolean;
  /** Labels of the tried actions. */
  readonly labels: Set<string>;
  /** Action that led to the view with the missing elements of the group. */
  way?: Candidate;
  /** Actions tried ahead of other groups because the group brought links. */
  lead?: number;
  /** Actions retried on recreated elements without a link since the last productive one. */
  dryRenewals?: number;
  /** True if repeating an action on a replacement of its element brought nothing new. */
  isDryAgain?: boolean;
}

/** An action to try, or to try again. */
export interface Candidate {
  readonly planned: FrameAct;
  readonly group: Group;
  repeats: number;
  /** Number of times the element was missing. */
  readonly misses?: number;
  /** Last action before this one was planned, which may have shown the element. */
  readonly opener?: Candidate | undefined;
  /** View that the last run of the action led to; the repetition starts there. */
  readonly leadsTo?: number | undefined;
  /** True if a dialog covered the element when the action was to be repeated. */
  readonly isPutOff?: boolean;
  /** True if the action is retried because another action recreated the element. */
  readonly isRenewed?: boolean;
  /** True if the page shows the text of an earlier try: a failure then says nothing about other views. */
  readonly isKnownView?: boolean;
  /** True if the action is retried because the text beside the element changed. */
  readonly isRetold?: boolean;
  /** True if the action is repeated on the replacement of the element. */
  readonly isRemade?: boolean;
  /** True for a repeated action that changed the page before other groups were known to bring links. */
  readonly isStale?: boolean;
  /** True for a press of a button after a choice, which is the `opener`. */
  readonly isAsking?: boolean;
  /** True for an earlier choice repeated in combination with others; at most one is in a batch. */
  readonly isChosenAgain?: boolean;
  /** True for a press that changed nothing and is retried when nothing else is left. */
  readonly isStill?: boolean;
  /** True for a repetition that finds out which action of a batch was productive. */
  isProbe?: boolean;
}

/** Gestures that readers commonly use. */
const USUAL: readonly Gesture[] = ['press', 'hover', 'enter', 'choose', 'ask', 'submit', 'spot', 'slide'];
export const isUsual = ({ planned }: Candidate): boolean => USUAL.includes(planned.act[1]);

/** Returns the common actions among some; all of them if none is common. */
export function usualOf(acts: readonly Candidate[]): readonly Candidate[] {
  const usual = acts.filter(isUsual);
  return usual.length > 0 ? usual : acts;
}

/** Tells whether a batch has several actions, all of one group. */
export const isOfOneGroup = (batch: readonly Candidate[]): boolean =>
  batch.length > 1 && batch.every(({ group }) => group === batch[0]?.group);

const isHold = ({ act: [, gesture] }: FrameAct): boolean => gesture === 'hold';

/** Tells whether a text is typed into a field known to react: the effect of each text is examined alone. */
const isAnswered = (planned: FrameAct, group: Group): boolean => planned.isTyped === true && group.isHeard === true;

/** Returns actions that can be done together with the first one: in one document, without undoing each other. */
export function compatible(among: readonly Candidate[], most: number): Candidate[] {
  const [first] = among;
  const opened = new Set<string>();
  let isTyping = false;
  const isCompatible = ({ planned, group, isChosenAgain }: Candidate) => {
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
    // Answers to texts arrive late: actions that change the page wait for the next batch.
    const mayBeAnswered = isTyping && planned.isTyped !== true;
    isTyping ||= planned.isTyped === true;
    return isFree && !mayBeAnswered;
  };
  return among.filter(isCompatible).slice(0, most);
}

/** Unproductive actions of a group in a row before the rest of the group is skipped. */
export const MOST_DRY_ROUNDS_OF_GROUP = 3;
/** Unproductive texts before a field is skipped: single letters, pairs, and texts after productive ones. */
const MOST_UNFOUND = 10;
const MOST_UNFOUND_IN_PAIRS = 16;
const MOST_UNFOUND_ON = 12;
/** Unproductive spots before a picture is skipped: a chart may hear only one press of a batch. */
const MOST_SPOTS = 5;
const isSpot = (attempt: Candidate | undefined): boolean => attempt?.planned.act[1] === 'spot';

/** Returns the number of unproductive actions in a row before the rest of a group is skipped. */
const mostDryRounds = ({ acts, isHeard, isInPairs, isProductive, hasLed }: Group): number => {
  if (!isHeard) return isSpot(acts[0]) ? MOST_SPOTS : MOST_DRY_ROUNDS_OF_GROUP;
  const [target, , field] = acts[0]?.planned.act ?? [];
  // The target is a button that searches for the text of the field.
  if (target !== field && !isProductive) return MOST_DRY_ROUNDS_OF_GROUP;
  return isProductive || hasLed ? MOST_UNFOUND_ON : isInPairs ? MOST_UNFOUND_IN_PAIRS : MOST_UNFOUND;
};
export const isGivenUp = (group: Group): boolean => group.dryRounds >= mostDryRounds(group);

/** New texts after single letters that may be mere messages, such as "too few letters". */
const MOST_NEW_TEXTS = 1;

/** Continues with pairs of letters if single letters found nothing. */
export function goOnInPairs(group: Group): void {
  if (group.isInPairs || group.hasLed || (group.newTexts ?? 0) > MOST_NEW_TEXTS) return;
  const pairs = group.acts.filter(({ planned }) => planned.isPair);
  if (pairs.length === 0) return;
  group.acts.splice(0, Number.POSITIVE_INFINITY, ...pairs);
  group.dryRounds = 0;
  group.isInPairs = true;
}

/** Tells whether a group brought links and had few unproductive actions since. */
export const isGoneOnWith = ({ isProductive, unproductive }: Group): boolean =>
  isProductive === true && unproductive < MOST_DRY_ROUNDS_OF_GROUP;

/** Factor by which each new try reduces the weight of earlier ones. */
const FADING = 0.7;

/** Counts a try of a group. */
export function countTry(group: Group, hasBrought: boolean): void {
  group.tries = FADING * group.tries + 1;
  group.successes = FADING * group.successes + (hasBrought ? 1 : 0);
}

/** Estimates the share of tries that bring links, from 0 to 1; an untried group has 1. */
const promiseOf = ({ tries, successes }: Group): number => (successes + 1) / (tries + 1);

/** Orders groups by promise; of two equal ones, the group with more tries continues. */
export const byPromise = (a: Group, b: Group): number => promiseOf(b) - promiseOf(a) || b.tries - a.tries;

/** Moves actions that lead back to the end, since a change of the page ends a batch. */
export const leadingBackLast = (batch: readonly Candidate[]): Candidate[] => [
  ...batch.filter(({ planned }) => planned.leadsBack !== true),
  ...batch.filter(({ planned }) => planned.leadsBack === true),
];

/** Returns the key of an action's target. */
export const keyOf = ({ planned: { frame, act } }: Candidate): string => targetOf(frame, act[0]);

/** Returns a name that an action keeps when scripts recreate the element, even elsewhere. */
export const nameOf = ({ frame, group, label }: FrameAct): string => `${frame.id} ${group} ${label}`;

/** Returns the name of a group without script numbers, which differ from page to page. */
export const nameOfGroup = (group: string): string => group.replace(/\d+:\d+:(?=\d+ )/g, '');

/** Returns the name, on all pages of a site, of a press on a control without address; undefined for other actions. */
export const controlOf = ({ frame, act: [, gesture], isControl, href, group, label }: FrameAct): string | undefined =>
  frame.isMain && isControl && gesture === 'press' && href === undefined ? `${nameOfGroup(group)} ${label}` : undefined;

/** Returns the index of the next action to try, preferably one with an untried label. */
export const pickOf = (group: Group): number => {
  const isOther = ({ planned }: Candidate) => !group.labels.has(planned.label);
  const first = sampleOf(group);
  if (group.acts[first] === undefined || isOther(group.acts[first])) return first;
  return Math.max(0, group.acts.findIndex(isOther));
};

/** Returns an index by position (first, last, middle): what these lack, few of the others have. */
const sampleOf = ({ acts, fresh, unproductive }: Group): number => {
  // Texts and spots are sorted by promise.
  if (fresh > 0 || acts.length < 3 || acts[0]?.isRenewed || acts[0]?.planned.isTyped || isSpot(acts[0])) return 0;
  return unproductive === 1 ? acts.length - 1 : unproductive === 2 ? acts.length >> 1 : 0;
};
