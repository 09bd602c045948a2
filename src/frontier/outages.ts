import type { LinkId } from '../domain/link.ts';

/**
 * What a failed visit says of its host. `unreachable`: no server answered, whatever page was asked for. `trouble`: an error
 * that may pass, of the page or of its whole server (HTTP 5xx, an answer that broke off or never came).
 */
export type FailureKind = 'unreachable' | 'trouble';

/** Pauses of a host that answered before and does not any more, in milliseconds; then it is left for this run. */
const UNREACHABLE_PAUSES = [2_000, 8_000, 30_000, 60_000, 120_000, 240_000];
/** Pauses of a host that has nothing but errors; then these are taken for those of its pages. */
const TROUBLE_PAUSES = [5_000, 15_000, 30_000, 60_000];
/** Pauses of the whole crawl while no host answers: an hour in all. */
const ALL_PAUSES = [5_000, 15_000, 30_000, 60_000, 120_000, ...Array.from({ length: 12 }, () => 300_000)];
/** Links of one host that fail one after the other before it is the host, and not its pages. */
const LINKS_OF_A_HOST = 3;
/** Hosts that fail one after the other before it is the network, and not the hosts. */
const HOSTS_OF_ALL = 4;
/** So much later hosts that never answered are asked than those that did, in milliseconds: these say more. */
const UNKNOWN_LATER = 1000;

/** What a failure is taken for: the page's own, its host's, or everybody's. Nothing is charged for the latter two. */
export interface Verdict {
  readonly of: 'page' | 'host' | 'all';
  /** Until when is paused, in milliseconds since the epoch, infinity for the rest of the run; given where that is news. */
  readonly pausedUntil?: number;
}

interface Pause {
  /** Pauses so far. */
  readonly count: number;
  readonly until: number;
}

interface HostState {
  /** Links that failed since the host answered last. */
  failed: Set<LinkId>;
  /** Those that failed while the host answered others: alone their failures say nothing of it. */
  readonly own: Set<LinkId>;
  pause: Pause;
}

const NO_PAUSE: Pause = { count: 0, until: 0 };

/**
 * Tells outages from pages that fail. A host that answered before is down when it can't be reached, or when several of its
 * pages fail one after the other; the network is down when several hosts fail one after the other, one that answered before
 * among them: a list of sites may have many that are gone for ever.
 * Then nobody is asked until a pause is over, each longer than the one before; the first answer ends it.
 */
export class Outages {
  readonly #answered: Set<string>;
  readonly #hosts = new Map<string, HostState>();
  /** Hosts that failed since any answered. */
  readonly #silent = new Set<string>();
  /** Whether one of them answered before. */
  #isKnownSilent = false;
  #all: Pause = NO_PAUSE;

  /** @param answered hosts that answered in earlier runs */
  constructor(answered: Iterable<string>) {
    this.#answered = new Set(answered);
  }

  /** When a host may be asked again, in milliseconds since the epoch: 0 where there is no outage. */
  until(host: string): number {
    const all = this.#all.until + (this.#all.until > 0 && !this.#answered.has(host) ? UNKNOWN_LATER : 0);
    return Math.max(all, this.#hosts.get(host)?.pause.until ?? 0);
  }

  /** A host answered, be it with an error of the page's own. */
  answered(host: string): void {
    this.#answered.add(host);
    const trouble = this.#hosts.get(host);
    if (trouble) {
      for (const link of trouble.failed) trouble.own.add(link);
      trouble.failed = new Set();
      trouble.pause = NO_PAUSE;
    }
    this.#silent.clear();
    this.#isKnownSilent = false;
    this.#all = NO_PAUSE;
  }

  /** A visit that began at `begunAt` failed. */
  failed(host: string, link: LinkId, kind: FailureKind, begunAt: number, now: number): Verdict {
    const verdict = this.failedAnywhere(host, begunAt, now);
    return verdict.of === 'all' ? verdict : this.#failedThere(host, link, kind, begunAt, now);
  }

  /** The same where hosts have a patience of their own: only whether no host answers. */
  failedAnywhere(host: string, begunAt: number, now: number): Verdict {
    this.#silent.add(host);
    if (this.#answered.has(host)) this.#isKnownSilent = true;
    if (this.#silent.size < HOSTS_OF_ALL || !this.#isKnownSilent) return { of: 'page' };
    // What began before the pause is no news.
    if (begunAt < this.#all.until) return { of: 'all' };
    this.#all = paused(this.#all, ALL_PAUSES, now);
    return { of: 'all', pausedUntil: this.#all.until };
  }

  #failedThere(host: string, link: LinkId, kind: FailureKind, begunAt: number, now: number): Verdict {
    const trouble = this.#hosts.get(host) ?? { failed: new Set(), own: new Set(), pause: NO_PAUSE };
    this.#hosts.set(host, trouble);
    const isUnreachable = kind === 'unreachable';
    if (isUnreachable || !trouble.own.has(link)) trouble.failed.add(link);
    const isDown = trouble.failed.size >= LINKS_OF_A_HOST || (isUnreachable && !trouble.own.has(link));
    if (!this.#answered.has(host) || !isDown) return { of: 'page' };
    if (begunAt < trouble.pause.until) return { of: 'host' };
    const next = paused(trouble.pause, isUnreachable ? UNREACHABLE_PAUSES : TROUBLE_PAUSES, now);
    if (!isUnreachable && next.until === Number.POSITIVE_INFINITY) return { of: 'page' };
    trouble.pause = next;
    return { of: 'host', pausedUntil: next.until };
  }
}

/** The next pause. */
const paused = ({ count }: Pause, pauses: readonly number[], now: number): Pause => ({
  count: count + 1,
  until: now + (pauses[count] ?? Number.POSITIVE_INFINITY),
});
