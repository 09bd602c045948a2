import { type Candidate, compatible, type FrameAct, type Group, nameOf } from './candidate.ts';
import type { Act, Gesture } from './gestures.ts';
import type { Came } from './repeats.ts';

/** Unproductive presses in a row after which a button is assumed to have nothing to do with choices. */
const MOST_DRY_ROUNDS = 6;
/** Unproductive repeated choices in a row: options of a list, and texts of a field. */
const MOST_IN_VAIN_OF_LIST = 2;
const MOST_IN_VAIN_OF_FIELD = 4;
/** Repeated choices of a page. */
const MOST_AGAIN = 120;
/** Most similar buttons of which one may submit a choice, with a reset button beside; more are rows, days or tabs. */
const MOST_ALIKE = 2;

/** A button that brought links, and its unproductive presses after choices since. */
interface Asking {
  readonly attempt: Candidate;
  dryRenewals: number;
  /** True if the button disappears with its result: the action that makes the button is then pressed. */
  isMade: boolean;
}

/** A choice to repeat, in combination with another choice. */
interface Again {
  readonly choice: Candidate;
  readonly beside: Candidate | undefined;
}

/**
 * Choices that show no effect until a button is pressed or another choice is made. A productive button is pressed after
 * each choice, and each option is combined with those of other lists while this brings links.
 */
export class Choices {
  /** Finished choices, by name. */
  readonly #made = new Map<string, Candidate>();
  /** Name of the last choice of each list. */
  readonly #stands = new Map<Group, string>();
  /** Productive buttons, by name. */
  readonly #asking = new Map<string, Asking>();
  /** Names of texts that found something. */
  readonly #finding = new Set<string>();
  /** Pairs of names that were combined, or are to be. */
  readonly #together = new Set<string>();
  #again: Again[] = [];
  #left = MOST_AGAIN;

  get length(): number {
    return this.#again.length;
  }

  /** Returns the next choice to repeat: the accompanying choice first, if another one has replaced it. */
  next(): Candidate | undefined {
    const mostOf = (choice: Candidate) => (isTyped(choice) ? MOST_IN_VAIN_OF_FIELD : MOST_IN_VAIN_OF_LIST);
    this.#again = this.#again.filter(({ choice }) => (choice.group.dryRenewals ?? 0) < mostOf(choice));
    const [first] = this.#again;
    if (!first || this.#left-- <= 0) {
      this.#again = [];
      return undefined;
    }
    const { choice, beside } = first;
    if (beside && this.#stands.get(beside.group) !== nameOf(beside.planned)) {
      this.#stands.set(beside.group, nameOf(beside.planned));
      return chosenAgain(beside);
    }
    this.#again.shift();
    return { ...chosenAgain(choice), opener: beside };
  }

  /**
   * Learns from finished actions.
   *
   * @param isNew true if the last action's group brought links for the first time
   * @returns buttons to press now
   */
  judge(done: readonly Candidate[], { effect, found }: Came, isNew: boolean): readonly Candidate[] {
    const last = done.at(-1);
    if (!last || effect === 'elsewhere') return [];
    const options = done.filter(isOption);
    const isUnread = options.includes(last) && !isTyped(last) && !this.#made.has(nameOf(last.planned));
    for (const one of options) {
      this.#made.set(nameOf(one.planned), one);
      this.#stands.set(one.group, nameOf(one.planned));
    }
    if (found === 0) {
      // The current text may find nothing with a new option, so productive texts are typed again.
      if (isUnread) this.#choose((one) => this.#finding.has(nameOf(one.planned)), last);
      return this.#askAfter(done.filter(({ planned }) => isChosen(planned)));
    }
    if (isTyped(last)) this.#finding.add(nameOf(last.planned));
    const asking = this.#asking.get(nameOf(last.planned));
    if (asking) asking.dryRenewals = 0;
    else if (asks(last)) this.#asking.set(nameOf(last.planned), { attempt: last, dryRenewals: 0, isMade: false });
    const isWithOther = last.isAsking === true || last.isChosenAgain === true;
    const choice = isWithOther && last.opener ? last.opener : last;
    if (isNew && (options.includes(last) || asks(last)))
      this.#choose((one) => one.group !== last.group && one.planned.frame === last.planned.frame && !isTyped(one));
    if (isOption(choice)) this.#cross(choice);
    return [];
  }

  /** Handles buttons to be pressed whose elements are missing. */
  miss(missed: readonly Candidate[]): void {
    for (const { planned, isAsking } of missed) {
      const asking = isAsking ? this.#asking.get(nameOf(planned)) : undefined;
      if (asking && makersOf(asking.attempt).length > 0) asking.isMade = true;
      else if (asking) asking.dryRenewals++;
    }
  }

  /** Returns the buttons to press after some choices. */
  #askAfter(chosen: readonly Candidate[]): readonly Candidate[] {
    const opener = chosen.at(-1);
    if (!opener) return [];
    const isOpen = ({ attempt, dryRenewals }: Asking) =>
      dryRenewals < MOST_DRY_ROUNDS && attempt.planned.frame === opener.planned.frame;
    const open = [...this.#asking.values()].filter(isOpen);
    for (const asking of open) asking.dryRenewals++;
    const pressed = open.flatMap(({ attempt, isMade }) => (isMade ? makersOf(attempt) : attempt));
    return pressed.map((one) => ({ ...one, opener, isAsking: true }));
  }

  /** Queues other productive choices to combine with a choice, except options of the same list and a second text. */
  #cross(choice: Candidate): void {
    const { group, planned } = choice;
    this.#choose((one) => {
      const isOfList = (one.group === group && planned.isChoice !== true) || (isTyped(one) && isTyped(choice));
      const isTold = one.group.isProductive === true || one.group.hasLed === true;
      const pair = [nameOf(planned), nameOf(one.planned)].sort().join('\n');
      if (isOfList || !isTold || one.planned === planned || this.#together.has(pair)) return false;
      this.#together.add(pair);
      return true;
    }, choice);
  }

  #choose(isMeant: (made: Candidate) => boolean, beside?: Candidate): void {
    const isHere = ({ planned: { frame } }: Candidate) => !beside || frame === beside.planned.frame;
    const meant = [...this.#made.values()].filter((one) => isHere(one) && isMeant(one));
    const left = Math.max(0, this.#left - this.#again.length);
    this.#again.push(...meant.slice(0, left).map((choice) => ({ choice, beside })));
  }
}

/** Returns the actions that make a button: presses that opened it or have led to it since. */
const makersOf = ({ opener, group }: Candidate): readonly Candidate[] => {
  const makers = [opener ?? [], group.way ?? []].flat().filter(({ planned }) => planned.act[1] === 'press');
  return makers.filter(({ planned }, at) => makers.findIndex((one) => one.planned === planned) === at);
};

const chosenAgain = ({ planned, group }: Candidate): Candidate => ({
  planned,
  group,
  repeats: 2,
  isRenewed: true,
  isProbe: true,
  isChosenAgain: true,
});

/** Tells whether an action fills, chooses or sets something. */
const isChosen = ({ act: [, gesture], isChoice }: FrameAct): boolean =>
  isChoice === true || gesture === 'choose' || gesture === 'slide' || gesture === 'enter';

const isTyped = ({ planned }: Candidate): boolean => planned.isTyped === true;

/** Tells whether an action makes a single choice; `enter` does so only if lasting. */
const isOption = ({ planned }: Candidate): boolean =>
  isChosen(planned) && (planned.act[1] !== 'enter' || planned.isLasting === true);

/** Tells whether an action presses a button that may submit choices. */
const asks = ({ planned, group: { acts, labels } }: Candidate): boolean => {
  const { act, isControl, isToggle, isChoice, href, leadsBack } = planned;
  const isButton = act[1] === 'press' && isControl === true && href === undefined;
  return isButton && !isToggle && !isChoice && !leadsBack && acts.length + labels.size <= MOST_ALIKE;
};

/** Gestures that often close open elements: keys with `Escape`, loss of focus, submit and reset of a form. */
const CLOSING: readonly Gesture[] = ['key', 'blur', 'submit', 'toggle'];

/** Tells whether an action closes something by its label, or presses the surroundings of a field (a backdrop). */
export const isClosing = ({ planned }: Candidate): boolean =>
  planned.closes === true || planned.isAround === true || CLOSING.includes(planned.act[1]);

/** Gestures that fill fields: removed content returns once the fields are restored. */
const FILLS: readonly Gesture[] = ['enter', 'key', 'choose'];

/** Fields whose filling removed something, to be emptied when nothing new is left to try. */
export class FilledFields {
  #filled: Candidate[] = [];

  get length(): number {
    return this.#filled.length;
  }

  /** @param repeats count of repetitions that emptying a field starts with */
  add(done: readonly Candidate[], repeats: number): void {
    for (const { planned, group } of done) {
      const [target, gesture, field] = planned.act;
      if (!FILLS.includes(gesture)) continue;
      const act: Act = [field ?? target, 'restore'];
      const isOf = ({ planned: other }: Candidate) => other.act[0] === act[0] && other.frame === planned.frame;
      const isKnown = this.#filled.some(isOf);
      if (!isKnown) this.#filled.push({ planned: { ...planned, act }, group, repeats });
    }
  }

  /** Returns the fields to empty next. */
  next(most: number): readonly Candidate[] {
    return compatible(this.#filled, most);
  }

  take(emptied: readonly Candidate[]): void {
    this.#filled = this.#filled.filter((one) => !emptied.includes(one));
  }
}
