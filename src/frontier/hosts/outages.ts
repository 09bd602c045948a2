import type { LinkId } from '../../domain/link.ts';

/**
 * What a failed visit says of its host. `unreachable`: no server answered, whatever page was asked for. `trouble`: an error
 * that may pass, of the page or of its whole server (HTTP 5xx, an answer that broke off or never came), not of the network.
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
/** Milliseconds between two hosts that are asked after a pause of all, should the first have nothing to ask for. */
const NEXT_HOST_AFTER = 2000;
/** Hosts that are asked one by one then; all others come together after them. */
const HOSTS_IN_TURN = 30;

/** Stands for all hosts that have no turn of their own, such as those that never answered. */
const OTHERS = '';

/** What a failure is taken for: the page's own, its host's, or everybody's. Nothing is charged for the latter two. */
export interface Verdict {
  readonly of: 'page' | 'host' | 'all';
  /** Until when is paused, in milliseconds since the epoch, infinity for the rest of the run; undefined where that is no news. */
  readonly pausedUntil: number | undefined;
  /** As `Outages.until`, once it is kept. */
  readonly askAgainAt: number;
  /** Remembers the failure: to be called when what the verdict leads to is stored. */
  keep(): void;
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
 * pages fail one after the other. The network is down when several hosts in a row can't be reached, one that answered
 * before among them: a list of sites may have many that are gone for good. Then no host is asked until a pause is over,
 * each longer than the one before; after a pause one host is asked, each in its turn, and any answer ends the outage.
 */
export class Outages {
  /** Hosts that answered, the last one at the end. */
  readonly #answered: Set<string>;
  /** The place of each host in the order in which they are asked after the pause of all. */
  #turns: ReadonlyMap<string, number> = new Map();
  /** The host that answered last, if it has not failed since: no pause holds it up. */
  #spared: string | undefined;
  readonly #hosts = new Map<string, HostState>();
  /** Hosts that could not be reached since any answered. */
  readonly #silent = new Set<string>();
  /** Whether one of them answered before. */
  #isKnownSilent = false;
  #all: Pause = NO_PAUSE;
  readonly #onOver: () => void;

  /** @param answered hosts that answered in earlier runs @param onOver called when an outage of all is over */
  constructor(answered: Iterable<string>, onOver: () => void = () => undefined) {
    this.#answered = new Set(answered);
    this.#onOver = onOver;
  }

  /** When a host may be asked again, in milliseconds since the epoch: 0 where there is no outage. */
  until(host: string): number {
    return this.#after(host, this.#all, this.#hosts.get(host)?.pause ?? NO_PAUSE);
  }

  /** When a host may be asked after the pauses of all and its own. */
  #after(host: string, { until }: Pause, own: Pause): number {
    if (host === this.#spared) return own.until;
    const turn = until > 0 ? (this.#turns.get(host) ?? this.#turns.get(OTHERS) ?? 0) : 0;
    return Math.max(until + turn * NEXT_HOST_AFTER, own.until);
  }

  /** A host answered, be it with an error of the page's own. */
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

  /** A host answered another worker, some time ago. */
  hasAnswered(host: string): void {
    this.#answered.add(host);
  }

  /** A server answered, if only that it is in trouble: the network is not down. */
  reached(): void {
    this.#silent.clear();
    this.#isKnownSilent = false;
    if (this.#all === NO_PAUSE) return;
    this.#all = NO_PAUSE;
    this.#spared = undefined;
    this.#onOver();
  }

  /** What is to be thought of a visit that began at `begunAt` and failed. */
  failed(host: string, link: LinkId, kind: FailureKind, begunAt: number, now: number): Verdict {
    if (kind === 'trouble') return this.#failedThere(host, link, kind, begunAt, now);
    const anywhere = this.unreachable(host, begunAt, now);
    if (anywhere.of === 'all') return anywhere;
    const there = this.#failedThere(host, link, kind, begunAt, now);
    return {
      ...there,
      keep() {
        anywhere.keep();
        there.keep();
      },
    };
  }

  /** What an unreachable host says of the network. */
  unreachable(host: string, begunAt: number, now: number): Verdict {
    const isKnownSilent = this.#isKnownSilent || this.#answered.has(host);
    const silent = this.#silent.size + (this.#silent.has(host) ? 0 : 1);
    const isOutage = silent >= HOSTS_OF_ALL && isKnownSilent;
    // What began before the pause is no news.
    const isNews = isOutage && begunAt >= this.#all.until;
    const all = isNews ? paused(this.#all, ALL_PAUSES, now) : this.#all;
    const keep = () => {
      this.#silent.add(host);
      this.#isKnownSilent = isKnownSilent;
      if (host === this.#spared) this.#spared = undefined;
      if (isNews) this.#plan(all.count);
      this.#all = all;
    };
    const askAgainAt = this.#after(host, all, this.#hosts.get(host)?.pause ?? NO_PAUSE);
    return { of: isOutage ? 'all' : 'page', pausedUntil: isNews ? all.until : undefined, askAgainAt, keep };
  }

  /**
   * Plans whom to ask after the pause with this number: the host that answered last begins after the first, the one before
   * it after the second. Hosts without a turn of their own come once all these have begun.
   */
  #plan(count: number): void {
    const hosts = [...this.#answered].slice(-HOSTS_IN_TURN).reverse();
    const [last] = hosts;
    this.#spared = last === undefined || this.#silent.has(last) ? undefined : last;
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
    const keep = () => {
      if (isCounted) trouble.failed.add(link);
      trouble.pause = pause;
      this.#hosts.set(host, trouble);
    };
    const pausedUntil = isOutage && isNews ? pause.until : undefined;
    return { of: isOutage ? 'host' : 'page', pausedUntil, askAgainAt: this.#after(host, this.#all, pause), keep };
  }
}

/** The next pause. */
const paused = ({ count }: Pause, pauses: readonly number[], now: number): Pause => ({
  count: count + 1,
  until: now + (pauses[count] ?? Number.POSITIVE_INFINITY),
});
