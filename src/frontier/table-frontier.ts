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
import { OutsideEdits } from './outside-edits.ts';
import { PageEdges } from './page-edges.ts';
import { type FrontierQueries, type FrontierTables, STATUS } from './queries.ts';
import { ReadySites } from './ready-sites.ts';
import { type Rechecked, Rechecks, type RechecksOptions } from './recheck.ts';
import { RecordedLinks } from './recorded-links.ts';
import { readmit, recoverLeases, reopenLoggedOut, retryUnreached } from './reopen.ts';
import { MAX_RETRIES, RETRY_PAUSES } from './retries.ts';
import { SiteQueues } from './site-queues.ts';
import { type SiteStanding, standingAfter } from './site-standing.ts';
import { type SiteState, SiteTable } from './site-table.ts';
import { StoredTexts } from './stored-texts.ts';
import { takeBack } from './take-back.ts';
import { loadSites, TakeUp } from './take-up.ts';
import { TrapWatch } from './trap-watch.ts';
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

/**
 * The frontier on its tables. Its sites' figures are also in memory, read from the totals when it opens and brought
 * up to date with each settled visit.
 */
export class TableFrontier implements Frontier {
  /** Shared with others that ask the same hosts. */
  readonly hosts: HostTurns;
  readonly #tables: FrontierTables;
  readonly #learners: Learners;
  readonly #sql: FrontierQueries;
  readonly #commits: Commits;
  readonly #queues: SiteQueues;
  readonly #links: LinkBook;
  readonly #follow: Follow;
  readonly #record: VisitRecord;
  readonly #checked: Omit<RechecksOptions, 'tables'>;
  readonly #sites: TakeUp;
  #rechecks: Rechecks | undefined;
  readonly #failures: FailedVisits;
  readonly #table: SiteTable;
  readonly #bounds: Bounds;
  readonly #budget: Budget;
  readonly #ready: ReadySites;
  readonly #handOut: HandOut;
  readonly #leases: Leases;
  /** When a lease of another run may be dead. */
  #recoverAt: number;
  readonly #edits: OutsideEdits;

  constructor(options: TableFrontierOptions) {
    const { tables, strategy, identity, limits, run } = options;
    const { sql } = tables;
    const { startedAt } = run;
    this.#tables = tables;
    this.#sql = sql;
    this.#table = new SiteTable(strategy.siteRule);
    const learners = new Learners(strategy, sql, this.#table);
    this.#learners = learners;
    this.#queues = new SiteQueues(sql.queue);
    const traps = new TrapWatch(sql, limits.traps);
    const texts = new StoredTexts(sql.texts);
    const bounds = new Bounds(limits, options.timeLimit);
    this.#bounds = bounds;
    const shared = { sql, queues: this.#queues, bounds, identity };
    this.#links = new LinkBook({ ...shared, sites: this.#table, texts, traps, learners });
    this.#follow = new Follow({ ...shared, table: this.#table, book: this.#links });
    const recorded = new RecordedLinks(sql);
    const parts = { sql, queues: this.#queues, links: this.#links, follow: this.#follow, recorded };
    this.#checked = { ...parts, edges: new PageEdges(sql, texts), traps, sites: this.#table };
    this.#record = new VisitRecord({ ...this.#checked, sql, strategy, learners, run });
    this.#sites = new TakeUp({ ...parts, bounds, table: this.#table, identity });
    this.#leases = new Leases(tables, run.id, startedAt);
    this.#edits = new OutsideEdits(tables, this.#sites, startedAt);
    const remembering = [texts, this.#follow, this.#queues, this.#leases, traps, this.#record, this.#edits, learners];
    this.#commits = new Commits(tables, () => this.#queues.flush(), remembering);
    const { sites, read } = loadSites(sql, this.#table, limits.siteDelays);
    this.#budget = new Budget(bounds, sites);
    learners.fold();
    const answered = new Set(read.map(({ startHost }) => startHost));
    this.hosts = new HostTurns(sql.hosts, limits.delay, answered, startedAt);
    this.#failures = new FailedVisits(this.hosts.outages);
    const claiming = { table: this.#table, queues: this.#queues, hosts: this.hosts, budget: this.#budget };
    this.#ready = new ReadySites(claiming);
    this.#handOut = new HandOut({
      ...{ ...claiming, ...parts, learners, commits: this.#commits, ready: this.#ready, leases: this.#leases },
    });
    this.#goOn(options, read.length === 0);
    this.#recoverAt = this.#leases.nextEnd();
    this.#takeUp(() => this.#sites.queues(startedAt), startedAt);
    this.#placeSome(startedAt);
  }

  /** Lets links wait that earlier runs left. @param isUnread whether not one page was read */
  #goOn({ limits, run }: Pick<TableFrontierOptions, 'limits' | 'run'>, isUnread: boolean): void {
    const { startedAt } = run;
    this.#commits.run(() => {
      recoverLeases(this.#sql, this.#queues, this.#table, startedAt);
      if (isUnread) retryUnreached(this.#sql, this.#links, this.#table, startedAt);
      readmit(this.#sql, this.#links, this.#table, this.#bounds, startedAt);
      if (limits.retryFailed) retryFailed(this.#sql, this.#links, this.#table, limits.retryFailed, run);
      reopenLoggedOut(this.#sql, this.#table, startedAt);
      this.#queues.sweep();
    });
  }

  async addSites(sites: readonly NewSite[], now: number): Promise<number> {
    const added: SiteId[] = [];
    this.#commits.run(() => {
      for (const site of sites) {
        const known = this.#sql.seeds.find.get({ startUrl: site.url });
        if (known && known.found_on === null) continue;
        if (known) this.#sql.seeds.adopt.run({ site: known.id });
        if (known) added.push(known.id);
        else added.push(one(this.#sql.seeds.insert, newSeed(uniquelyNamed(site, this.#sql.seeds), now)).id);
      }
    });
    this.#takeUp(() => this.#sites.some(added, now), now);
    return added.length;
  }

  async claim(now: number): Promise<Next> {
    this.#wake(now);
    const claim = this.#handOut.claim(now) ?? (this.#takeUpEdits(now) ? this.#handOut.claim(now) : undefined);
    return claim ? { kind: 'claim', claim } : this.#rest(now);
  }

  async settle(claim: Claim, result: VisitResult, now: number): Promise<Settled | undefined> {
    await this.#learners.linkOrder.arriving;
    return this.#settle(claim, result, now)?.settled;
  }

  #settle(claim: Claim, result: VisitResult, now: number) {
    const site = this.#table.get(claim.site);
    const added = this.#commits.run(() => {
      if (!this.#leases.end(claim)) return undefined;
      const recorded = this.#record.add(site, claim, result, now);
      if (recorded.settled.outcome !== 'failed') this.#learners.told();
      return recorded;
    });
    if (!added) {
      this.#endLost(claim, now);
      return undefined;
    }
    const { settled, moved, standing } = added;
    if (result.outcome !== 'failed') this.#failures.answered(claim.host, now);
    this.#budget.charge(site, settled.reward, now - claim.claimedAt);
    Object.assign(site, standing);
    this.#endVisit(site, claim, result.askedAt ?? now, now);
    for (const other of [...moved, ...this.#follow.takeJoined()]) if (other !== site) this.#ready.refresh(other, now);
    return added;
  }

  async fail(claim: Claim, failure: Failure, now: number): Promise<Failed> {
    const { of, pausedUntil } = this.#failures.verdict(claim, failure, now);
    if (of !== 'page') {
      const givenBack = this.#giveBack(of === 'host' ? claim.host : undefined, now);
      const until = this.hosts.outages.until(claim.host);
      // Another link of the host is asked for first: this one may fail by itself.
      const notBefore = Number.isFinite(until) ? until + 1 : 0;
      await this.release(claim, { notBefore, failed: false, askedAt: now }, now);
      if (of === 'host' && pausedUntil === Number.POSITIVE_INFINITY) this.#leave(claim.host, failure.reason, now);
      return { willRetry: true, givenBack, outage: pausedUntil === undefined ? undefined : { of, until: pausedUntil } };
    }
    const willRetry = failure.kind !== 'final' && claim.attempts < MAX_RETRIES;
    if (willRetry) {
      const pause = RETRY_PAUSES[claim.attempts] ?? 0;
      await this.release(claim, { notBefore: now + pause, failed: true, askedAt: now }, now);
    } else {
      const added = this.#settle(claim, failedVisit(failure.reason), now);
      const charged = { claim, at: now, milliseconds: now - claim.claimedAt };
      if (added) this.#failures.add(failure, { ...charged, visit: added.visit, reward: added.settled.reward });
    }
    return { willRetry, givenBack: 0, outage: undefined };
  }

  async release(claim: Claim, back: Release, now: number): Promise<void> {
    const site = this.#table.get(claim.site);
    const isHeld = this.#commits.run(() => {
      if (!this.#leases.end(claim)) return false;
      this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS.waiting, at: now });
      this.#sql.internal.blame.run({ link: claim.link, attempts: back.failed ? 1 : 0 });
      // It may have proved a link meanwhile.
      const row = this.#sql.internal.get.get({ link: claim.link });
      this.#queues.add(site, claim.link, row, back.notBefore > now ? back.notBefore : 0);
      return true;
    });
    if (!isHeld) {
      this.#endLost(claim, now);
      return;
    }
    this.#endVisit(site, claim, back.askedAt, now);
  }

  async forbid(claim: Claim, { reason, askedAt }: Parameters<Frontier['forbid']>[1], now: number): Promise<void> {
    const site = this.#table.get(claim.site);
    const startFailed = site.isEntry(claim) ? reason : undefined;
    const standing = standingAfter(site.after(-1), { kind: 'dealt-with', startFailed });
    const isHeld = this.#commits.run(() => {
      if (!this.#leases.end(claim)) return false;
      this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS.forbidden, at: now });
      this.#sql.seeds.gain.run({ ...NO_GAIN, site: site.id, ...standing, at: now });
      return true;
    });
    if (!isHeld) {
      this.#endLost(claim, now);
      return;
    }
    Object.assign(site, standing);
    if (askedAt !== undefined) this.#failures.answered(claim.host, now);
    this.#endVisit(site, claim, askedAt, now);
  }

  async endSession(claim: Claim, { note, askedAt }: Parameters<Frontier['endSession']>[1], now: number): Promise<void> {
    this.logOut(claim.site, note, now);
    await this.release(claim, { notBefore: 0, failed: false, askedAt }, now);
  }

  /** Hands out nothing more of a site whose session has ended. */
  logOut(id: SiteId, note: string, now: number): void {
    const site = this.#table.get(id);
    this.#stand(site, standingAfter(site.after(), { kind: 'session-ended', note }), now);
    site.isLoggedOut = true;
    this.#table.setIdle(site);
  }

  async slowDown(claim: Claim, retryAfter: number | undefined, now: number): Promise<void> {
    this.hosts.slowDown(claim.host, retryAfter, now);
  }

  /** Stores what a check of a page that was read before brought; what is new on it joins the queue. See recheck.ts. */
  recheck(page: LinkId, result: VisitResult, now: number, again?: readonly string[]): Rechecked {
    const rechecked = this.#checks().settle(page, result, now, again);
    this.#refreshOf(page, now);
    for (const site of this.#follow.takeJoined()) this.#ready.refresh(site, now);
    return rechecked;
  }

  /** A page that was read before is known to be as it was, without being read. */
  recheckUnchanged(page: LinkId, now: number): Rechecked {
    return this.#checks().unchanged(page, now);
  }

  state(now: number): FrontierState {
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
  setLimits(limits: ChangedLimits, now: number) {
    this.#bounds.set(limits);
    if ('depth' in limits || 'admits' in limits) this.#sites.placeAnew();
    this.#placeSome(now);
    for (const site of this.#table.all) this.#ready.refresh(site, now);
    return this.#bounds.ofRun;
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

  /** Takes back what an outage was charged, of a host or of all. Returns how many visits. */
  #giveBack(host: string | undefined, now: number): number {
    const taken = this.#failures.take(host);
    if (taken.length === 0) return 0;
    const standings = this.#commits.run(() =>
      taken.map((failure) => takeBack(this.#sql, this.#queues, this.#table.get(failure.claim.site), failure, now)),
    );
    for (const [index, { claim, milliseconds, reward }] of taken.entries()) {
      const site = this.#table.get(claim.site);
      this.#budget.takeBack(site, reward, milliseconds);
      Object.assign(site, standings[index]);
      this.#ready.refresh(site, now);
    }
    return taken.length;
  }

  /** A host does not answer any more: what waits there waits for another run. */
  #leave(host: string, reason: string, now: number): void {
    for (const site of this.#table.all.filter((one) => one.host === host && one.waiting > 0))
      this.#stand(site, standingAfter(site.after(), { kind: 'host-lost', reason }), now);
  }

  #stand(site: SiteState, standing: SiteStanding, now: number): void {
    this.#commits.run(() => this.#sql.seeds.setStatus.run({ site: site.id, ...standing, at: now }));
    Object.assign(site, standing);
  }

  #checks(): Rechecks {
    if (this.#rechecks) return this.#rechecks;
    const tables = { ...this.#tables, transaction: <T>(work: () => T) => this.#commits.run(work) };
    this.#rechecks = new Rechecks({ ...this.#checked, tables });
    return this.#rechecks;
  }

  #refreshOf(page: LinkId, now: number): void {
    const site = this.#sql.internal.get.get({ link: page })?.site;
    if (site !== undefined) this.#ready.refresh(this.#table.get(site), now);
  }

  /** Takes up what another process edited meanwhile: sites added, removed or brought back, links deleted or restored. Returns whether any did. */
  #takeUpEdits(now: number): boolean {
    const read = this.#edits.look(now);
    if (!read) return false;
    this.#takeUp(read, now);
    this.#recoverAt = this.#leases.nextEnd();
    return true;
  }

  /** Keeps the own leases, and gives back those of runs that died. */
  #tendLeases(now: number): void {
    if (this.#leases.isToRenew(now)) this.#commits.run(() => this.#leases.renew(now));
    if (now < this.#recoverAt) return;
    const sites = this.#commits.run(() => recoverLeases(this.#sql, this.#queues, this.#table, now));
    for (const site of sites) this.#ready.refresh(site, now);
    this.#recoverAt = this.#leases.nextEnd();
  }

  #takeUp(read: () => readonly SiteState[], now: number): void {
    for (const site of this.#commits.run(read)) this.#ready.refresh(site, now);
  }

  /** Goes on with what is to be placed anew. */
  #placeSome(now: number): void {
    if (!this.#sites.isDone) this.#takeUp(() => this.#sites.placeSome(now), now);
  }

  #wake(now: number): void {
    this.#tendLeases(now);
    this.#ready.wake(now);
    if (this.#table.ready.length === 0 || this.#edits.isDue(now)) this.#takeUpEdits(now);
    this.#placeSome(now);
  }

  /** The visit is over, and its lease was not held any more. */
  #endLost(claim: Claim, now: number): void {
    if (this.#leases.isCounted(claim)) this.#endVisit(this.#table.get(claim.site), claim, now, now);
  }

  #endVisit(site: SiteState, claim: Claim, askedAt: number | undefined, now: number): void {
    this.#leases.uncount(claim);
    this.#budget.end(site);
    this.hosts.end(claim.host, askedAt);
    this.#ready.refresh(site, now);
  }
}
