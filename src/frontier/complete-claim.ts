import type { SiteId } from '../domain/site.ts';
import { NO_GAIN } from '../storage/seeds.ts';
import type { Commits } from './commits.ts';
import type { Claim, CompletedVisit, Failed, Failure, Frontier, Refusal, Release, VisitResult } from './frontier.ts';
import type { HostSchedule } from './hosts/host-schedule.ts';
import type { Verdict } from './hosts/outages.ts';
import type { InFlight } from './in-flight.ts';
import { type FrontierQueries, STATUS } from './queries.ts';
import type { SiteQueues } from './queue/site-queues.ts';
import { FailedVisits, failedVisit, MAX_RETRIES, RETRY_PAUSES, undoFailure } from './retries.ts';
import type { SiteStatuses } from './sites/site-status.ts';
import type { SiteTable } from './sites/site-table.ts';
import type { VisitRecord } from './visit/visit-record.ts';

interface ClaimCompletionParts {
  readonly sql: FrontierQueries;
  readonly commits: Commits;
  readonly table: SiteTable;
  readonly queues: SiteQueues;
  readonly siteStatuses: SiteStatuses;
  readonly hosts: HostSchedule;
  readonly record: VisitRecord;
  readonly inFlight: InFlight;
}

/** Ends of claims, by a visit or without one. Methods are operations of the frontier, to be called under the mutex. */
export class ClaimCompletion {
  readonly #parts: ClaimCompletionParts;
  readonly #failures: FailedVisits;

  constructor(parts: ClaimCompletionParts) {
    this.#parts = parts;
    this.#failures = new FailedVisits(parts.hosts.outages);
  }

  /** Ends a claim as `Frontier.settle`. */
  async completeVisit(claim: Claim, result: VisitResult, now: number): Promise<CompletedVisit | undefined> {
    const added = await this.#completeVisit(claim, result, now);
    return added?.completed;
  }

  async #completeVisit(claim: Claim, result: VisitResult, now: number, verdict?: Verdict) {
    const { sql, commits, table, inFlight, record } = this.#parts;
    const site = table.get(claim.site);
    const added = await commits.run(() => {
      if (!inFlight.endLease(claim, now)) return undefined;
      const { address } = result;
      if (claim.level === 0 && site.visits === 0 && address && site.noteHome(new URL(address.url))) {
        sql.seeds.setHome.run({ id: site.id, home: address.url });
        table.changed.add(site);
      }
      return record.add(site, claim, result, now);
    });
    verdict?.commit();
    if (!added) {
      await inFlight.endLost(site, claim, now);
      return undefined;
    }
    const { completed, moved, siteStatus } = added;
    if (result.outcome !== 'failed') this.#failures.answered(claim.host, now);
    inFlight.budget.countVisit(site, completed.reward, now - claim.claimedAt);
    Object.assign(site, siteStatus);
    const others = moved.filter((other) => other !== site);
    await inFlight.end(site, claim, result.askedAt ?? now, now, others);
    return added;
  }

  /** Ends a claim as `Frontier.fail`. */
  async fail(claim: Claim, failure: Failure, now: number): Promise<Failed> {
    const verdict = this.#failures.verdict(claim, failure, now);
    if (verdict.of !== 'page') return await this.#endByOutage(claim, failure, verdict, now);
    const willRetry = failure.kind !== 'final' && claim.attempts < MAX_RETRIES;
    if (willRetry) {
      const pause = RETRY_PAUSES[claim.attempts] ?? 0;
      await this.release(claim, { notBefore: now + pause, failed: true, askedAt: now }, now, verdict);
    } else {
      const added = await this.#completeVisit(claim, failedVisit(failure.reason), now, verdict);
      const counted = { claim, at: now, milliseconds: now - claim.claimedAt };
      if (added) this.#failures.add(failure, { ...counted, visit: added.visit, reward: added.completed.reward });
    }
    return { willRetry, givenBack: 0, outage: undefined };
  }

  /** Releases a claim that an outage ended, undoes earlier counts of the outage, and may give up the host. */
  async #endByOutage(claim: Claim, { reason }: Failure, verdict: Verdict, now: number): Promise<Failed> {
    const { sql, commits, table, queues, siteStatuses, inFlight } = this.#parts;
    const { of, pausedUntil, askAgainAt } = verdict;
    const host = of === 'host' ? claim.host : undefined;
    const taken = this.#failures.of(host).filter(({ claim: { site } }) => !table.get(site).isElsewhere);
    // Puts another link of the host first, as the failure may be the fault of this page.
    const notBefore = Number.isFinite(askAgainAt) ? askAgainAt + 1 : 0;
    const isHeld = await commits.run(() => {
      for (const failure of taken) undoFailure(sql, queues, siteStatuses, table.get(failure.claim.site), failure, now);
      const isGivenBack = this.#giveBack(claim, { notBefore, failed: false, askedAt: now }, now);
      if (host !== undefined && pausedUntil === Number.POSITIVE_INFINITY) this.#leave(host, reason, now);
      return isGivenBack;
    });
    verdict.commit();
    this.#failures.forget(taken);
    inFlight.uncountVisits(
      taken.map(({ claim: { site }, milliseconds, reward }) => ({ site: table.get(site), milliseconds, reward })),
      now,
    );
    await this.#finishRelease(claim, isHeld, now, now);
    const outage = of === 'page' || pausedUntil === undefined ? undefined : { of, until: pausedUntil };
    return { willRetry: true, givenBack: taken.length, outage };
  }

  /** Ends a claim as `Frontier.busy`. */
  async busy(claim: Claim, { host, reason, retryAfter }: Refusal, now: number): Promise<Failed> {
    const { commits, hosts } = this.#parts;
    const { until, givenUp } = hosts.slowDown(host, claim.link, retryAfter, now);
    this.#failures.answered(claim.host, now);
    const isPage = givenUp?.of === 'page' || (givenUp !== undefined && host !== claim.host);
    if (isPage) {
      await this.#completeVisit(claim, failedVisit(`${reason}, ${givenUp.why}`), now);
      return { willRetry: false, givenBack: 0, outage: undefined };
    }
    // Puts another link of the host first, if any, as the host may refuse only this page.
    const notBefore = givenUp ? 0 : until + Math.ceil((until - now) / 4);
    const isHeld = await commits.run(() => {
      const isGivenBack = this.#giveBack(claim, { notBefore, failed: false, askedAt: now }, now);
      if (givenUp) this.#leave(host, `${givenUp.why} (${reason})`, now);
      return isGivenBack;
    });
    await this.#finishRelease(claim, isHeld, now, now);
    const outage = givenUp && ({ of: 'busy', until: Number.POSITIVE_INFINITY } as const);
    return { willRetry: true, givenBack: 0, outage };
  }

  /** Gives up a host that stopped answering; its waiting links stay for another run. Inside a transaction. */
  #leave(host: string, reason: string, now: number): void {
    const { table, siteStatuses } = this.#parts;
    for (const site of table.all)
      if (site.host === host && site.waiting > 0) siteStatuses.change(site, { kind: 'host-lost', reason }, now);
  }

  /** Ends a claim as `Frontier.release`. @param verdict on the failure that ended the claim */
  async release(claim: Claim, back: Release, now: number, verdict?: Verdict): Promise<void> {
    const isHeld = await this.#parts.commits.run(() => this.#giveBack(claim, back, now));
    verdict?.commit();
    await this.#finishRelease(claim, isHeld, back.askedAt, now);
  }

  /** Updates memory after a claim was released, if its lease was held. */
  async #finishRelease(claim: Claim, isHeld: boolean, askedAt: number | undefined, now: number): Promise<void> {
    const { table, inFlight } = this.#parts;
    const site = table.get(claim.site);
    if (isHeld) await inFlight.end(site, claim, askedAt, now);
    else await inFlight.endLost(site, claim, now);
  }

  /** Lets a claimed link wait again, inside a transaction. Returns false if its lease is no longer held. */
  #giveBack(claim: Claim, back: Release, now: number): boolean {
    const { sql, table, queues, inFlight } = this.#parts;
    if (!inFlight.endLease(claim, now)) return false;
    sql.internal.setStatus.run({ id: claim.link, status: STATUS.waiting, at: now });
    sql.internal.blame.run({ id: claim.link, attempts: back.failed ? 1 : 0 });
    // Another page may have linked to the page in the meantime, so that the link is no longer a guess.
    const row = sql.internal.get.get({ id: claim.link });
    queues.add(table.get(claim.site), claim.link, row, back.notBefore > now ? back.notBefore : 0);
    return true;
  }

  /** Ends a claim as `Frontier.forbid`. */
  async forbid(
    claim: Claim,
    { reason, askedAt, isFile }: Parameters<Frontier['forbid']>[1],
    now: number,
  ): Promise<void> {
    const { sql, commits, table, siteStatuses, inFlight } = this.#parts;
    const site = table.get(claim.site);
    const startFailed = site.isEntry(claim) ? reason : undefined;
    const siteStatus = siteStatuses.after(site, { kind: 'dealt-with', startFailed }, -1);
    const isHeld = await commits.run(() => {
      if (!inFlight.endLease(claim, now)) return false;
      sql.internal.setStatus.run({ id: claim.link, status: isFile ? STATUS.file : STATUS.forbidden, at: now });
      sql.seeds.gain.run({ ...NO_GAIN, id: site.id, ...siteStatus, at: now });
      return true;
    });
    if (!isHeld) {
      await inFlight.endLost(site, claim, now);
      return;
    }
    Object.assign(site, siteStatus);
    if (askedAt !== undefined) this.#failures.answered(claim.host, now);
    await inFlight.end(site, claim, askedAt, now);
  }

  /** Stops claims of a site whose session has ended. */
  async logOut(id: SiteId, note: string, now: number): Promise<void> {
    const { commits, table, siteStatuses } = this.#parts;
    const site = table.get(id);
    await commits.run(() => siteStatuses.change(site, { kind: 'session-ended', note }, now));
    site.isLoggedOut = true;
    table.setIdle(site);
  }
}
