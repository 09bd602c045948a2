import type { PartOfCrawl } from '../cluster/shared-frontier.ts';
import { TIER } from '../domain/rank.ts';
import type { SiteId } from '../domain/site.ts';
import { Mutex } from '../frontier/commits.ts';
import type {
  Claim,
  CompletedVisit,
  Failed,
  Failure,
  Frontier,
  FrontierState,
  NamedSite,
  Next,
  Pauses,
  Refusal,
  Release,
  VisitResult,
} from '../frontier/frontier.ts';
import { failedVisit, MAX_RETRIES, RETRY_PAUSES } from '../frontier/retries.ts';
import type { TableFrontier } from '../frontier/table-frontier.ts';
import type { Letter, Share, SiteElsewhere } from '../frontier/worker-share.ts';
import type { PlannedRevisit, RevisitQueue } from './revisit-queue.ts';
import type { RevisitRecord } from './revisit-record.ts';

/** Consecutive loads without an answer after which a host is skipped for the rest of the recrawl run. */
const FAILURES_TO_PUT_OFF = 4;
/** Milliseconds after which a worker that waits for pages of the budget tries again. */
const LOOK_AGAIN = 200;

interface RecrawlFrontierOptions {
  /** Crawl's frontier, which provides new pages. */
  readonly frontier: TableFrontier;
  readonly queue: RevisitQueue;
  readonly record: RevisitRecord;
  /** Maximum number of pages for this run, revisits and new pages together; undefined without a limit. */
  readonly pagesLeft: number | undefined;
  readonly newShare: number;
  /** Worker's share of the recrawl run; undefined if one worker does all of it. */
  readonly share?: Share | undefined;
  /** Reports a host that does not answer. The host's remaining revisits wait for another recrawl run. */
  readonly putOff?: (host: string) => void;
}

/**
 * Frontier of a recrawl run: revisits in the rule's order, alternating with new pages in the strategy's order. New
 * pages have a share of the budget; each side may use what the other leaves. Claims of revisits have negative tokens.
 */
export class RecrawlFrontier implements PartOfCrawl {
  readonly #options: RecrawlFrontierOptions;
  /** Mutex for claims: each claim depends on the earlier ones. */
  readonly #turns = new Mutex();
  readonly #inFlight = new Map<number, PlannedRevisit>();
  /** Revisits begun in this run and not released. */
  #revisits = 0;
  #new = 0;
  #newInFlight = 0;
  #token = 0;
  readonly #failures = new Map<string, number>();
  /** Sites to hand over to other workers. */
  readonly #leaving = new Set<SiteId>();

  constructor(options: RecrawlFrontierOptions) {
    this.#options = options;
  }

  /** Returns the revisit of a claim; undefined for a new page. */
  revisitOf(claim: Claim): PlannedRevisit | undefined {
    return this.#inFlight.get(claim.token);
  }

  async addSites(): Promise<number> {
    throw new Error('a recrawl run adds no sites');
  }

  claim(now: number): Promise<Next> {
    return this.#turns.take(() => this.#claim(now));
  }

  async #claim(now: number): Promise<Next> {
    const { frontier } = this.#options;
    if (this.#waitsForHeld) {
      // The held results may add new pages.
      await this.#options.record.storeHeld();
      return await this.#claim(now);
    }
    if (!this.#budgetLeft()) return this.#idleState(frontier.state(now), now);
    const check = this.#isTurnOfNew ? undefined : this.#claimRevisit(frontier.state(now), now);
    if (check) return { kind: 'claim', claim: check };
    const ofNew = this.#mayVisit(now) ? await frontier.claim(now) : frontier.state(now);
    if (ofNew.kind === 'claim') {
      this.#new++;
      this.#newInFlight++;
      return ofNew;
    }
    const claim = this.#claimRevisit(ofNew, now);
    return claim ? { kind: 'claim', claim } : this.#idleState(ofNew, now);
  }

  async completeVisit(claim: Claim, result: VisitResult, now: number): Promise<CompletedVisit | undefined> {
    const check = this.revisitOf(claim);
    if (!check) {
      const ofNew = await this.#options.frontier.completeVisit(claim, result, now);
      this.#newInFlight--;
      return ofNew;
    }
    const { outages } = this.#options.frontier.hosts;
    return await this.#completeVisit(check, claim, result, now, () => {
      if (result.outcome !== 'failed') outages.answered(check.host);
    });
  }

  /**
   * Completes a revisit.
   *
   * @param commit updates the state in memory after the result is stored
   */
  async #completeVisit(
    check: PlannedRevisit,
    claim: Claim,
    result: VisitResult,
    now: number,
    commit: () => void,
  ): Promise<CompletedVisit> {
    const completed = await this.#options.record.completeVisit(check, claim, result, now);
    commit();
    this.#countAnswer(check, completed.isAnswer);
    this.#end(claim, result.askedAt ?? now, now);
    if (this.#leaving.has(claim.site)) await this.#options.record.storeHeld([claim.site]);
    return completed;
  }

  async fail(claim: Claim, failure: Failure, now: number): Promise<Failed> {
    const { frontier } = this.#options;
    const check = this.revisitOf(claim);
    if (!check) {
      const failed = await frontier.fail(claim, failure, now);
      this.#newInFlight--;
      this.#new -= failed.givenBack + (failed.willRetry ? 1 : 0);
      return failed;
    }
    const { kind, reason, isAnswer } = failure;
    const { outages } = frontier.hosts;
    const verdict = kind === 'unreachable' ? outages.unreachable(check.host, claim.claimedAt, now) : undefined;
    const isOutage = verdict?.of === 'all';
    const willRetry = isOutage || (kind !== 'final' && check.attempts < MAX_RETRIES);
    const commit = () => {
      if (isAnswer && kind === 'trouble') outages.reached();
      else if (isAnswer) outages.answered(check.host);
      verdict?.commit();
    };
    if (!willRetry) await this.#completeVisit(check, claim, failedVisit(reason), now, commit);
    else {
      commit();
      const pause = isOutage ? 0 : (RETRY_PAUSES[check.attempts] ?? 0);
      await this.release(claim, { notBefore: now + pause, failed: !isOutage, askedAt: now }, now);
    }
    const until = isOutage ? verdict.pausedUntil : undefined;
    return { willRetry, givenBack: 0, outage: until === undefined ? undefined : { of: 'all', until } };
  }

  /** Completes a revisit to a page that is unchanged according to the server. */
  async completeUnchanged(claim: Claim, askedAt: number, now: number): Promise<CompletedVisit | undefined> {
    const check = this.revisitOf(claim);
    if (!check) return undefined;
    const completed = await this.#options.record.completeUnchanged(check, claim, now);
    this.#options.frontier.hosts.outages.answered(check.host);
    this.#countAnswer(check, true);
    this.#end(claim, askedAt, now);
    return completed;
  }

  async release(claim: Claim, back: Release, now: number): Promise<void> {
    const check = this.revisitOf(claim);
    if (!check) {
      await this.#options.frontier.release(claim, back, now);
      this.#newInFlight--;
      this.#new--;
      return;
    }
    this.#revisits--;
    if (back.failed) this.#countAnswer(check, false);
    this.#end(claim, back.askedAt, now);
    this.#options.queue.retry({ ...check, attempts: check.attempts + (back.failed ? 1 : 0) }, back.notBefore);
  }

  /** Queues a revisit again for a full visit, as the server says that the page has changed. */
  askInFull(claim: Claim, askedAt: number, now: number): void {
    const check = this.revisitOf(claim);
    if (!check) return;
    this.#revisits--;
    this.#end(claim, askedAt, now);
    this.#options.queue.retry({ ...check, inFull: true }, 0);
  }

  async forbid(claim: Claim, why: Parameters<Frontier['forbid']>[1], now: number): Promise<void> {
    const check = this.revisitOf(claim);
    if (!check) {
      await this.#options.frontier.forbid(claim, why, now);
      this.#newInFlight--;
      this.#new--;
      return;
    }
    this.#revisits--;
    this.#options.record.forbid(check);
    this.#end(claim, why.askedAt, now);
  }

  async endSession(claim: Claim, why: Parameters<Frontier['endSession']>[1], now: number): Promise<void> {
    const { frontier, queue } = this.#options;
    if (this.revisitOf(claim)) {
      this.#revisits--;
      this.#end(claim, why.askedAt, now);
      await frontier.logOut(claim.site, why.note, now);
    } else {
      await frontier.endSession(claim, why, now);
      this.#newInFlight--;
      this.#new--;
    }
    queue.leaveOut(claim.site);
  }

  leaveOut(...learned: Parameters<Frontier['leaveOut']>): Promise<void> {
    return this.#options.frontier.leaveOut(...learned);
  }

  async busy(claim: Claim, refusal: Refusal, now: number): Promise<Failed> {
    const { frontier } = this.#options;
    const check = this.revisitOf(claim);
    if (!check) {
      const failed = await frontier.busy(claim, refusal, now);
      this.#newInFlight--;
      if (failed.willRetry) this.#new--;
      return failed;
    }
    const { host, reason, retryAfter } = refusal;
    const { until, givenUp } = frontier.hosts.slowDown(host, check.page, retryAfter, now);
    const commit = () => frontier.hosts.outages.answered(check.host);
    if (givenUp) {
      await this.#completeVisit(check, claim, failedVisit(`${reason}, ${givenUp.why}`), now, commit);
      if (givenUp.of === 'host' && host === check.host) this.#putOff(host);
    } else {
      commit();
      await this.release(claim, { notBefore: until + 1, failed: false, askedAt: now }, now);
    }
    return { willRetry: givenUp === undefined, givenBack: 0, outage: undefined };
  }

  state(now: number): FrontierState {
    const { queue, frontier } = this.#options;
    const ofNew = frontier.state(now);
    const mayBegin = (this.#mayRevisit(ofNew) && queue.isDue(now)) || (this.#mayVisit(now) && ofNew.kind === 'ready');
    return this.#waitsForHeld || (mayBegin && this.#budgetLeft()) ? { kind: 'ready' } : this.#idleState(ofNew, now);
  }

  /** True if results are held although no further revisit can decide about them. */
  get #waitsForHeld(): boolean {
    const { record, queue } = this.#options;
    return record.held > 0 && this.#inFlight.size === 0 && (queue.isEmpty() || !this.#budgetLeft());
  }

  /** Returns the state of a frontier without a page to claim now. */
  #idleState(ofNew: FrontierState, now: number): Exclude<Next, { kind: 'claim' }> {
    const { pagesLeft, queue, share } = this.#options;
    const inFlight = this.#inFlight.size + this.#newInFlight;
    if (!this.#budgetLeft()) {
      if (share)
        return share.isSpent ? { kind: 'over', reason: 'page-limit' } : { kind: 'wait', until: now + LOOK_AGAIN };
      return inFlight === 0 && pagesLeft !== undefined
        ? { kind: 'over', reason: 'page-limit' }
        : { kind: 'wait', until: undefined };
    }
    const times = [
      this.#mayRevisit(ofNew) ? queue.nextAt() : undefined,
      this.#mayVisit(now) && ofNew.kind === 'wait' ? ofNew.until : undefined,
    ].filter((at) => at !== undefined);
    if (times.length > 0) return { kind: 'wait', until: Math.min(...times) };
    return inFlight > 0 ? { kind: 'wait', until: undefined } : { kind: 'over', reason: 'done' };
  }

  get uncounted(): number {
    return this.#inFlight.size + this.#newInFlight + this.#options.record.held;
  }

  others(figures: readonly SiteElsewhere[], now: number): Promise<void> {
    return this.#options.frontier.others(figures, now);
  }

  receive(letters: readonly Letter[], now: number): Promise<void> {
    return this.#options.frontier.receive(letters, now);
  }

  async take(): Promise<void> {
    throw new Error('a recrawl run in progress takes no more sites');
  }

  async giveBack(sites: readonly SiteId[], now: number): Promise<void> {
    const { frontier, queue, record } = this.#options;
    for (const site of sites) {
      this.#leaving.add(site);
      queue.leaveOut(site);
    }
    await frontier.giveBack(sites, now);
    await record.storeHeld(sites);
  }

  isInFlight(site: SiteId): boolean {
    return [...this.#inFlight.values()].some((check) => check.site === site) || this.#options.frontier.isInFlight(site);
  }

  waitingOf(site: SiteId): number {
    return this.#options.frontier.waitingOf(site);
  }

  /** Returns the remaining revisits of a site, plus waiting links if the recrawl run visits new pages. */
  revisitsOf(site: SiteId): number {
    const { queue, frontier, newShare } = this.#options;
    return queue.waitingOf(site) + (newShare > 0 ? frontier.waitingOf(site) : 0);
  }

  /** Returns nothing, as a recrawl run adds no sites. */
  wouldOpen(): readonly string[] {
    return [];
  }

  reportOverload(claim: Claim): void {
    this.#options.frontier.reportOverload(claim);
  }

  sites(): readonly NamedSite[] {
    return this.#options.frontier.sites();
  }

  pauses(now: number): Pauses {
    return this.#options.frontier.pauses(now);
  }

  /** Pages begun by this run and not released. */
  get begun(): { readonly revisits: number; readonly newPages: number } {
    return { revisits: this.#revisits, newPages: this.#new };
  }

  #budgetLeft(): boolean {
    const { pagesLeft, share } = this.#options;
    if (share) return !share.isSpent && this.uncounted < share.granted;
    return pagesLeft === undefined || this.#revisits + this.#new < pagesLeft;
  }

  /** Tells whether revisits have budget left, or new pages don't need theirs. */
  #mayRevisit(ofNew: FrontierState): boolean {
    const { pagesLeft, newShare, share } = this.#options;
    if (share || pagesLeft === undefined || ofNew.kind === 'over') return true;
    return this.#revisits < pagesLeft - Math.floor(newShare * pagesLeft);
  }

  #mayVisit(now: number): boolean {
    const { pagesLeft, newShare, queue, share } = this.#options;
    // Revisits may be left on sites outside the share, and the size of the share is unknown.
    const isHandingOver = [...this.#leaving].some((site) => this.isInFlight(site));
    if (isHandingOver || share?.viewAge(now) !== undefined) return this.#isTurnOfNew;
    if (queue.isEmpty()) return true;
    return pagesLeft === undefined ? newShare > 0 : this.#new < Math.floor(newShare * pagesLeft);
  }

  get #isTurnOfNew(): boolean {
    return this.#new < this.#options.newShare * (this.#revisits + this.#new + 1);
  }

  #claimRevisit(ofNew: FrontierState, now: number): Claim | undefined {
    const { queue, frontier } = this.#options;
    if (!this.#mayRevisit(ofNew)) return undefined;
    const check = queue.take(now);
    if (!check) return undefined;
    const token = --this.#token;
    this.#inFlight.set(token, check);
    this.#revisits++;
    const { page: link, site, url, host, level, attempts, priority } = check;
    const decision = { site, score: priority, next: undefined, ready: 1, visits: this.#revisits, rewardMax: 0 };
    const rank = { tier: TIER.page, lane: 0, value: priority };
    const claimed = { token, link, site, url, host, level, attempts, claimedAt: now };
    return { ...claimed, ...frontier.reach(site, level), rank, siteVisits: 0, siteReward: 0, decision };
  }

  #end(claim: Claim, askedAt: number | undefined, now: number): void {
    this.#inFlight.delete(claim.token);
    this.#options.frontier.hosts.end(claim.host, askedAt, now);
  }

  /** Counts consecutive revisits without an answer, by host. */
  #countAnswer({ host }: PlannedRevisit, answered: boolean): void {
    const failures = answered ? 0 : (this.#failures.get(host) ?? 0) + 1;
    this.#failures.set(host, failures);
    if (failures === FAILURES_TO_PUT_OFF) this.#putOff(host);
  }

  /** Skips a host for the rest of the recrawl run. */
  #putOff(host: string): void {
    this.#options.queue.putOff(host);
    this.#options.putOff?.(host);
  }
}
