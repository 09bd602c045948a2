import { NO_GAIN } from '../storage/seeds.ts';
import type { Claim, Failure, FrontierLimits, Run, VisitResult } from './frontier.ts';
import type { Outages, Verdict } from './hosts/outages.ts';
import { type FrontierQueries, STATUS } from './queries.ts';
import type { LinkPlacement } from './queue/link-placement.ts';
import type { SiteQueues } from './queue/site-queues.ts';
import type { Standings } from './sites/site-standing.ts';
import type { SiteState, SiteTable } from './sites/site-table.ts';

/** Pauses before the second and the third try of a page that failed to load, in milliseconds. */
export const RETRY_PAUSES = [2_000, 8_000] as const;

/** Loads tried again after the first. */
export const MAX_RETRIES = RETRY_PAUSES.length;

/** What a server or the crawl itself decided, or what is wrong with the answer: it lasts until somebody mends the page. */
const LASTS =
  /^not found: |^HTTP 4(?!08|25|29)\d\d$|^redirects |private address|robots\.txt forbids|^ERR_(?:ABORTED|BLOCKED_BY_CLIENT|CONTENT_DECODING_FAILED|INVALID_\w+|TOO_MANY_REDIRECTS|UNSAFE_\w+)$/;

/** Whether a page that could not be loaded for that reason may load later without a change to it. */
export const mayPass = (reason: string): boolean => !LASTS.test(reason);

/** A visit that failed and was charged. */
interface ChargedFailure {
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

/** Takes a failed visit back, inside a transaction: its link waits again, untried, and nothing of it is charged in the tables. */
export function takeBack(
  sql: FrontierQueries,
  queues: SiteQueues,
  standings: Standings,
  site: SiteState,
  { visit, claim, milliseconds, reward }: ChargedFailure,
  now: number,
): void {
  const { link } = claim;
  sql.visits.remove.run({ id: visit });
  sql.internal.setStatus.run({ id: link, status: STATUS.waiting, at: now });
  sql.internal.blame.run({ id: link, attempts: -MAX_RETRIES });
  // It may have proved a link meanwhile.
  queues.add(site, link, sql.internal.get.get({ id: link }));
  const less = { failed: -1, milliseconds: -milliseconds, reward: -reward };
  const standing = standings.after(site, { kind: 'taken-back' });
  sql.seeds.gain.run({ ...NO_GAIN, ...less, id: site.id, ...standing, at: now });
  standings.set(site, standing);
}

/**
 * Lets links wait again that failed in earlier runs: all whose reason may pass, and of the others those that are due. A
 * link that failed in k visits is due 2^(k-1) nights after the last one.
 */
export function retryFailed(
  sql: FrontierQueries,
  links: LinkPlacement,
  table: SiteTable,
  { lasting }: NonNullable<FrontierLimits['retryFailed']>,
  { night = 0, startedAt }: Pick<Run, 'night' | 'startedAt'>,
): void {
  let left = lasting;
  for (const { link, visits } of failedLinks(sql)) {
    const { reason, night: failedIn } = visits.at(-1) ?? { reason: '', night: 0 };
    if (!mayPass(reason)) {
      if (left < 1 || night < failedIn + 2 ** (visits.length - 1)) continue;
      left--;
    }
    const site = table.get(link.site);
    if (!site.holds(link)) continue;
    sql.internal.blame.run({ id: link.id, attempts: -Math.min(link.attempts, MAX_RETRIES) });
    links.admit(site, link, startedAt);
  }
}

/** Links that failed, those that failed first before the others, with their failed visits, the last one last. */
function failedLinks(sql: FrontierQueries) {
  const failed = new Map<number, { link: Row; visits: { readonly reason: string; readonly night: number }[] }>();
  for (const row of sql.resumed.failed.all({})) {
    const known = failed.get(row.id) ?? { link: row, visits: [] };
    known.visits.push({ reason: row.reason, night: row.night ?? 0 });
    // The map keeps the order of the last visits.
    failed.delete(row.id);
    failed.set(row.id, known);
  }
  return failed.values();
}

type Row = ReturnType<FrontierQueries['resumed']['failed']['all']>[number];
