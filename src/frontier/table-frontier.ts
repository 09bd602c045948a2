import type { LinkId } from '../domain/link.ts';
import type { NewSite, SiteId } from '../domain/site.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { Needless } from '../url/needless-parameters.ts';
import type { Identity } from '../url/normalise.ts';
import { Budget } from './budget.ts';
import { ClaimNext } from './claim-next.ts';
import { Commits, Mutex } from './commits.ts';
import { ClaimCompletion } from './complete-claim.ts';
import { CrawlLimits } from './crawl-limits.ts';
import type {
  ChangedLimits,
  Claim,
  CompletedVisit,
  Failed,
  Failure,
  Frontier,
  FrontierLimits,
  FrontierState,
  NamedSite,
  Next,
  Pauses,
  Refusal,
  Release,
  Run,
  SpelledTwice,
  VisitResult,
} from './frontier.ts';
import { HostSchedule } from './hosts/host-schedule.ts';
import { InFlight } from './in-flight.ts';
import { Learners } from './learners.ts';
import { Leases } from './leases.ts';
import { Maintenance } from './maintenance.ts';
import type { FrontierQueries, FrontierTables } from './queries.ts';
import { LinkPlacement } from './queue/link-placement.ts';
import { SiteQueues } from './queue/site-queues.ts';
import { Resume } from './resume.ts';
import { Elsewhere, TakeOver } from './sites/handover.ts';
import { ReadySites } from './sites/ready-sites.ts';
import { SiteStatuses } from './sites/site-status.ts';
import { SiteTable } from './sites/site-table.ts';
import { loadSites, StoredSites } from './sites/stored-sites.ts';
import { Follow } from './visit/follow.ts';
import { StoredTexts } from './visit/page-edges.ts';
import { PageLinks } from './visit/page-links.ts';
import { Outbox } from './visit/posted-links.ts';
import { type AfterRevisit, Revisits } from './visit/revisit.ts';
import { TrapWatch } from './visit/trap-watch.ts';
import { VisitRecord } from './visit/visit-record.ts';
import type { Letter, Share, SiteElsewhere } from './worker-share.ts';

interface TableFrontierOptions {
  readonly tables: FrontierTables;
  readonly strategy: Strategy;
  /** Rules of identity, fixed for a crawl, as stored identities depend on them. */
  readonly identity: Identity;
  readonly limits: FrontierLimits;
  readonly timeLimit: number | undefined;
  readonly run: Run;
  /** True to rank all waiting links again before the first claim, as another link order has ranked them. */
  readonly isRankedAgain?: boolean;
  /** True if depth and patterns are as in the run that skipped links by them. */
  readonly hasSameLimits?: boolean;
  /** Part of the crawl that this worker has; undefined: the whole crawl. */
  readonly share?: Share | undefined;
}

/** Milliseconds after which a worker without links looks for more. */
const LOOK_AGAIN = 1000;

/** Stored state of earlier runs from which a frontier is made. */
interface Stored extends ReturnType<typeof loadSites> {
  readonly table: SiteTable;
  readonly slow: ReturnType<FrontierQueries['hosts']['all']['all']>;
}

/**
 * Frontier on tables of a database. The figures of sites are also in memory, read from the totals at the start and
 * updated with each completed visit.
 */
export class TableFrontier implements Frontier {
  /** Host schedule, shared with others that request from the same hosts. */
  readonly hosts: HostSchedule;
  readonly #learners: Learners;
  readonly #commits: Commits;
  readonly #turns = new Mutex();
  readonly #traps: TrapWatch;
  readonly #stored: StoredSites;
  readonly #revisits: () => Promise<Revisits>;
  readonly #table: SiteTable;
  readonly #crawlLimits: CrawlLimits;
  readonly #budget: Budget;
  readonly #ready: ReadySites;
  readonly #claimNext: ClaimNext;
  readonly #ends: ClaimCompletion;
  readonly #record: VisitRecord;
  readonly #maintenance: Maintenance;
  readonly #resume: Resume;
  readonly #follow: Follow;
  readonly #pageLinks: PageLinks;
  readonly #elsewhere: Elsewhere;
  readonly #takeOver: TakeOver;

  private constructor(options: TableFrontierOptions, { table, sites, read, slow }: Stored) {
    const { tables, strategy, identity, limits, run, share } = options;
    const { sql } = tables;
    const { startedAt } = run;
    this.#table = table;
    const queues = new SiteQueues(sql.queue, table.changed);
    const commits = new Commits(tables, () => {
      queues.flush();
      this.hosts.save();
    });
    this.#commits = commits;
    const learners = new Learners(strategy, sql, table);
    this.#learners = learners;
    const traps = new TrapWatch(sql, limits.traps, identity);
    this.#traps = traps;
    const texts = new StoredTexts(sql.texts, commits);
    const crawlLimits = new CrawlLimits(limits, options.timeLimit);
    this.#crawlLimits = crawlLimits;
    const siteStatuses = new SiteStatuses(sql, crawlLimits, table);
    const shared = { sql, queues, crawlLimits, siteStatuses, identity };
    const links = new LinkPlacement({ ...shared, sites: table, traps, learners });
    const outbox = share && new Outbox(share, commits);
    const follow = new Follow({ ...shared, table, placement: links, outbox });
    this.#follow = follow;
    const parts = { ...shared, table, links, follow, commits };
    const pageLinks = new PageLinks({ sql, links, follow, traps, texts });
    this.#pageLinks = pageLinks;
    const written = { ...parts, sites: table, pageLinks };
    const record = new VisitRecord({ ...written, strategy, learners, run });
    this.#record = record;
    let revisits: Revisits | undefined;
    this.#revisits = async () => {
      if (!revisits) await tables.indexTargets();
      revisits ??= new Revisits(written);
      return revisits;
    };
    this.#stored = new StoredSites({ ...parts, tables }, startedAt);
    this.#budget = new Budget(crawlLimits, sites, share);
    const answered = new Set(read.map(({ startHost }) => startHost));
    this.hosts = new HostSchedule(
      { sql: sql.hosts, delay: limits.delay, placeOf: limits.placeOf, answered, slow },
      startedAt,
    );
    const claiming = { ...parts, hosts: this.hosts, budget: this.#budget };
    this.#ready = new ReadySites(claiming);
    const leases = new Leases(tables, run.id, startedAt);
    const inFlight = new InFlight({ ...claiming, learners, ready: this.#ready, leases });
    this.#claimNext = new ClaimNext({ ...parts, learners, inFlight });
    this.#ends = new ClaimCompletion({ ...claiming, record, inFlight });
    this.#resume = new Resume(parts);
    this.#maintenance = new Maintenance({
      commits,
      table,
      hosts: this.hosts,
      ready: this.#ready,
      leases,
      stored: this.#stored,
      resume: this.#resume,
    });
    const handing = { commits, table, budget: this.#budget, ready: this.#ready, follow };
    this.#elsewhere = new Elsewhere(handing);
    const { hosts } = this;
    this.#takeOver = new TakeOver({ ...handing, hosts, stored: this.#stored, resume: this.#resume, traps }, run.id);
    commits.onStored(() => {
      table.changed.clear();
      learners.stored();
      this.hosts.stored();
    });
    commits.onFailed(() => {
      traps.load();
      // Must follow the reload of the sites, from which members learn.
      learners.renew(leases.inFlight);
    });
  }

  /** Opens the frontier of a run, which continues earlier runs. */
  static async open(options: TableFrontierOptions): Promise<TableFrontier> {
    const { tables, strategy, limits, run } = options;
    const table = new SiteTable(strategy.siteRule);
    const stored = {
      ...{ table, slow: tables.sql.hosts.all.all({}) },
      ...loadSites(tables.sql, table, limits.siteDelays),
    };
    const frontier = new TableFrontier(options, stored);
    await frontier.#resumeCrawl(options, stored.read.length === 0);
    if (options.isRankedAgain) await frontier.#maintenance.rankAll(run.startedAt);
    return frontier;
  }

  /** Loads the learned state of earlier runs, and resumes their links. @param isUnread true: no page captured yet */
  async #resumeCrawl({ run, hasSameLimits = false }: TableFrontierOptions, isUnread: boolean): Promise<void> {
    const { startedAt } = run;
    this.#traps.load();
    this.#learners.fold();
    await this.#commits.run(() => this.#resume.begin(run, isUnread, hasSameLimits));
    this.#maintenance.lookForDead();
    this.#ready.refresh(await this.#stored.begin(startedAt), startedAt);
    await this.#maintenance.placeSome(startedAt);
  }

  /** Runs an operation under the mutex, so that none runs between another's transaction and update of memory. */
  #exclusively<T>(act: () => Promise<T>): Promise<T> {
    // Asynchronous, so that a failed reload rejects only this operation, and the next one tries again.
    return this.#turns.take(async () => {
      this.#commits.recover();
      return await act();
    });
  }

  addSites(sites: readonly NewSite[], now: number): Promise<number> {
    return this.#exclusively(async () => {
      const added = await this.#stored.add(sites, now);
      this.#ready.refresh(added.sites, now);
      return added.count;
    });
  }

  claim(now: number): Promise<Next> {
    return this.#exclusively(() => this.#claim(now));
  }

  async #claim(now: number): Promise<Next> {
    await this.#maintenance.beforeClaim(now);
    const first = await this.#claimNext.claim(now);
    const claim = first ?? ((await this.#maintenance.applyEdits(now)) ? await this.#claimNext.claim(now) : undefined);
    return claim ? { kind: 'claim', claim } : this.#idleState(now);
  }

  async completeVisit(claim: Claim, result: VisitResult, now: number): Promise<CompletedVisit | undefined> {
    await this.#learners.linkOrder.arriving;
    return await this.#exclusively(() => this.#ends.completeVisit(claim, result, now));
  }

  fail(claim: Claim, failure: Failure, now: number): Promise<Failed> {
    return this.#exclusively(() => this.#ends.fail(claim, failure, now));
  }

  release(claim: Claim, back: Release, now: number): Promise<void> {
    return this.#exclusively(() => this.#ends.release(claim, back, now));
  }

  forbid(claim: Claim, refusal: Parameters<Frontier['forbid']>[1], now: number): Promise<void> {
    return this.#exclusively(() => this.#ends.forbid(claim, refusal, now));
  }

  endSession(claim: Claim, { note, askedAt }: Parameters<Frontier['endSession']>[1], now: number): Promise<void> {
    return this.#exclusively(async () => {
      await this.#ends.logOut(claim.site, note, now);
      await this.#ends.release(claim, { notBefore: 0, failed: false, askedAt }, now);
    });
  }

  /** Stops claims of a site whose session has ended. */
  logOut(id: SiteId, note: string, now: number): Promise<void> {
    return this.#exclusively(() => this.#ends.logOut(id, note, now));
  }

  leaveOut(claim: Claim, needless: Needless, page: URL, now: number): Promise<void> {
    const site = this.#table.get(claim.site);
    return this.#exclusively(() => this.#traps.leaveOut(this.#commits, site, needless, page, now));
  }

  /** Adds the other spelling of a link, with or without a final slash, as a separate link, as its page differs. */
  tellApart(id: SiteId, spelled: SpelledTwice, now: number): Promise<void> {
    return this.#exclusively(async () => {
      const site = this.#table.get(id);
      await this.#commits.run(() => this.#record.tellApart(site, spelled, now));
      this.#ready.refresh([site], now);
    });
  }

  busy(claim: Claim, refusal: Refusal, now: number): Promise<Failed> {
    return this.#exclusively(() => this.#ends.busy(claim, refusal, now));
  }

  reportOverload({ host, claimedAt }: Claim): void {
    this.hosts.markOverloading(host, claimedAt);
  }

  /** Stores a page's revisit, together with the writes of `then`, see revisit.ts. New links join the queue. */
  revisit<T>(
    page: LinkId,
    result: VisitResult,
    now: number,
    then: AfterRevisit<T>,
    again?: readonly string[],
  ): Promise<T> {
    return this.#exclusively(async () => {
      const { sites, result: answer } = await (await this.#revisits()).completeVisit(page, result, now, then, again);
      this.#ready.refresh(sites, now);
      return answer;
    });
  }

  /** Records a revisit of a page that is unchanged, as known without capturing it. */
  recheckUnchanged<T>(page: LinkId, now: number, then: AfterRevisit<T>): Promise<T> {
    return this.#exclusively(async () => await (await this.#revisits()).unchanged(page, now, then));
  }

  state(now: number): FrontierState {
    // Memory is consistent only between operations.
    if (this.#turns.isTaken || this.#commits.hasFailed) return { kind: 'wait', until: now };
    const isReady = this.#table.ready.length > 0 && !this.#claimNext.isWaiting(now);
    const isDue = isReady || (this.#table.nextWake() ?? Number.POSITIVE_INFINITY) <= now;
    return isDue && this.#budget.isLeft ? { kind: 'ready' } : this.#idleState(now);
  }

  /** Tells whether to wait or to end, if there is no link to claim. */
  #idleState(now: number): Exclude<Next, { kind: 'claim' }> {
    if (this.#budget.isSpent) return { kind: 'over', reason: 'page-limit' };
    if (!this.#stored.isPlaced) return { kind: 'wait', until: now };
    const until = this.#budget.isLeft ? this.#table.nextWake() : undefined;
    const isWaiting = this.#table.ready.length > 0 || this.#table.nextWake() !== undefined;
    if (this.#budget.mayGetMore(isWaiting))
      return { kind: 'wait', until: Math.min(until ?? Number.POSITIVE_INFINITY, now + LOOK_AGAIN) };
    return until === undefined && this.#budget.isIdle ? { kind: 'over', reason: 'done' } : { kind: 'wait', until };
  }

  /** Updates sites of other workers, with absolute figures. Sites of this worker among them leave as by `giveBack`. */
  others(figures: readonly SiteElsewhere[], now: number): Promise<void> {
    return this.#exclusively(async () => this.#elsewhere.updateFigures(figures, now));
  }

  /** Takes sites over, after their rows are in the tables. Hosts of opened sites pause for their delay. */
  take(sites: readonly SiteId[], now: number): Promise<void> {
    return this.#exclusively(async () => {
      await this.#takeOver.take(sites, now);
      this.#maintenance.lookForDead();
    });
  }

  /** Stops claims of sites; each goes to another worker when none of its pages is in flight. */
  giveBack(sites: readonly SiteId[], now: number): Promise<void> {
    return this.#exclusively(async () => this.#elsewhere.giveBack(sites, now));
  }

  /** Number of pages that have begun and do not count yet. */
  get uncounted(): number {
    return this.#budget.inFlight;
  }

  /** Tells whether a page of a site is in flight in this worker. */
  isInFlight(id: SiteId): boolean {
    const site = this.#table.find(id);
    return site !== undefined && !site.isElsewhere && site.inFlight > 0;
  }

  /** Returns the number of waiting links of a site that this worker may claim, now or after a pause. */
  waitingOf(id: SiteId): number {
    const site = this.#table.find(id);
    if (!site || site.isElsewhere || site.isRemoved || site.isLoggedOut || !this.#budget.isLeftFor(site)) return 0;
    return site.waiting;
  }

  /** Adds links that other workers posted, in one transaction; posts a link again if its site has left this worker. */
  receive(letters: readonly Letter[], now: number): Promise<void> {
    return this.#exclusively(async () => {
      const joined = await this.#commits.run(() => this.#pageLinks.receive(letters, now));
      this.#ready.refresh(joined, now);
    });
  }

  /** Registrable domains on which a page would open sites. `completeVisit` then opens the allowed ones. */
  wouldOpen(result: VisitResult, claim: Claim): readonly string[] {
    return result.outcome === 'failed' ? [] : this.#follow.wouldOpen(result, claim.level);
  }

  /** Changes the named limits from now on; a site without pages left may continue. Returns all limits of the run. */
  setLimits(limits: ChangedLimits, now: number): Promise<CrawlLimits['ofRun']> {
    return this.#exclusively(async () => {
      this.#crawlLimits.set(limits);
      if ('depth' in limits || 'admits' in limits) this.#stored.placeAll();
      await this.#maintenance.placeSome(now);
      await this.#stored.updateStatuses(now);
      this.#ready.refresh(this.#table.all, now);
      return this.#crawlLimits.ofRun;
    });
  }

  /** True if all links are placed by the current limits. */
  get isPlaced(): boolean {
    return this.#stored.isPlaced;
  }

  /** Returns the scope of a site, and the allowed targets of redirects. @param level of the page */
  reach(site: SiteId, level: number): Pick<Claim, 'scope' | 'scopeFrom' | 'mayLeadTo'> {
    return this.#crawlLimits.reachOf(this.#table.get(site), level);
  }

  sites(): readonly NamedSite[] {
    return this.#table.all;
  }

  pauses(now: number): Pauses {
    return this.#ready.pauses(now);
  }
}
