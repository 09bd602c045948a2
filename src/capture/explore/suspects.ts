import { type Attempt, isOfOneGroup } from './attempt.ts';
import type { Gesture } from './gestures.ts';

/** What leads to another page most often. */
const DOERS: readonly Gesture[] = ['press', 'spot', 'slide', 'submit', 'choose', 'ask', 'enter', 'key'];

/** Presses of a batch that are done again as one of them may have shown what came late, and how many of a page. */
const MOST_LATE = 6;
const MOST_LATE_ALIKE = 12;
const MOST_LATE_OF_PAGE = 40;

/** Acts of which one has led to another page: which of them did is asked one by one. */
export class Suspects {
  #suspects: Attempt[] = [];
  /** The others, when one has done it again: they are done again together. */
  #acquitted: Attempt[] = [];

  /** What may have shown something that came late: each is done again, those in one go that don't undo each other. */
  readonly #late: Attempt[][] = [];
  /** How many presses may still be done again for that. */
  #left = MOST_LATE_OF_PAGE;

  get length(): number {
    return this.#suspects.length + this.#acquitted.length + this.#late.length;
  }

  /** What is done next to find it out; nothing where it is known. */
  next(): Attempt[] {
    const suspect = this.#suspects.shift();
    return suspect ? [suspect] : this.#acquitted.splice(0);
  }

  get hasLate(): boolean {
    return this.#late.length > 0;
  }

  /** What is done again as it may have shown what came late; nothing where none is left. */
  nextLate(): Attempt[] {
    return this.#late.pop() ?? [];
  }

  /**
   * The page was led to another one by these. What controls do late that were pressed before is not to be seen there: they are
   * pressed again.
   *
   * @param isLast whether it was seen that the last one did
   */
  left(done: readonly Attempt[], isLast: boolean): void {
    if (done.length === 1) this.#acquitted.push(...this.#suspects.splice(0));
    else if (!isLast) this.#suspects.push(...doersFirst(done));
    else this.#acquitted.push(...done.slice(0, -1).filter(isFirstPress).map(asProbe));
  }

  /**
   * One of these may have shown what came late. What opens under the pointer, such as a menu, closes what another has opened, or
   * does not open as the pointer has gone on: they are told apart by halves. What a control shows, the next one may have
   * replaced: each is pressed again.
   *
   * @param isToDoAgain whether steps that they take are done again anyway, or nothing of it is to be seen
   */
  late(done: readonly Attempt[], isToDoAgain: boolean): void {
    const of = (meant: readonly Gesture[]) => done.filter(({ planned }) => meant.includes(planned.act[1])).map(asProbe);
    const [over, pressed] = [of(['hover']), of(['press', 'spot', 'slide'])];
    const middle = over.length >> 1;
    if (middle > 0) this.#late.push(over.slice(middle), over.slice(0, middle));
    // Alike ones that were done in one go may each have brought something else.
    const areAlike = isOfOneGroup(done);
    if ((isToDoAgain && !areAlike) || done.length < 2) return;
    const most = Math.min(areAlike ? MOST_LATE_ALIKE : MOST_LATE, this.#left);
    const again = pressed.slice(Math.max(0, pressed.length - most));
    this.#left -= again.length;
    for (const { group } of again) group.isApart = true;
    this.#late.push(...again.map((one) => [one]));
  }
}

/** Those first that readers lead to other pages by. */
function doersFirst(done: readonly Attempt[]): readonly Attempt[] {
  const isDoer = ({ planned }: Attempt) => DOERS.includes(planned.act[1]);
  return [...done.filter(isDoer), ...done.filter((one) => !isDoer(one))].map(asProbe);
}

const asProbe = (attempt: Attempt): Attempt => ({ ...attempt, isProbe: true });

const isFirstPress = ({ planned, isProbe }: Attempt): boolean =>
  planned.isControl === true && planned.act[1] === 'press' && planned.href === undefined && isProbe !== true;
