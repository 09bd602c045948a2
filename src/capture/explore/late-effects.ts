import { type Candidate, isOfOneGroup } from './candidate.ts';
import type { Gesture } from './gestures.ts';

/** Gestures that most often lead to another page. */
const DOERS: readonly Gesture[] = ['press', 'spot', 'slide', 'submit', 'choose', 'ask', 'enter', 'key'];

/** Presses of a batch that are repeated after a late effect; of a batch of one group; and of a page. */
const MOST_LATE = 6;
const MOST_LATE_ALIKE = 12;
const MOST_LATE_OF_PAGE = 40;

/** Actions of which one led to another page or had a late effect: repetitions find out which one. */
export class LateEffects {
  #lateEffects: Candidate[] = [];
  /** Remaining suspects after one has led away again: these are repeated together. */
  #acquitted: Candidate[] = [];

  /** Actions that may have had a late effect, in batches that do not undo each other. */
  readonly #late: Candidate[][] = [];
  /** Presses that may still be repeated after late effects. */
  #left = MOST_LATE_OF_PAGE;

  get length(): number {
    return this.#lateEffects.length + this.#acquitted.length + this.#late.length;
  }

  /** Returns the next suspects to repeat; empty if there are none. */
  next(): Candidate[] {
    const suspect = this.#lateEffects.shift();
    return suspect ? [suspect] : this.#acquitted.splice(0);
  }

  get hasLate(): boolean {
    return this.#late.length > 0;
  }

  /** Returns the next actions to repeat after a late effect; empty if there are none. */
  nextLate(): Candidate[] {
    return this.#late.pop() ?? [];
  }

  /**
   * Handles a navigation away by a batch. Presses before the last one are repeated, since late effects were lost.
   *
   * @param isLast true if the last action was seen to navigate
   */
  left(done: readonly Candidate[], isLast: boolean): void {
    if (done.length === 1) this.#acquitted.push(...this.#lateEffects.splice(0));
    else if (!isLast) this.#lateEffects.push(...doersFirst(done));
    else this.#acquitted.push(...done.slice(0, -1).filter(isFirstPress).map(asProbe));
  }

  /**
   * Handles a late effect of a batch. Hovers are told apart by halves, since a menu closes the one before. Presses are
   * repeated one by one, since a later press may have replaced the effect.
   *
   * @param isToDoAgain true if presses are repeated anyway, or nothing has visibly changed
   */
  late(done: readonly Candidate[], isToDoAgain: boolean): void {
    const of = (meant: readonly Gesture[]) => done.filter(({ planned }) => meant.includes(planned.act[1])).map(asProbe);
    const over = of(['hover']);
    // Another press on a toggle closes what the first one opened.
    const pressed = of(['press', 'spot', 'slide']).filter(({ planned }) => !planned.isToggle);
    const middle = over.length >> 1;
    if (middle > 0) this.#late.push(over.slice(middle), over.slice(0, middle));
    // Similar presses of one batch may each have brought something else.
    const areAlike = isOfOneGroup(done);
    if ((isToDoAgain && !areAlike) || done.length < 2) return;
    const most = Math.min(areAlike ? MOST_LATE_ALIKE : MOST_LATE, this.#left);
    const again = pressed.slice(Math.max(0, pressed.length - most));
    this.#left -= again.length;
    for (const { group } of again) group.isApart = true;
    this.#late.push(...again.map((one) => [one]));
  }
}

/** Sorts actions by how likely their gestures lead to other pages. */
function doersFirst(done: readonly Candidate[]): readonly Candidate[] {
  const isDoer = ({ planned }: Candidate) => DOERS.includes(planned.act[1]);
  return [...done.filter(isDoer), ...done.filter((one) => !isDoer(one))].map(asProbe);
}

const asProbe = (attempt: Candidate): Candidate => ({ ...attempt, isProbe: true });

const isFirstPress = ({ planned, isProbe }: Candidate): boolean =>
  planned.isControl === true && planned.act[1] === 'press' && planned.href === undefined && isProbe !== true;
