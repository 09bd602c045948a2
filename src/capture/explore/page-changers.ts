import { type Candidate, nameOf } from './candidate.ts';

/** Unproductive repetitions in a row, and repetitions of a page. */
const MOST_DRY_ROUNDS = 2;
const MOST_AGAIN = 40;

/** An action that changed the page. */
interface Changer {
  readonly attempt: Candidate;
  /** Hash of the text that the page showed after the action. */
  readonly text: number;
}

/**
 * Presses that changed the page before any group was known to bring links, such as the next page of a list whose rows
 * open. Each is repeated, since productive actions may bring more there.
 */
export class PageChangers {
  /** All presses that changed the page, by name. */
  readonly #all = new Map<string, Changer>();
  /** Number of controls that a press recreated, by name. */
  readonly #remade = new Map<string, number>();
  /** Names of presses to repeat. */
  #stale = new Set<string>();
  #dryRounds = 0;
  #left = MOST_AGAIN;

  /** @param text hash of the text that the page shows now */
  add(attempt: Candidate, text: number): void {
    if (attempt.planned.act[1] !== 'press') return;
    const name = nameOf(attempt.planned);
    this.#all.set(name, { attempt, text });
    this.#stale.delete(name);
    if (attempt.isStale) this.#dryRounds++;
  }

  /** Records the number of controls that a press recreated. */
  remakes(attempt: Candidate, controls: number): void {
    this.#remade.set(nameOf(attempt.planned), controls);
  }

  /**
   * Handles links from a retried action that a repeated press made available: the press may lead further, as `Next`
   * does.
   */
  lead({ planned, isStale }: Candidate): void {
    const name = nameOf(planned);
    if (!isStale || !this.#all.has(name)) return;
    this.#dryRounds = 0;
    this.#stale = new Set([name, ...this.#stale]);
  }

  /** Handles the first links of a group: earlier changes were made without knowing that the group is productive. */
  bring({ group }: Candidate): void {
    for (const [name, { attempt }] of this.#all) if (attempt.group !== group) this.#stale.add(name);
  }

  /** Returns the next press to repeat: the one with the most recreated controls that leads to another text. */
  next(text: number): Candidate | undefined {
    if (this.#dryRounds >= MOST_DRY_ROUNDS || this.#left <= 0) return undefined;
    const remade = (name: string) => this.#remade.get(name) ?? 0;
    const isElsewhere = (name: string) => this.#all.get(name)?.text !== text;
    const [first] = [...this.#stale].filter(isElsewhere).sort((a, b) => remade(b) - remade(a));
    return first === undefined ? undefined : this.#all.get(first)?.attempt;
  }

  /** Removes and returns the next press to repeat. */
  take(text: number): Candidate | undefined {
    const stale = this.next(text);
    if (!stale) return undefined;
    this.#stale.delete(nameOf(stale.planned));
    this.#left--;
    return stale;
  }
}
