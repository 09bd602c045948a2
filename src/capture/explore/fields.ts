import { type Attempt, compatible, type FrameAct, type Group, keyOf, nameOf, targetOf } from './attempt.ts';
import type { Act, Gesture } from './gestures.ts';
import type { Came } from './repeats.ts';

/** Times in a row that a button is pressed after a choice in vain before it is taken for one that asks nothing. */
const MOST_IN_VAIN = 6;
/** Options of one list that are chosen again in vain, one after the other; and texts of one field. */
const MOST_IN_VAIN_OF_LIST = 2;
const MOST_IN_VAIN_OF_FIELD = 4;
/** Choices that are made again on one page. */
const MOST_AGAIN = 120;
/** Buttons of one kind at most among which one asks what was chosen, as beside one that takes it back: more are rows, days or tabs. */
const MOST_ALIKE = 2;

/** A button that has brought links, and how often it was pressed after a choice in vain since. */
interface Asking {
  readonly attempt: Attempt;
  vain: number;
  /** Whether it goes with what it shows: what makes it is pressed then. */
  isMade: boolean;
}

/** A choice that is made again, while another one stands. */
interface Again {
  readonly choice: Attempt;
  readonly beside: Attempt | undefined;
}

/**
 * Choices of which nothing is to be seen until a button is pressed, and those that only bring something together: a course of
 * study is shown for a faculty and a degree. A button that has brought links is pressed again after each choice; what was
 * chosen before anybody knew that is chosen again, and each option of a list with each one of other lists, as long as
 * this brings links.
 */
export class Choices {
  /** Those that were made, by their names. */
  readonly #made = new Map<string, Attempt>();
  /** The name of what was chosen last of each list. */
  readonly #stands = new Map<Group, string>();
  /** By their names. */
  readonly #asking = new Map<string, Asking>();
  /** Names of texts that have found something. */
  readonly #finding = new Set<string>();
  /** Pairs of names that were made together, or are to be. */
  readonly #together = new Set<string>();
  #again: Again[] = [];
  #left = MOST_AGAIN;

  get length(): number {
    return this.#again.length;
  }

  /** What is chosen again next: what another choice is made beside, if it does not stand. */
  next(): Attempt | undefined {
    const mostOf = (choice: Attempt) => (isTyped(choice) ? MOST_IN_VAIN_OF_FIELD : MOST_IN_VAIN_OF_LIST);
    this.#again = this.#again.filter(({ choice }) => (choice.group.vain ?? 0) < mostOf(choice));
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
   * Learns from acts that were done.
   *
   * @param isNew whether nothing of the last one's group has brought links before
   * @returns buttons that are to be pressed now
   */
  judge(done: readonly Attempt[], { effect, found }: Came, isNew: boolean): readonly Attempt[] {
    const last = done.at(-1);
    if (!last || effect === 'elsewhere') return [];
    const options = done.filter(isOption);
    const isUnread = options.includes(last) && !isTyped(last) && !this.#made.has(nameOf(last.planned));
    for (const one of options) {
      this.#made.set(nameOf(one.planned), one);
      this.#stands.set(one.group, nameOf(one.planned));
    }
    if (found === 0) {
      // A list has nothing for a text that finds nothing: it is asked with those that did.
      if (isUnread) this.#choose((one) => this.#finding.has(nameOf(one.planned)), last);
      return this.#askAfter(done.filter(({ planned }) => isChosen(planned)));
    }
    if (isTyped(last)) this.#finding.add(nameOf(last.planned));
    const asking = this.#asking.get(nameOf(last.planned));
    if (asking) asking.vain = 0;
    else if (asks(last)) this.#asking.set(nameOf(last.planned), { attempt: last, vain: 0, isMade: false });
    const isWithOther = last.isAsking === true || last.isChosenAgain === true;
    const choice = isWithOther && last.opener ? last.opener : last;
    if (isNew && (options.includes(last) || asks(last)))
      this.#choose((one) => one.group !== last.group && one.planned.frame === last.planned.frame && !isTyped(one));
    if (isOption(choice)) this.#cross(choice);
    return [];
  }

  /** These were to be pressed, and are not there. */
  miss(missed: readonly Attempt[]): void {
    for (const { planned, isAsking } of missed) {
      const asking = isAsking ? this.#asking.get(nameOf(planned)) : undefined;
      if (asking && makersOf(asking.attempt).length > 0) asking.isMade = true;
      else if (asking) asking.vain++;
    }
  }

  /** The buttons that are pressed after these. */
  #askAfter(chosen: readonly Attempt[]): readonly Attempt[] {
    const opener = chosen.at(-1);
    if (!opener) return [];
    const isOpen = ({ attempt, vain }: Asking) => vain < MOST_IN_VAIN && attempt.planned.frame === opener.planned.frame;
    const open = [...this.#asking.values()].filter(isOpen);
    for (const asking of open) asking.vain++;
    const pressed = open.flatMap(({ attempt, isMade }) => (isMade ? makersOf(attempt) : attempt));
    return pressed.map((one) => ({ ...one, opener, isAsking: true }));
  }

  /** Those that matter, too, and were not made with it yet; of the options of its own list only one is chosen, and one text is typed. */
  #cross(choice: Attempt): void {
    const { group, planned } = choice;
    this.#choose((one) => {
      const isOfList = (one.group === group && planned.isChoice !== true) || (isTyped(one) && isTyped(choice));
      const isTold = one.group.isFruitful === true || one.group.hasLed === true;
      const pair = [nameOf(planned), nameOf(one.planned)].sort().join('\n');
      if (isOfList || !isTold || one.planned === planned || this.#together.has(pair)) return false;
      this.#together.add(pair);
      return true;
    }, choice);
  }

  #choose(isMeant: (made: Attempt) => boolean, beside?: Attempt): void {
    const isHere = ({ planned: { frame } }: Attempt) => !beside || frame === beside.planned.frame;
    const meant = [...this.#made.values()].filter((one) => isHere(one) && isMeant(one));
    const left = Math.max(0, this.#left - this.#again.length);
    this.#again.push(...meant.slice(0, left).map((choice) => ({ choice, beside })));
  }
}

/** What made a button: a press that had opened it, or that has led to it since. */
const makersOf = ({ opener, group }: Attempt): readonly Attempt[] => {
  const makers = [opener ?? [], group.way ?? []].flat().filter(({ planned }) => planned.act[1] === 'press');
  return makers.filter(({ planned }, at) => makers.findIndex((one) => one.planned === planned) === at);
};

const chosenAgain = ({ planned, group }: Attempt): Attempt => ({
  planned,
  group,
  repeats: 2,
  isRenewed: true,
  isProbe: true,
  isChosenAgain: true,
});

/** Whether an act fills, chooses or sets something. */
const isChosen = ({ act: [, gesture], isChoice }: FrameAct): boolean =>
  isChoice === true || gesture === 'choose' || gesture === 'slide' || gesture === 'enter';

const isTyped = ({ planned }: Attempt): boolean => planned.isTyped === true;

/** Whether it chooses one of several, and not what comes next. */
const isOption = ({ planned }: Attempt): boolean =>
  isChosen(planned) && (planned.act[1] !== 'enter' || planned.isLasting === true);

/** Whether it presses a button that may ask what was chosen. */
const asks = ({ planned, group: { acts, labels } }: Attempt): boolean => {
  const { act, isControl, isToggle, isChoice, href, leadsBack } = planned;
  const isButton = act[1] === 'press' && isControl === true && href === undefined;
  return isButton && !isToggle && !isChoice && !leadsBack && acts.length + labels.size <= MOST_ALIKE;
};

/** With `Escape` among the keys, without the focus, and when a form is sent or emptied, much of what is open closes. */
const CLOSING: readonly Gesture[] = ['key', 'blur', 'submit', 'toggle'];

/** Whether an act says that it closes something, or presses what stands around a field, such as what lies behind a dialog. */
export const isClosing = ({ planned }: Attempt): boolean =>
  planned.closes === true || planned.isAround === true || CLOSING.includes(planned.act[1]);
export const mayClose = ({ acts: [first] }: Group): boolean => first !== undefined && isClosing(first);

/**
 * What comes next of some groups: the fields of what was opened are filled before what may close it, and where one may look
 * for what is typed into it, what it has found is looked at before anything else is done.
 *
 * @param opener what was done last
 */
export function fieldsBeforeClosing(groups: readonly Group[], opener: Attempt | undefined): readonly Group[] {
  const isField = ({ acts: [first] }: Group) => first?.planned.act[1] === 'enter' || first?.planned.isTyped === true;
  const isOpened = (group: Group) =>
    opener !== undefined && isField(group) && group.acts[0]?.opener?.planned === opener.planned;
  const fields = groups.filter(isOpened);
  if (fields.length === 0) return groups;
  const others = groups.filter((group) => !isOpened(group));
  const at = Math.max(0, others.findIndex(mayClose));
  const behind = others.slice(at);
  const isControl = (group: Group) => group.acts[0]?.planned.isControl === true && !mayClose(group);
  const first = [...others.slice(0, at), ...behind.filter(isControl), ...fields];
  const isTyped = fields.some(({ acts }) => acts[0]?.planned.isTyped);
  return isTyped ? first : [...first, ...behind.filter((group) => !isControl(group))];
}

/** What fills fields: what it takes away is given back when they are as they were. */
const FILLS: readonly Gesture[] = ['enter', 'key', 'choose'];

/** Fields that took something away when they were filled, to be emptied when nothing new is left to try. */
export class FilledFields {
  #filled: Attempt[] = [];

  get length(): number {
    return this.#filled.length;
  }

  /** @param repeats so often its emptying counts as done again */
  add(done: readonly Attempt[], repeats: number): void {
    for (const { planned, group } of done) {
      const [target, gesture, field] = planned.act;
      if (!FILLS.includes(gesture)) continue;
      const act: Act = [field ?? target, 'restore'];
      const isOf = ({ planned: other }: Attempt) => other.act[0] === act[0] && other.frame === planned.frame;
      const isKnown = this.#filled.some(isOf);
      if (!isKnown) this.#filled.push({ planned: { ...planned, act }, group, repeats });
    }
  }

  /** Those that are emptied next. */
  next(most: number): readonly Attempt[] {
    return compatible(this.#filled, most);
  }

  take(emptied: readonly Attempt[]): void {
    this.#filled = this.#filled.filter((one) => !emptied.includes(one));
  }
}

/** Takes what is there since fields were filled, such as the options of another list: it goes when they are emptied. */
export function takeBrought(open: readonly Group[], filled: readonly Attempt[], most: number): Attempt[] {
  const fields = new Set(filled.map(keyOf));
  const isBrought = ({ opener }: Attempt) => {
    const [target, gesture, field] = opener?.planned.act ?? [];
    if (!opener || target === undefined || !gesture || !FILLS.includes(gesture)) return false;
    return fields.has(targetOf(opener.planned.frame, field ?? target));
  };
  const firsts = open.flatMap(({ acts }) => acts.find(isBrought) ?? []);
  const batch = compatible(firsts, most);
  for (const one of batch) {
    const { acts, fresh } = one.group;
    acts.splice(acts.indexOf(one), 1);
    one.group.fresh = Math.min(fresh, acts.length);
  }
  return batch;
}
