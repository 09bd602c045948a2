/** Rows in one request. */
const PAGE = 100;
/** Pages of rows kept in memory: those farthest from the visible rows are dropped first. */
const KEPT = 40;

/** Loads rows. @param after row before the first, if known: continuing after a row is faster than counting */
export type LoadRows<R> = (
  from: number,
  limit: number,
  after: R | undefined,
  signal: AbortSignal,
) => Promise<readonly R[]>;

/** Cache of the rows of a long list, loaded as needed. */
export class RowCache<R> {
  readonly #load: LoadRows<R>;
  readonly #changed: () => void;
  readonly #failed: (error: unknown) => void;
  readonly #pages = new Map<number, readonly R[]>();
  readonly #asked = new Map<number, AbortController>();
  #before: RowCache<R> | undefined;

  /** @param before cache of the previous list, shown until the new rows are loaded */
  constructor(load: LoadRows<R>, changed: () => void, failed: (error: unknown) => void, before?: RowCache<R>) {
    this.#load = load;
    this.#before = before;
    this.#changed = changed;
    this.#failed = failed;
  }

  row(index: number): R | undefined {
    return this.own(index) ?? this.#before?.own(index);
  }

  /** Returns a row without the previous list's rows. */
  private own(index: number): R | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Requests the missing ones of these rows, and cancels requests for rows far away. */
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
    // Drops the previous list, so that caches form no chain.
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
