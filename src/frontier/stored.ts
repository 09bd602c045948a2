import type { Clock } from '../domain/clock.ts';
import type { LinkView } from '../domain/link.ts';
import { isRefusal, type Rank } from '../domain/rank.ts';
import { type NewSite, pulls, type SiteId, type SiteView } from '../domain/site.ts';
import type { Outcome } from '../domain/visit.ts';
import { badLinkQueries } from '../storage/bad-links.ts';
import { externalLinkQueries } from '../storage/external-links.ts';
import { internalLinkQueries, statusCode } from '../storage/internal-links.ts';
import { leaseQueries } from '../storage/leases.ts';
import type { Store } from '../storage/open.ts';
import { pageLinkQueries } from '../storage/page-links.ts';
import { queueQueries } from '../storage/queue.ts';
import { runQueries } from '../storage/runs.ts';
import { PAGE_LINK } from '../storage/schema.ts';
import { seedQueries } from '../storage/seeds.ts';
import { visitQueries } from '../storage/visits.ts';
import type { Strategy } from '../strategies/strategy.ts';
import { identityKey, keyHash } from '../url/normalise.ts';
import type { Scope } from '../url/scope.ts';
import type { Claim, Frontier, FrontierLimits, FrontierState, SeenLink, Settled, VisitResult } from './frontier.ts';
import { Hosts } from './hosts.ts';
import { SiteState, SiteTable } from './site-table.ts';

/** Rows of a site's queue that a claim looks at for one whose host is free. */
const HEAD = 32;
/** Deaths of the crawler during a visit after which the link waits behind all others of its site … */
const CRASHES_TO_LAST_LANE = 3;
/** … and after which it is given up. */
const CRASHES_TO_GIVE_UP = 25;
const LAST_LANE = -1_000_000;

const STATUS = {
  waiting: statusCode('waiting'),
  claimed: statusCode('claimed'),
  visited: statusCode('visited'),
  redirected: statusCode('redirected'),
  failed: statusCode('failed'),
  file: statusCode('file'),
  beyondDepth: statusCode('beyond-depth'),
  refused: statusCode('refused'),
};

const queries = (store: Store) => ({
  seeds: seedQueries(store),
  internal: internalLinkQueries(store),
  external: externalLinkQueries(store),
  bad: badLinkQueries(store),
  queue: queueQueries(store),
  leases: leaseQueries(store),
  pageLinks: pageLinkQueries(store),
  visits: visitQueries(store),
  runs: runQueries(store),
});

export interface StoredFrontierOptions {
  readonly store: Store;
  readonly strategy: Strategy;
  /** Fixed for a database: identities depend on it. */
  readonly foldCase: boolean;
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
  readonly #foldCase: boolean;
  readonly #limits: FrontierLimits;
  readonly #timeLimit: number | undefined;
  readonly #run: { readonly id: number; readonly startedAt: number };
  readonly #sql: ReturnType<typeof queries>;
  readonly #table = new SiteTable();
  readonly #hosts: Hosts;
  #charged = 0;
  #inFlight = 0;
  #rewardMax = 0;
  #nextToken: number;

  constructor(options: StoredFrontierOptions) {
    this.#store = options.store;
    this.#strategy = options.strategy;
    this.#foldCase = options.foldCase;
    this.#limits = options.limits;
    this.#timeLimit = options.timeLimit;
    this.#run = options.run;
    this.#sql = queries(options.store);
    this.#hosts = new Hosts(options.limits.delay);
    this.#nextToken = options.run.startedAt;
    for (const row of this.#sql.seeds.all.all({})) this.#load(row);
    options.store.transaction(() => {
      this.#recoverLeases();
      this.#admitWithinDepth();
    });
    for (const { site, waiting } of this.#sql.queue.counts.all({})) {
      const state = this.#table.get(site);
      state.waiting = waiting;
      if (waiting > 0 && !this.#siteLimitReached(state)) this.#table.setReady(state);
    }
  }

  async addSites(sites: readonly NewSite[], now: number): Promise<number> {
    let added = 0;
    this.#store.transaction(() => {
      for (const site of sites) {
        if (this.#sql.seeds.find.get({ startUrl: site.url })) continue;
        this.#addSite(site, now);
        added++;
      }
    });
    return added;
  }

  async claim(now: number): Promise<Claim | undefined> {
    this.#table.wake(now);
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
    this.#endVisit(site, claim);
    return settled;
  }

  async release(claim: Claim, back: { notBefore: number; failed: boolean }, now: number): Promise<void> {
    const site = this.#table.get(claim.site);
    const released = this.#store.transaction(() => {
      if (this.#sql.leases.end.run({ link: claim.link, token: claim.token }).changes === 0) return false;
      this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS.waiting });
      this.#sql.internal.blame.run({ link: claim.link, attempts: back.failed ? 1 : 0, crashes: 0 });
      const { lane, value: rank } = claim.rank;
      this.#sql.queue.insert.run({
        site: site.id,
        lane,
        rank,
        link: claim.link,
        notBefore: Math.max(now, back.notBefore),
      });
      return true;
    });
    if (!released) return;
    site.waiting++;
    this.#endVisit(site, claim);
  }

  state(now: number): FrontierState {
    this.#table.wake(now);
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

  sites(): readonly SiteView[] {
    return this.#table.all;
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

  /** Leases the best link of the site whose host is free; where there is none, the site is no longer ready. */
  #claimFrom(site: SiteState, now: number): Claim | undefined {
    const head = this.#siteLimitReached(site) ? [] : this.#sql.queue.head.all({ site: site.id, limit: HEAD });
    for (const [index, row] of head.entries()) {
      const place = { site: site.id, lane: row.lane, rank: row.rank, link: row.link };
      if (this.#limits.depth !== undefined && row.level > this.#limits.depth) {
        this.#store.transaction(() => {
          this.#sql.queue.remove.run(place);
          this.#sql.internal.setStatus.run({ link: row.link, status: STATUS.beyondDepth });
        });
        site.waiting--;
        continue;
      }
      const url = row.url.startsWith('/') ? site.origin + row.url : row.url;
      const host = new URL(url).host;
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
      this.#store.transaction(() => {
        this.#sql.queue.remove.run(place);
        this.#sql.internal.setStatus.run({ link: row.link, status: STATUS.claimed });
        this.#sql.leases.insert.run({ link: row.link, site: site.id, token: claim.token, claimedAt: now });
        if (site.status === 'waiting') this.#sql.seeds.setStatus.run({ site: site.id, status: 'crawling' });
      });
      this.#hosts.begin(host, now);
      this.#inFlight++;
      site.status = 'crawling';
      site.inFlight++;
      site.waiting--;
      const next = head[index + 1];
      site.best = next && { lane: next.lane, value: next.rank };
      return claim;
    }
    this.#suspend(site, head, now);
    return undefined;
  }

  /** Takes a site that has nothing to hand out now from the ready ones, until one of its links at the head may be. */
  #suspend(site: SiteState, head: readonly { readonly url: string; readonly not_before: number }[], now: number): void {
    if (site.waiting === 0 && site.inFlight === 0) {
      site.status = 'finished';
      this.#sql.seeds.setStatus.run({ site: site.id, status: 'finished' });
    }
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const row of head) {
      const host = new URL(row.url, site.origin).host;
      const freeAt = this.#hosts.freeAt(host);
      if (freeAt === undefined) this.#table.park(site, host);
      else wakeAt = Math.min(wakeAt, Math.max(freeAt, row.not_before, now));
    }
    if (wakeAt === Number.POSITIVE_INFINITY) this.#table.setIdle(site);
    else this.#table.sleep(site, wakeAt);
  }

  #endVisit(site: SiteState, claim: Claim): void {
    this.#inFlight--;
    site.inFlight--;
    this.#table.unpark(claim.host, this.#hosts.end(claim.host));
    if (site.waiting > 0 && !this.#siteLimitReached(site)) this.#table.setReady(site);
    else this.#table.setIdle(site);
  }

  /** Everything that a visit brings: inside the transaction of `settle`, from the links to the totals. */
  #record(site: SiteState, claim: Claim, result: VisitResult, now: number) {
    const page = result.outcome === 'page' ? this.#pageRead(site, claim, result.address) : undefined;
    const outcome: Outcome = page?.isDuplicate ? 'duplicate' : result.outcome;
    const source = page?.link ?? claim.link;
    const links = outcome === 'page' || outcome === 'left-site' ? result.links : [];

    const newExternal = this.#recordExternal(site, source, links, now);
    const newBad = this.#recordBad(site, source, links, now);
    const { added: newInternal, queued } = this.#recordInternal(site, source, page?.level ?? claim.level, links);
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
    const startFailed = claim.level === 0 && isOver && outcome !== 'page' && site.visits === 0;
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
    const own = { link: claim.link, level: claim.level, isDuplicate: false, isNew: false, unqueued: 0 };
    if (!address) return own;
    const hash = keyHash(address.key);
    const target = this.#sql.internal.find.get({ site: site.id, hash });
    if (target?.id === claim.link) return own;
    if (!target) {
      const { id } = this.#sql.internal.insert.run({
        site: site.id,
        hash,
        url: stored(address.url, site.origin),
        level: claim.level,
        source: claim.link,
        status: STATUS.visited,
        lane: null,
        rank: null,
      });
      return { ...own, link: id, isNew: true };
    }
    if (target.status !== STATUS.waiting && target.status !== STATUS.beyondDepth) return { ...own, isDuplicate: true };
    const row = this.#sql.internal.get.get({ link: target.id });
    const unqueued =
      target.status === STATUS.waiting && row?.lane != null && row.rank !== null
        ? this.#sql.queue.remove.run({ site: site.id, lane: row.lane, rank: row.rank, link: target.id }).changes
        : 0;
    const level = Math.min(target.level, claim.level);
    this.#sql.internal.place.run({ link: target.id, status: STATUS.visited, level, lane: null, rank: null });
    return { ...own, link: target.id, level, unqueued };
  }

  #recordExternal(site: SiteState, source: number, links: readonly SeenLink[], now: number): number {
    let added = 0;
    for (const { found, link } of links) {
      if (link.kind !== 'external') continue;
      const hash = keyHash(link.key);
      let id = this.#sql.external.find.get({ site: site.id, hash })?.id;
      if (id !== undefined) this.#sql.external.seen.run({ link: id, seen: now });
      else {
        const { url, host, domain } = link;
        id = this.#sql.external.insert.run({ ...found, url, host, domain, site: site.id, hash, source, seen: now }).id;
        added++;
      }
      this.#sql.pageLinks.insert.run({ source, kind: PAGE_LINK.external, target: id });
    }
    return added;
  }

  #recordBad(site: SiteState, source: number, links: readonly SeenLink[], now: number): number {
    let added = 0;
    for (const { found, link } of links) {
      if (link.kind !== 'bad') continue;
      const { raw, reason } = link;
      const { anchor, element, technique } = found;
      const row = { site: site.id, hash: keyHash(raw), raw, reason, source, anchor, element, technique, seen: now };
      added += this.#sql.bad.insert.run(row).changes;
    }
    return added;
  }

  /** Adds the page's internal links: how many were new, and by how much the site's queue grew. */
  #recordInternal(site: SiteState, source: number, pageLevel: number, links: readonly SeenLink[]) {
    let added = 0;
    let queued = 0;
    const level = pageLevel + 1;
    for (const { found, link } of links) {
      if (link.kind !== 'internal') continue;
      const hash = keyHash(link.key);
      const known = this.#sql.internal.find.get({ site: site.id, hash });
      let id = known?.id;
      if (known === undefined) {
        const view = { ...found, site: site.id, url: link.url, level };
        const placed = this.#place(view, site, link.isFile);
        const url = stored(link.url, site.origin);
        id = this.#sql.internal.insert.run({ site: site.id, hash, url, level, source, ...placed }).id;
        this.#sql.internal.insertText.run({ ...found, link: id });
        added++;
        if (placed.status === STATUS.waiting) queued += this.#enqueue(site, id, placed);
      } else if (known.level > level) queued += this.#lower(site, known.id, level);
      if (id !== undefined && id !== source)
        this.#sql.pageLinks.insert.run({ source, kind: PAGE_LINK.internal, target: id });
    }
    return { added, queued };
  }

  /** Where a new link goes: its status, and its rank if it is to wait. */
  #place(
    view: LinkView,
    site: SiteState,
    isFile: boolean,
  ): { status: number; lane: number | null; rank: number | null } {
    const nowhere = { lane: null, rank: null };
    if (isFile) return { status: STATUS.file, ...nowhere };
    if (this.#limits.depth !== undefined && view.level > this.#limits.depth)
      return { status: STATUS.beyondDepth, ...nowhere };
    const rank = this.#strategy.linkOrder.rank(view, site);
    if (isRefusal(rank)) return { status: STATUS.refused, ...nowhere };
    return { status: STATUS.waiting, lane: rank.lane, rank: rank.value };
  }

  #enqueue(site: SiteState, link: number, placed: { lane: number | null; rank: number | null }): number {
    if (placed.lane === null || placed.rank === null) return 0;
    const rank: Rank = { lane: placed.lane, value: placed.rank };
    this.#sql.queue.insert.run({ site: site.id, lane: rank.lane, rank: rank.value, link, notBefore: 0 });
    if (!site.best || rank.lane > site.best.lane || (rank.lane === site.best.lane && rank.value > site.best.value))
      site.best = rank;
    return 1;
  }

  /**
   * A shorter way to a known link was found: it, and what lies behind it, moves up. Happens where pages are not read
   * strictly by level: several hosts at once, or a page that was tried again later. Answers by how much the queue grew.
   */
  #lower(site: SiteState, first: number, firstLevel: number): number {
    let queued = 0;
    const closer = [{ link: first, level: firstLevel }];
    for (let next = closer.pop(); next; next = closer.pop()) {
      const { link, level } = next;
      const row = this.#sql.internal.get.get({ link });
      if (!row || row.level <= level) continue;
      if (row.status === STATUS.waiting || row.status === STATUS.beyondDepth) {
        const placed = this.#place({ site: site.id, url: row.url, level, ...this.#text(link) }, site, false);
        if (row.status === STATUS.waiting && row.lane !== null && row.rank !== null) {
          queued -= this.#sql.queue.remove.run({ site: site.id, lane: row.lane, rank: row.rank, link }).changes;
        }
        this.#sql.internal.place.run({ link, level, ...placed });
        if (placed.status === STATUS.waiting) queued += this.#enqueue(site, link, placed);
        continue;
      }
      this.#sql.internal.place.run({ link, level, status: row.status, lane: row.lane, rank: row.rank });
      for (const target of this.#sql.pageLinks.deeperTargets.all({ source: link, level: level + 1 })) {
        closer.push({ link: target.id, level: level + 1 });
      }
    }
    return queued;
  }

  #text(link: number): { anchor: string; context: string; tagPath: string } {
    const text = this.#sql.internal.text.get({ link });
    return { anchor: text?.anchor ?? '', context: text?.context ?? '', tagPath: text?.tag_path ?? '' };
  }

  #addSite(site: NewSite, now: number): void {
    const start = new URL(site.url);
    const { id } = this.#sql.seeds.insert.run({
      full_name: site.name,
      short_name: site.shortName,
      start_url: site.url,
      host: start.host,
      kind: site.kind,
      scope: site.scope,
      added_at: now,
    });
    const state = new SiteState({ ...site, id });
    const view = { site: id, url: site.url, level: 0, anchor: '', context: '', tagPath: '' };
    const placed = this.#place(view, state, false);
    const link = this.#sql.internal.insert.run({
      site: id,
      hash: keyHash(identityKey(start, this.#foldCase)),
      url: stored(start.href, state.origin),
      level: 0,
      source: null,
      ...placed,
    });
    this.#sql.internal.insertText.run({
      link: link.id,
      anchor: '',
      context: '',
      rel: '',
      element: '',
      tagPath: '',
      frame: '',
      technique: 'seed',
    });
    state.waiting = this.#enqueue(state, link.id, placed);
    this.#sql.seeds.gain.run({ ...NO_GAIN, site: id, internal: 1 });
    this.#table.add(state);
    if (state.waiting > 0) this.#table.setReady(state);
  }

  #load(row: ReturnType<ReturnType<typeof queries>['seeds']['all']['all']>[number]): void {
    const { id, kind, scope } = row;
    const site = new SiteState({ id, kind, scope, name: row.full_name, shortName: row.short_name, url: row.start_url });
    site.visits = row.pages + row.failed;
    site.rewardSum = row.reward_sum;
    site.rewardMax = row.reward_max;
    site.milliseconds = row.milliseconds;
    site.status = row.status;
    this.#charged += site.visits;
    this.#rewardMax = Math.max(this.#rewardMax, site.rewardMax);
    this.#table.add(site);
  }

  /** Gives back what a dead process left leased; a link that is there again and again may be what kills it. */
  #recoverLeases(): void {
    for (const { link, site, token } of this.#sql.leases.all.all({})) {
      const row = this.#sql.internal.get.get({ link });
      this.#sql.leases.end.run({ link, token });
      if (!row) continue;
      this.#sql.internal.blame.run({ link, attempts: 0, crashes: 1 });
      const crashes = row.crashes + 1;
      if (crashes >= CRASHES_TO_GIVE_UP) {
        this.#sql.internal.place.run({ link, level: row.level, status: STATUS.failed, lane: null, rank: null });
        continue;
      }
      const lane = crashes >= CRASHES_TO_LAST_LANE ? LAST_LANE : (row.lane ?? 0);
      const rank = row.rank ?? 0;
      this.#sql.internal.place.run({ link, level: row.level, status: STATUS.waiting, lane, rank });
      this.#sql.queue.insert.run({ site, lane, rank, link, notBefore: 0 });
    }
  }

  /** Lets links wait that an earlier run left aside for their depth. */
  #admitWithinDepth(): void {
    const depth = this.#limits.depth ?? Number.MAX_SAFE_INTEGER;
    for (const row of this.#sql.internal.withinDepth.all({ status: STATUS.beyondDepth, depth })) {
      const site = this.#table.get(row.site);
      const placed = this.#place({ site: site.id, url: row.url, level: row.level, ...this.#text(row.id) }, site, false);
      this.#sql.internal.place.run({ link: row.id, level: row.level, ...placed });
      if (placed.status === STATUS.waiting) this.#enqueue(site, row.id, placed);
    }
  }
}

const NO_GAIN = {
  status: 'waiting',
  note: '',
  pages: 0,
  failed: 0,
  internal: 0,
  external: 0,
  bad: 0,
  reward: 0,
  milliseconds: 0,
} as const;

/** An address as the table `internal_links` keeps it. */
const stored = (url: string, origin: string): string => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
