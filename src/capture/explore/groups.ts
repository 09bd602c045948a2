import {
  type Candidate,
  countTry,
  type FrameAct,
  type Group,
  isGivenUp,
  isGoneOnWith,
  isUsual,
  MOST_DRY_ROUNDS_OF_GROUP,
  usualOf,
} from './candidate.ts';
import type { Came } from './repeats.ts';

/** Remaining actions from which a group is a table or a calendar rather than the answers to a question. */
const LEAST_SWEPT = 4;

/** Tells whether a group has no links. Links with listeners are tried last, one by one: some lead to routes. */
export const isNoLink = ({ acts }: Group): boolean => acts[0]?.planned.href === undefined;

export const isOfControls = ({ acts }: Group): boolean => acts[0]?.planned.isControl === true;
export const isUntriedControl = (group: Group): boolean => !group.isTried && isOfControls(group);
export const isTypedInto = ({ isHeard, acts }: Group): boolean => isHeard === true && acts.length > 0;
/** Tells whether an action is a further result of a typed text, and its group is not given up. */
const isFoundByText = (attempt: Candidate | undefined): boolean =>
  attempt?.opener?.planned.isTyped === true && attempt.group.labels.size > 0 && !isGivenUp(attempt.group);
/**
 * Tells whether a list was filled by a choice in another list, rather than redrawn. Such options are chosen first,
 * since another choice may empty the list.
 */
export const isOfferedByChoice = ({ acts }: Group): boolean => {
  const [first] = acts;
  const opener = first?.opener?.planned;
  if (!opener || first.planned.act[1] !== 'choose' || isText(first)) return false;
  const [target, , list] = first.planned.act;
  const [element, gesture, chosenIn = element, option] = opener.act;
  if (target !== list || chosenIn === list) return false;
  if (gesture === 'choose') return acts.every(({ planned }) => planned.act[3] !== option);
  const [, value = ''] = /^\d+ (.*)$/s.exec(first.planned.label) ?? [];
  return gesture === 'enter' && !opener.label.includes(value);
};
/** Tells whether an action's element is opened again at once after closing, as lists close with each choice. */
export const isOpenedAgain = (attempt: Candidate): boolean => isGoneOnWith(attempt.group) || isFoundByText(attempt);
export const isText = (attempt: Candidate | undefined): boolean => attempt?.planned.isTyped === true;
export const openerOf = ({ acts: [first] }: Group) => first?.opener?.planned;
/** Tells whether a choice is made in a field that reacts itself, for a button: only once no other effect is known. */
export const isForButton = ({ act: [, gesture], comesLast }: FrameAct): boolean =>
  gesture === 'choose' && comesLast === true;
/** Tells whether a group uses parts of controls: a picture in a button does what the button does. */
export const isOfParts = ({ acts }: Group): boolean => acts[0]?.planned.comesLast === true;
/** Orders presses of controls first, then fields, then pointing at controls and listening elements. */
const turnOf = ({ acts: [first] }: Group): number => {
  if (!first) return 3;
  const { isControl, mayOpenLate, comesLast, isTyped, act } = first.planned;
  if (isControl && /^(?:press|spot|slide)$/.test(act[1])) return 0;
  return isTyped || act[1] === 'enter' ? 1 : isControl || mayOpenLate ? 2 : comesLast ? 4 : 3;
};
export const isPressed = (group: Group): boolean => turnOf(group) === 0;
/** Tells whether actions of the group's kind were tried on the page and neither brought a link nor opened anything. */
const isTriedInVain = ({ kind, hasOpened, hasLed }: Group): boolean =>
  kind.isTried && !kind.hasBrought && !hasOpened && !hasLed;
/** Orders groups: kinds of acts that were tried in vain come last, since each may end a batch before the others. */
export const byTurn = (a: Group, b: Group): number =>
  Number(isTriedInVain(a)) - Number(isTriedInVain(b)) || turnOf(a) - turnOf(b);
/** Tells whether unproductive controls showed at most texts: the remaining ones are tried in one batch. */
export const isSwept = (group: Group): boolean =>
  isOfControls(group) &&
  isNoLink(group) &&
  !group.isProductive &&
  !group.isLookedAt &&
  !isText(group.acts[0]) &&
  group.unproductive >= MOST_DRY_ROUNDS_OF_GROUP &&
  group.acts[0]?.planned.act[1] !== 'spot' &&
  group.acts.length >= LEAST_SWEPT;
/** Tells whether a group has an action with an untried label. */
export const hasOther = ({ acts, labels }: Group): boolean => acts.some(({ planned }) => !labels.has(planned.label));
export const isUsuallyDone = (group: Group): boolean => hasOther(group) && group.acts.some(isUsual);
/** Tells whether a group led to links, or an action is more than a hover or an action on a part of a control. */
export const mayLead = ({ group, planned: { act, comesLast } }: Candidate): boolean =>
  group.isProductive === true || group.hasLed === true || (act[1] !== 'hover' && comesLast !== true);

/**
 * Updates the groups of finished actions.
 *
 * @param telling actions that may have shown something new
 * @param isOnTheWay tells whether the reached view is only a step to the view reached before
 */
export function credit(
  done: readonly Candidate[],
  { effect, found, isNews, isMoreToCome, isAsked }: Came,
  telling: readonly Candidate[],
  isOnTheWay: (leadsTo: number | undefined) => boolean,
): void {
  const last = done.at(-1);
  // A change of the page ends a batch.
  const isOfAny = effect !== 'change' || isMoreToCome || isAsked;
  // Common actions get the credit rather than rare ones.
  const doers = new Set(usualOf(done).map(({ group }) => group));
  for (const { group, repeats, isRenewed, isKnownView, leadsTo } of done) {
    const hasBrought = found > 0 && (group === last?.group || (isOfAny && doers.has(group)));
    group.isProductive ||= hasBrought;
    if (repeats === 0 || isRenewed) countTry(group, hasBrought);
    if (hasBrought || (isRenewed && (found > 0 || isNews))) group.dryRenewals = 0;
    else if (isRenewed && !isKnownView) group.dryRenewals = (group.dryRenewals ?? 0) + 1;
    group.kind.isTried = true;
    group.kind.hasBrought ||= found > 0;
    if (found > 0) group.dryRounds = group.unproductive = 0;
    else if (repeats === 0) group.unproductive++;
    if (repeats > 0 && !isOnTheWay(leadsTo)) group.isSteady ||= found === 0 && !isNews;
  }
  for (const { group, repeats, planned } of done) {
    const isAnother = !group.labels.has(planned.label);
    group.isHeard ||= planned.isTyped === true && effect !== 'none';
    if (planned.isTyped && isNews) group.newTexts = (group.newTexts ?? 0) + 1;
    // A single productive text may have coincided with another effect.
    if (planned.isTyped && (group.successes > 1 || group.hasLed) && !group.isInPairs) dropPairs(group);
    group.labels.add(planned.label);
    const isDry = found === 0 && repeats === 0 && isAnother;
    // A filter text shows less of the list, which is nothing new.
    if (isDry && (planned.isTyped || !telling.some((one) => one.group === group))) group.dryRounds++;
  }
}

/** Drops pairs of letters, since single letters bring the same. */
function dropPairs(group: Group): void {
  group.acts.splice(0, Number.POSITIVE_INFINITY, ...group.acts.filter(({ planned }) => !planned.isPair));
}
