import type { LinkId } from '../domain/link.ts';
import type { NewSite, SiteId } from '../domain/site.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { Needless } from '../url/left-out.ts';
import type { Identity } from '../url/normalise.ts';
import { Bounds } from './bounds.ts';
import { Budget } from './budget.ts';
import { ClaimEnds } from './claim-ends.ts';
import { Commits, Turns } from './commits.ts';
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
  Refusal,
  Release,
  Run,
  Settled,
  SpelledTwice,
  VisitResult,
} from './frontier.ts';
import { HandOut } from './hand-out.ts';
import { HostTurns } from './hosts/host-turns.ts';
import { InFlight } from './in-flight.ts';
import { Learners } from './learners.ts';
import { Leases } from './leases.ts';
import type { FrontierQueries, FrontierTables } from './queries.ts';
import { LinkPlacement } from './queue/link-placement.ts';
import { SiteQueues } from './queue/site-queues.ts';
import { Resume } from './resume.ts';
import type { Letter, Share, SiteElsewhere } from './share.ts';
import { Elsewhere, TakeOver } from './sites/handover.ts';
import { ReadySites } from './sites/ready-sites.ts';
import { Standings } from './sites/site-standing.ts';
import { SiteTable } from './sites/site-table.ts';
import { loadSites, StoredSites } from './sites/stored-sites.ts';
import { Upkeep } from './upkeep.ts';
import { Follow } from './visit/follow.ts';
import { Outbox } from './visit/outbox.ts';
import { StoredTexts } from './visit/page-edges.ts';
import { PageLinks } from './visit/page-links.ts';
import { type AfterCheck, Rechecks } from './visit/recheck.ts';
import { TrapWatch } from './visit/trap-watch.ts';
import { VisitRecord } from './visit/visit-record.ts';

interface TableFrontierOptions {
  readonly tables: FrontierTables;
  readonly strategy: Strategy;
  /** Fixed for a crawl: identities depend on it. */
  readonly identity: Identity;
  readonly limits: FrontierLimits;
  readonly timeLimit: number | undefined;
  readonly run: Run;
  /** Whether links wait where another link order has put them: they are ranked anew before one is handed out. */
  readonly isRankedAnew?: boolean;
  /** Whether depth and patterns are as they were when links were set aside by them. */
  readonly hasSameBounds?: boolean;
  /** The part of the crawl that this worker has; undefined: all of it. */
  readonly share?: Share | undefined;
}

/** Milliseconds after which a worker without work looks for more. */
const LOOK_AGAIN = 1000;

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
  readonly #commits: Commits;
  readonly #turns = new Turns();
  readonly #traps: TrapWatch;
  readonly #stored: StoredSites;
  readonly #rechecks: () => Promise<Rechecks>;
  readonly #table: SiteTable;
  readonly #bounds: Bounds;
  readonly #budget: Budget;
  readonly #ready: ReadySites;
  readonly #handOut: HandOut;
  readonly #ends: ClaimEnds;
  readonly #record: VisitRecord;
  readonly #upkeep: Upkeep;
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
    const bounds = new Bounds(limits, options.timeLimit);
    this.#bounds = bounds;
    const standings = new Standings(sql, bounds, table);
    const shared = { sql, queues, bounds, standings, identity };
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
    let rechecks: Rechecks | undefined;
    this.#rechecks = async () => {
      if (!rechecks) await tables.indexTargets();
      rechecks ??= new Rechecks(written);
      return rechecks;
    };
    this.#stored = new StoredSites({ ...parts, tables }, startedAt);
    this.#budget = new Budget(bounds, sites, share);
    const answered = new Set(read.map(({ startHost }) => startHost));
    this.hosts = new HostTurns(
      { sql: sql.hosts, delay: limits.delay, placeOf: limits.placeOf, answered, slow },
      startedAt,
    );
    const claiming = { ...parts, hosts: this.hosts, budget: this.#budget };
    this.#ready = new ReadySites(claiming);
    const leases = new Leases(tables, run.id, startedAt);
    const inFlight = new InFlight({ ...claiming, learners, ready: this.#ready, leases });
    this.#handOut = new HandOut({ ...parts, learners, inFlight });
    this.#ends = new ClaimEnds({ ...parts, hosts: this.hosts, record, inFlight });
    this.#resume = new Resume(parts);
    this.#upkeep = new Upkeep({
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
      // After the sites were read again, which they learn from.
      learners.renew(leases.inFlight);
    });
  }

  /** Opens the frontier of a run; it goes on with what earlier ones left. */
  static async open(options: TableFrontierOptions): Promise<TableFrontier> {
    const { tables, strategy, limits, run } = options;
    const table = new SiteTable(strategy.siteRule);
    const stored = {
      ...{ table, slow: tables.sql.hosts.all.all({}) },
      ...loadSites(tables.sql, table, limits.siteDelays),
    };
    const frontier = new TableFrontier(options, stored);
    await frontier.#goOn(options, stored.read.length === 0);
    if (options.isRankedAnew) await frontier.#upkeep.rankAll(run.startedAt);
    return frontier;
  }

  /** Takes up what earlier runs learned, and lets links wait that they left. @param isUnread whether not one page was read */
  async #goOn({ run, hasSameBounds = false }: TableFrontierOptions, isUnread: boolean): Promise<void> {
    const { startedAt } = run;
    this.#traps.load();
    this.#learners.fold();
    await this.#commits.run(() => this.#resume.begin(run, isUnread, hasSameBounds));
    this.#upkeep.lookForDead();
    this.#ready.refresh(await this.#stored.begin(startedAt), startedAt);
    await this.#upkeep.placeSome(startedAt);
  }

  /** Has an operation done when it is its turn: no two of them come between each other's transactions and what follows these in memory. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    // Asynchronous throughout: what can't be read again fails this operation, and the next one tries it.
    return this.#turns.take(async () => {
      this.#commits.recover();
      return await act();
    });
  }

  addSites(sites: readonly NewSite[], now: number): Promise<number> {
    return this.#inTurn(async () => {
      const added = await this.#stored.add(sites, now);
      this.#ready.refresh(added.sites, now);
      return added.count;
    });
  }

  claim(now: number): Promise<Next> {
    return this.#inTurn(() => this.#claim(now));
  }

  async #claim(now: number): Promise<Next> {
    await this.#upkeep.beforeClaim(now);
    const first = await this.#handOut.claim(now);
    const claim = first ?? ((await this.#upkeep.takeUpEdits(now)) ? await this.#handOut.claim(now) : undefined);
    return claim ? { kind: 'claim', claim } : this.#rest(now);
  }

  async settle(claim: Claim, result: VisitResult, now: number): Promise<Settled | undefined> {
    await this.#learners.linkOrder.arriving;
    return await this.#inTurn(() => this.#ends.settle(claim, result, now));
  }

  fail(claim: Claim, failure: Failure, now: number): Promise<Failed> {
    return this.#inTurn(() => this.#ends.fail(claim, failure, now));
  }

  release(claim: Claim, back: Release, now: number): Promise<void> {
    return this.#inTurn(() => this.#ends.release(claim, back, now));
  }

  forbid(claim: Claim, refusal: Parameters<Frontier['forbid']>[1], now: number): Promise<void> {
    return this.#inTurn(() => this.#ends.forbid(claim, refusal, now));
  }

  endSession(claim: Claim, { note, askedAt }: Parameters<Frontier['endSession']>[1], now: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#ends.logOut(claim.site, note, now);
      await this.#ends.release(claim, { notBefore: 0, failed: false, askedAt }, now);
    });
  }

  /** Hands out nothing more of a site whose session has ended. */
  logOut(id: SiteId, note: string, now: number): Promise<void> {
    return this.#inTurn(() => this.#ends.logOut(id, note, now));
  }

  leaveOut(claim: Claim, needless: Needless, page: URL, now: number): Promise<void> {
    const site = this.#table.get(claim.site);
    return this.#inTurn(() => this.#traps.leaveOut(this.#commits, site, needless, page, now));
  }

  /** A link has another page with a slash at its end, or without one: that becomes a link of its own. */
  tellApart(id: SiteId, spelled: SpelledTwice, now: number): Promise<void> {
    return this.#inTurn(async () => {
      const site = this.#table.get(id);
      await this.#commits.run(() => this.#record.tellApart(site, spelled, now));
      this.#ready.refresh([site], now);
    });
  }

  busy(claim: Claim, refusal: Refusal, now: number): Promise<Failed> {
    return this.#inTurn(() => this.#ends.busy(claim, refusal, now));
  }

  storms({ host, claimedAt }: Claim): void {
    this.hosts.storms(host, claimedAt);
  }

  /** Stores what the check of a page brought, and with it what `then` stores, see recheck.ts; new links join the queue. */
  recheck<T>(
    page: LinkId,
    result: VisitResult,
    now: number,
    then: AfterCheck<T>,
    again?: readonly string[],
  ): Promise<T> {
    return this.#inTurn(async () => {
      const { sites, told } = await (await this.#rechecks()).settle(page, result, now, then, again);
      this.#ready.refresh(sites, now);
      return told;
    });
  }

  /** A page that was read before is known to be as it was, without being read. */
  recheckUnchanged<T>(page: LinkId, now: number, then: AfterCheck<T>): Promise<T> {
    return this.#inTurn(async () => await (await this.#rechecks()).unchanged(page, now, then));
  }

  state(now: number): FrontierState {
    // What is in memory holds when the operation under way is over.
    if (this.#turns.isTaken || this.#commits.hasFailed) return { kind: 'wait', until: now };
    const isReady = this.#table.ready.length > 0 && !this.#handOut.isWaiting(now);
    const isDue = isReady || (this.#table.nextWake() ?? Number.POSITIVE_INFINITY) <= now;
    return isDue && this.#budget.isLeft ? { kind: 'ready' } : this.#rest(now);
  }

  /** Where there is nothing to hand out. */
  #rest(now: number): Exclude<Next, { kind: 'claim' }> {
    if (this.#budget.isSpent) return { kind: 'over', reason: 'page-limit' };
    if (!this.#stored.isPlaced) return { kind: 'wait', until: now };
    const until = this.#budget.isLeft ? this.#table.nextWake() : undefined;
    const isWaiting = this.#table.ready.length > 0 || this.#table.nextWake() !== undefined;
    if (this.#budget.mayGetMore(isWaiting))
      return { kind: 'wait', until: Math.min(until ?? Number.POSITIVE_INFINITY, now + LOOK_AGAIN) };
    return until === undefined && this.#budget.isIdle ? { kind: 'over', reason: 'done' } : { kind: 'wait', until };
  }

  /** Takes in sites of other workers, with absolute figures; those that were this worker's leave it as by `giveBack`. */
  others(figures: readonly SiteElsewhere[], now: number): Promise<void> {
    return this.#inTurn(async () => this.#elsewhere.tell(figures, now));
  }

  /** Sites are this worker's from now on: their rows are in the tables by now. Hosts of opened ones pause for their delay. */
  take(sites: readonly SiteId[], now: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#takeOver.take(sites, now);
      this.#upkeep.lookForDead();
    });
  }

  /** Hands out nothing more of sites; each is another worker's once no page of it is in flight. */
  giveBack(sites: readonly SiteId[], now: number): Promise<void> {
    return this.#inTurn(async () => this.#elsewhere.giveBack(sites, now));
  }

  /** Pages that have begun and are not charged yet. */
  get uncharged(): number {
    return this.#budget.inFlight;
  }

  /** Whether a page of a site is in flight here. */
  isInFlight(id: SiteId): boolean {
    const site = this.#table.find(id);
    return site !== undefined && !site.isElsewhere && site.inFlight > 0;
  }

  /** How many links of a site wait that this worker may hand out, now or after a pause. */
  waitingOf(id: SiteId): number {
    const site = this.#table.find(id);
    if (!site || site.isElsewhere || site.isRemoved || site.isLoggedOut || !this.#budget.isLeftFor(site)) return 0;
    return site.waiting;
  }

  /** Adds links that other workers posted, in one transaction; one whose site has left meanwhile is posted again. */
  receive(letters: readonly Letter[], now: number): Promise<void> {
    return this.#inTurn(async () => {
      const joined = await this.#commits.run(() => this.#pageLinks.receive(letters, now));
      this.#ready.refresh(joined, now);
    });
  }

  /** Registrable domains on which a page would open sites: to be called before `settle`, which opens those that the share allows. */
  wouldOpen(result: VisitResult, claim: Claim): readonly string[] {
    return result.outcome === 'failed' ? [] : this.#follow.wouldOpen(result, claim.level);
  }

  /** From now on other limits hold, those that are not named stay: a site that was used up may go on. Returns all. */
  setLimits(limits: ChangedLimits, now: number): Promise<Bounds['ofRun']> {
    return this.#inTurn(async () => {
      this.#bounds.set(limits);
      if ('depth' in limits || 'admits' in limits) this.#stored.placeAll();
      await this.#upkeep.placeSome(now);
      await this.#stored.settleStandings(now);
      this.#ready.refresh(this.#table.all, now);
      return this.#bounds.ofRun;
    });
  }

  /** Whether all links stand where the limits as they are have them. */
  get isPlaced(): boolean {
    return this.#stored.isPlaced;
  }

  /** What belongs to a site, and where a page of it may lead. @param level the page's */
  reach(site: SiteId, level: number): Pick<Claim, 'scope' | 'scopeFrom' | 'mayLeadTo'> {
    return this.#bounds.reachOf(this.#table.get(site), level);
  }

  sites(): readonly NamedSite[] {
    return this.#table.all;
  }

  pauses(now: number): Pauses {
    return this.#ready.pauses(now);
  }
}
