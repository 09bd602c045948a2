/** Rows that are asked for at once. */
const PAGE = 100;
/** Pages of rows that are kept: those farthest from what is shown go first. */
const KEPT = 40;

/** Rows from one on. @param after the row before the first, where it is known: to go on from it is quicker than to count */
export type LoadRows<R> = (
  from: number,
  limit: number,
  after: R | undefined,
  signal: AbortSignal,
) => Promise<readonly R[]>;

/** The rows of a long list that were needed so far. */
export class RowCache<R> {
  readonly #load: LoadRows<R>;
  readonly #changed: () => void;
  readonly #failed: (error: unknown) => void;
  readonly #pages = new Map<number, readonly R[]>();
  readonly #asked = new Map<number, AbortController>();
  #before: RowCache<R> | undefined;

  /** @param before rows that are shown until those of the new list have come */
  constructor(load: LoadRows<R>, changed: () => void, failed: (error: unknown) => void, before?: RowCache<R>) {
    this.#load = load;
    this.#before = before;
    this.#changed = changed;
    this.#failed = failed;
  }

  row(index: number): R | undefined {
    return this.own(index) ?? this.#before?.own(index);
  }

  /** Without what was shown before. */
  private own(index: number): R | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Asks for what is lacking of these rows, and no longer for what is far from them. */
  need(first: number, last: number): void {
    const from = Math.floor(first / PAGE);
    const to = Math.floor(last / PAGE);
    for (const [page, control] of this.#asked) if (page < from - 1 || page > to + 1) control.abort();
    for (let page = from; page <= to; page++) if (!this.#pages.has(page) && !this.#asked.has(page)) this.#ask(page);
    if (this.#pages.size <= KEPT) return;
    const far = [...this.#pages.keys()].sort((a, b) => Math.abs(b - from) - Math.abs(a - from));
    for (const page of far.slice(0, this.#pages.size - KEPT)) this.#pages.delete(page);
  }

  close(): void {
    // Lists must not hang on each other in a chain.
    this.#before = undefined;
    for (const control of this.#asked.values()) control.abort();
  }

  #ask(page: number): void {
    const control = new AbortController();
    this.#asked.set(page, control);
    const after = page === 0 ? undefined : this.#pages.get(page - 1)?.[PAGE - 1];
    this.#load(page * PAGE, PAGE, after, control.signal)
      .then(
        (rows) => {
          this.#pages.set(page, rows);
          this.#changed();
        },
        (error: unknown) => {
          if (!control.signal.aborted) this.#failed(error);
        },
      )
      .finally(() => {
        if (this.#asked.get(page) === control) this.#asked.delete(page);
      });
  }
}
