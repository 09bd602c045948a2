import type { LivePage } from '../browser/live-page.ts';
import {
  type Candidate,
  compatible,
  controlOf,
  type FrameAct,
  type Group,
  type Kind,
  leadingBackLast,
  nameOfGroup,
  pickOf,
} from './candidate.ts';
import { gestures } from './gestures.ts';
import type { FollowedLinks } from './routes.ts';

/** Price in pages and prior yield of an action of a kind; see `LivePage.isWorthIt`. */
const OF_KIND = { prior: 0.5, price: 0.3, credit: 0, kind: 'kind of act' };

/** Untried actions of a page, in groups of similar ones, the newest group first. */
export class OpenGroups {
  readonly #page: LivePage;
  readonly #followed: FollowedLinks;
  readonly #groups = new Map<string, Group>();
  readonly #kinds = new Map<string, Kind>();
  #open: Group[] = [];

  /** @param followed links of listeners known to lead to the link's own address are not tried */
  constructor(page: LivePage, followed: FollowedLinks) {
    this.#page = page;
    this.#followed = followed;
  }

  /** Returns the groups with untried actions. */
  get all(): readonly Group[] {
    return this.#open;
  }

  /** Drops groups without untried actions. */
  clean(): void {
    this.leave(({ acts }) => acts.length === 0);
  }

  leave(isSkipped: (group: Group) => boolean): void {
    this.#open = this.#open.filter((group) => !isSkipped(group));
  }

  /** @param opener last action done */
  add(planned: readonly FrameAct[], opener: Candidate | undefined): void {
    const fresh = new Map<Group, number>();
    // In reverse order: elements that come first, such as menus, may replace those after them.
    const orderOf = ({ act: [, gesture], isRequired, isLasting, leadsBack }: FrameAct) =>
      isRequired ? -1 : gestures.indexOf(gesture) + (isLasting || leadsBack ? 0.5 : 0);
    const inOrder = [...planned].reverse().sort((a, b) => orderOf(a) - orderOf(b));
    for (const one of inOrder) {
      const key = `${one.frame.id} ${one.group}`;
      const group = this.#groups.get(key) ?? {
        kind: this.#kindOf(one.group),
        acts: [],
        dryRounds: 0,
        unproductive: 0,
        tries: 0,
        successes: 0,
        isTried: false,
        fresh: 0,
        labels: new Set<string>(),
      };
      this.#groups.set(key, group);
      group.isHeard ||= one.suggests === true;
      if (group.kind.isSkipped || (one.href !== undefined && this.#followed.isKnown(one.place))) continue;
      const control = controlOf(one);
      if (control !== undefined && this.#page.isKnownToLead(control)) continue;
      // Visible elements come before those shown earlier.
      const place = fresh.get(group) ?? 0;
      const isFresh = (group.isTried || group.fresh > 0) && group.dryRounds === 0;
      if (isFresh) group.fresh++;
      // Actions that lead forward come before those that lead back.
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

  /** Stores the yield of each kind of actions for other pages. */
  learn(): void {
    for (const { name, isTried, hasBrought } of this.#kinds.values()) {
      if (isTried) this.#page.learnWorth({ name, ...OF_KIND }, hasBrought, OF_KIND.price);
    }
  }

  #kindOf(group: string): Kind {
    // Scripts inside a page have different line numbers on each page.
    const name = nameOfGroup(group).replace(/<.*/s, '');
    const known = this.#kinds.get(name);
    const kind = known ?? {
      name,
      isSkipped: !this.#page.triesAllActs && !this.#page.isWorthIt({ name, ...OF_KIND }),
      isTried: false,
      hasBrought: false,
    };
    this.#kinds.set(name, kind);
    return kind;
  }

  /**
   * Takes the next action of each group; groups tried now come last the next time.
   *
   * @param pick returns the index of the action to take from a group
   */
  oneOfEach(groups: readonly Group[], most: number, pick = pickOf): Candidate[] {
    for (const group of groups) {
      const at = pick(group);
      // A moved older action is put before the new ones, which keep their rank.
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

  /** Drops an action that is done as another one. */
  drop(group: Group, planned: FrameAct): void {
    const at = group.acts.findIndex((one) => one.planned === planned);
    if (at < 0) return;
    group.acts.splice(at, 1);
    if (at < group.fresh) group.fresh--;
  }

  /** Queues an action before all others. */
  comesNext(attempt: Candidate): void {
    const { group } = attempt;
    group.acts.unshift(attempt);
    group.isTried = false;
    this.#open = [group, ...this.#open.filter((other) => other !== group)];
  }
}

/** Most batches in which the rest of a group is tried. */
const MOST_SWEEPS = 3;
const MOST_SWEEPS_OF_TEXTS = 6;
const mostOf = ({ isInPairs }: Group): number => (isInPairs ? MOST_SWEEPS_OF_TEXTS : MOST_SWEEPS);

/** Remaining actions of skipped controls, to be tried in one batch: only a few days of a calendar have an entry. */
export class Sweeps {
  readonly #first: Candidate[][] = [];
  /** Actions that the first batch has left. */
  readonly #rest: Candidate[][] = [];

  get length(): number {
    return this.#first.length + this.#rest.length;
  }

  add(group: Group): void {
    const { sweeps = 0 } = group;
    if (sweeps < mostOf(group)) (sweeps === 0 ? this.#first : this.#rest).push([...group.acts]);
    group.sweeps = sweeps + 1;
  }

  first(most: number): Candidate[] {
    return this.#take(this.#first, most);
  }

  rest(most: number): Candidate[] {
    return this.#take(this.#rest, most);
  }

  /** Takes the next batch; actions beyond it wait for another one. */
  #take(waiting: Candidate[][], most: number): Candidate[] {
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
