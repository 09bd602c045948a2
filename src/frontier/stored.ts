import type { Clock } from '../domain/clock.ts';
import { type NewSite, pulls, type SiteId } from '../domain/site.ts';
import type { Outcome } from '../domain/visit.ts';
import type { Store } from '../storage/open.ts';
import type { QueueHead, QueuePlace } from '../storage/queue.ts';
import { newSeed } from '../storage/seeds.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { Identity } from '../url/identity.ts';
import { keyHash } from '../url/normalise.ts';
import { bareHost, type Scope } from '../url/scope.ts';
import { addStartPage, NO_GAIN } from './add-site.ts';
import type {
  Claim,
  Frontier,
  FrontierLimits,
  FrontierState,
  NamedSite,
  Pauses,
  Release,
  Settled,
  VisitResult,
} from './frontier.ts';
import { Hosts, type SlowHost } from './hosts.ts';
import { type FrontierQueries, frontierQueries, fullAddress, LinkBook, STATUS, storedAddress } from './link-book.ts';
import { readmit, recoverLeases, retryUnreached, storedSite } from './reopen.ts';
import { type SiteState, SiteTable } from './site-table.ts';
import { TrapWatch } from './trap-watch.ts';

/** Rows of a site's queue that a claim looks at for one that may be visited now … */
const HEAD = 32;
/** … and where the first one may, as no pause keeps it waiting: that one, and the best of those that stay. */
const SHORT_HEAD = 2;
/** Milliseconds between two looks for what other processes edited, while there is a page to hand out. */
const LOOK_EVERY = 1000;

export interface StoredFrontierOptions {
  readonly store: Store;
  readonly strategy: Strategy;
  /** Fixed for a database: identities depend on it. */
  readonly identity: Identity;
  readonly limits: FrontierLimits;
  readonly timeLimit: number | undefined;
  /** The run that visits are charged to, and when it began. */
  readonly run: { readonly id: number; readonly startedAt: number };
}

/**
 * The frontier in the database. Its sites' figures are also in memory, read from the totals when it opens and brought
 * up to date with each settled visit.
 */
export class StoredFrontier implements Frontier {
  readonly #store: Store;
  readonly #strategy: Strategy;
  readonly #identity: Identity;
  readonly #limits: FrontierLimits;
  readonly #timeLimit: number | undefined;
  readonly #run: { readonly id: number; readonly startedAt: number };
  readonly #sql: FrontierQueries;
  readonly #links: LinkBook;
  readonly #traps: TrapWatch;
  readonly #table = new SiteTable();
  readonly #hosts: Hosts;
  #charged = 0;
  #inFlight = 0;
  #rewardMax = 0;
  #nextToken: number;
  /** The database's version when it was looked at, and when that was. */
  #version: number;
  #lookedAt: number;

  constructor(options: StoredFrontierOptions) {
    this.#store = options.store;
    this.#strategy = options.strategy;
    this.#identity = options.identity;
    this.#limits = options.limits;
    this.#timeLimit = options.timeLimit;
    this.#run = options.run;
    this.#sql = frontierQueries(options.store);
    this.#traps = new TrapWatch(this.#sql, options.limits.traps);
    this.#links = new LinkBook(this.#sql, options.strategy.linkOrder, options.limits, this.#traps);
    const slow = this.#sql.hosts.all.all({});
    this.#hosts = new Hosts(
      options.limits.delay,
      slow.map((row) => ({ host: row.host, extraDelay: row.extra_delay, notBefore: row.not_before })),
    );
    this.#nextToken = options.run.startedAt;
    this.#version = options.store.version();
    this.#lookedAt = options.run.startedAt;
    for (const site of this.#loadSites()) {
      this.#charged += site.visits;
      this.#rewardMax = Math.max(this.#rewardMax, site.rewardMax);
    }
    options.store.transaction(() => {
      recoverLeases(this.#sql);
      retryUnreached(this.#sql, this.#links, this.#table);
      readmit(this.#sql, this.#links, this.#table, options.limits);
    });
    this.#takeUpSites(options.run.startedAt);
  }

  async addSites(sites: readonly NewSite[], now: number): Promise<number> {
    let added = 0;
    this.#store.transaction(() => {
      for (const site of sites) {
        if (this.#sql.seeds.find.get({ startUrl: site.url })) continue;
        this.#sql.seeds.insert.run(newSeed(site, now));
        added++;
      }
    });
    if (added > 0) this.#takeUpSites(now);
    return added;
  }

  async claim(now: number): Promise<Claim | undefined> {
    this.#wake(now);
    while (this.#budgetLeft()) {
      const id = this.#strategy.siteRule.pick(this.#table.ready, this.#clock(now));
      if (id === undefined) return undefined;
      const claim = this.#claimFrom(this.#table.get(id), now);
      if (claim) return claim;
    }
    return undefined;
  }

  async settle(claim: Claim, result: VisitResult, now: number): Promise<Settled | undefined> {
    const site = this.#table.get(claim.site);
    const settled = this.#store.transaction(() => {
      const lease = this.#sql.leases.end.run({ link: claim.link, token: claim.token });
      return lease.changes === 0 ? undefined : this.#record(site, claim, result, now);
    });
    if (!settled) return undefined;
    this.#charged++;
    site.visits++;
    site.rewardSum += settled.reward;
    site.rewardMax = Math.max(site.rewardMax, settled.reward);
    site.milliseconds += now - claim.claimedAt;
    this.#rewardMax = Math.max(this.#rewardMax, settled.reward);
    site.status = settled.status;
    site.waiting += settled.queued;
    this.#endVisit(site, claim, result.askedAt ?? now, now);
    return settled;
  }

  async release(claim: Claim, back: Release, now: number): Promise<void> {
    const site = this.#table.get(claim.site);
    const released = this.#store.transaction(() => {
      if (this.#sql.leases.end.run({ link: claim.link, token: claim.token }).changes === 0) return undefined;
      this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS.waiting });
      this.#sql.internal.blame.run({ link: claim.link, attempts: back.failed ? 1 : 0, crashes: 0 });
      const { lane, value: rank } = claim.rank;
      const { changes } = this.#sql.queue.insert.run({
        site: site.id,
        lane,
        rank,
        link: claim.link,
        notBefore: Math.max(now, back.notBefore),
      });
      return { queued: changes };
    });
    if (!released) return;
    site.waiting += released.queued;
    if (back.notBefore > now) site.paused += released.queued;
    this.#endVisit(site, claim, back.askedAt, now);
  }

  async forbid(claim: Claim, { reason, askedAt }: Parameters<Frontier['forbid']>[1], now: number): Promise<void> {
    const site = this.#table.get(claim.site);
    const isOver = site.waiting === 0 && site.inFlight === 1;
    const status = isOver ? (claim.level === 0 ? 'not-available' : 'finished') : site.status;
    const isHeld = this.#store.transaction(() => {
      if (this.#sql.leases.end.run({ link: claim.link, token: claim.token }).changes === 0) return false;
      this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS.forbidden });
      const note = status === 'not-available' ? reason : '';
      this.#sql.seeds.gain.run({ ...NO_GAIN, site: site.id, status, note });
      return true;
    });
    if (!isHeld) return;
    site.status = status;
    this.#endVisit(site, claim, askedAt, now);
  }

  async slowDown(claim: Claim, retryAfter: number | undefined, now: number): Promise<void> {
    this.#sql.hosts.put.run(this.#hosts.slowDown(claim.host, retryAfter, now));
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
      site.place < 0 && site.waiting > 0 && site.inFlight === 0 && !this.#siteLimitReached(site);
    return { sites: this.#table.all.filter(waits).length, until: this.#table.nextWake() };
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

  #loadSites(): SiteState[] {
    const sites = this.#sql.seeds.all.all({}).map((row) => {
      const site = this.#table.find(row.id) ?? storedSite(row);
      site.isRemoved = row.removed !== null;
      site.status = row.status;
      return Object.assign(site, { waiting: 0, paused: 0, best: undefined });
    });
    this.#table.setAll(sites);
    return sites;
  }

  /** Takes the sites as the database has them: new ones are begun, removed ones left alone, the queues counted. */
  #takeUpSites(now: number): void {
    const taken = this.#store.transaction(() => {
      const sites = this.#loadSites();
      for (const { id, start_url } of this.#sql.seeds.unbegun.all({}))
        addStartPage(this.#sql, this.#links, this.#table.get(id), start_url, this.#identity, now);
      for (const { site, waiting, paused } of this.#sql.queue.counts.all({}))
        Object.assign(this.#table.get(site), { waiting, paused });
      for (const site of sites) {
        if (site.status !== 'crawling' || site.waiting > 0 || site.inFlight > 0) continue;
        this.#sql.seeds.setStatus.run({ site: site.id, status: 'finished' });
        site.status = 'finished';
      }
      return sites;
    });
    for (const site of taken) this.#refresh(site, now);
  }

  /** Takes up what another process edited meanwhile: sites added, removed or brought back, links deleted or restored. */
  #takeUpEdits(now: number): void {
    this.#lookedAt = now;
    const version = this.#store.version();
    if (version === this.#version) return;
    this.#version = version;
    this.#takeUpSites(now);
  }

  /** Leases the best link of the site whose host is free; where there is none, the site is no longer ready. */
  #claimFrom(site: SiteState, now: number): Claim | undefined {
    const head = this.#head(site);
    // What its queue had was deleted meanwhile.
    if (head.length === 0) Object.assign(site, { waiting: 0, paused: 0 });
    for (const [index, row] of head.entries()) {
      const place = { site: site.id, lane: row.lane, rank: row.rank, link: row.link };
      const url = fullAddress(row.url, site.origin);
      const aside = this.#asideNow(site, row, url, now);
      if (aside !== undefined) {
        this.#setAside(site, place, aside);
        if (row.not_before > 0) site.paused--;
        continue;
      }
      const host = bareHost(new URL(url));
      const freeAt = this.#hosts.freeAt(host);
      if (row.not_before > now || freeAt === undefined || freeAt > now) continue;
      const claim: Claim = {
        token: this.#nextToken++,
        link: row.link,
        site: site.id,
        url,
        host,
        level: row.level,
        attempts: row.attempts,
        claimedAt: now,
        rank: { lane: row.lane, value: row.rank },
        sitePulls: pulls(site),
        siteReward: site.rewardSum,
      };
      const isLeased = this.#store.transaction(() => {
        if (this.#sql.queue.remove.run(place).changes === 0) return false;
        this.#sql.internal.setStatus.run({ link: row.link, status: STATUS.claimed });
        this.#sql.leases.insert.run({ link: row.link, site: site.id, token: claim.token, claimedAt: now });
        if (site.status !== 'crawling') this.#sql.seeds.setStatus.run({ site: site.id, status: 'crawling' });
        return true;
      });
      if (!isLeased) continue;
      this.#hosts.begin(host);
      this.#inFlight++;
      site.status = 'crawling';
      site.inFlight++;
      site.waiting--;
      if (row.not_before > 0) site.paused--;
      const next = head[index + 1];
      site.best = next && { lane: next.lane, value: next.rank };
      this.#refresh(site, now);
      return claim;
    }
    this.#refresh(site, now);
    return undefined;
  }

  /** The status of a waiting link that is not to be visited, by this run's limits or by what was learned since it was found. */
  #asideNow(site: SiteState, row: QueueHead, url: string, now: number): number | undefined {
    const { depth, admits } = this.#limits;
    if (admits && row.level > 0 && !admits(url)) return STATUS.excluded;
    if (depth !== undefined && row.level > depth) return STATUS.beyondDepth;
    const trap = this.#traps.ofWaiting(site.id, row.url, row.source);
    if (!trap) return undefined;
    this.#traps.count(site.id, trap, row.url, now);
    return STATUS.trap;
  }

  /** Takes a waiting link out. */
  #setAside(site: SiteState, place: QueuePlace, status: number): void {
    this.#store.transaction(() => {
      this.#sql.queue.remove.run(place);
      this.#sql.internal.setStatus.run({ link: place.link, status });
      if (site.waiting === 1 && site.inFlight === 0) {
        this.#sql.seeds.setStatus.run({ site: site.id, status: 'finished' });
      }
    });
    site.waiting--;
  }

  /** Makes the site ready if it has a link to hand out now; if not, sees to it that it is looked at again in time. */
  #refresh(site: SiteState, now: number): void {
    if (site.isRemoved || site.waiting === 0 || this.#siteLimitReached(site)) {
      this.#table.setIdle(site);
      return;
    }
    const head = site.isOneHost && site.paused === 0 ? [site.anyLink] : this.#head(site);
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const row of head) {
      const host = bareHost(new URL(row.url, site.origin));
      const freeAt = this.#hosts.freeAt(host);
      if (freeAt === undefined) {
        this.#table.park(site, host);
        continue;
      }
      const at = Math.max(freeAt, row.not_before);
      if (at <= now) {
        this.#table.setReady(site);
        return;
      }
      wakeAt = Math.min(wakeAt, at);
    }
    if (wakeAt === Number.POSITIVE_INFINITY) this.#table.setIdle(site);
    else this.#table.sleep(site, wakeAt);
  }

  #head(site: SiteState) {
    const limit = site.isOneHost && site.paused === 0 ? SHORT_HEAD : HEAD;
    return this.#sql.queue.head.all({ site: site.id, limit });
  }

  #wake(now: number): void {
    for (let site = this.#table.nextAwake(now); site; site = this.#table.nextAwake(now)) this.#refresh(site, now);
    if (this.#table.ready.length === 0 || now - this.#lookedAt >= LOOK_EVERY) this.#takeUpEdits(now);
  }

  #endVisit(site: SiteState, claim: Claim, askedAt: number | undefined, now: number): void {
    this.#inFlight--;
    site.inFlight--;
    const { at, slow } = this.#hosts.end(claim.host, askedAt);
    if (slow) this.#remember(slow);
    this.#table.unpark(claim.host, at);
    this.#refresh(site, now);
  }

  #remember(slow: SlowHost): void {
    if (slow.extraDelay > 0) this.#sql.hosts.put.run(slow);
    else this.#sql.hosts.remove.run(slow);
  }

  /** Everything that a visit brings: inside the transaction of `settle`, from the links to the totals. */
  #record(site: SiteState, claim: Claim, result: VisitResult, now: number) {
    const page = result.outcome === 'page' ? this.#pageRead(site, claim, result.address) : undefined;
    const outcome: Outcome = page?.isDuplicate ? 'duplicate' : result.outcome;
    const source = page?.link ?? claim.link;
    const links = outcome === 'page' || outcome === 'left-site' ? result.links : [];

    const address = storedAddress(result.address?.url ?? claim.url, site.origin);
    const watch = this.#traps.page(site.id, address, claim.host);
    const newExternal = this.#links.addExternal(site, source, links, watch, now);
    const newBad = this.#links.addBad(site, source, links, now);
    const level = page?.level ?? claim.level;
    const { added: newInternal, queued } = this.#links.addInternal(site, source, level, links, watch, now);
    watch.close(now);
    this.#links.addAliases(site, claim, source, result, now);
    const visit = { site: site.id, link: claim.link, outcome, newExternal, newInternal };
    const reward = this.#strategy.reward.of(visit);

    const isRedirect = outcome === 'duplicate' || (page !== undefined && page.link !== claim.link);
    const status = isRedirect ? 'redirected' : outcome === 'page' ? 'visited' : outcome === 'file' ? 'file' : 'failed';
    this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS[status] });
    const milliseconds = now - claim.claimedAt;
    this.#sql.visits.insert.run({
      run: this.#run.id,
      site: site.id,
      link: claim.link,
      page: outcome === 'page' ? source : null,
      startedAt: claim.claimedAt,
      milliseconds,
      outcome,
      reason: result.reason,
      httpStatus: result.httpStatus,
      contentType: result.contentType,
      title: result.title,
      newInternal,
      newExternal,
      reward,
      lane: claim.rank.lane,
      rank: claim.rank.value,
      sitePulls: claim.sitePulls,
      siteReward: claim.siteReward,
    });

    const left = site.waiting + queued - (page?.unqueued ?? 0);
    const isOver = left === 0 && site.inFlight === 1;
    const startFailed = claim.level === 0 && isOver && outcome !== 'page';
    const siteStatus = startFailed ? 'not-available' : isOver ? 'finished' : 'crawling';
    this.#sql.seeds.gain.run({
      site: site.id,
      status: siteStatus,
      note: startFailed ? result.reason : '',
      pages: outcome === 'page' ? 1 : 0,
      failed: outcome === 'page' ? 0 : 1,
      internal: newInternal + (page?.isNew ? 1 : 0),
      external: newExternal,
      bad: newBad,
      reward,
      milliseconds,
    });
    this.#sql.runs.lasted.run({ run: this.#run.id, milliseconds: now - this.#run.startedAt });
    return {
      outcome,
      reason: result.reason,
      reward,
      newInternal,
      newExternal,
      newBad,
      status: siteStatus,
      queued: left - site.waiting,
    } as const;
  }

  /** The link whose page was read: the claimed one, or the one that it redirects to. */
  #pageRead(site: SiteState, claim: Claim, address: VisitResult['address']) {
    // Its level may have been lowered while it was claimed.
    const level = this.#sql.internal.get.get({ link: claim.link })?.level ?? claim.level;
    const own = { link: claim.link, level, isDuplicate: false, isNew: false, unqueued: 0 };
    if (!address) return own;
    const hash = keyHash(address.key);
    const target = this.#sql.internal.find.get({ site: site.id, hash });
    if (target?.id === claim.link) return own;
    if (!target) {
      const { id } = this.#sql.internal.insert.run({
        site: site.id,
        hash,
        url: storedAddress(address.url, site.origin),
        level,
        source: claim.link,
        status: STATUS.visited,
        lane: null,
        rank: null,
      });
      return { ...own, link: id, isNew: true };
    }
    if ([STATUS.visited, STATUS.claimed, STATUS.redirected].includes(target.status))
      return { ...own, isDuplicate: true };
    const row = this.#sql.internal.get.get({ link: target.id });
    const unqueued =
      target.status === STATUS.waiting && row?.lane != null && row.rank !== null
        ? this.#sql.queue.remove.run({ site: site.id, lane: row.lane, rank: row.rank, link: target.id }).changes
        : 0;
    const nearer = Math.min(target.level, level);
    this.#sql.internal.place.run({ link: target.id, status: STATUS.visited, level: nearer, lane: null, rank: null });
    return { ...own, link: target.id, level: nearer, unqueued };
  }
}
