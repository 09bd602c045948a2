import type { SiteId } from '../domain/site.ts';
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
import type { Letter, SiteElsewhere } from '../frontier/worker-share.ts';
import type { Needless } from '../url/needless-parameters.ts';
import type { RecordedSite } from './membership.ts';
import type { Session } from './session.ts';

/** Frontier of a worker's part of a crawl or recrawl run. */
export interface PartOfCrawl extends Frontier {
  /** Number of pages in progress that are not counted yet. */
  readonly uncounted: number;
  /** Updates sites of other workers with absolute figures. */
  others(figures: readonly SiteElsewhere[], now: number): Promise<void>;
  /** Adds sites to this worker's; their rows must be in the tables. */
  take(sites: readonly SiteId[], now: number): Promise<void>;
  /** Stops claims of sites; a site can move to another worker once no page of the site is in flight. */
  giveBack(sites: readonly SiteId[], now: number): Promise<void>;
  isInFlight(site: SiteId): boolean;
  /** Returns the number of a site's waiting links that this worker may claim. */
  waitingOf(site: SiteId): number;
  /** Returns the number of remaining revisits of a site in a recrawl run; undefined in a crawl. */
  revisitsOf?(site: SiteId): number;
  /** Adds links from other workers. */
  receive(letters: readonly Letter[], now: number): Promise<void>;
  /** Returns registrable domains on which a page would open sites; call before `completeVisit`. */
  wouldOpen(result: VisitResult, claim: Claim): readonly string[];
}

/** Maximum number of pages that are booked at once. */
const MOST_BOOKED = 16;
/** Milliseconds between two looks of a worker that waits for others. */
const LOOK_AGAIN = 200;

/**
 * Frontier of a worker in a shared crawl: between pages, updates the state of others, leases and gives back domains,
 * and books pages of the limit. Claims nothing while leases are uncertain.
 */
export class SharedFrontier implements Frontier {
  readonly #session: Session;
  readonly #frontier: PartOfCrawl;
  /** Domains to give back once none of their pages is in flight. */
  readonly #leaving = new Set<string>();
  /** Queue of claims, one at a time: booked pages are given back only between claims. */
  #turn: Promise<unknown> = Promise.resolve();
  /** True if the crawl had no page left to book at the last look. */
  #isBookedOut = false;
  /** True if nothing could be claimed last time. */
  #isIdle = false;

  constructor(session: Session, frontier: PartOfCrawl) {
    this.#session = session;
    this.#frontier = frontier;
    session.set.figuresOf = (site) => ({
      waiting: frontier.waitingOf(site),
      ...(frontier.revisitsOf && { revisits: frontier.revisitsOf(site) }),
    });
  }

  /** Reads the state of the others before the first page. */
  async begin(now: number): Promise<void> {
    await this.#maintain(now);
  }

  /** Reports that the worker has finished its sites in a recrawl run; those given back are not finished. */
  async finishSites(): Promise<void> {
    await this.#release();
    await this.#session.finishSites();
  }

  claim(now: number): Promise<Next> {
    const turn = this.#turn.then(() => this.#claim(now));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #claim(now: number): Promise<Next> {
    const { members, record } = this.#session;
    if (record.lost) throw record.lost;
    await this.#maintain(now);
    if (!members.isCurrent) return { kind: 'wait', until: now + LOOK_AGAIN };
    const next = await this.#frontier.claim(now);
    this.#isIdle = next.kind !== 'claim';
    members.isIdle = this.#isIdle && this.#frontier.uncounted === 0 && !this.#hasWork;
    return next;
  }

  /** True if work is left on the worker's sites. */
  get #hasWork(): boolean {
    const { domains } = this.#session.holdings;
    return [...domains.values()].some((sites) => sites.some((site) => this.#isBusy(site)));
  }

  #isBusy(site: SiteId): boolean {
    return (this.#frontier.revisitsOf?.(site) ?? this.#frontier.waitingOf(site)) > 0;
  }

  /** Does all work that is due between two pages. */
  async #maintain(now: number): Promise<void> {
    const { members, holdings, set } = this.#session;
    const look = members.take();
    if (look) {
      this.#isBookedOut = false;
      const others = look.others.filter(({ domain }) => !holdings.has(domain) || this.#leaving.has(domain));
      if (others.length > 0) await this.#frontier.others(others.map(elsewhere), now);
      const added = look.own.filter(({ site, domain }) => holdings.has(domain) && !set.has(site));
      for (const { site, domain } of added) holdings.add(domain, site);
      await set.load(added.map(({ site }) => site));
      // An active recrawl run gets no more sites.
      const more = this.#frontier.revisitsOf ? [] : await this.#session.leaseMore();
      const taken = this.#frontier.revisitsOf ? [] : [...added.map(({ site }) => site), ...more];
      if (taken.length > 0) await this.#frontier.take(taken, now);
      if (look.is_mail) await this.#readMail(now);
      await this.#giveBackSurplus(now);
    }
    await this.#release();
    await this.#book();
  }

  async #readMail(now: number): Promise<void> {
    const mail = await this.#session.mail();
    if (mail.length === 0) return;
    await this.#frontier.receive(
      mail.map(({ letter }) => letter),
      now,
    );
    await this.#session.tidyMail(mail.map(({ id }) => id));
  }

  /** Stops claims on surplus domains, those that are cheapest to move first. */
  async #giveBackSurplus(now: number): Promise<void> {
    const { holdings, surplus, set } = this.#session;
    const most = surplus - this.#leaving.size;
    if (most <= 0) return;
    const sizes = [...holdings.domains].flatMap(([domain, sites]) => {
      const isBusy = sites.some((site) => this.#isBusy(site));
      const entries = sites.reduce((sum, site) => sum + set.entriesOf(site), 0);
      return isBusy && !this.#leaving.has(domain) ? [{ domain, sites, entries }] : [];
    });
    for (const { domain, sites } of sizes.sort((a, b) => a.entries - b.entries).slice(0, most)) {
      this.#leaving.add(domain);
      await this.#frontier.giveBack(sites, now);
    }
  }

  /** Gives back domains without pages in flight. */
  async #release(): Promise<void> {
    const { holdings } = this.#session;
    const isOver = (domain: string) =>
      !(holdings.domains.get(domain) ?? []).some((site) => this.#frontier.isInFlight(site));
    const over = [...this.#leaving].filter(isOver);
    if (over.length === 0) return;
    await this.#session.set.flush();
    await holdings.giveBack(over);
    for (const domain of over) this.#leaving.delete(domain);
    await this.#session.members.look();
  }

  /** Books pages if none is left to begin, and gives back those that an idle worker does not need. */
  async #book(): Promise<void> {
    const { members, holdings, record } = this.#session;
    const { page_limit: limit = null, granted = 0, workers = 1 } = members.last ?? {};
    if (limit === null) return;
    const { uncounted } = this.#frontier;
    const isIdle = this.#isIdle && uncounted === 0;
    if (isIdle && record.grant > 0 && workers > 1 && granted >= limit) {
      await holdings.book(-record.grant);
      this.#isBookedOut = true;
    }
    if (record.grant > uncounted || this.#isBookedOut) return;
    await holdings.book(Math.min(MOST_BOOKED, Math.max(1, Math.ceil((limit - granted) / (4 * workers)))));
    this.#isBookedOut = record.grant <= uncounted;
  }

  async completeVisit(claim: Claim, result: VisitResult, now: number): Promise<CompletedVisit | undefined> {
    const domains = this.#frontier.wouldOpen(result, claim);
    if (domains.length > 0) await this.#session.holdings.claimNew(domains);
    return await this.#frontier.completeVisit(claim, result, now);
  }

  fail(claim: Claim, failure: Failure, now: number): Promise<Failed> {
    return this.#frontier.fail(claim, failure, now);
  }

  release(claim: Claim, back: Release, now: number): Promise<void> {
    return this.#frontier.release(claim, back, now);
  }

  forbid(claim: Claim, why: Parameters<Frontier['forbid']>[1], now: number): Promise<void> {
    return this.#frontier.forbid(claim, why, now);
  }

  endSession(claim: Claim, why: Parameters<Frontier['endSession']>[1], now: number): Promise<void> {
    return this.#frontier.endSession(claim, why, now);
  }

  busy(claim: Claim, refusal: Refusal, now: number): Promise<Failed> {
    return this.#frontier.busy(claim, refusal, now);
  }

  addSites(): Promise<number> {
    throw new Error('sites are added to the record');
  }

  leaveOut(claim: Claim, needless: Needless, page: URL, now: number): Promise<void> {
    return this.#frontier.leaveOut(claim, needless, page, now);
  }

  reportOverload(claim: Claim): void {
    this.#frontier.reportOverload(claim);
  }

  state(now: number): FrontierState {
    const { members, record } = this.#session;
    if (record.lost) return { kind: 'ready' };
    return members.isCurrent ? this.#frontier.state(now) : { kind: 'wait', until: now + LOOK_AGAIN };
  }

  sites(): readonly NamedSite[] {
    return this.#frontier.sites();
  }

  pauses(now: number): Pauses {
    return this.#frontier.pauses(now);
  }
}

const elsewhere = (site: RecordedSite): SiteElsewhere => ({
  id: site.id as SiteId,
  shortName: site.short_name,
  kind: site.kind,
  scope: site.scope,
  url: site.start_url,
  home: site.home ?? undefined,
  foundOn: site.found_on ?? undefined,
  isRemoved: site.is_removed,
  visits: site.pages + site.failed,
  inFlight: site.in_flight,
  rewardSum: site.reward_sum,
  rewardMax: site.reward_max,
  milliseconds: site.milliseconds,
});
