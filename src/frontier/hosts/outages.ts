import type { LinkId } from '../../domain/link.ts';

/**
 * Kind of failure of a host. `unreachable`: no server answered, whatever the page. `trouble`: a temporary error of the
 * page or its server (HTTP 5xx, an answer that broke off or never came), not of the network.
 */
export type FailureKind = 'unreachable' | 'trouble';

/** Milliseconds of each pause of a host that stopped answering; after the last one the run gives up the host. */
const UNREACHABLE_PAUSES = [2_000, 8_000, 30_000, 60_000, 120_000, 240_000];
/** Milliseconds of each pause of a host with errors only; after the last one the errors count as those of pages. */
const TROUBLE_PAUSES = [5_000, 15_000, 30_000, 60_000];
/** Milliseconds of each pause of the crawl while no host answers, about an hour in all; then the crawl stays paused. */
const ALL_PAUSES = [5_000, 15_000, 30_000, 60_000, 120_000, ...Array.from({ length: 12 }, () => 300_000)];
/** Consecutive failed links of a host before the host is considered down. */
const LINKS_OF_A_HOST = 3;
/** Consecutive unreachable hosts before the network is considered down. */
const HOSTS_OF_ALL = 4;
/** Milliseconds between requests to two hosts after a pause of all, in case the first has no link to visit. */
const NEXT_HOST_AFTER = 2000;
/** Hosts that are requested one by one after a pause of all; the others follow together. */
const HOSTS_IN_TURN = 30;

/** Entry for all hosts that are not in the rotation, such as hosts that never answered. */
const OTHERS = '';

/** Cause of a failure: the page, its host, or the network (`all`). Only a failure of the page uses a page. */
export interface Verdict {
  readonly of: 'page' | 'host' | 'all';
  /** End of a new pause, in ms since the epoch; infinity: for the rest of the run; undefined: no new pause. */
  readonly pausedUntil: number | undefined;
  /** Time as `Outages.until`, after the call of `commit`. */
  readonly askAgainAt: number;
  /** Remembers the failure. To be called after the consequences of the verdict are stored. */
  commit(): void;
}

interface Pause {
  /** Number of pauses so far. */
  readonly count: number;
  readonly until: number;
}

interface HostState {
  /** Links that failed since the last answer of the host. */
  failed: Set<LinkId>;
  /** Links that failed while the host answered others: their failures alone don't count against the host. */
  readonly own: Set<LinkId>;
  pause: Pause;
}

const NO_PAUSE: Pause = { count: 0, until: 0 };

/**
 * Tells outages from page failures. A host that answered before is down if unreachable, or if several of its pages fail
 * in a row; the network, if several hosts in a row are unreachable and one of them answered before (a list of sites may
 * have many dead hosts). After each pause one host is requested, in rotation; any answer ends the outage.
 */
export class Outages {
  /** Hosts that answered, the most recent last. */
  readonly #answered: Set<string>;
  /** Position of each host in the order of requests after a pause of all. */
  #turns: ReadonlyMap<string, number> = new Map();
  /** Last host that answered, if it has not failed since; exempt from the pause of all. */
  #exempt: string | undefined;
  readonly #hosts = new Map<string, HostState>();
  /** Unreachable hosts since the last answer of any host. */
  readonly #silent = new Set<string>();
  /** True if one of the silent hosts answered before. */
  #isKnownSilent = false;
  #all: Pause = NO_PAUSE;
  readonly #onOver: () => void;

  /** @param answered hosts that answered in earlier runs @param onOver called at the end of an outage of all */
  constructor(answered: Iterable<string>, onOver: () => void = () => undefined) {
    this.#answered = new Set(answered);
    this.#onOver = onOver;
  }

  /** Returns the time of a host's next request, in milliseconds since the epoch; 0: no outage. */
  until(host: string): number {
    return this.#after(host, this.#all, this.#hosts.get(host)?.pause ?? NO_PAUSE);
  }

  /** Returns the time of a host's next request after the pause of all and the host's own. */
  #after(host: string, { until }: Pause, own: Pause): number {
    if (host === this.#exempt) return own.until;
    const turn = until > 0 ? (this.#turns.get(host) ?? this.#turns.get(OTHERS) ?? 0) : 0;
    return Math.max(until + turn * NEXT_HOST_AFTER, own.until);
  }

  /** Notes an answer of a host, even one with an error of the page. */
  answered(host: string): void {
    this.#answered.delete(host);
    this.#answered.add(host);
    const trouble = this.#hosts.get(host);
    if (trouble) {
      for (const link of trouble.failed) trouble.own.add(link);
      trouble.failed = new Set();
      trouble.pause = NO_PAUSE;
    }
    this.reached();
  }

  /** Notes that a host answered another worker before. */
  hasAnswered(host: string): void {
    this.#answered.add(host);
  }

  /** Ends a network outage after any answer of a server, even an error. */
  reached(): void {
    this.#silent.clear();
    this.#isKnownSilent = false;
    if (this.#all === NO_PAUSE) return;
    this.#all = NO_PAUSE;
    this.#exempt = undefined;
    this.#onOver();
  }

  /** Judges a failed visit that began at `begunAt`. */
  failed(host: string, link: LinkId, kind: FailureKind, begunAt: number, now: number): Verdict {
    if (kind === 'trouble') return this.#failedThere(host, link, kind, begunAt, now);
    const anywhere = this.unreachable(host, begunAt, now);
    if (anywhere.of === 'all') return anywhere;
    const there = this.#failedThere(host, link, kind, begunAt, now);
    return {
      ...there,
      commit() {
        anywhere.commit();
        there.commit();
      },
    };
  }

  /** Judges the network by an unreachable host. */
  unreachable(host: string, begunAt: number, now: number): Verdict {
    const isKnownSilent = this.#isKnownSilent || this.#answered.has(host);
    const silent = this.#silent.size + (this.#silent.has(host) ? 0 : 1);
    const isOutage = silent >= HOSTS_OF_ALL && isKnownSilent;
    // Failures of visits from before the pause start no new pause.
    const isNews = isOutage && begunAt >= this.#all.until;
    const all = isNews ? paused(this.#all, ALL_PAUSES, now) : this.#all;
    const commit = () => {
      this.#silent.add(host);
      this.#isKnownSilent = isKnownSilent;
      if (host === this.#exempt) this.#exempt = undefined;
      if (isNews) this.#plan(all.count);
      this.#all = all;
    };
    const askAgainAt = this.#after(host, all, this.#hosts.get(host)?.pause ?? NO_PAUSE);
    return { of: isOutage ? 'all' : 'page', pausedUntil: isNews ? all.until : undefined, askAgainAt, commit };
  }

  /**
   * Plans the order of hosts after the pause with this number: the most recent host is first after pause 1, the one
   * before it after pause 2. Hosts that are not in the rotation are first after all these.
   */
  #plan(count: number): void {
    const hosts = [...this.#answered].slice(-HOSTS_IN_TURN).reverse();
    const [last] = hosts;
    this.#exempt = last === undefined || this.#silent.has(last) ? undefined : last;
    hosts.push(OTHERS);
    const first = (count - 1) % hosts.length;
    this.#turns = new Map([...hosts.slice(first), ...hosts.slice(0, first)].map((host, turn) => [host, turn]));
  }

  #failedThere(host: string, link: LinkId, kind: FailureKind, begunAt: number, now: number): Verdict {
    const trouble = this.#hosts.get(host) ?? { failed: new Set(), own: new Set(), pause: NO_PAUSE };
    const isUnreachable = kind === 'unreachable';
    const isOwn = trouble.own.has(link);
    const isCounted = isUnreachable || !isOwn;
    const failed = trouble.failed.size + (isCounted && !trouble.failed.has(link) ? 1 : 0);
    const isDown = this.#answered.has(host) && (failed >= LINKS_OF_A_HOST || (isUnreachable && !isOwn));
    const isNews = isDown && begunAt >= trouble.pause.until;
    const next = isNews
      ? paused(trouble.pause, isUnreachable ? UNREACHABLE_PAUSES : TROUBLE_PAUSES, now)
      : trouble.pause;
    const isOutage = isDown && (isUnreachable || !isNews || Number.isFinite(next.until));
    const pause = isOutage ? next : trouble.pause;
    const commit = () => {
      if (isCounted) trouble.failed.add(link);
      trouble.pause = pause;
      this.#hosts.set(host, trouble);
    };
    const pausedUntil = isOutage && isNews ? pause.until : undefined;
    return { of: isOutage ? 'host' : 'page', pausedUntil, askAgainAt: this.#after(host, this.#all, pause), commit };
  }
}

/** Returns the next pause. */
const paused = ({ count }: Pause, pauses: readonly number[], now: number): Pause => ({
  count: count + 1,
  until: now + (pauses[count] ?? Number.POSITIVE_INFINITY),
});
