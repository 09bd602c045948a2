/** Longest pause that a busy server is given unless it asks for one itself, in milliseconds. */
const LONGEST_BACK_OFF = 300_000;
/** What a server that says when to come again is granted at most, in milliseconds. */
export const LONGEST_RETRY_AFTER = 3_600_000;
const FIRST_BACK_OFF = 1000;

/** A host that said it is busy. */
interface SlowHost {
  readonly host: string;
  /** Milliseconds added to its delay: doubled each time that it is busy, halved with each visit that goes well. */
  readonly extraDelay: number;
  /** Not to be asked before, in milliseconds since the epoch. */
  readonly notBefore: number;
}

/**
 * Politeness: one page at a time for each host, and at least its delay from the start of one request to the start of
 * the next. A host that is busy (HTTP 429, 503) is asked less often until it recovers.
 */
export class Hosts {
  readonly #delay: (host: string) => number;
  readonly #busy = new Set<string>();
  readonly #freeAt = new Map<string, number>();
  readonly #slow: Map<string, SlowHost>;
  /** Hosts in flight that said they are busy. */
  readonly #refusing = new Set<string>();

  constructor(delay: (host: string) => number, slow: readonly SlowHost[]) {
    this.#delay = delay;
    this.#slow = new Map(slow.map((one) => [one.host, one]));
    for (const { host, notBefore } of slow) this.#freeAt.set(host, notBefore);
  }

  /** When the host may be asked next, in milliseconds since the epoch; undefined while a page of it is in flight. */
  freeAt(host: string): number | undefined {
    return this.#busy.has(host) ? undefined : (this.#freeAt.get(host) ?? 0);
  }

  begin(host: string): void {
    this.#busy.add(host);
    this.#refusing.delete(host);
  }

  /** The page in flight was answered with "busy", and perhaps when to come again. */
  slowDown(host: string, retryAfter: number | undefined, now: number): SlowHost {
    const before = this.#slow.get(host)?.extraDelay ?? 0;
    const extraDelay = Math.min(LONGEST_BACK_OFF, Math.max(2 * before, this.#delay(host), FIRST_BACK_OFF));
    const notBefore = now + Math.min(retryAfter ?? extraDelay, LONGEST_RETRY_AFTER);
    const slow = { host, extraDelay, notBefore };
    this.#slow.set(host, slow);
    this.#refusing.add(host);
    return slow;
  }

  /**
   * The page is over, for which the host was asked at `askedAt`; undefined: it was not asked. Returns how slow the
   * host still is, if that changed.
   */
  end(host: string, askedAt: number | undefined): SlowHost | undefined {
    this.#busy.delete(host);
    if (askedAt === undefined) return undefined;
    const changed = this.#refusing.has(host) ? undefined : this.#recover(host);
    const { extraDelay = 0, notBefore = 0 } = this.#slow.get(host) ?? {};
    const at = Math.max(askedAt + this.#delay(host) + extraDelay, notBefore);
    this.#freeAt.set(host, at);
    return changed;
  }

  #recover(host: string): SlowHost | undefined {
    const slow = this.#slow.get(host);
    if (!slow) return undefined;
    const half = Math.floor(slow.extraDelay / 2);
    const better = { ...slow, extraDelay: half < FIRST_BACK_OFF / 8 ? 0 : half };
    if (better.extraDelay === 0) this.#slow.delete(host);
    else this.#slow.set(host, better);
    return better;
  }
}
