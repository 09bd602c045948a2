import type { Clock } from '../domain/clock.ts';
import type { LinkId } from '../domain/link.ts';
import { compareTiered } from '../domain/rank.ts';
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
  Next,
  Pauses,
  Release,
  Settled,
  VisitResult,
} from './frontier.ts';
import { HostTurns } from './host-turns.ts';
import { Leases } from './leases.ts';
import { LinkBook } from './link-book.ts';
import { foldSiteVisits, foldStored } from './observations.ts';
import { PageEdges } from './page-edges.ts';
import { type FrontierQueries, type FrontierTables, STATUS } from './queries.ts';
import { type Rechecked, Rechecks } from './recheck.ts';
import { RecordedLinks } from './recorded-links.ts';
import { readmit, recoverLeases, reopenLoggedOut, retryUnreached } from './reopen.ts';
import { MAX_RETRIES, RETRY_PAUSES } from './retries.ts';
import { SiteQueues, type WaitingLink } from './site-queues.ts';
import { type SiteStanding, standingAfter } from './site-standing.ts';
import { type SiteState, SiteTable } from './site-table.ts';
import { fullAddress } from './stored-address.ts';
import { StoredTexts } from './stored-texts.ts';
import { takeBack } from './take-back.ts';
import { loadSites, type Seed, TakeUp } from './take-up.ts';
import { TrapWatch } from './trap-watch.ts';
import { type Run, VisitRecord } from './visit-record.ts';

/** Rows of a site's queue that a claim looks at for one whose host is free … */
const HEAD = 32;
/** … and where all are on one host: the first one, and the best of those that stay. */
const SHORT_HEAD = 2;
/** Links that a claim ranks anew at most, before it takes what comes first. */
const MOST_RESCORED = 16;
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
  readonly #limits: FrontierLimits;
  readonly #timeLimit: number | undefined;
  readonly #sql: FrontierQueries;
  readonly #queues: SiteQueues;
  readonly #links: LinkBook;
  readonly #record: VisitRecord;
  readonly #recorded: RecordedLinks;
  readonly #edges: PageEdges;
  readonly #texts: StoredTexts;
  readonly #traps: TrapWatch;
  readonly #sites: TakeUp;
  #rechecks: Rechecks | undefined;
  readonly #failures: FailedVisits;
  readonly #table: SiteTable;
  #charged = 0;
  #inFlight = 0;
  #rewardMax = 0;
  readonly #leases: Leases;
  /** When a lease of another run may be dead. */
  #recoverAt: number;
  /** The database's version when it was looked at, and when that was. */
  #version: number | undefined;
  #lookedAt: number;

  constructor(options: TableFrontierOptions) {
    this.#tables = options.tables;
    this.#strategy = options.strategy;
    this.#limits = options.limits;
    this.#timeLimit = options.timeLimit;
    this.#sql = options.tables.sql;
    this.#table = new SiteTable(options.strategy.siteRule.order);
    this.#traps = new TrapWatch(this.#sql, options.limits.traps);
    this.#queues = new SiteQueues(this.#sql.queue);
    const { linkOrder } = options.strategy;
    this.#texts = new StoredTexts(this.#sql.texts);
    this.#links = new LinkBook({
      ...{ sql: this.#sql, queues: this.#queues, texts: this.#texts, traps: this.#traps },
      ...{ order: linkOrder, limits: options.limits, identity: options.identity },
    });
    this.#recorded = new RecordedLinks(this.#sql);
    this.#edges = new PageEdges(this.#sql, this.#texts);
    const parts = { sql: this.#sql, queues: this.#queues, links: this.#links, recorded: this.#recorded };
    this.#record = new VisitRecord({
      ...{ ...parts, edges: this.#edges, traps: this.#traps, sites: this.#table },
      ...{ strategy: options.strategy, run: options.run },
    });
    this.#sites = new TakeUp({ ...parts, table: this.#table, identity: options.identity });
    const { startedAt } = options.run;
    this.#leases = new Leases(options.tables, options.run.id, startedAt);
    this.#version = options.tables.version();
    this.#lookedAt = startedAt;
    const seeds = this.#sql.seeds.all.all({});
    for (const site of loadSites(seeds, this.#table)) {
      this.#charged += site.visits;
      this.#rewardMax = Math.max(this.#rewardMax, site.rewardMax);
    }
    foldStored(linkOrder, this.#sql, this.#table);
    foldSiteVisits(options.strategy.siteRule, this.#sql);
    this.hosts = new HostTurns(this.#sql.hosts, options.limits.delay, hostsThatAnswered(seeds), startedAt);
    this.hosts.onFree((host, at) => this.#table.unpark(host, at));
    this.#failures = new FailedVisits(this.hosts.outages);
    this.#goOn(seeds, options);
    this.#recoverAt = this.#leases.nextEnd();
    this.#takeUp(() => this.#sites.queues(startedAt), startedAt);
  }

  /** Lets links wait that earlier runs left. A method of its own: a listener of the constructor's would keep the rows. */
  #goOn(seeds: readonly Seed[], { limits, run }: Pick<TableFrontierOptions, 'limits' | 'run'>): void {
    const { startedAt } = run;
    this.#stored(() => {
      recoverLeases(this.#sql, this.#queues, this.#table, startedAt);
      retryUnreached(seeds, this.#sql, this.#links, this.#table, startedAt);
      readmit(this.#sql, this.#links, this.#table, limits, startedAt);
      const { retryFailed: retried } = limits;
      if (retried) retryFailed(this.#sql, this.#links, this.#table, retried, run);
      reopenLoggedOut(this.#sql, this.#table, startedAt);
      this.#queues.sweep();
    });
  }

  async addSites(sites: readonly NewSite[], now: number): Promise<number> {
    const added: SiteId[] = [];
    this.#stored(() => {
      for (const site of sites) {
        if (this.#sql.seeds.find.get({ startUrl: site.url })) continue;
        added.push(this.#sql.seeds.insert.run(newSeed(uniquelyNamed(site, this.#sql.seeds), now)).id);
      }
    });
    this.#takeUp(() => this.#sites.some(added, now), now);
    return added.length;
  }

  async claim(now: number): Promise<Next> {
    this.#wake(now);
    const claim = this.#claim(now) ?? (this.#takeUpEdits(now) ? this.#claim(now) : undefined);
    return claim ? { kind: 'claim', claim } : this.#rest();
  }

  #claim(now: number): Claim | undefined {
    let rescored = 0;
    while (this.#budgetLeft()) {
      const clock = this.#clock(now);
      const pick = this.#strategy.siteRule.pick(this.#table.toPickFrom(), clock);
      if (pick === undefined) return undefined;
      const decision = { ...pick, ready: this.#table.ready.length, pulls: clock.pulls, rewardMax: clock.rewardMax };
      const site = this.#table.get(pick.site);
      if (this.#strategy.linkOrder.rescoresHead && rescored < MOST_RESCORED && this.#headFell(site, now)) {
        rescored++;
        continue;
      }
      const before = site.waiting;
      const claim = this.#claimFrom(site, decision, now);
      if (claim) return claim;
      // Whatever the reason: a site that brings nothing is not picked again for nothing.
      if (site.place >= 0 && site.waiting === before) this.#table.sleep(site, now + LOOK_EVERY);
    }
    return undefined;
  }

  async settle(claim: Claim, result: VisitResult, now: number): Promise<Settled | undefined> {
    await this.#strategy.linkOrder.arriving;
    return this.#settle(claim, result, now)?.settled;
  }

  #settle(claim: Claim, result: VisitResult, now: number) {
    const site = this.#table.get(claim.site);
    const added = this.#stored(() => {
      return this.#leases.end(claim) ? this.#record.add(site, claim, result, now) : undefined;
    });
    if (!added) {
      this.#endLost(claim, now);
      return undefined;
    }
    const { settled, moved, standing } = added;
    if (result.outcome !== 'failed') this.#failures.answered(claim.host, now);
    this.#charged++;
    site.visits++;
    site.rewardSum += settled.reward;
    site.rewardMax = Math.max(site.rewardMax, settled.reward);
    site.milliseconds += now - claim.claimedAt;
    this.#rewardMax = Math.max(this.#rewardMax, settled.reward);
    Object.assign(site, standing);
    this.#endVisit(site, claim, result.askedAt ?? now, now);
    for (const other of moved) if (other !== site) this.#refresh(other, now);
    return added;
  }

  /** Runs `work` so that all or nothing of it is stored. If nothing is, what is in memory is read from the tables again. */
  #stored<T>(work: () => T): T {
    try {
      return this.#tables.transaction(() => {
        const done = work();
        this.#queues.flush();
        return done;
      });
    } catch (error) {
      this.#texts.rolledBack();
      this.#queues.rolledBack();
      this.#leases.rolledBack();
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
      if (!this.#leases.end(claim)) return false;
      this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS.waiting, at: now });
      this.#sql.internal.blame.run({ link: claim.link, attempts: back.failed ? 1 : 0, crashes: 0 });
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
    const startFailed = claim.level === 0 ? reason : undefined;
    const standing = standingAfter(site.after(-1), { kind: 'dealt-with', startFailed });
    const isHeld = this.#stored(() => {
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
    return rechecked;
  }

  /** A page that was read before is known to be as it was, without being read. */
  recheckUnchanged(page: LinkId, now: number): Rechecked {
    return this.#checks().unchanged(page, now);
  }

  state(now: number): FrontierState {
    const isDue = this.#table.ready.length > 0 || (this.#table.nextWake() ?? Number.POSITIVE_INFINITY) <= now;
    return isDue && this.#budgetLeft() ? { kind: 'ready' } : this.#rest();
  }

  /** Where there is nothing to hand out. */
  #rest(): Exclude<Next, { kind: 'claim' }> {
    if (this.#limits.pageLimit !== undefined && this.#charged >= this.#limits.pageLimit) {
      return { kind: 'over', reason: 'page-limit' };
    }
    const until = this.#budgetLeft() ? this.#table.nextWake() : undefined;
    return until === undefined && this.#inFlight === 0 ? { kind: 'over', reason: 'done' } : { kind: 'wait', until };
  }

  /** What belongs to a site. */
  scope(site: SiteId): Scope {
    return this.#table.get(site).scope;
  }

  sites(): readonly NamedSite[] {
    return this.#table.all;
  }

  pauses(now: number): Pauses {
    let sites = 0;
    let until = Number.POSITIVE_INFINITY;
    for (const site of this.#table.all) {
      const { wakeAt = Number.POSITIVE_INFINITY } = site;
      if (site.place >= 0 || wakeAt <= now) continue;
      until = Math.min(until, wakeAt);
      if (site.waiting > 0 && site.inFlight === 0 && !site.isLoggedOut && !this.#siteLimitReached(site)) sites++;
    }
    return { sites, until: Number.isFinite(until) ? until : undefined };
  }

  /** Takes back what an outage was charged, of a host or of all. Returns how many visits. */
  #giveBack(host: string | undefined, now: number): number {
    const taken = this.#failures.take(host);
    if (taken.length === 0) return 0;
    const standings = this.#stored(() =>
      taken.map((failure) => takeBack(this.#sql, this.#queues, this.#table.get(failure.claim.site), failure, now)),
    );
    for (const [index, { claim, milliseconds, reward }] of taken.entries()) {
      const site = this.#table.get(claim.site);
      site.visits--;
      site.rewardSum -= reward;
      site.milliseconds -= milliseconds;
      Object.assign(site, standings[index]);
      this.#charged--;
      this.#refresh(site, now);
    }
    return taken.length;
  }

  /** A host does not answer any more: what waits there waits for another run. */
  #leave(host: string, reason: string, now: number): void {
    for (const site of this.#table.all.filter((one) => one.host === host && one.waiting > 0))
      this.#stand(site, standingAfter(site.after(), { kind: 'host-lost', reason }), now);
  }

  #stand(site: SiteState, standing: SiteStanding, now: number): void {
    this.#stored(() => this.#sql.seeds.setStatus.run({ site: site.id, ...standing, at: now }));
    Object.assign(site, standing);
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

  /** Takes up what another process edited meanwhile: sites added, removed or brought back, links deleted or restored. Returns whether any did. */
  #takeUpEdits(now: number): boolean {
    this.#lookedAt = now;
    const version = this.#tables.version();
    if (version === this.#version) return false;
    const isKnown = this.#version !== undefined;
    this.#version = version;
    this.#takeUp(() => (isKnown ? this.#sites.edited(now) : this.#sites.all(now)), now);
    this.#recoverAt = this.#leases.nextEnd();
    return true;
  }

  /** Keeps the own leases, and gives back those of runs that died. */
  #tendLeases(now: number): void {
    if (this.#leases.isToRenew(now)) this.#stored(() => this.#leases.renew(now));
    if (now < this.#recoverAt) return;
    const sites = this.#stored(() => recoverLeases(this.#sql, this.#queues, this.#table, now));
    for (const site of sites) this.#refresh(site, now);
    this.#recoverAt = this.#leases.nextEnd();
  }

  #takeUp(read: () => readonly SiteState[], now: number): void {
    for (const site of this.#stored(read)) this.#refresh(site, now);
  }

  /** Leases the best link of the site whose host is free; where there is none, the site is no longer ready. */
  #claimFrom(site: SiteState, decision: Decision, now: number): Claim | undefined {
    const head = this.#head(site);
    // What its queue had was deleted meanwhile.
    if (head.length === 0) this.#queues.read(site, now);
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
      const standing = standingAfter(site.after(1), { kind: 'claimed' });
      const token = this.#stored(() => {
        if (!this.#queues.remove(site, row.link, row, row.next)) return undefined;
        this.#sql.internal.claim.run({ link: row.link });
        if (site.status !== standing.status) this.#sql.seeds.setStatus.run({ site: site.id, ...standing, at: now });
        return this.#leases.begin(row.link, site.id, now);
      });
      if (token === undefined) continue;
      const claim: Claim = {
        token,
        link: row.link,
        site: site.id,
        scope: site.scope,
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
      this.#leases.count(claim);
      this.hosts.begin(host);
      this.#inFlight++;
      Object.assign(site, standing);
      site.inFlight++;
      this.#refresh(site, now);
      return claim;
    }
    this.#refresh(site, now);
    return undefined;
  }

  /** Ranks the first link of a site anew, if that is due: whether it fell. */
  #headFell(site: SiteState, now: number): boolean {
    const first = site.heads[0];
    if (!first) return false;
    const moved = this.#stored(() => this.#links.rerank([{ link: first.link }], this.#table, now));
    for (const one of moved) this.#refresh(one, now);
    return site.heads[0] === undefined || compareTiered(site.heads[0].rank, first.rank) > 0;
  }

  /** Takes a waiting link out. */
  #setAside(site: SiteState, row: WaitingLink, status: number, now: number): void {
    const standing = this.#stored(() => {
      this.#queues.remove(site, row.link, row, row.next);
      this.#sql.internal.setStatus.run({ link: row.link, status, at: now });
      if (site.waiting > 0 || site.inFlight > 0) return undefined;
      const finished = standingAfter(site.after(), { kind: 'dealt-with', startFailed: undefined });
      this.#sql.seeds.setStatus.run({ site: site.id, ...finished, at: now });
      return finished;
    });
    Object.assign(site, standing);
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
    this.#tendLeases(now);
    for (let site = this.#table.nextUnpaused(now); site; site = this.#table.nextUnpaused(now)) this.#refresh(site, now);
    for (let site = this.#table.nextAwake(now); site; site = this.#table.nextAwake(now)) this.#refresh(site, now);
    if (this.#table.ready.length === 0 || now - this.#lookedAt >= LOOK_EVERY) this.#takeUpEdits(now);
  }

  /** The visit is over, and its lease was not held any more. */
  #endLost(claim: Claim, now: number): void {
    if (this.#leases.isCounted(claim)) this.#endVisit(this.#table.get(claim.site), claim, now, now);
  }

  #endVisit(site: SiteState, claim: Claim, askedAt: number | undefined, now: number): void {
    this.#leases.uncount(claim);
    this.#inFlight--;
    site.inFlight--;
    this.hosts.end(claim.host, askedAt);
    this.#refresh(site, now);
  }
}

/** Hosts of which a page was read. */
const hostsThatAnswered = (seeds: readonly Seed[]): Set<string> =>
  new Set(seeds.flatMap(({ pages, start_url }) => (pages > 0 ? [bareHost(new URL(start_url))] : [])));
