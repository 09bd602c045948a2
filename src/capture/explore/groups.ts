import {
  type Attempt,
  countTry,
  type FrameAct,
  type Group,
  isGivenUp,
  isGoneOnWith,
  isUsual,
  MOST_IN_VAIN_OF_GROUP,
  usualOf,
} from './attempt.ts';
import type { Came } from './repeats.ts';

/** So many more of a kind are a table or a calendar, and not the answers to a question. */
const LEAST_SWEPT = 4;

/** Links with event listeners are tried last, one by one: some lead to other routes of an application. */
export const isNoLink = ({ acts }: Group): boolean => acts[0]?.planned.href === undefined;

export const isOfControls = ({ acts }: Group): boolean => acts[0]?.planned.isControl === true;
export const isUntriedControl = (group: Group): boolean => !group.isTried && isOfControls(group);
export const isTypedInto = ({ isHeard, acts }: Group): boolean => isHeard === true && acts.length > 0;
/** Of what a text has found one was chosen: the others are tried, too, unless so many are in vain. */
export const isFoundByText = (attempt: Attempt | undefined): boolean =>
  attempt?.opener?.planned.isTyped === true && attempt.group.labels.size > 0 && !isGivenUp(attempt.group);
/** What was never tried, of a kind that brings links. */
export const isFirstOfFruitful = (one: Attempt): boolean => isUsual(one) && isGoneOnWith(one.group) && !one.isRenewed;
/** What one list offers may depend on what was chosen in another, which is not the same drawn anew: it is chosen before another choice takes it away. */
export const isOfferedByChoice = ({ acts }: Group): boolean => {
  const [first] = acts;
  const opener = first?.opener?.planned;
  if (!opener || first.planned.act[1] !== 'choose' || isText(first)) return false;
  const [told, , list] = first.planned.act;
  const [element, gesture, chosenIn = element, option] = opener.act;
  if (told !== list || chosenIn === list) return false;
  if (gesture === 'choose') return acts.every(({ planned }) => planned.act[3] !== option);
  const [, value = ''] = /^\d+ (.*)$/s.exec(first.planned.label) ?? [];
  return gesture === 'enter' && !opener.label.includes(value);
};
/** What is opened again at once where it has closed, as is usual with each choice. */
export const isOpenedAgain = (attempt: Attempt): boolean => isGoneOnWith(attempt.group) || isFoundByText(attempt);
export const isText = (attempt: Attempt | undefined): boolean => attempt?.planned.isTyped === true;
export const openerOf = ({ acts: [first] }: Group) => first?.opener?.planned;
/** Whether it is chosen in a field that hears it itself, for a button: once it is known that nothing else comes of it. */
export const isForButton = ({ act: [, gesture], comesLast }: FrameAct): boolean =>
  gesture === 'choose' && comesLast === true;
/** A picture in a button does what the button does. */
export const isOfParts = ({ acts }: Group): boolean => acts[0]?.planned.comesLast === true;
/** Presses of controls come first, then fields, then the pointer over controls and over what hears it itself. */
const turnOf = ({ acts: [first] }: Group): number => {
  if (!first) return 3;
  const { isControl, mayOpenLate, comesLast, isTyped, act } = first.planned;
  if (isControl && /^(?:press|spot|slide)$/.test(act[1])) return 0;
  return isTyped || act[1] === 'enter' ? 1 : isControl || mayOpenLate ? 2 : comesLast ? 4 : 3;
};
export const isPressed = (group: Group): boolean => turnOf(group) === 0;
export const byTurn = (a: Group, b: Group): number => turnOf(a) - turnOf(b);
/** Whether controls have brought no link yet, and may only have shown texts: the others are done in one go. */
export const isSwept = (group: Group): boolean =>
  isOfControls(group) &&
  isNoLink(group) &&
  !group.isFruitful &&
  !group.isLookedAt &&
  !isText(group.acts[0]) &&
  group.fruitless >= MOST_IN_VAIN_OF_GROUP &&
  group.acts[0]?.planned.act[1] !== 'spot' &&
  group.acts.length >= LEAST_SWEPT;
/** Whether one of a group was not tried yet that calls itself otherwise than those that were. */
export const hasOther = ({ acts, labels }: Group): boolean => acts.some(({ planned }) => !labels.has(planned.label));
export const isUsuallyDone = (group: Group): boolean => hasOther(group) && group.acts.some(isUsual);
/** Whether one of its group has brought links or something that did, or it is more than to be pointed at, or done to a part of a control. */
export const mayLead = ({ group, planned: { act, comesLast } }: Attempt): boolean =>
  group.isFruitful === true || group.hasLed === true || (act[1] !== 'hover' && comesLast !== true);

/**
 * What groups of acts have learned from those that were done.
 *
 * @param telling those of them that may have shown something new
 * @param isOnTheWay whether what they came to is only a step to what they led to before
 */
export function credit(
  done: readonly Attempt[],
  { effect, found, isNews, isMoreToCome, isAsked }: Came,
  telling: readonly Attempt[],
  isOnTheWay: (leadsTo: number | undefined) => boolean,
): void {
  const last = done.at(-1);
  // What changes the page at once ends a batch.
  const isOfAny = effect !== 'change' || isMoreToCome || isAsked;
  // Of what readers do and what they seldom do, the former has brought it.
  const doers = new Set(usualOf(done).map(({ group }) => group));
  for (const { group, repeats, isRenewed, isKnownView, leadsTo } of done) {
    const hasBrought = found > 0 && (group === last?.group || (isOfAny && doers.has(group)));
    group.isFruitful ||= hasBrought;
    if (repeats === 0 || isRenewed) countTry(group, hasBrought);
    if (hasBrought || (isRenewed && (found > 0 || isNews))) group.vain = 0;
    else if (isRenewed && !isKnownView) group.vain = (group.vain ?? 0) + 1;
    group.kind.isTried = true;
    group.kind.hasBrought ||= found > 0;
    if (found > 0) group.inVain = group.fruitless = 0;
    else if (repeats === 0) group.fruitless++;
    if (repeats > 0 && !isOnTheWay(leadsTo)) group.isSteady ||= found === 0 && !isNews;
  }
  for (const { group, repeats, planned } of done) {
    const isAnother = !group.labels.has(planned.label);
    group.isHeard ||= planned.isTyped === true && effect !== 'none';
    if (planned.isTyped && isNews) group.told = (group.told ?? 0) + 1;
    // One that seems to have brought links may have come as something else did.
    if (planned.isTyped && (group.successes > 1 || group.hasLed) && !group.isInPairs) dropPairs(group);
    group.labels.add(planned.label);
    const isInVain = found === 0 && repeats === 0 && isAnother;
    // Of a list that is looked through a text shows less, which is nothing new.
    if (isInVain && (planned.isTyped || !telling.some((one) => one.group === group))) group.inVain++;
  }
}

/** What a letter has brought, it brings without a second one. */
function dropPairs(group: Group): void {
  group.acts.splice(0, Number.POSITIVE_INFINITY, ...group.acts.filter(({ planned }) => !planned.isPair));
}
