import type { Piscina } from 'piscina';
import type { LinkId } from '../domain/link.ts';

/** Milliseconds before an idle thread ends. */
const IDLE = 10_000;

/** Result that other work need not wait for. */
export interface Later<Result> {
  /** Starts work in another thread; no-op for work in this thread. */
  begin(): void;
  /** Resolved with the result; undefined: `result` computes it. */
  readonly arrives: Promise<unknown> | undefined;
  result(): Result;
}

/** Runs the work at the first call of `result`. */
export function inThisThread<Given, Result>(work: (given: Given) => Result, given: Given): Later<Result> {
  let done: { readonly result: Result } | undefined;
  return {
    begin: () => undefined,
    arrives: undefined,
    result() {
      done ??= { result: work(given) };
      return done.result;
    },
  };
}

/** Thread for one kind of work. */
export class OtherThread<Given, Result> {
  readonly #from: string;
  readonly #name: string;
  readonly #work: (given: Given) => Result;
  #pool: Promise<Piscina<Given, Result>> | undefined;

  /**
   * @param from `import.meta.url` of a source
   * @param name source beside `from` whose default export is the work, without file ending
   */
  constructor(from: string, name: string, work: (given: Given) => Result) {
    this.#from = from;
    this.#name = name;
    this.#work = work;
  }

  /**
   * Runs the work in the thread after `begin`. Runs it in this thread if `result` is called early: the result is the
   * same.
   */
  later(given: Given): Later<Result> {
    let arrives: Promise<unknown> | undefined;
    let done: { readonly result: Result } | undefined;
    const run = async () => {
      this.#pool ??= this.#open();
      try {
        done = { result: await (await this.#pool).run(given) };
      } catch {
        // Leaves the work to `result` if there is no thread.
      }
    };
    return {
      begin() {
        arrives ??= run();
      },
      get arrives() {
        return arrives;
      },
      result: () => {
        done ??= { result: this.#work(given) };
        return done.result;
      },
    };
  }

  async #open(): Promise<Piscina<Given, Result>> {
    const { openPool } = await import('../domain/threads.ts');
    const threads = { minThreads: 0, maxThreads: 1, idleTimeout: IDLE };
    const opened = openPool<Given, Result>(this.#from, this.#name, threads);
    opened.on('error', () => undefined);
    return opened;
  }
}

/** Ring of waiting links; each gets its turn. */
export class InTurn {
  readonly #links: LinkId[] = [];
  #next = 0;

  add(link: LinkId): void {
    this.#links.push(link);
  }

  /** Returns the next `most` waiting links, with repeats if fewer wait. Removes links that do not wait. */
  take(most: number, waits: (link: LinkId) => boolean): LinkId[] {
    const taken: LinkId[] = [];
    while (taken.length < most && this.#links.length > 0) {
      if (this.#next >= this.#links.length) this.#next = 0;
      const link = this.#links[this.#next];
      if (link !== undefined && waits(link)) {
        this.#next++;
        taken.push(link);
        continue;
      }
      const last = this.#links.pop();
      if (last !== undefined && this.#next < this.#links.length) this.#links[this.#next] = last;
    }
    return taken;
  }

  /** Returns all links of the ring and the index of the next one. */
  save(): { readonly ring: Float64Array; readonly next: number } {
    return { ring: Float64Array.from(this.#links), next: this.#next };
  }

  load({ ring, next }: ReturnType<InTurn['save']>): void {
    this.#links.length = 0;
    for (const link of ring) this.#links.push(link);
    this.#next = next;
  }
}
