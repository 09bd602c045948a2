import type { Clock } from '../domain/clock.ts';
import type { LinkId } from '../domain/link.ts';
import { type NewSite, pulls, type SiteId } from '../domain/site.ts';
import { newSeed, uniquelyNamed } from '../storage/seeds.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { Identity } from '../url/identity.ts';
import { bareHost, type Scope } from '../url/scope.ts';
import { NO_GAIN } from './add-site.ts';
import { retryFailed } from './failed-links.ts';
import { FailedVisits, failedVisit } from './failed-visits.ts';
import type {
  Claim,
  Decision,
  Failed,
  Failure,
  Frontier,
  FrontierLimits,
  FrontierState,
  NamedSite,
  Pauses,
  Release,
  Settled,
  VisitResult,
} from './frontier.ts';
import { HostTurns } from './host-turns.ts';
import { fullAddress, LinkBook } from './link-book.ts';
import { foldSiteVisits, foldStored } from './observations.ts';
import { PageEdges } from './page-edges.ts';
import { type FrontierQueries, type FrontierTables, STATUS } from './queries.ts';
import { type Rechecked, Rechecks } from './recheck.ts';
import { RecordedLinks } from './recorded-links.ts';
import { readmit, recoverLeases, reopenLoggedOut, retryUnreached } from './reopen.ts';
import { MAX_RETRIES, RETRY_PAUSES } from './retries.ts';
import { SiteQueues, type WaitingLink } from './site-queues.ts';
import { type SiteState, SiteTable } from './site-table.ts';
import { loadSites, takeUpSites } from './take-up.ts';
import { TrapWatch } from './trap-watch.ts';
import { type Run, VisitRecord } from './visit-record.ts';

/** Rows of a site's queue that a claim looks at for one whose host is free … */
const HEAD = 32;
/** … and where all are on one host: the first one, and the best of those that stay. */
const SHORT_HEAD = 2;
/** Milliseconds between two looks for what other processes edited, while there is a page to hand out. */
const LOOK_EVERY = 1000;

export interface TableFrontierOptions {
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
  readonly #strategy: Strategy;
  readonly #identity: Identity;
  readonly #limits: FrontierLimits;
  readonly #timeLimit: number | undefined;
  readonly #sql: FrontierQueries;
  readonly #queues: SiteQueues;
  readonly #links: LinkBook;
  readonly #record: VisitRecord;
  readonly #recorded: RecordedLinks;
  readonly #edges: PageEdges;
  readonly #traps: TrapWatch;
  #rechecks: Rechecks | undefined;
  readonly #failures: FailedVisits;
  readonly #table = new SiteTable();
  #charged = 0;
  #inFlight = 0;
  #rewardMax = 0;
  #nextToken: number;
  /** The database's version when it was looked at, and when that was. */
  #version: number | undefined;
  #lookedAt: number;

  constructor(options: TableFrontierOptions) {
    this.#tables = options.tables;
    this.#strategy = options.strategy;
    this.#identity = options.identity;
    this.#limits = options.limits;
    this.#timeLimit = options.timeLimit;
    this.#sql = options.tables.sql;
    this.#traps = new TrapWatch(this.#sql, options.limits.traps);
    this.#queues = new SiteQueues(this.#sql.queue);
    const { linkOrder } = options.strategy;
    this.#links = new LinkBook(this.#sql, this.#queues, linkOrder, options.limits, this.#traps, options.identity);
    this.#recorded = new RecordedLinks(this.#sql);
    this.#edges = new PageEdges(this.#sql);
    const parts = { sql: this.#sql, queues: this.#queues, links: this.#links, recorded: this.#recorded };
    this.#record = new VisitRecord(
      { ...parts, edges: this.#edges, traps: this.#traps, sites: this.#table },
      options.strategy,
      options.run,
    );
    const { startedAt } = options.run;
    this.#nextToken = startedAt;
    this.#version = options.tables.version();
    this.#lookedAt = startedAt;
    for (const site of loadSites(this.#sql, this.#table)) {
      this.#charged += site.visits;
      this.#rewardMax = Math.max(this.#rewardMax, site.rewardMax);
    }
    foldStored(linkOrder, this.#sql, this.#links, this.#table);
    foldSiteVisits(options.strategy.siteRule, this.#sql);
    this.hosts = new HostTurns(this.#sql.hosts, options.limits.delay, hostsThatAnswered(this.#sql), startedAt);
    this.hosts.onFree((host, at) => this.#table.unpark(host, at));
    this.#failures = new FailedVisits(this.hosts.outages);
    options.tables.transaction(() => {
      recoverLeases(this.#sql, this.#queues, this.#table, startedAt);
      retryUnreached(this.#sql, this.#links, this.#table, startedAt);
      readmit(this.#sql, this.#links, this.#table, options.limits, startedAt);
      const { retryFailed: retried } = options.limits;
      if (retried) retryFailed(this.#sql, this.#links, this.#table, retried, options.run);
      reopenLoggedOut(this.#sql, this.#table, startedAt);
      this.#queues.sweep();
    });
    this.#takeUpSites(startedAt);
  }

  async addSites(sites: readonly NewSite[], now: number): Promise<number> {
    let added = 0;
    this.#stored(() => {
      for (const site of sites) {
        if (this.#sql.seeds.find.get({ startUrl: site.url })) continue;
        this.#sql.seeds.insert.run(newSeed(uniquelyNamed(site, this.#sql.seeds), now));
        added++;
      }
    });
    if (added > 0) this.#takeUpSites(now);
    return added;
  }

  async claim(now: number): Promise<Claim | undefined> {
    this.#wake(now);
    while (this.#budgetLeft()) {
      const clock = this.#clock(now);
      const pick = this.#strategy.siteRule.pick(this.#table.ready, clock);
      if (pick === undefined) return undefined;
      const decision = { ...pick, ready: this.#table.ready.length, pulls: clock.pulls, rewardMax: clock.rewardMax };
      const site = this.#table.get(pick.site);
      const before = site.waiting;
      const claim = this.#claimFrom(site, decision, now);
      if (claim) return claim;
      // Whatever the reason: a site that brings nothing is not picked again for nothing.
      if (site.place >= 0 && site.waiting === before) this.#table.sleep(site, now + LOOK_EVERY);
    }
    return undefined;
  }

  async settle(claim: Claim, result: VisitResult, now: number): Promise<Settled | undefined> {
    return this.#settle(claim, result, now)?.settled;
  }

  #settle(claim: Claim, result: VisitResult, now: number) {
    const site = this.#table.get(claim.site);
    const added = this.#stored(() => {
      const lease = this.#sql.leases.end.run({ link: claim.link, token: claim.token });
      return lease.changes === 0 ? undefined : this.#record.add(site, claim, result, now);
    });
    if (!added) return undefined;
    const { settled, moved } = added;
    if (result.outcome !== 'failed') this.#failures.answered(claim.host, now);
    this.#charged++;
    site.visits++;
    site.rewardSum += settled.reward;
    site.rewardMax = Math.max(site.rewardMax, settled.reward);
    site.milliseconds += now - claim.claimedAt;
    this.#rewardMax = Math.max(this.#rewardMax, settled.reward);
    site.status = settled.status;
    // It was in flight when the site's session ended.
    if (site.isLoggedOut) this.logOut(site.id, site.note, now);
    this.#endVisit(site, claim, result.askedAt ?? now, now);
    for (const other of moved) if (other !== site) this.#refresh(other, now);
    return added;
  }

  /** Runs `work` so that all or nothing of it is stored. If nothing is, what is in memory is read from the tables again. */
  #stored<T>(work: () => T): T {
    try {
      return this.#tables.transaction(work);
    } catch (error) {
      this.#edges.rolledBack();
      this.#queues.rolledBack();
      this.#version = undefined;
      this.#lookedAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
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
    const isHeld = this.#stored(() => {
      if (this.#sql.leases.end.run({ link: claim.link, token: claim.token }).changes === 0) return false;
      this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS.waiting, at: now });
      this.#sql.internal.blame.run({ link: claim.link, attempts: back.failed ? 1 : 0, crashes: 0 });
      // It may have proved a link meanwhile.
      const row = this.#sql.internal.get.get({ link: claim.link });
      this.#queues.add(site, claim.link, row, back.notBefore > now ? back.notBefore : 0);
      return true;
    });
    if (!isHeld) return;
    this.#endVisit(site, claim, back.askedAt, now);
  }

  async forbid(claim: Claim, { reason, askedAt }: Parameters<Frontier['forbid']>[1], now: number): Promise<void> {
    const site = this.#table.get(claim.site);
    const isOver = site.waiting === 0 && site.inFlight === 1;
    const status = isOver ? (claim.level === 0 ? 'not-available' : 'finished') : site.status;
    const isHeld = this.#stored(() => {
      if (this.#sql.leases.end.run({ link: claim.link, token: claim.token }).changes === 0) return false;
      this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS.forbidden, at: now });
      const note = status === 'not-available' ? reason : '';
      this.#sql.seeds.gain.run({ ...NO_GAIN, site: site.id, status, note, at: now });
      return true;
    });
    if (!isHeld) return;
    site.status = status;
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
    const status = 'session-ended';
    Object.assign(site, { isLoggedOut: true, status, note });
    this.#stored(() => this.#sql.seeds.setStatus.run({ site: id, status, note, at: now }));
    this.#table.setIdle(site);
  }

  async slowDown(claim: Claim, retryAfter: number | undefined, now: number): Promise<void> {
    this.hosts.slowDown(claim.host, retryAfter, now);
  }

  /** Stores what a check of a page that was read before brought; what is new on it joins the queue. See recheck.ts. */
  recheck(page: LinkId, result: VisitResult, now: number, again?: readonly string[]): Rechecked {
    const rechecked = this.#checks().settle(page, result, now, again);
    this.#refreshOf(page, now);
    return rechecked;
  }

  /** A page that was read before is known to be as it was, without being read. */
  recheckUnchanged(page: LinkId, now: number): Rechecked {
    return this.#checks().unchanged(page, now);
  }

  state(now: number): FrontierState {
    this.#wake(now);
    if (this.#limits.pageLimit !== undefined && this.#charged >= this.#limits.pageLimit) {
      return { kind: 'over', reason: 'page-limit' };
    }
    if (this.#table.ready.length > 0 && this.#budgetLeft()) return { kind: 'ready' };
    const until = this.#budgetLeft() ? this.#table.nextWake() : undefined;
    if (until === undefined && this.#inFlight === 0) return { kind: 'over', reason: 'done' };
    return { kind: 'waiting', until };
  }

  scope(site: SiteId): Scope {
    return this.#table.get(site).scope;
  }

  sites(): readonly NamedSite[] {
    return this.#table.all;
  }

  pauses(now: number): Pauses {
    this.#wake(now);
    const waits = (site: SiteState) =>
      site.place < 0 && site.waiting > 0 && site.inFlight === 0 && !site.isLoggedOut && !this.#siteLimitReached(site);
    return { sites: this.#table.all.filter(waits).length, until: this.#table.nextWake() };
  }

  /** Takes back what an outage was charged, of a host or of all. Returns how many visits. */
  #giveBack(host: string | undefined, now: number): number {
    const taken = this.#failures.take(host);
    if (taken.length === 0) return 0;
    this.#stored(() => {
      for (const failure of taken) this.#record.takeBack(this.#table.get(failure.claim.site), failure, now);
    });
    for (const { claim, milliseconds, reward } of taken) {
      const site = this.#table.get(claim.site);
      site.visits--;
      site.rewardSum -= reward;
      site.milliseconds -= milliseconds;
      site.status = 'crawling';
      this.#charged--;
      this.#refresh(site, now);
    }
    return taken.length;
  }

  /** A host does not answer any more: what waits there waits for another run. */
  #leave(host: string, reason: string, now: number): void {
    for (const site of this.#table.all.filter((one) => one.host === host && one.waiting > 0)) {
      site.status = 'not-available';
      this.#sql.seeds.setStatus.run({ site: site.id, status: site.status, note: reason, at: now });
    }
  }

  #checks(): Rechecks {
    this.#rechecks ??= new Rechecks({
      tables: { ...this.#tables, transaction: (work) => this.#stored(work) },
      sites: this.#table,
      queues: this.#queues,
      links: this.#links,
      recorded: this.#recorded,
      edges: this.#edges,
      traps: this.#traps,
    });
    return this.#rechecks;
  }

  #refreshOf(page: LinkId, now: number): void {
    const site = this.#sql.internal.get.get({ link: page })?.site;
    if (site !== undefined) this.#refresh(this.#table.get(site), now);
  }

  #clock(now: number): Clock {
    return {
      now,
      pulls: this.#charged + this.#inFlight,
      rewardMax: this.#rewardMax,
      sites: this.#table.all.length,
      pageLimit: this.#limits.pageLimit,
      timeLimit: this.#timeLimit,
    };
  }

  #budgetLeft(): boolean {
    return this.#limits.pageLimit === undefined || this.#charged + this.#inFlight < this.#limits.pageLimit;
  }

  #siteLimitReached(site: SiteState): boolean {
    return this.#limits.sitePageLimit !== undefined && pulls(site) >= this.#limits.sitePageLimit;
  }

  /** Takes up what another process edited meanwhile: sites added, removed or brought back, links deleted or restored. */
  #takeUpEdits(now: number): void {
    this.#lookedAt = now;
    const version = this.#tables.version();
    if (version === this.#version) return;
    this.#version = version;
    this.#takeUpSites(now);
  }

  #takeUpSites(now: number): void {
    const taken = this.#stored(() =>
      takeUpSites(this.#sql, this.#queues, this.#links, this.#table, this.#identity, now),
    );
    for (const site of taken) this.#refresh(site, now);
  }

  /** Leases the best link of the site whose host is free; where there is none, the site is no longer ready. */
  #claimFrom(site: SiteState, decision: Decision, now: number): Claim | undefined {
    const head = this.#head(site);
    // What its queue had was deleted meanwhile.
    if (head.length === 0) this.#queues.recount(site, now);
    for (const row of head) {
      const url = fullAddress(row.url, site.origin);
      const aside = this.#links.asideNow(site, row, url, now);
      if (aside !== undefined) {
        this.#setAside(site, row, aside, now);
        continue;
      }
      const host = site.host ?? bareHost(new URL(url));
      const freeAt = this.hosts.freeAt(host);
      if (freeAt === undefined || freeAt > now) continue;
      const claim: Claim = {
        token: this.#nextToken++,
        link: row.link,
        site: site.id,
        url,
        host,
        level: row.level,
        attempts: row.attempts,
        claimedAt: now,
        rank: row.place,
        sitePulls: pulls(site),
        siteReward: site.rewardSum,
        decision,
      };
      const isLeased = this.#stored(() => {
        if (!this.#queues.remove(site, row.link, row, row.next)) return false;
        this.#sql.internal.claim.run({ link: row.link });
        this.#sql.leases.insert.run({ link: row.link, site: site.id, token: claim.token, claimedAt: now });
        if (site.status !== 'crawling')
          this.#sql.seeds.setStatus.run({ site: site.id, status: 'crawling', note: '', at: now });
        return true;
      });
      if (!isLeased) continue;
      this.hosts.begin(host);
      this.#inFlight++;
      site.status = 'crawling';
      site.inFlight++;
      this.#refresh(site, now);
      return claim;
    }
    this.#refresh(site, now);
    return undefined;
  }

  /** Takes a waiting link out. */
  #setAside(site: SiteState, row: WaitingLink, status: number, now: number): void {
    this.#stored(() => {
      this.#queues.remove(site, row.link, row, row.next);
      this.#sql.internal.setStatus.run({ link: row.link, status, at: now });
      if (site.waiting === 0 && site.inFlight === 0) {
        this.#sql.seeds.setStatus.run({ site: site.id, status: 'finished', note: '', at: now });
      }
    });
  }

  /** Makes the site ready if it has a link to hand out now; if not, sees to it that it is looked at again in time. */
  #refresh(site: SiteState, now: number): void {
    const { isFree, until } = this.#queues.pausing(site, now);
    this.#table.pauseEnds(site, until);
    if (site.isRemoved || site.isLoggedOut || site.waiting === 0 || this.#siteLimitReached(site)) {
      this.#table.setIdle(site);
      return;
    }
    let wakeAt = until;
    for (const host of isFree ? this.#hostsOf(site) : []) {
      const freeAt = this.hosts.freeAt(host);
      if (freeAt === undefined) {
        this.#table.park(site, host);
        continue;
      }
      if (freeAt <= now) {
        this.#table.setReady(site);
        return;
      }
      wakeAt = Math.min(wakeAt, freeAt);
    }
    if (wakeAt === Number.POSITIVE_INFINITY) this.#table.setIdle(site);
    else this.#table.sleep(site, wakeAt);
  }

  #head(site: SiteState) {
    return this.#queues.head(site, site.host === undefined ? HEAD : SHORT_HEAD);
  }

  /** The hosts that a site's best links are on. */
  #hostsOf(site: SiteState): ReadonlySet<string> {
    if (site.host !== undefined) return new Set([site.host]);
    return new Set(this.#head(site).map(({ url }) => bareHost(new URL(url, site.origin))));
  }

  #wake(now: number): void {
    for (let site = this.#table.nextUnpaused(now); site; site = this.#table.nextUnpaused(now)) this.#refresh(site, now);
    for (let site = this.#table.nextAwake(now); site; site = this.#table.nextAwake(now)) this.#refresh(site, now);
    if (this.#table.ready.length === 0 || now - this.#lookedAt >= LOOK_EVERY) this.#takeUpEdits(now);
  }

  #endVisit(site: SiteState, claim: Claim, askedAt: number | undefined, now: number): void {
    this.#inFlight--;
    site.inFlight--;
    this.hosts.end(claim.host, askedAt);
    this.#refresh(site, now);
  }
}

/** Hosts of which a page was read. */
const hostsThatAnswered = (sql: FrontierQueries): Set<string> =>
  new Set(sql.seeds.all.all({}).flatMap(({ pages, start_url }) => (pages > 0 ? [bareHost(new URL(start_url))] : [])));
