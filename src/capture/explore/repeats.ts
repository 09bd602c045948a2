import { type Attempt, compatible, type Group, keyOf, usualOf } from './attempt.ts';
import type { Gesture } from './gestures.ts';
import type { Views } from './views.ts';

/** Times that an act is done again because it changed the page … */
const MOST_REPEATS = 2;
/** … or if it shows something new each time, … */
const MOST_NEWS = 9;
/** … if it is one that takes steps; … */
const STEPS: readonly Gesture[] = ['press', 'touch', 'swipe-left', 'swipe-right', 'key', 'wheel'];
/** … or because it brought links. */
export const MOST_FRUITFUL = 50;
/** Times that acts on a target have brought a single link after which others come first, and after which they are not done again: a calendar has no last month. */
const FEW_SINGLE = 5;
const MOST_SINGLE = 25;
/** Presses that changed nothing and are tried once more. */
const MOST_STILL = 50;
/** Acts of a batch that may each have brought what came late. */
const MOST_LATE = 4;
/** Buttons that may have wanted a field filled first and are pressed again at once. */
const MOST_WANTING = 4;
/** Acts that were done again and brought nothing, while none did: then others come first, … */
const MOST_VAIN = 10;
/** … but for the first of a group that brings links. Where so many of one group changed nothing, none of it is done again: a day of a calendar is chosen once. */
const MOST_VAIN_OF_GROUP = 2;

/**
 * What acts did to a page: nothing to be seen, it was made anew but is as it was, it was changed by the last of
 * them, or later, by any of them, it shows another page.
 */
type Effect = 'none' | 'same' | 'change' | 'late' | 'elsewhere';

/** What came of a batch. */
export interface Came {
  readonly effect: Effect;
  /** New links. */
  readonly found: number;
  /** Whether the page shows a text that it has not shown before, though no link came. */
  readonly isNews: boolean;
  /** Stands for what it shows; undefined if that is as it was. */
  readonly view: number | undefined;
  /** Whether something was asked for: its answer comes late, however quick the server is. */
  readonly isAsked: boolean;
  /** Whether something came later than what the last of them has changed at once. */
  readonly isMoreToCome: boolean;
  /** Whether anything of it is to be seen: links, another text, more or fewer elements. */
  readonly isSeen: boolean;
  /** Targets beside which it has put another text. */
  readonly retold: readonly string[];
}

/** What is done again on a page. */
export class Repeats {
  readonly #views: Views;
  /** At once, … */
  readonly #atOnce: Attempt[] = [];
  /** … all together, as they may have wanted a field filled first, … */
  #wanting: Attempt[] = [];
  /** … when one of each group was tried, … */
  readonly #soon: Attempt[] = [];
  /** … or when nothing else is left. */
  readonly #last: Attempt[] = [];
  /** What was pressed and changed nothing that is to be seen: it may do so now, once. */
  #still: Attempt[] = [];
  /** Groups of fields that were filled for what was pressed before. */
  readonly #filled = new Set<Group>();
  /** Acts done again that brought nothing; infinity once one did. */
  #vain = 0;
  /** How often acts have brought a single link, by their targets, since they brought several. */
  readonly #singles = new Map<string, number>();

  constructor(views: Views) {
    this.#views = views;
  }

  get length(): number {
    return this.#atOnce.length + this.#wanting.length + this.#soon.length + this.#last.length + this.#still.length;
  }

  /** Whether what is done again at once may close what it has opened. */
  get mayClose(): boolean {
    return this.#atOnce[0]?.planned.isToggle === true;
  }

  atOnce(): Attempt | undefined {
    return this.#atOnce.shift();
  }

  /** These are pressed as something was chosen or filled. */
  ask(buttons: readonly Attempt[]): void {
    const pressed = buttons.map((one) => ({ ...this.#views.asNow(one), repeats: MOST_REPEATS, isStill: false }));
    this.#wanting.push(...pressed);
  }

  /** These are done again next. */
  goOn(again: readonly Attempt[]): void {
    this.#atOnce.unshift(...again);
  }

  wanting(most: number): Attempt[] {
    const next = compatible(this.#wanting, most);
    this.#wanting = this.#wanting.filter((one) => !next.includes(one));
    return next;
  }

  soon(): Attempt | undefined {
    return this.#soon.shift();
  }

  last(): Attempt | undefined {
    return this.#last.shift();
  }

  still(most: number): Attempt[] {
    // Neighbours, such as `Next` and `Previous`, may undo each other.
    const apart = this.#still.filter((_, at) => at % 2 === 0);
    const still = new Set(compatible(apart, most));
    this.#still = this.#still.filter((one) => !still.has(one));
    return [...still];
  }

  /** Puts off what is to be done again, as a dialog covers it. Answers whether it was not before. */
  putOff(batch: readonly Attempt[]): boolean {
    if (!batch.every(({ repeats, isPutOff }) => repeats > 0 && !isPutOff)) return false;
    this.#last.push(...batch.map((one) => ({ ...one, isPutOff: true })));
    return true;
  }

  /** These were not done. Answers those that were not left for the end anyway. */
  putBack(batch: readonly Attempt[]): Attempt[] {
    this.#still.unshift(...batch.filter(({ isStill }) => isStill));
    return batch.filter(({ isStill }) => !isStill);
  }

  /** Learns from what was done which of it is done again. */
  judge(done: readonly Attempt[], { effect, found, isNews, view, isAsked, retold }: Came): void {
    for (const { group, repeats, isRenewed } of done) {
      if (repeats > 0) this.#vain = found > 0 ? Number.POSITIVE_INFINITY : this.#vain + 1;
      if (repeats > 0 && !isRenewed && (found > 0 || effect === 'none' || effect === 'same'))
        group.again = found > 0 ? Number.POSITIVE_INFINITY : (group.again ?? 0) + 1;
    }
    const last = done.at(-1);
    if (!last || effect === 'elsewhere') return;
    const isOfAny = (found > 0 || retold.length > 0) && (isAsked || effect === 'late');
    const steps = effect === 'none' ? [] : isOfAny ? stepsOf(done, last, effect !== 'late') : [last];
    if (effect !== 'same' || found > 0) for (const one of steps) this.#doAgain(one, found, isNews, view);
    this.#keepStill(done.filter(({ planned }) => !steps.some((step) => step.planned === planned)));
    if (found === 0) this.#pressAgain(done, effect === 'none');
  }

  /**
   * Fields were filled that brought no link. What was pressed before may have wanted it: in vain, where nothing is to be seen
   * of the filling, or it has shown them, perhaps anew with a word that they are empty; not what says that it has opened them, and closes them again.
   */
  #pressAgain(done: readonly Attempt[], isUnseen: boolean): void {
    for (const { planned, group, opener } of done) {
      if (planned.act[1] !== 'enter' || this.#filled.has(group)) continue;
      this.#filled.add(group);
      const isBeside = (one: Attempt) => one.planned.isControl === true && one.opener?.planned === opener?.planned;
      const isAsked = isUnseen && planned.place === 'natural';
      const beside = isAsked ? this.#still.filter(isBeside).slice(0, MOST_WANTING) : [];
      const mayWant = opener?.planned.act[1] === 'press' && !opener.planned.isToggle;
      const wanting = mayWant ? [...beside, this.#views.asNow(opener)] : beside;
      this.#still = this.#still.filter((one) => !beside.includes(one));
      this.#wanting.push(...wanting.map((one) => ({ ...one, repeats: MOST_REPEATS, isStill: false })));
    }
  }

  #keepStill(done: readonly Attempt[]): void {
    for (const attempt of done.filter(mayActLater))
      if (this.#still.length < MOST_STILL) this.#still.push({ ...attempt, repeats: MOST_REPEATS, isStill: true });
  }

  /** What changed the page may do so again: lists that load more, assistants of several steps, keys held down. */
  #doAgain(attempt: Attempt, found: number, isNews: boolean, view: number | undefined): void {
    const [, gesture] = attempt.planned.act;
    const isFruitful = found > 0;
    // It has only led back to what was shown before: it is done from there when nothing else is left, if it was not yet.
    const isBack = view !== undefined && this.#views.has(view) && !this.#views.isOnTheWay(view, attempt.leadsTo);
    if (isBack && !isFruitful && this.#views.isTriedFrom(attempt, view)) return;
    if (isNews && attempt.group.isSteady) return;
    const target = keyOf(attempt);
    const singles = found === 1 ? (this.#singles.get(target) ?? 0) + 1 : 0;
    if (isFruitful) this.#singles.set(target, singles);
    if (singles > MOST_SINGLE) return;
    const steps = STEPS.includes(gesture) ? (isNews ? MOST_NEWS : MOST_REPEATS) : 0;
    if (attempt.repeats < (isFruitful ? MOST_FRUITFUL : steps)) {
      const { again = 0 } = attempt.group;
      const isFirst = isFruitful && again === 0;
      if (isInVain(again, MOST_VAIN_OF_GROUP)) return;
      const isVain = isInVain(this.#vain, MOST_VAIN) && !isFirst;
      const isNext = isFruitful && singles <= FEW_SINGLE;
      (isVain || (isBack && !isFruitful) ? this.#last : isNext ? this.#atOnce : this.#soon).push({
        ...attempt,
        leadsTo: view,
        isRenewed: false,
        isAsking: false,
        isProbe: attempt.isProbe === true && attempt.repeats === 0,
        repeats: isFruitful ? Math.max(0, attempt.repeats - 5) + 1 : attempt.repeats + 1,
      });
    }
  }
}

const isInVain = (times: number, most: number): boolean => times >= most && times < Number.POSITIVE_INFINITY;

/** Which of some acts may have brought what came after them all; few, as each is done again alone, and controls if there are any; what has changed the page is one of them. */
function stepsOf(done: readonly Attempt[], last: Attempt, hasChanged: boolean): readonly Attempt[] {
  const isStep = (one: Attempt) => STEPS.includes(one.planned.act[1]) || (one === last && hasChanged);
  const usual = usualOf(done.filter(isStep));
  const controls = usual.filter(({ planned }) => planned.isControl);
  const steps = (controls.length > 0 ? controls : usual).slice(-MOST_LATE);
  return steps.length > 0 ? steps.map((one) => ({ ...one, isProbe: steps.length > 1 })) : [last];
}

/** A press of which a handler may have kept something in mind, or that wants a field filled first. */
const mayActLater = ({ planned, repeats }: Attempt): boolean =>
  repeats === 0 && planned.act[1] === 'press' && planned.href === undefined;
