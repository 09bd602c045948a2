import type { LivePage } from '../browser/live-page.ts';
import type { FrameAct } from './actor.ts';
import { type Gesture, gestures } from './gestures.ts';

/** Acts of one group that brought nothing before the rest of the group is left. */
const MOST_BARREN = 3;
/** Times that an act is done again because it changed the page … */
const MOST_REPEATS = 2;
/** … if it is one that takes steps; … */
const STEPS: readonly Gesture[] = ['press', 'touch', 'key', 'wheel'];
/** … or because it brought links. */
const MOST_FRUITFUL = 50;
/** Acts that were done again and brought nothing, while none did: then others come first. */
const MOST_VAIN = 10;

/** What is known of acts on all pages that are made alike: the gesture, the listener, the element by itself. */
interface Kind {
  readonly name: string;
  /** Whether they are left, as they brought nothing to other pages. */
  readonly isLeft: boolean;
  isTried: boolean;
  hasBrought: boolean;
}

/** Acts of the same kind on elements of the same kind, at the same place of the page. */
interface Group {
  readonly kind: Kind;
  readonly acts: Attempt[];
  barren: number;
}

/** An act that is worth a try, or another one. */
export interface Attempt {
  readonly planned: FrameAct;
  readonly group: Group;
  repeats: number;
  /** Whether its element was not there when it was tried before: scripts may have made it anew. */
  isSecond?: boolean;
}

/** Links that listen come last and one by one: some lead to other routes of an application, whose links are not this page's. */
const isNoLink = ({ acts }: Group): boolean => acts[0]?.planned.href === undefined;

/** What is still to be tried on a page. */
export class Attempts {
  readonly #page: LivePage;
  readonly #groups = new Map<string, Group>();
  readonly #kinds = new Map<string, Kind>();
  /** Groups that have something left, the newest first. */
  #open: Group[] = [];
  /** What came to the page with the last plan. */
  #fresh: ReadonlySet<Group> = new Set();
  /** What is done again: at once, … */
  readonly #again: Attempt[] = [];
  /** … when what came to the page was tried, … */
  readonly #soon: Attempt[] = [];
  /** … or when nothing else is left. */
  readonly #last: Attempt[] = [];
  /** Places of scripts that lead where their links say. */
  readonly #followed = new Set<string>();
  /** Acts done again that brought nothing; infinity once one did. */
  #vain = 0;

  constructor(page: LivePage) {
    this.#page = page;
  }

  get isEmpty(): boolean {
    const waiting = this.#again.length + this.#soon.length + this.#last.length;
    return waiting === 0 && this.#open.every(({ acts }) => acts.length === 0);
  }

  add(planned: readonly FrameAct[]): void {
    const isFirst = this.#groups.size === 0;
    const fresh = new Set<Group>();
    // The last first: what stands first, such as menus, may replace what comes after it.
    const inOrder = [...planned].reverse().sort((a, b) => gestures.indexOf(a.act[1]) - gestures.indexOf(b.act[1]));
    for (const one of inOrder) {
      const key = `${one.frame.id} ${one.group}`;
      const group = this.#groups.get(key) ?? { kind: this.#kindOf(one.group), acts: [], barren: 0 };
      this.#groups.set(key, group);
      if (group.kind.isLeft || (one.href !== undefined && this.#followed.has(one.place))) continue;
      group.acts.push({ planned: one, group, repeats: 0 });
      fresh.add(group);
    }
    this.#open = [...fresh, ...this.#open.filter((group) => !fresh.has(group))];
    if (!isFirst) this.#fresh = fresh;
  }

  clear(): void {
    this.#again.length = 0;
    this.#soon.length = 0;
    this.#last.length = 0;
    this.#open = [];
  }

  /** Keeps in mind for other pages what brought something here. */
  learn(): void {
    for (const { name, isTried, hasBrought } of this.#kinds.values()) {
      if (isTried) this.#page.learn(name, hasBrought);
    }
  }

  #kindOf(group: string): Kind {
    // Scripts have other numbers on each page, and those that stand in it other lines.
    const name = group.replace(/\d+:\d+:(?=\d+ )/g, '').replace(/<.*/s, '');
    const known = this.#kinds.get(name);
    const kind = known ?? { name, isLeft: !this.#page.isWorthATry(name), isTried: false, hasBrought: false };
    this.#kinds.set(name, kind);
    return kind;
  }

  /** The next acts, all in one document: what is worth another try, then one of each group. */
  next(most: number): Attempt[] {
    const fresh = this.#open.filter((group) => this.#fresh.has(group) && group.acts.length > 0);
    const again = this.#again.shift() ?? (fresh.length === 0 ? this.#soon.shift() : undefined);
    if (again) return [again];
    const among = this.#soon.length > 0 ? fresh : this.#open;
    const batch: Attempt[] = [];
    for (const group of [...among.filter(isNoLink), ...among.filter((one) => !isNoLink(one))]) {
      if (batch.length === most || (batch.length > 0 && !isNoLink(group))) break;
      const [first] = group.acts;
      if (!first || (batch[0] && first.planned.frame !== batch[0].planned.frame)) continue;
      group.acts.shift();
      batch.push(first);
    }
    this.#open = this.#open.filter(({ acts }) => acts.length > 0);
    const last = batch.length === 0 ? this.#last.shift() : undefined;
    return last ? [last] : batch;
  }

  /** Learns from a batch of which the first `done` were done: what was not comes next. */
  judge(batch: readonly Attempt[], done: number, hasChanged: boolean, found: number): void {
    for (const { group, repeats } of batch.slice(0, done)) {
      group.kind.isTried = true;
      group.kind.hasBrought ||= found > 0;
      if (repeats > 0) this.#vain = found > 0 ? Number.POSITIVE_INFINITY : this.#vain + 1;
      if (found > 0) group.barren = 0;
      else if (repeats === 0) group.barren++;
    }
    for (const attempt of batch.slice(done).reverse()) {
      attempt.group.acts.unshift(attempt);
      this.#open = [attempt.group, ...this.#open.filter((group) => group !== attempt.group)];
    }
    const last = batch[done - 1];
    if (last && hasChanged) this.#doAgain(last, found > 0);
    for (const group of this.#open) if (group.barren >= MOST_BARREN) group.acts.length = 0;
    this.#open = this.#open.filter(({ acts }) => acts.length > 0);
  }

  /** Tries once more what was to be done to elements that were not there. */
  retry(missed: readonly Attempt[]): void {
    for (const attempt of missed) {
      if (attempt.isSecond) continue;
      attempt.group.acts.unshift({ ...attempt, isSecond: true });
      this.#open = [attempt.group, ...this.#open.filter((group) => group !== attempt.group)];
    }
  }

  /**
   * The page was led to another one. Links that listen alike do nothing else than to lead where they say; of other acts
   * that may have done it, each is done again alone.
   *
   * @param hasLeft whether the last one was seen to do it
   */
  leave(batch: readonly Attempt[], done: number, hasLeft: boolean): void {
    const last = batch[done - 1]?.planned;
    if (last?.href !== undefined) {
      this.#followed.add(last.place);
      const isAlike = ({ acts: [first] }: Group) =>
        first?.planned.href !== undefined && first.planned.place === last.place;
      this.#open = this.#open.filter((group) => !isAlike(group));
    } else if (done > 1 && !hasLeft) this.#again.push(...batch.slice(0, done));
  }

  /** What changed the page may do so again: lists that load more, assistants of several steps, keys held down. */
  #doAgain(attempt: Attempt, isFruitful: boolean): void {
    const { planned, group } = attempt;
    const [target, gesture] = planned.act;
    if (gesture === 'hold')
      this.#again.push({ planned: { ...planned, act: [target, 'release'] }, group, repeats: MOST_FRUITFUL });
    else if (attempt.repeats < (isFruitful ? MOST_FRUITFUL : STEPS.includes(gesture) ? MOST_REPEATS : 0)) {
      const isVain = this.#vain >= MOST_VAIN && this.#vain < Number.POSITIVE_INFINITY;
      (isVain ? this.#last : isFruitful ? this.#again : this.#soon).push({
        ...attempt,
        repeats: isFruitful ? Math.max(0, attempt.repeats - 5) + 1 : attempt.repeats + 1,
      });
    }
  }
}
