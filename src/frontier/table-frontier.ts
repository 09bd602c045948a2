import type { LinkId } from '../domain/link.ts';
import type { NewSite, SiteId } from '../domain/site.ts';
import { newSeed, uniquelyNamed } from '../storage/seeds.ts';
import { one } from '../storage/statement.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { Identity } from '../url/identity.ts';
import type { Scope } from '../url/scope.ts';
import { NO_GAIN } from './add-site.ts';
import { Bounds } from './bounds.ts';
import { Budget } from './budget.ts';
import { Commits } from './commits.ts';
import { retryFailed } from './failed-links.ts';
import { FailedVisits, failedVisit } from './failed-visits.ts';
import { Follow } from './follow.ts';
import type {
  ChangedLimits,
  Claim,
  Failed,
  Failure,
  Frontier,
  FrontierLimits,
  FrontierState,
  NamedSite,
  Next,
  Pauses,
  Release,
  Settled,
  VisitResult,
} from './frontier.ts';
import { HandOut } from './hand-out.ts';
import { HostTurns } from './host-turns.ts';
import { Learners } from './learners.ts';
import { Leases } from './leases.ts';
import { LinkBook } from './link-book.ts';
import type { Verdict } from './outages.ts';
import { OutsideEdits } from './outside-edits.ts';
import { PageEdges } from './page-edges.ts';
import { readsOfPage } from './page-reads.ts';
import { type FrontierQueries, type FrontierTables, type Reads, STATUS, UNFORESEEN } from './queries.ts';
import { ReadySites } from './ready-sites.ts';
import { type AfterCheck, Rechecks } from './recheck.ts';
import { RecordedLinks } from './recorded-links.ts';
import { readmit, recoverLeases, reopenLoggedOut, retryUnreached } from './reopen.ts';
import { MAX_RETRIES, RETRY_PAUSES } from './retries.ts';
import { SiteQueues } from './site-queues.ts';
import { type SiteEvent, standingAfter } from './site-standing.ts';
import { type SiteState, SiteTable } from './site-table.ts';
import { StoredTexts } from './stored-texts.ts';
import { takeBack } from './take-back.ts';
import { loadSites, TakeUp } from './take-up.ts';
import { TrapWatch } from './trap-watch.ts';
import { Turns } from './turns.ts';
import { UndoLog } from './undo-log.ts';
import { type Run, VisitRecord } from './visit-record.ts';

interface TableFrontierOptions {
  /** Those of a database, or in memory. */
  readonly tables: FrontierTables;
  readonly strategy: Strategy;
  /** Fixed for a crawl: identities depend on it. */
  readonly identity: Identity;
  readonly limits: FrontierLimits;
  readonly timeLimit: number | undefined;
  readonly run: Run;
}

/** What earlier runs left, as it is needed to make a frontier. */
interface Stored extends ReturnType<typeof loadSites> {
  readonly table: SiteTable;
  readonly slow: ReturnType<FrontierQueries['hosts']['all']['all']>;
}

/**
 * The frontier on its tables. Its sites' figures are also in memory, read from the totals when it opens and brought
 * up to date with each settled visit.
 */
export class TableFrontier implements Frontier {
  /** Shared with others that ask the same hosts. */
  readonly hosts: HostTurns;
  readonly #learners: Learners;
  readonly #sql: FrontierQueries;
  readonly #undo = new UndoLog();
  readonly #commits: Commits;
  readonly #turns = new Turns();
  readonly #queues: SiteQueues;
  readonly #links: LinkBook;
  readonly #follow: Follow;
  readonly #texts: StoredTexts;
  readonly #traps: TrapWatch;
  readonly #record: VisitRecord;
  readonly #sites: TakeUp;
  readonly #rechecks: () => Rechecks;
  readonly #failures: FailedVisits;
  readonly #table: SiteTable;
  readonly #bounds: Bounds;
  readonly #budget: Budget;
  readonly #ready: ReadySites;
  readonly #handOut: HandOut;
  readonly #leases: Leases;
  /** When a lease of another run may be dead. */
  #recoverAt = Number.POSITIVE_INFINITY;
  readonly #edits: OutsideEdits;

  private constructor(options: TableFrontierOptions, { table, sites, read, slow }: Stored) {
    const { tables, strategy, identity, limits, run } = options;
    const { sql } = tables;
    const { startedAt } = run;
    const undo = this.#undo;
    this.#sql = sql;
    this.#table = table;
    this.#queues = new SiteQueues(sql.queue, undo);
    this.#commits = new Commits(tables, undo, () => {
      this.#queues.flush();
      this.hosts.save();
    });
    const learners = new Learners(strategy, sql, table, undo);
    this.#learners = learners;
    const traps = new TrapWatch(sql, limits.traps, undo);
    this.#traps = traps;
    const texts = new StoredTexts(sql.texts, undo);
    this.#texts = texts;
    const bounds = new Bounds(limits, options.timeLimit);
    this.#bounds = bounds;
    const shared = { sql, queues: this.#queues, bounds, identity, undo };
    this.#links = new LinkBook({ ...shared, sites: table, texts, traps, learners });
    this.#follow = new Follow({ ...shared, table, book: this.#links });
    const parts = { ...shared, table, links: this.#links, follow: this.#follow, commits: this.#commits };
    const recorded = new RecordedLinks(sql);
    const written = { ...parts, sites: table, recorded, edges: new PageEdges(sql, texts), traps, texts };
    this.#record = new VisitRecord({ ...written, strategy, learners, run });
    let rechecks: Rechecks | undefined;
    this.#rechecks = () => {
      if (!rechecks) tables.indexTargets();
      rechecks ??= new Rechecks(written);
      return rechecks;
    };
    this.#sites = new TakeUp(parts);
    this.#leases = new Leases(tables, undo, run.id, startedAt);
    this.#edits = new OutsideEdits(tables, this.#sites, undo, startedAt);
    this.#budget = new Budget(bounds, sites);
    const answered = new Set(read.map(({ startHost }) => startHost));
    this.hosts = new HostTurns({ sql: sql.hosts, undo, delay: limits.delay, answered, slow }, startedAt);
    this.#failures = new FailedVisits(this.hosts.outages);
    const claiming = { ...parts, hosts: this.hosts, budget: this.#budget };
    this.#ready = new ReadySites(claiming);
    this.#handOut = new HandOut({ ...claiming, learners, ready: this.#ready, leases: this.#leases });
  }

  /** Opens the frontier of a run; it goes on with what earlier ones left. */
  static async open(options: TableFrontierOptions): Promise<TableFrontier> {
    const { tables, strategy, limits, run } = options;
    const table = new SiteTable(strategy.siteRule);
    const stored = await tables.look(UNFORESEEN, () => ({
      ...{ table, slow: tables.sql.hosts.all.all({}) },
      ...loadSites(tables.sql, table, limits.siteDelays),
    }));
    const frontier = new TableFrontier(options, stored);
    await frontier.#goOn(limits, run, stored.read.length === 0);
    return frontier;
  }

  /** Takes up what earlier runs learned, and lets links wait that they left. @param isUnread whether not one page was read */
  async #goOn(limits: FrontierLimits, run: Run, isUnread: boolean): Promise<void> {
    const { startedAt } = run;
    await this.#commits.look(UNFORESEEN, () => {
      this.#traps.load();
      if (this.#learners.isToRenew) this.#learners.renew();
      else this.#learners.fold();
    });
    await this.#commits.run(UNFORESEEN, () => {
      recoverLeases(this.#sql, this.#queues, this.#table, startedAt);
      if (isUnread) retryUnreached(this.#sql, this.#links, this.#table, startedAt);
      readmit(this.#sql, this.#links, this.#table, this.#bounds, startedAt);
      if (limits.retryFailed) retryFailed(this.#sql, this.#links, this.#table, limits.retryFailed, run);
      reopenLoggedOut(this.#sql, this.#table, this.#bounds, this.#undo, startedAt);
      this.#queues.sweep();
    });
    await this.#lookForDead();
    await this.#takeUp(() => this.#sites.queues(startedAt), startedAt);
    await this.#placeSome(startedAt);
  }

  /** Has an operation done when it is its turn: no two of them come between each other's transactions and what follows these in memory. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    return this.#turns.take(() => (this.#learners.isToRenew ? this.#renewLearners().then(act) : act()));
  }

  #renewLearners(): Promise<void> {
    return this.#commits.look(UNFORESEEN, () => this.#learners.renew());
  }

  addSites(sites: readonly NewSite[], now: number): Promise<number> {
    return this.#inTurn(async () => {
      let count = 0;
      await this.#takeUp(() => {
        const added = sites.flatMap((site) => this.#addSite(site, now) ?? []);
        count = added.length;
        return this.#sites.some(added, now);
      }, now);
      return count;
    });
  }

  /** Undefined where it is there already. */
  #addSite(site: NewSite, now: number): SiteId | undefined {
    const { seeds } = this.#sql;
    const known = seeds.find.get({ startUrl: site.url });
    if (!known) return one(seeds.insert, newSeed(uniquelyNamed(site, seeds), now)).id;
    if (known.found_on === null) return undefined;
    seeds.adopt.run({ site: known.id });
    return known.id;
  }

  claim(now: number): Promise<Next> {
    return this.#inTurn(() => this.#claim(now));
  }

  async #claim(now: number): Promise<Next> {
    await this.#wake(now);
    const first = await this.#handOut.claim(now);
    const claim = first ?? ((await this.#takeUpEdits(now)) ? await this.#handOut.claim(now) : undefined);
    return claim ? { kind: 'claim', claim } : this.#rest(now);
  }

  async settle(claim: Claim, result: VisitResult, now: number): Promise<Settled | undefined> {
    await this.#learners.linkOrder.arriving;
    const added = await this.#inTurn(() => this.#settle(claim, result, now));
    return added?.settled;
  }

  async #settle(claim: Claim, result: VisitResult, now: number, verdict?: Verdict) {
    const site = this.#table.get(claim.site);
    const parts = { follow: this.#follow, texts: this.#texts };
    const reads = () => readsOfPage(parts, site, claim.link, result.address?.url ?? claim.url, result);
    const added = await this.#commits.run(reads, () => {
      if (!this.#leases.end(claim)) return undefined;
      const recorded = this.#record.add(site, claim, result, now);
      if (recorded.settled.outcome !== 'failed') this.#learners.told();
      return recorded;
    });
    verdict?.keep();
    if (!added) {
      await this.#endLost(claim, now);
      return undefined;
    }
    this.#learners.stored();
    const { settled, moved, standing } = added;
    if (result.outcome !== 'failed') this.#failures.answered(claim.host, now);
    this.#budget.charge(site, settled.reward, now - claim.claimedAt);
    Object.assign(site, standing);
    const others = moved.filter((other) => other !== site);
    await this.#endVisit(site, claim, result.askedAt ?? now, now, others);
    return added;
  }

  fail(claim: Claim, failure: Failure, now: number): Promise<Failed> {
    return this.#inTurn(() => this.#fail(claim, failure, now));
  }

  async #fail(claim: Claim, failure: Failure, now: number): Promise<Failed> {
    const verdict = this.#failures.verdict(claim, failure, now);
    if (verdict.of !== 'page') return await this.#endByOutage(claim, failure, verdict, now);
    const willRetry = failure.kind !== 'final' && claim.attempts < MAX_RETRIES;
    if (willRetry) {
      const pause = RETRY_PAUSES[claim.attempts] ?? 0;
      await this.#release(claim, { notBefore: now + pause, failed: true, askedAt: now }, now, verdict);
    } else {
      const added = await this.#settle(claim, failedVisit(failure.reason), now, verdict);
      const charged = { claim, at: now, milliseconds: now - claim.claimedAt };
      if (added) this.#failures.add(failure, { ...charged, visit: added.visit, reward: added.settled.reward });
    }
    return { willRetry, givenBack: 0, outage: undefined };
  }

  /** Gives a claim back that an outage ended, takes back what that was charged before, and leaves a host that does not answer any more. */
  async #endByOutage(claim: Claim, { reason }: Failure, verdict: Verdict, now: number): Promise<Failed> {
    const { of, pausedUntil, askAgainAt } = verdict;
    const host = of === 'host' ? claim.host : undefined;
    const taken = this.#failures.of(host);
    // Another link of the host is asked for first: this one may fail by itself.
    const notBefore = Number.isFinite(askAgainAt) ? askAgainAt + 1 : 0;
    const claims = [claim, ...taken.map((failure) => failure.claim)];
    const reads = () => ({ sites: claims.map(({ site }) => site), links: claims.map(({ link }) => link) });
    const isHeld = await this.#commits.run(reads, () => {
      for (const failure of taken) {
        const site = this.#table.get(failure.claim.site);
        takeBack(this.#sql, this.#queues, this.#bounds, site, failure, this.#undo, now);
      }
      const isGivenBack = this.#giveBack(claim, { notBefore, failed: false, askedAt: now }, now);
      if (host !== undefined && pausedUntil === Number.POSITIVE_INFINITY) this.#leave(host, reason, now);
      return isGivenBack;
    });
    verdict.keep();
    this.#failures.takeBack(taken);
    const sites = taken.map(({ claim: { site }, milliseconds, reward }) => {
      const charged = this.#table.get(site);
      this.#budget.takeBack(charged, reward, milliseconds);
      return charged;
    });
    await this.#ready.refresh(sites, now);
    if (isHeld) await this.#endVisit(this.#table.get(claim.site), claim, now, now);
    else await this.#endLost(claim, now);
    const outage = of === 'page' || pausedUntil === undefined ? undefined : { of, until: pausedUntil };
    return { willRetry: true, givenBack: taken.length, outage };
  }

  release(claim: Claim, back: Release, now: number): Promise<void> {
    return this.#inTurn(() => this.#release(claim, back, now));
  }

  async #release(claim: Claim, back: Release, now: number, verdict?: Verdict): Promise<void> {
    const isHeld = await this.#commits.run(ofClaim(claim), () => this.#giveBack(claim, back, now));
    verdict?.keep();
    if (isHeld) await this.#endVisit(this.#table.get(claim.site), claim, back.askedAt, now);
    else await this.#endLost(claim, now);
  }

  /** Lets a claimed link wait again, inside a transaction. Returns false where its lease is no longer held. */
  #giveBack(claim: Claim, back: Release, now: number): boolean {
    if (!this.#leases.end(claim)) return false;
    this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS.waiting, at: now });
    this.#sql.internal.blame.run({ link: claim.link, attempts: back.failed ? 1 : 0 });
    // It may have proved a link meanwhile.
    const row = this.#sql.internal.get.get({ link: claim.link });
    this.#queues.add(this.#table.get(claim.site), claim.link, row, back.notBefore > now ? back.notBefore : 0);
    return true;
  }

  forbid(claim: Claim, { reason, askedAt }: Parameters<Frontier['forbid']>[1], now: number): Promise<void> {
    return this.#inTurn(async () => {
      const site = this.#table.get(claim.site);
      const startFailed = site.isEntry(claim) ? reason : undefined;
      const standing = standingAfter(this.#bounds.siteAfter(site, -1), { kind: 'dealt-with', startFailed });
      const isHeld = await this.#commits.run(ofClaim(claim), () => {
        if (!this.#leases.end(claim)) return false;
        this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS.forbidden, at: now });
        this.#sql.seeds.gain.run({ ...NO_GAIN, site: site.id, ...standing, at: now });
        return true;
      });
      if (!isHeld) {
        await this.#endLost(claim, now);
        return;
      }
      Object.assign(site, standing);
      if (askedAt !== undefined) this.#failures.answered(claim.host, now);
      await this.#endVisit(site, claim, askedAt, now);
    });
  }

  endSession(claim: Claim, { note, askedAt }: Parameters<Frontier['endSession']>[1], now: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#logOut(claim.site, note, now);
      await this.#release(claim, { notBefore: 0, failed: false, askedAt }, now);
    });
  }

  /** Hands out nothing more of a site whose session has ended. */
  logOut(id: SiteId, note: string, now: number): Promise<void> {
    return this.#inTurn(() => this.#logOut(id, note, now));
  }

  async #logOut(id: SiteId, note: string, now: number): Promise<void> {
    const site = this.#table.get(id);
    const reads = () => ({ sites: [id] });
    await this.#commits.run(reads, () => this.#stand(site, { kind: 'session-ended', note }, now));
    site.isLoggedOut = true;
    this.#table.setIdle(site);
  }

  slowDown(claim: Claim, retryAfter: number | undefined, now: number): Promise<void> {
    return this.#inTurn(async () => {
      this.hosts.slowDown(claim.host, retryAfter, now);
      await this.#saveHosts();
    });
  }

  /**
   * Stores what a check of a page that was read before brought, and with it what `then` stores; what is new on the page joins
   * the queue. See recheck.ts.
   */
  recheck<T>(
    page: LinkId,
    result: VisitResult,
    now: number,
    then: AfterCheck<T>,
    again?: readonly string[],
  ): Promise<T> {
    return this.#inTurn(async () => {
      const { sites, told } = await this.#rechecks().settle(page, result, now, then, again);
      await this.#ready.refresh(sites, now);
      return told;
    });
  }

  /** A page that was read before is known to be as it was, without being read. */
  recheckUnchanged<T>(page: LinkId, now: number, then: AfterCheck<T>): Promise<T> {
    return this.#inTurn(() => this.#rechecks().unchanged(page, now, then));
  }

  state(now: number): FrontierState {
    // What is in memory holds when the operation under way is over.
    if (this.#turns.isTaken || this.#learners.isToRenew) return { kind: 'wait', until: now };
    const isReady = this.#table.ready.length > 0 && !this.#handOut.isWaiting(now);
    const isDue = isReady || (this.#table.nextWake() ?? Number.POSITIVE_INFINITY) <= now;
    return isDue && this.#budget.isLeft ? { kind: 'ready' } : this.#rest(now);
  }

  /** Where there is nothing to hand out. */
  #rest(now: number): Exclude<Next, { kind: 'claim' }> {
    if (this.#budget.isSpent) return { kind: 'over', reason: 'page-limit' };
    if (!this.#sites.isDone) return { kind: 'wait', until: now };
    const until = this.#budget.isLeft ? this.#table.nextWake() : undefined;
    return until === undefined && this.#budget.isIdle ? { kind: 'over', reason: 'done' } : { kind: 'wait', until };
  }

  /** From now on other limits hold, those that are not named stay: a site that was used up may go on. Returns all. */
  setLimits(limits: ChangedLimits, now: number): Promise<Bounds['ofRun']> {
    return this.#inTurn(async () => {
      this.#bounds.set(limits);
      if ('depth' in limits || 'admits' in limits) this.#sites.placeAnew();
      await this.#placeSome(now);
      await this.#commits.run(UNFORESEEN, () => this.#sites.settleStandings(now));
      await this.#ready.refresh(this.#table.all, now);
      return this.#bounds.ofRun;
    });
  }

  /** What belongs to a site. */
  scope(site: SiteId): Scope {
    return this.#table.get(site).scope;
  }

  sites(): readonly NamedSite[] {
    return this.#table.all;
  }

  pauses(now: number): Pauses {
    return this.#ready.pauses(now);
  }

  /** A host does not answer any more: what waits there waits for another run. Inside a transaction. */
  #leave(host: string, reason: string, now: number): void {
    for (const site of this.#table.all.filter((one) => one.host === host && one.waiting > 0))
      this.#stand(site, { kind: 'host-lost', reason }, now);
  }

  /** Stores how a site stands after something happened to it, inside a transaction. */
  #stand(site: SiteState, event: SiteEvent, now: number): void {
    const standing = standingAfter(this.#bounds.siteAfter(site), event);
    this.#sql.seeds.setStatus.run({ site: site.id, ...standing, at: now });
    site.stand(standing, this.#undo);
  }

  async #saveHosts(): Promise<void> {
    // The end of each transaction saves them.
    if (this.hosts.isToSave) await this.#commits.run(UNFORESEEN, () => undefined);
  }

  /** Takes up what another process edited meanwhile: sites added, removed or brought back, links deleted or restored. Returns whether any did. */
  async #takeUpEdits(now: number): Promise<boolean> {
    const read = this.#edits.look(now);
    if (!read) return false;
    await this.#takeUp(read, now);
    await this.#lookForDead();
    return true;
  }

  /** Keeps the own leases, and gives back those of runs that died. */
  async #tendLeases(now: number): Promise<void> {
    if (this.#leases.isToRenew(now)) await this.#commits.run(UNFORESEEN, () => this.#leases.renew(now));
    if (now < this.#recoverAt) return;
    const sites = await this.#commits.run(UNFORESEEN, () => recoverLeases(this.#sql, this.#queues, this.#table, now));
    await this.#ready.refresh([...sites], now);
    await this.#lookForDead();
  }

  /** Looks when a lease of another run may be dead next. */
  async #lookForDead(): Promise<void> {
    this.#recoverAt = await this.#commits.look(UNFORESEEN, () => this.#leases.nextEnd());
  }

  async #takeUp(read: () => readonly SiteState[], now: number): Promise<void> {
    await this.#ready.refresh(await this.#commits.run(UNFORESEEN, read), now);
  }

  /** Goes on with what is to be placed anew. */
  async #placeSome(now: number): Promise<void> {
    if (!this.#sites.isDone) await this.#takeUp(() => this.#sites.placeSome(now), now);
  }

  async #wake(now: number): Promise<void> {
    await this.#saveHosts();
    await this.#tendLeases(now);
    await this.#ready.wake(now);
    if (this.#table.ready.length === 0 || this.#edits.isDue(now)) await this.#takeUpEdits(now);
    await this.#placeSome(now);
  }

  /** The visit is over, and its lease was not held any more. */
  async #endLost(claim: Claim, now: number): Promise<void> {
    if (this.#leases.isCounted(claim)) await this.#endVisit(this.#table.get(claim.site), claim, now, now);
  }

  /** @param moved other sites that may have other links to hand out now */
  async #endVisit(
    site: SiteState,
    claim: Claim,
    askedAt: number | undefined,
    now: number,
    moved: readonly SiteState[] = [],
  ): Promise<void> {
    this.#leases.uncount(claim);
    this.#budget.end(site);
    this.hosts.end(claim.host, askedAt);
    await this.#ready.refresh([site, ...moved], now);
    await this.#saveHosts();
  }
}

/** What ends a claim without a visit reads. */
const ofClaim =
  ({ site, link }: Claim) =>
  (): Reads => ({ sites: [site], links: [link] });
