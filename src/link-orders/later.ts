import type { Piscina } from 'piscina';
import type { LinkId } from '../domain/link.ts';

/** Milliseconds after which an idle thread ends. */
const IDLE = 10_000;

/** A result that other work need not wait for. */
export interface Later<Result> {
  /** Begins, if that needs time of its own. */
  begin(): void;
  /** Resolved when it is there; undefined: it is made when it is asked for. */
  readonly arrives: Promise<unknown> | undefined;
  result(): Result;
}

/** Does the work when its result is asked for first. */
export function here<Given, Result>(work: (given: Given) => Result, given: Given): Later<Result> {
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

/** A thread that does one kind of work. */
export class OtherThread<Given, Result> {
  readonly #from: string;
  readonly #name: string;
  readonly #work: (given: Given) => Result;
  #pool: Promise<Piscina<Given, Result>> | undefined;

  /**
   * @param from `import.meta.url` of a source …
   * @param name … and, beside it, that of the source whose default export is the work, without its ending
   */
  constructor(from: string, name: string, work: (given: Given) => Result) {
    this.#from = from;
    this.#name = name;
    this.#work = work;
  }

  /** Does the work there, once that is begun; where its result is asked for before it has come, here: it is the same. */
  later(given: Given): Later<Result> {
    let arrives: Promise<unknown> | undefined;
    let done: { readonly result: Result } | undefined;
    const run = async () => {
      this.#pool ??= this.#open();
      try {
        done = { result: await (await this.#pool).run(given) };
      } catch {
        // A thread that can't be had is no harm: the work is done here.
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

/** Waiting links in a ring: each gets its turn, whatever becomes of the others. */
export class InTurn {
  readonly #links: LinkId[] = [];
  #next = 0;

  add(link: LinkId): void {
    this.#links.push(link);
  }

  /** The next links that still wait, so many, where fewer wait some twice; those that don't are forgotten. */
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

  /** All links of the ring, and the place of the one whose turn is next. */
  save(): { readonly ring: Float64Array; readonly next: number } {
    return { ring: Float64Array.from(this.#links), next: this.#next };
  }

  load({ ring, next }: ReturnType<InTurn['save']>): void {
    this.#links.length = 0;
    for (const link of ring) this.#links.push(link);
    this.#next = next;
  }
}
