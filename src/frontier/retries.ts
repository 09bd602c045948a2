import { NO_GAIN } from '../storage/seeds.ts';
import type { Claim, Failure, FrontierLimits, Run, VisitResult } from './frontier.ts';
import type { Outages, Verdict } from './hosts/outages.ts';
import { type FrontierQueries, STATUS } from './queries.ts';
import type { LinkPlacement } from './queue/link-placement.ts';
import type { SiteQueues } from './queue/site-queues.ts';
import type { SiteStatuses } from './sites/site-status.ts';
import type { SiteState, SiteTable } from './sites/site-table.ts';

/** Milliseconds before the second and the third try of a page that failed to load. */
export const RETRY_PAUSES = [2_000, 8_000] as const;

/** Retries of a page after its first load. */
export const MAX_RETRIES = RETRY_PAUSES.length;

/** Permanent reasons: decisions of the server or the crawl, or faulty answers, until someone repairs the page. */
const LASTS =
  /^not found: |^HTTP 4(?!08|25|29)\d\d$|^redirects |private address|robots\.txt forbids|^ERR_(?:ABORTED|BLOCKED_BY_CLIENT|CONTENT_DECODING_FAILED|INVALID_\w+|TOO_MANY_REDIRECTS|UNSAFE_\w+)$/;

/** Tells whether a page with this reason of failure may load later without a change. */
export const mayPass = (reason: string): boolean => !LASTS.test(reason);

/** Failed visit that used a page of the budget. */
interface CountedFailure {
  /** Id of the row in `visits`. */
  readonly visit: number;
  readonly claim: Claim;
  /** True if the host could not be reached. */
  readonly isUnreachable: boolean;
  /** End of the visit, in milliseconds since the epoch. */
  readonly at: number;
  readonly milliseconds: number;
  readonly reward: number;
}

/** Tells page failures from outages, and remembers failures that were counted before an outage was recognised. */
export class FailedVisits {
  readonly #outages: Outages;
  /** Counted failures since the last answer of their host, by host. */
  readonly #counted = new Map<string, CountedFailure[]>();
  /** Time of the last answer of any host. */
  #answeredAt = 0;

  constructor(outages: Outages) {
    this.#outages = outages;
  }

  answered(host: string, now: number): void {
    this.#outages.answered(host);
    this.#counted.delete(host);
    this.#answeredAt = now;
  }

  /** Tells whether a failure is due to its page or to an outage. */
  verdict({ host, link, claimedAt }: Claim, { kind, isAnswer }: Failure, now: number): Verdict {
    if (kind !== 'retry' && kind !== 'final') {
      const verdict = this.#outages.failed(host, link, kind, claimedAt, now);
      const commit = () => {
        verdict.commit();
        if (isAnswer) this.#outages.reached();
      };
      return { ...verdict, commit };
    }
    const commit = () => {
      if (isAnswer) this.answered(host, now);
    };
    return { of: 'page', pausedUntil: undefined, askAgainAt: now, commit };
  }

  /** Remembers a counted failure that may turn out to be due to an outage. */
  add({ kind }: Failure, counted: Omit<CountedFailure, 'isUnreachable'>): void {
    if (kind === 'retry' || kind === 'final') return;
    const failure = { ...counted, isUnreachable: kind === 'unreachable' };
    const before = this.#counted.get(counted.claim.host);
    if (before) before.push(failure);
    else this.#counted.set(counted.claim.host, [failure]);
  }

  /** Returns the counted failures of a host, or (undefined) the unreachable ones of all hosts since the last answer. */
  of(host: string | undefined): readonly CountedFailure[] {
    if (host !== undefined) return [...(this.#counted.get(host) ?? [])];
    const failures = [...this.#counted.values()].flat();
    return failures.filter(({ at, isUnreachable }) => isUnreachable && at >= this.#answeredAt);
  }

  /** Forgets failures that no longer count. */
  forget(failures: readonly CountedFailure[]): void {
    const taken = new Set(failures);
    for (const host of new Set(failures.map(({ claim }) => claim.host))) {
      const left = this.#counted.get(host)?.filter((failure) => !taken.has(failure)) ?? [];
      if (left.length > 0) this.#counted.set(host, left);
      else this.#counted.delete(host);
    }
  }
}

/** Returns the result of a visit whose page could not be loaded. */
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

/** Undoes a failed visit in the tables, inside a transaction: the link waits again without attempts. */
export function undoFailure(
  sql: FrontierQueries,
  queues: SiteQueues,
  siteStatuses: SiteStatuses,
  site: SiteState,
  { visit, claim, milliseconds, reward }: CountedFailure,
  now: number,
): void {
  const { link } = claim;
  sql.visits.remove.run({ id: visit });
  sql.internal.setStatus.run({ id: link, status: STATUS.waiting, at: now });
  sql.internal.blame.run({ id: link, attempts: -MAX_RETRIES });
  // Another page may have linked to the page in the meantime, so that the link is no longer a guess.
  queues.add(site, link, sql.internal.get.get({ id: link }));
  const less = { failed: -1, milliseconds: -milliseconds, reward: -reward };
  const siteStatus = siteStatuses.after(site, { kind: 'taken-back' });
  sql.seeds.gain.run({ ...NO_GAIN, ...less, id: site.id, ...siteStatus, at: now });
  siteStatuses.set(site, siteStatus);
}

/**
 * Retries links that failed in earlier runs: all with a temporary reason, and at most `lasting` due ones of the others.
 * A link that failed in k visits is due 2^(k-1) recrawl runs after the last visit.
 */
export function retryFailed(
  sql: FrontierQueries,
  links: LinkPlacement,
  table: SiteTable,
  { lasting }: NonNullable<FrontierLimits['retryFailed']>,
  { recrawlRun = 0, startedAt }: Pick<Run, 'recrawlRun' | 'startedAt'>,
): void {
  let left = lasting;
  for (const { link, visits } of failedLinks(sql)) {
    const { reason, recrawlRun: failedIn } = visits.at(-1) ?? { reason: '', recrawlRun: 0 };
    if (!mayPass(reason)) {
      if (left < 1 || recrawlRun < failedIn + 2 ** (visits.length - 1)) continue;
      left--;
    }
    const site = table.get(link.site);
    if (!site.holds(link)) continue;
    sql.internal.blame.run({ id: link.id, attempts: -Math.min(link.attempts, MAX_RETRIES) });
    links.admit(site, link, startedAt);
  }
}

/** Returns failed links with their failed visits, oldest last visit first; visits in order of time. */
function failedLinks(sql: FrontierQueries) {
  const failed = new Map<number, { link: Row; visits: { readonly reason: string; readonly recrawlRun: number }[] }>();
  for (const row of sql.resumed.failed.all({})) {
    const known = failed.get(row.id) ?? { link: row, visits: [] };
    known.visits.push({ reason: row.reason, recrawlRun: row.recrawl_run ?? 0 });
    // Moves the link to the end, so that the map is in the order of last visits.
    failed.delete(row.id);
    failed.set(row.id, known);
  }
  return failed.values();
}

type Row = ReturnType<FrontierQueries['resumed']['failed']['all']>[number];
