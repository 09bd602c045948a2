import { setCapped } from '../../domain/capped-map.ts';
import type { LinkId } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import { registrableDomain } from '../../url/scope.ts';
import type { SiteState } from '../sites/site-table.ts';

/** Longest pause for a busy server without `Retry-After`, in milliseconds. */
const LONGEST_BACK_OFF = 300_000;
/** Longest accepted `Retry-After`, in milliseconds. */
export const LONGEST_RETRY_AFTER = 3_600_000;
const FIRST_BACK_OFF = 1000;
/** Milliseconds of being busy after which a host is given up for this run. */
const LONGEST_BUSY = 600_000;
/** Milliseconds of being busy after which a host that sent `Retry-After` is given up for this run. */
const LONGEST_ANNOUNCED_BUSY = 3_600_000;
/** Refusals of a page while its host serves others, before the page is given up. */
const MOST_REFUSALS = 5;
/** Most pages with counted refusals. */
const MOST_COUNTED = 10_000;

/** Host that answered that it is busy. */
interface SlowHost {
  readonly host: string;
  /** Milliseconds added to the delay: doubled with each "busy", halved with each visit that succeeds. */
  readonly extraDelay: number;
  /** Earliest time of the next request, in milliseconds since the epoch. */
  readonly notBefore: number;
}

/** Page or host that is given up after another "busy". */
type GivenUp = { readonly of: 'page' | 'host'; readonly why: string };

/** Result of a "busy" answer. */
export interface Busy {
  readonly slow: SlowHost;
  /** Earliest time of the next request, in milliseconds since the epoch. */
  readonly until: number;
  /** Page or host that is given up; undefined if the page waits. */
  readonly givenUp: GivenUp | undefined;
}

/** Refusals of a host since it last served a page. */
interface Refusals {
  readonly since: number;
  readonly links: Set<LinkId>;
  /** True if any refusal had `Retry-After`. */
  hasRetryAfter: boolean;
  isLeft: boolean;
}

/**
 * Politeness: one page at a time for each host, and at least its delay from the start of one request to the start of
 * the next. A busy host (HTTP 429, 503) gets fewer requests until it recovers, and its pages wait.
 */
export class Hosts {
  readonly #delay: (host: string) => number;
  readonly #busy = new Set<string>();
  readonly #freeAt = new Map<string, number>();
  readonly #slow: Map<string, SlowHost>;
  /** Hosts in flight that answered "busy". */
  readonly #refusing = new Set<string>();
  readonly #refusals = new Map<string, Refusals>();
  /** Links that were refused although their host served others later, with the number of refusals since. */
  readonly #refusedAlone = new Map<LinkId, number>();

  constructor(delay: (host: string) => number, slow: readonly SlowHost[]) {
    this.#delay = delay;
    this.#slow = new Map(slow.map((one) => [one.host, one]));
    for (const { host, notBefore } of slow) this.#freeAt.set(host, notBefore);
  }

  /** Returns the time of the host's next request, in milliseconds since the epoch; undefined: a page is in flight. */
  freeAt(host: string): number | undefined {
    if (this.#refusals.get(host)?.isLeft) return Number.POSITIVE_INFINITY;
    return this.#busy.has(host) ? undefined : (this.#freeAt.get(host) ?? 0);
  }

  /** Takes over the state of a host that was busy for another worker. */
  wasSlow(slow: SlowHost, now: number): void {
    const { host, extraDelay, notBefore } = slow;
    const known = this.#slow.get(host);
    if (known && known.extraDelay >= extraDelay && known.notBefore >= notBefore) return;
    this.#slow.set(host, slow);
    const until = Math.max(notBefore, now + this.#delay(host) + extraDelay);
    this.#freeAt.set(host, Math.max(until, this.#freeAt.get(host) ?? 0));
  }

  begin(host: string): void {
    this.#busy.add(host);
    this.#refusing.delete(host);
  }

  /** Slows a host down after a "busy" answer. @param retryAfter milliseconds; undefined: not named */
  slowDown(host: string, link: LinkId, retryAfter: number | undefined, now: number): Busy {
    const before = this.#slow.get(host)?.extraDelay ?? 0;
    const extraDelay = Math.min(LONGEST_BACK_OFF, Math.max(2 * before, this.#delay(host), FIRST_BACK_OFF));
    const notBefore = now + Math.min(retryAfter ?? extraDelay, LONGEST_RETRY_AFTER);
    const slow = { host, extraDelay, notBefore };
    this.#slow.set(host, slow);
    this.#refusing.add(host);
    const until = Math.max(now + this.#delay(host) + extraDelay, notBefore);
    this.#freeAt.set(host, until);
    return { slow, until, givenUp: this.#refused(host, link, retryAfter !== undefined, until, now) };
  }

  /** Counts a refusal. Returns the page or host to give up, if any. */
  #refused(host: string, link: LinkId, hasRetryAfter: boolean, until: number, now: number): GivenUp | undefined {
    const refusals = this.#refusals.get(host) ?? { since: now, links: new Set<LinkId>(), hasRetryAfter, isLeft: false };
    this.#refusals.set(host, refusals);
    refusals.links.add(link);
    refusals.hasRetryAfter ||= hasRetryAfter;
    const alone = this.#refusedAlone.get(link);
    if (alone !== undefined) {
      setCapped(this.#refusedAlone, link, alone + 1, MOST_COUNTED);
      if (alone + 1 >= MOST_REFUSALS) return { of: 'page', why: `${MOST_REFUSALS} times while others were served` };
    }
    const most = refusals.hasRetryAfter ? LONGEST_ANNOUNCED_BUSY : LONGEST_BUSY;
    if (until - refusals.since <= most) return undefined;
    refusals.isLeft = true;
    return { of: 'host', why: `busy for ${refusals.hasRetryAfter ? 'an hour' : 'ten minutes'}` };
  }

  /** Ends a page, requested at `askedAt` (undefined: no request). Returns the host's slowness, if changed. */
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
    for (const link of this.#refusals.get(host)?.links ?? [])
      setCapped(this.#refusedAlone, link, this.#refusedAlone.get(link) ?? 0, MOST_COUNTED);
    this.#refusals.delete(host);
    const slow = this.#slow.get(host);
    if (!slow) return undefined;
    const half = Math.floor(slow.extraDelay / 2);
    const better = { ...slow, extraDelay: half < FIRST_BACK_OFF / 8 ? 0 : half };
    if (better.extraDelay === 0) this.#slow.delete(host);
    else this.#slow.set(host, better);
    return better;
  }
}

/** Delays of single sites, by host. The longest delay holds for several sites on one host. */
export class SiteDelays {
  readonly #bySite = new Map<SiteId, { readonly place: string; readonly delay: number }>();
  #byPlace = new Map<string, number>();

  /** Stores the current delay of a site. */
  put({ id, limits, host, origin, isRemoved }: SiteState): void {
    const { delay } = limits;
    const isKnown = this.#bySite.delete(id);
    if (delay !== undefined && !isRemoved)
      this.#bySite.set(id, { place: host ?? domainPlace(new URL(origin).hostname), delay });
    else if (!isKnown) return;
    this.#byPlace = new Map();
    for (const { place, delay: own } of this.#bySite.values())
      this.#byPlace.set(place, Math.max(own, this.#byPlace.get(place) ?? 0));
  }

  /** Returns a host's delay in milliseconds; undefined: no site has its own. @param host as `bareHost` returns it */
  of(host: string): number | undefined {
    if (this.#byPlace.size === 0) return undefined;
    return this.#byPlace.get(host) ?? this.#byPlace.get(domainPlace(host.replace(/:\d+$/, '')));
  }
}

/** Returns the registrable domain of a host. @param host as `bareHost` returns it */
export const domainOfHost = (host: string): string => registrableDomain(host.replace(/:\d+$/, ''));

/** Returns the place of a site that covers all hosts of a domain. */
const domainPlace = (hostname: string): string => `*.${registrableDomain(hostname)}`;
