import { type Attempt, nameOf } from './attempt.ts';

/** Acts that are done again in vain, one after the other; and in all. */
const MOST_IN_VAIN = 2;
const MOST_AGAIN = 40;

/** An act that has changed the page. */
interface Changer {
  readonly attempt: Attempt;
  /** Stands for what the page showed then. */
  readonly text: number;
}

/**
 * Presses that have changed the page before something was known to bring links, as a list's pages are turned before anybody
 * knows that its rows open: each is done again, as what it shows may bring others there.
 */
export class Changers {
  /** All that have changed it, by their names. */
  readonly #all = new Map<string, Changer>();
  /** How many controls each of those has made anew. */
  readonly #madeAnew = new Map<string, number>();
  /** The names of those that are to be done again. */
  #stale = new Set<string>();
  #inVain = 0;
  #left = MOST_AGAIN;

  /** @param text stands for what the page shows now */
  add(attempt: Attempt, text: number): void {
    if (attempt.planned.act[1] !== 'press') return;
    const name = nameOf(attempt.planned);
    this.#all.set(name, { attempt, text });
    this.#stale.delete(name);
    if (attempt.isStale) this.#inVain++;
  }

  /** It has made so many controls anew. */
  makesAnew(attempt: Attempt, controls: number): void {
    this.#madeAnew.set(nameOf(attempt.planned), controls);
  }

  /** An act has brought links that was tried again as this has shown its control: it may lead further, as `Next` does. */
  lead({ planned, isStale }: Attempt): void {
    const name = nameOf(planned);
    if (!isStale || !this.#all.has(name)) return;
    this.#inVain = 0;
    this.#stale = new Set([name, ...this.#stale]);
  }

  /** It has brought links, as none of its group did before: what was shown until now was shown without that being known. */
  bring({ group }: Attempt): void {
    for (const [name, { attempt }] of this.#all) if (attempt.group !== group) this.#stale.add(name);
  }

  /** What is to be done again first: what has made most controls anew, and leads to something else than what is shown. */
  next(text: number): Attempt | undefined {
    if (this.#inVain >= MOST_IN_VAIN || this.#left <= 0) return undefined;
    const madeAnew = (name: string) => this.#madeAnew.get(name) ?? 0;
    const isElsewhere = (name: string) => this.#all.get(name)?.text !== text;
    const [first] = [...this.#stale].filter(isElsewhere).sort((a, b) => madeAnew(b) - madeAnew(a));
    return first === undefined ? undefined : this.#all.get(first)?.attempt;
  }

  /** The same, and it is not to be done again any more. */
  take(text: number): Attempt | undefined {
    const stale = this.next(text);
    if (!stale) return undefined;
    this.#stale.delete(nameOf(stale.planned));
    this.#left--;
    return stale;
  }
}
