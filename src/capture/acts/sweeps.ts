import { type Attempt, compatible, type Group } from './attempt.ts';

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
