import type { Claim, Failure, VisitResult } from './frontier.ts';
import type { Outages, Verdict } from './outages.ts';

/** A visit that failed and was charged. */
export interface ChargedFailure {
  /** Id of its row in `visits`. */
  readonly visit: number;
  readonly claim: Claim;
  /** Whether its host could not be reached. */
  readonly isUnreachable: boolean;
  /** When it was over, in milliseconds since the epoch. */
  readonly at: number;
  readonly milliseconds: number;
  readonly reward: number;
}

/** Tells failures of pages from outages, and remembers what was charged before an outage is known for one. */
export class FailedVisits {
  readonly #outages: Outages;
  /** Since their host answered last, by host. */
  readonly #charged = new Map<string, ChargedFailure[]>();
  /** When any host answered last. */
  #answeredAt = 0;

  constructor(outages: Outages) {
    this.#outages = outages;
  }

  answered(host: string, now: number): void {
    this.#outages.answered(host);
    this.#charged.delete(host);
    this.#answeredAt = now;
  }

  /** Whether a failure is its page's own, or an outage's. */
  verdict({ host, link, claimedAt }: Claim, { kind, isAnswer }: Failure, now: number): Verdict {
    if (kind !== 'retry' && kind !== 'final') {
      const verdict = this.#outages.failed(host, link, kind, claimedAt, now);
      const keep = () => {
        verdict.keep();
        if (isAnswer) this.#outages.reached();
      };
      return { ...verdict, keep };
    }
    const keep = () => {
      if (isAnswer) this.answered(host, now);
    };
    return { of: 'page', pausedUntil: undefined, askAgainAt: now, keep };
  }

  /** A failure that may turn out to be an outage's was charged. */
  add({ kind }: Failure, charged: Omit<ChargedFailure, 'isUnreachable'>): void {
    if (kind === 'retry' || kind === 'final') return;
    const failure = { ...charged, isUnreachable: kind === 'unreachable' };
    const before = this.#charged.get(charged.claim.host);
    if (before) before.push(failure);
    else this.#charged.set(charged.claim.host, [failure]);
  }

  /** What an outage of a host was charged, or, undefined, of all: what was unreachable since any host answered. */
  of(host: string | undefined): readonly ChargedFailure[] {
    if (host !== undefined) return [...(this.#charged.get(host) ?? [])];
    const failures = [...this.#charged.values()].flat();
    return failures.filter(({ at, isUnreachable }) => isUnreachable && at >= this.#answeredAt);
  }

  /** They are not charged any more. */
  takeBack(failures: readonly ChargedFailure[]): void {
    const taken = new Set(failures);
    for (const host of new Set(failures.map(({ claim }) => claim.host))) {
      const left = this.#charged.get(host)?.filter((failure) => !taken.has(failure)) ?? [];
      if (left.length > 0) this.#charged.set(host, left);
      else this.#charged.delete(host);
    }
  }
}

/** A visit whose page could not be loaded. */
export const failedVisit = (reason: string): VisitResult => ({
  askedAt: undefined,
  outcome: 'failed',
  reason,
  httpStatus: null,
  contentType: '',
  title: '',
  address: undefined,
  canonical: undefined,
  links: [],
});
