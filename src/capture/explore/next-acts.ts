import { type Candidate, type Group, isGoneOnWith, isUsual } from './candidate.ts';
import type { Choices } from './fields.ts';
import { type FilledFields, isClosing } from './fields.ts';
import {
  byTurn,
  hasOther,
  isForButton,
  isNoLink,
  isOfControls,
  isOfferedByChoice,
  isOfParts,
  isOpenedAgain,
  isPressed,
  isText,
  isTypedInto,
  isUntriedControl,
  isUsuallyDone,
  mayLead,
  openerOf,
} from './groups.ts';
import type { LateEffects } from './late-effects.ts';
import type { OpenGroups, Sweeps } from './open-groups.ts';
import type { Repeats } from './repeats.ts';
import type { Views } from './views.ts';

/** Actions of a productive group that are tried before other groups. */
const MOST_LEADING = 6;
/** Unproductive texts of a field after which hovers come first. */
const MOST_TYPED = 6;

/** Queues of untried and repeated actions of a page. */
interface Waiting {
  readonly open: OpenGroups;
  readonly held: Candidate[];
  readonly lateEffects: LateEffects;
  readonly views: Views;
  readonly repeats: Repeats;
  readonly choices: Choices;
  readonly filled: FilledFields;
  readonly sweeps: Sweeps;
  /** Last action that changed the page. */
  readonly opener: Candidate | undefined;
  /** Tab that was opened last. */
  readonly tab: Candidate | undefined;
}

/**
 * Returns the next batch, all in one document: one action of each group, then repetitions, then more of each group.
 */
export function nextActs(waiting: Waiting, most: number): readonly Candidate[] {
  const { open, held, lateEffects, views, repeats, choices, filled, sweeps, opener } = waiting;
  const others = open.all.filter(isNoLink);
  const productive = others.filter((group) => isGoneOnWith(group) && !isOfParts(group));
  const untried = open.all.filter(({ isTried }) => !isTried).sort(byTurn);
  const waits = waitsIn(open);
  const controls = [
    ...untried.filter((group) => isNoLink(group) && isOfControls(group) && !waits(group)),
    ...others.filter((group) => group.isTried && isOfControls(group) && hasOther(group) && !waits(group)),
  ];
  const isAlone = ({ acts: [first] }: Group) => first !== undefined && isForButton(first.planned);
  const parts = untried.filter((group) => isNoLink(group) && !isOfControls(group) && !waits(group) && !isAlone(group));
  const either = [...controls, ...parts].sort(byTurn);
  const pointed = either.filter(({ acts: [first] }) => first?.planned.act[1] === 'hover');
  const holdsTexts = views.shows(isText);
  const isOfNewKind = controls.some(({ kind }) => !kind.isTried);
  // Untried controls come before rare actions, and those of an untried kind before what was tried in another view.
  const isShownFirst = (one: Candidate) =>
    isUsual(one) &&
    !isText(one) &&
    !(holdsTexts && isClosing(one)) &&
    (controls.length === 0 || mayLead(one)) &&
    !(isOfNewKind && one.isRenewed);
  const oneOfEach = (groups: readonly Group[], atMost = most) => open.oneOfEach(groups, atMost);
  const oncePressed = (acts: () => readonly Candidate[]) => (controls.some(isPressed) ? [] : acts());
  const onceControlsAreTried = (acts: () => readonly Candidate[]) => (controls.length === 0 ? acts() : []);
  const turns: readonly (() => readonly Candidate[])[] = [
    () => held.splice(0),
    () => (repeats.mayClose ? broughtBy(waiting, most) : []),
    () => listOf(repeats.atOnce()),
    // A button is independent of fields that search by themselves.
    () => (others.some(isTypedInto) ? [] : repeats.wanting(most)),
    () => lateEffects.next(),
    () => (lateEffects.hasLate ? broughtBy(waiting, most) : []),
    () => lateEffects.nextLate(),
    // Results of a text vanish with the next text.
    () => (opener?.planned.isTyped ? broughtBy(waiting, most, isUsuallyDone) : []),
    () => oneOfEach(others.filter(isOfferedByChoice)),
    // Elements shown again come first, unless others promise more.
    () => oneOfEach(views.outdoing(productive, isUsual)),
    () => views.next(most, isShownFirst),
    // The content of a tab vanishes with the next tab.
    () => shownByTab(waiting, most),
    () => leading(open, productive, most),
    // A productive field opened by another action may close with any other.
    () => oneOfEach(others.filter((group) => group.isProductive && isText(group.acts[0]) && openerOf(group))),
    // Lists that close with each choice are opened again while choices bring links.
    () => listOf(views.wayOn(isOpenedAgain)),
    () => onceControlsAreTried(() => sweeps.first(most)),
    // Search fields get further texts; after some unproductive ones, hovers come first.
    () => oncePressed(() => oneOfEach(others.filter((group) => isTypedInto(group) && group.unproductive < MOST_TYPED))),
    () => (holdsTexts || others.some(isTypedInto) ? oncePressed(() => oneOfEach(pointed)) : []),
    () => oncePressed(() => oneOfEach(others.filter(isTypedInto))),
    // A reopened field may close again.
    () => views.next(most, (one) => isText(one) && one.group.isProductive === true && one.opener !== undefined),
    () => onceControlsAreTried(() => listOf(views.takeStale())),
    () => oneOfEach(either),
    () => views.next(most, () => true),
    () => oneOfEach(untried, 1),
    () => emptied(open, filled, productive, most),
    // Productive groups continue before their opener opens something else.
    () => oneOfEach(productive),
    () => listOf(repeats.soon()),
    () => sweeps.rest(most),
    () => listOf(views.wayBack()),
    () => listOf(choices.next()),
    () => oneOfEach(others),
    () => listOf(repeats.last() ?? oneOfEach(open.all, 1)[0]),
    () => repeats.still(most),
  ];
  for (const turn of turns) {
    const acts = turn();
    if (acts.length > 0) return acts;
  }
  return [];
}

/** Returns a test for groups that may close a dialog with an untried search field, and so have to wait. */
function waitsIn(open: OpenGroups): (group: Group) => boolean {
  const mayLook = ({ isHeard, isTried, acts: [first] }: Group) => first?.planned.isTyped && (isHeard || !isTried);
  const openers = open.all.filter(mayLook).map(openerOf);
  const mayClose = ({ acts: [first] }: Group) => first !== undefined && isClosing(first);
  return (group) => mayClose(group) && openerOf(group) !== undefined && openers.includes(openerOf(group));
}

/** Takes more of productive groups before other groups. */
function leading(open: OpenGroups, productive: readonly Group[], most: number): readonly Candidate[] {
  const acts = open.oneOfEach(
    productive.filter(({ lead = 0 }) => lead < MOST_LEADING),
    most,
  );
  for (const { group } of acts) group.lead = (group.lead ?? 0) + 1;
  return acts;
}

/** Takes controls shown by the open tab that are untried or bring links. */
function shownByTab({ open, tab, opener }: Waiting, most: number): readonly Candidate[] {
  const isWithin = (one: Candidate | undefined): boolean =>
    one !== undefined && (one.planned === tab?.planned || isWithin(one.opener));
  const isShown = (one: Candidate) =>
    one.planned.isControl === true && !one.planned.isTab && !isClosing(one) && isWithin(one.opener);
  const mayBring = (group: Group) => isNoLink(group) && (!group.isTried || isGoneOnWith(group));
  // The content opened last comes first.
  const isJustShown = (one: Candidate) => isShown(one) && one.opener?.planned === opener?.planned;
  for (const isMeant of tab ? [isJustShown, isShown] : []) {
    const placeOf = ({ acts }: Group) => acts.findIndex(isMeant);
    const groups = open.all.filter((group) => mayBring(group) && placeOf(group) >= 0);
    if (groups.length > 0) return open.oneOfEach(groups.sort(byTurn), most, placeOf);
  }
  return [];
}

/** Empties filled fields, once the results of typed texts are tried. */
function emptied(
  open: OpenGroups,
  filled: FilledFields,
  productive: readonly Group[],
  most: number,
): readonly Candidate[] {
  const fields = filled.next(most);
  const typed = fields.some(({ planned }) => planned.isTyped) ? open.oneOfEach(productive, most) : [];
  if (typed.length > 0) return typed;
  filled.take(fields);
  return [...fields];
}

/** Takes actions made available by the last action: untried controls, unless others are given. */
function broughtBy({ open, opener }: Waiting, most: number, isMeant = isUntriedControl): Candidate[] {
  const { planned } = opener ?? {};
  if (!planned) return [];
  const isBrought = (group: Group) => isMeant(group) && isNoLink(group) && group.acts[0]?.opener?.planned === planned;
  const waits = waitsIn(open);
  return open.oneOfEach(open.all.filter((group) => isBrought(group) && !waits(group)).sort(byTurn), most);
}

const listOf = (attempt: Candidate | undefined): readonly Candidate[] => (attempt ? [attempt] : []);
