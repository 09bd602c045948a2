import type { LivePage } from '../browser/live-page.ts';
import {
  type Attempt,
  compatible,
  controlOf,
  type FrameAct,
  type Group,
  type Kind,
  leadingBackLast,
  nameOfGroup,
  pickOf,
} from './attempt.ts';
import { gestures } from './gestures.ts';
import type { FollowedLinks } from './routes.ts';

/** What acts of a kind cost, and are expected to bring before anything is known; see `LivePage.isWorthIt`. */
const OF_KIND = { prior: 0.5, price: 0.3, credit: 0, kind: 'kind of act' };

/** What is still to be tried on a page for the first time, by groups of what is alike, the newest first. */
export class OpenGroups {
  readonly #page: LivePage;
  readonly #followed: FollowedLinks;
  readonly #groups = new Map<string, Group>();
  readonly #kinds = new Map<string, Kind>();
  #open: Group[] = [];

  /** @param followed links whose listeners do nothing else than to lead where they say are not tried */
  constructor(page: LivePage, followed: FollowedLinks) {
    this.#page = page;
    this.#followed = followed;
  }

  /** Those that have something left. */
  get all(): readonly Group[] {
    return this.#open;
  }

  /** Leaves those of which nothing is left. */
  clean(): void {
    this.leave(({ acts }) => acts.length === 0);
  }

  leave(isLeft: (group: Group) => boolean): void {
    this.#open = this.#open.filter((group) => !isLeft(group));
  }

  /** @param opener what was done last */
  add(planned: readonly FrameAct[], opener: Attempt | undefined): void {
    const fresh = new Map<Group, number>();
    // The last first: what stands first, such as menus, may replace what comes after it.
    const orderOf = ({ act: [, gesture], isRequired, isLasting, leadsBack }: FrameAct) =>
      isRequired ? -1 : gestures.indexOf(gesture) + (isLasting || leadsBack ? 0.5 : 0);
    const inOrder = [...planned].reverse().sort((a, b) => orderOf(a) - orderOf(b));
    for (const one of inOrder) {
      const key = `${one.frame.id} ${one.group}`;
      const group = this.#groups.get(key) ?? {
        kind: this.#kindOf(one.group),
        acts: [],
        inVain: 0,
        fruitless: 0,
        tries: 0,
        successes: 0,
        isTried: false,
        fresh: 0,
        labels: new Set<string>(),
      };
      this.#groups.set(key, group);
      group.isHeard ||= one.suggests === true;
      if (group.kind.isLeft || (one.href !== undefined && this.#followed.isKnown(one.place))) continue;
      const control = controlOf(one);
      if (control !== undefined && this.#page.isKnownToLead(control)) continue;
      // What is shown now comes before what was shown.
      const place = fresh.get(group) ?? 0;
      const isFresh = (group.isTried || group.fresh > 0) && group.inVain === 0;
      if (isFresh) group.fresh++;
      // What goes on comes before what leads back.
      const back = one.leadsBack ? -1 : group.acts.findIndex(({ planned }) => planned.leadsBack);
      group.acts.splice(isFresh ? place : back < 0 ? group.acts.length : back, 0, {
        planned: one,
        group,
        repeats: 0,
        opener,
      });
      group.isTried &&= !isFresh;
      fresh.set(group, isFresh ? place + 1 : place);
    }
    this.#open = [...fresh.keys(), ...this.#open.filter((group) => !fresh.has(group))];
  }

  /** Keeps in mind for other pages what brought something here. */
  learn(): void {
    for (const { name, isTried, hasBrought } of this.#kinds.values()) {
      if (isTried) this.#page.learnWorth({ name, ...OF_KIND }, hasBrought, OF_KIND.price);
    }
  }

  #kindOf(group: string): Kind {
    // Scripts that stand in a page have other lines on each.
    const name = nameOfGroup(group).replace(/<.*/s, '');
    const known = this.#kinds.get(name);
    const kind = known ?? {
      name,
      isLeft: !this.#page.triesAllActs && !this.#page.isWorthIt({ name, ...OF_KIND }),
      isTried: false,
      hasBrought: false,
    };
    this.#kinds.set(name, kind);
    return kind;
  }

  /**
   * What was tried comes last the next time.
   *
   * @param pick which act of a group is meant, by its place
   */
  oneOfEach(groups: readonly Group[], most: number, pick = pickOf): Attempt[] {
    for (const group of groups) {
      const at = pick(group);
      // One of the older ones is put before the new ones, which stay.
      if (at >= group.fresh && group.fresh > 0) group.fresh++;
      group.acts.unshift(...group.acts.splice(at, 1));
    }
    const firsts = groups.flatMap(({ acts: [first] }) => first ?? []);
    const batch = leadingBackLast(compatible(firsts, most));
    const tried = new Set(batch.map(({ group }) => group));
    for (const group of tried) {
      group.acts.shift();
      group.isTried = true;
      group.fresh = Math.max(0, group.fresh - 1);
    }
    this.#open = [...this.#open.filter((group) => !tried.has(group)), ...tried].filter(({ acts }) => acts.length > 0);
    return batch;
  }

  /** All of a list's options were chosen, one right after the other: only what came of the last one may have stayed. */
  goOnWithOptions({ act: [list, gesture], frame }: FrameAct): void {
    if (gesture !== 'enter') return;
    const isOption = ({ act, frame: own, isTyped }: FrameAct) =>
      act[1] === 'choose' && act[0] === list && own === frame && !isTyped;
    for (const group of this.#open) if (group.acts.some(({ planned }) => isOption(planned))) group.isFruitful = true;
  }

  /** It is done as another one. */
  drop(group: Group, planned: FrameAct): void {
    const at = group.acts.findIndex((one) => one.planned === planned);
    if (at < 0) return;
    group.acts.splice(at, 1);
    if (at < group.fresh) group.fresh--;
  }

  /** It is tried before all others. */
  comesNext(attempt: Attempt): void {
    const { group } = attempt;
    group.acts.unshift(attempt);
    group.isTried = false;
    this.#open = [group, ...this.#open.filter((other) => other !== group)];
  }
}

/** How often the rest of a group is tried in one go, as far as that gets. */
const MOST_SWEEPS = 3;
const MOST_SWEEPS_OF_TEXTS = 6;
const mostOf = ({ isInPairs }: Group): number => (isInPairs ? MOST_SWEEPS_OF_TEXTS : MOST_SWEEPS);

/** The rest of controls that are left as some brought nothing, to be tried in one go: of the days of a calendar few have an entry. */
export class Sweeps {
  readonly #first: Attempt[][] = [];
  /** What the first go has left. */
  readonly #rest: Attempt[][] = [];

  get length(): number {
    return this.#first.length + this.#rest.length;
  }

  add(group: Group): void {
    const { sweeps = 0 } = group;
    if (sweeps < mostOf(group)) (sweeps === 0 ? this.#first : this.#rest).push([...group.acts]);
    group.sweeps = sweeps + 1;
  }

  first(most: number): Attempt[] {
    return this.#take(this.#first, most);
  }

  rest(most: number): Attempt[] {
    return this.#take(this.#rest, most);
  }

  /** What is more than one go takes waits for the next one. */
  #take(waiting: Attempt[][], most: number): Attempt[] {
    const all = waiting.shift() ?? [];
    const batch = compatible(all, most);
    const left = all.filter((one) => !batch.includes(one));
    const group = left[0]?.group;
    if (group && (group.sweeps ?? 0) < mostOf(group)) {
      this.#rest.push(left);
      group.sweeps = (group.sweeps ?? 0) + 1;
    }
    return batch;
  }
}
