import { type Candidate, compatible, type Group, keyOf, usualOf } from './candidate.ts';
import type { Gesture } from './gestures.ts';
import type { Views } from './views.ts';

/** Repetitions of an action that changed the page. */
const MOST_REPEATS = 2;
/** Repetitions of an action that shows something new each time. */
const MOST_NEWS = 9;
/** Gestures that may take further steps when repeated. */
const STEPS: readonly Gesture[] = ['press', 'touch', 'swipe-left', 'swipe-right', 'key', 'wheel'];
/** Repetitions of an action that brought links. */
export const MOST_FRUITFUL = 50;
/** Times in a row that a target brings one link before others come first, and before it is dropped, as a calendar's. */
const FEW_SINGLE = 5;
const MOST_SINGLE = 25;
/** Presses without effect that are retried. */
const MOST_STILL = 50;
/** Actions of a batch that are repeated to find which one had a late effect. */
const MOST_LATE = 4;
/** Buttons pressed again at once because they may have required a field. */
const MOST_WANTING = 4;
/** Unproductive repetitions, if none was productive, after which others come first. */
const MOST_DRY_RENEWALS = 10;
/** Ineffective repetitions of a group after which none of the group is repeated: a calendar day is chosen once. */
const MOST_VAIN_OF_GROUP = 2;

/**
 * Effect of a batch: nothing visible, a redraw without change, a change by the last action, a late change by any
 * action, or another page.
 */
type Effect = 'none' | 'same' | 'change' | 'late' | 'elsewhere';

/** Result of a batch. */
export interface Came {
  readonly effect: Effect;
  /** Number of new links. */
  readonly found: number;
  /** True if the page shows a new text, although no link was added. */
  readonly isNews: boolean;
  /** Hash of the shown text; undefined if unchanged. */
  readonly view: number | undefined;
  /** True if a request was sent: its answer is late, however fast the server is. */
  readonly isAsked: boolean;
  /** True if something followed the immediate change by the last action. */
  readonly isMoreToCome: boolean;
  /** True for a visible effect: links, another text, more or fewer elements. */
  readonly isSeen: boolean;
  /** Targets beside which the text changed. */
  readonly retold: readonly string[];
}

/** Actions to repeat on a page. */
export class Repeats {
  readonly #views: Views;
  /** Actions repeated at once. */
  readonly #atOnce: Candidate[] = [];
  /** Buttons repeated together because they may have required a field. */
  #wanting: Candidate[] = [];
  /** Actions repeated after one of each group was tried. */
  readonly #soon: Candidate[] = [];
  /** Actions repeated when nothing else is left. */
  readonly #last: Candidate[] = [];
  /** Presses without a visible effect, to be retried once. */
  #still: Candidate[] = [];
  /** Groups of fields that were filled for earlier presses. */
  readonly #filled = new Set<Group>();
  /** Unproductive repetitions; infinity once one was productive. */
  #dryRenewals = 0;
  /** Times that a target brought a single link, since it last brought several. */
  readonly #singles = new Map<string, number>();

  constructor(views: Views) {
    this.#views = views;
  }

  get length(): number {
    return this.#atOnce.length + this.#wanting.length + this.#soon.length + this.#last.length + this.#still.length;
  }

  /** Tells whether the next immediate repetition may close what the action opened. */
  get mayClose(): boolean {
    return this.#atOnce[0]?.planned.isToggle === true;
  }

  atOnce(): Candidate | undefined {
    return this.#atOnce.shift();
  }

  /** Queues buttons to press because something was chosen or filled. */
  ask(buttons: readonly Candidate[]): void {
    const pressed = buttons.map((one) => ({ ...this.#views.asNow(one), repeats: MOST_REPEATS, isStill: false }));
    this.#wanting.push(...pressed);
  }

  /** Queues repetitions to come next. */
  goOn(again: readonly Candidate[]): void {
    this.#atOnce.unshift(...again);
  }

  wanting(most: number): Candidate[] {
    const next = compatible(this.#wanting, most);
    this.#wanting = this.#wanting.filter((one) => !next.includes(one));
    return next;
  }

  soon(): Candidate | undefined {
    return this.#soon.shift();
  }

  last(): Candidate | undefined {
    return this.#last.shift();
  }

  still(most: number): Candidate[] {
    // Neighbours, such as `Next` and `Previous`, may undo each other.
    const apart = this.#still.filter((_, at) => at % 2 === 0);
    const still = new Set(compatible(apart, most));
    this.#still = this.#still.filter((one) => !still.has(one));
    return [...still];
  }

  /** Defers repetitions that a dialog covers. Returns false if they are no repetitions or were deferred before. */
  putOff(batch: readonly Candidate[]): boolean {
    if (!batch.every(({ repeats, isPutOff }) => repeats > 0 && !isPutOff)) return false;
    this.#last.push(...batch.map((one) => ({ ...one, isPutOff: true })));
    return true;
  }

  /** Puts back undone retries of presses without effect. Returns the other actions. */
  putBack(batch: readonly Candidate[]): Candidate[] {
    this.#still.unshift(...batch.filter(({ isStill }) => isStill));
    return batch.filter(({ isStill }) => !isStill);
  }

  /** Learns from finished actions which of them to repeat. */
  judge(done: readonly Candidate[], { effect, found, isNews, view, isAsked, retold }: Came): void {
    for (const { group, repeats, isRenewed } of done) {
      if (repeats > 0) this.#dryRenewals = found > 0 ? Number.POSITIVE_INFINITY : this.#dryRenewals + 1;
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
   * Queues presses that may have required the fields just filled: the press that showed the fields, unless a toggle. If
   * the filling had no visible effect, adds ineffective presses beside the fields.
   */
  #pressAgain(done: readonly Candidate[], isUnseen: boolean): void {
    for (const { planned, group, opener } of done) {
      if (planned.act[1] !== 'enter' || this.#filled.has(group)) continue;
      this.#filled.add(group);
      const isBeside = (one: Candidate) => one.planned.isControl === true && one.opener?.planned === opener?.planned;
      const isAsked = isUnseen && planned.place === 'natural';
      const beside = isAsked ? this.#still.filter(isBeside).slice(0, MOST_WANTING) : [];
      const mayWant = opener?.planned.act[1] === 'press' && !opener.planned.isToggle;
      const wanting = mayWant ? [...beside, this.#views.asNow(opener)] : beside;
      this.#still = this.#still.filter((one) => !beside.includes(one));
      this.#wanting.push(...wanting.map((one) => ({ ...one, repeats: MOST_REPEATS, isStill: false })));
    }
  }

  #keepStill(done: readonly Candidate[]): void {
    for (const attempt of done.filter(mayActLater))
      if (this.#still.length < MOST_STILL) this.#still.push({ ...attempt, repeats: MOST_REPEATS, isStill: true });
  }

  /** Queues a repetition: lists that load more, wizards, keys held down. */
  #doAgain(attempt: Candidate, found: number, isNews: boolean, view: number | undefined): void {
    const [, gesture] = attempt.planned.act;
    const isProductive = found > 0;
    // The action led to a known view: it is repeated there last, unless it was tried there.
    const isBack = view !== undefined && this.#views.has(view) && !this.#views.isOnTheWay(view, attempt.leadsTo);
    if (isBack && !isProductive && this.#views.isTriedFrom(attempt, view)) return;
    if (isNews && attempt.group.isSteady) return;
    const target = keyOf(attempt);
    const singles = found === 1 ? (this.#singles.get(target) ?? 0) + 1 : 0;
    if (isProductive) this.#singles.set(target, singles);
    if (singles > MOST_SINGLE) return;
    const steps = STEPS.includes(gesture) ? (isNews ? MOST_NEWS : MOST_REPEATS) : 0;
    if (attempt.repeats < (isProductive ? MOST_FRUITFUL : steps)) {
      const { again = 0 } = attempt.group;
      const isFirst = isProductive && again === 0;
      if (isDry(again, MOST_VAIN_OF_GROUP)) return;
      const isDryRenewal = isDry(this.#dryRenewals, MOST_DRY_RENEWALS) && !isFirst;
      const isNext = isProductive && singles <= FEW_SINGLE;
      (isDryRenewal || (isBack && !isProductive) ? this.#last : isNext ? this.#atOnce : this.#soon).push({
        ...attempt,
        leadsTo: view,
        isRenewed: false,
        isAsking: false,
        isProbe: attempt.isProbe === true && attempt.repeats === 0,
        repeats: isProductive ? Math.max(0, attempt.repeats - 5) + 1 : attempt.repeats + 1,
      });
    }
  }
}

const isDry = (times: number, most: number): boolean => times >= most && times < Number.POSITIVE_INFINITY;

/**
 * Returns the actions that may have had a late effect: at most `MOST_LATE`, controls if there are any, and common
 * gestures.
 */
function stepsOf(done: readonly Candidate[], last: Candidate, hasChanged: boolean): readonly Candidate[] {
  const isStep = (one: Candidate) => STEPS.includes(one.planned.act[1]) || (one === last && hasChanged);
  const usual = usualOf(done.filter(isStep));
  const controls = usual.filter(({ planned }) => planned.isControl);
  const steps = (controls.length > 0 ? controls : usual).slice(-MOST_LATE);
  return steps.length > 0 ? steps.map((one) => ({ ...one, isProbe: steps.length > 1 })) : [last];
}

/** Tells whether an action is a press whose handler may have stored something, or which may require a field. */
const mayActLater = ({ planned, repeats }: Candidate): boolean =>
  repeats === 0 && planned.act[1] === 'press' && planned.href === undefined;
