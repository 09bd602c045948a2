import type { SiteId } from '../domain/site.ts';
import type {
  Claim,
  Failed,
  Failure,
  Frontier,
  FrontierState,
  NamedSite,
  Next,
  Pauses,
  Refusal,
  Release,
  Settled,
  VisitResult,
} from '../frontier/frontier.ts';
import type { Letter, SiteElsewhere } from '../frontier/share.ts';
import type { Needless } from '../url/left-out.ts';
import type { RecordedSite } from './membership.ts';
import type { Session } from './session.ts';

/** The frontier of a worker's part of a crawl, or of a night, as those who share it ask for it. */
export interface PartOfCrawl extends Frontier {
  /** Pages that have begun and are not charged yet. */
  readonly uncharged: number;
  /** Takes in sites of other workers, with absolute figures. */
  others(figures: readonly SiteElsewhere[], now: number): Promise<void>;
  /** Sites are this worker's from now on: their rows are in the tables by now. */
  take(sites: readonly SiteId[], now: number): Promise<void>;
  /** Hands out nothing more of sites; each is another worker's once no page of it is in flight. */
  giveBack(sites: readonly SiteId[], now: number): Promise<void>;
  isInFlight(site: SiteId): boolean;
  /** How many links of a site wait that this worker may hand out. */
  waitingOf(site: SiteId): number;
  /** What is left to do of a site in a night; not given by a crawl. */
  checksOf?(site: SiteId): number;
  /** Adds links that other workers posted. */
  receive(letters: readonly Letter[], now: number): Promise<void>;
  /** Registrable domains on which a page would open sites: to be called before `settle`. */
  wouldOpen(result: VisitResult, claim: Claim): readonly string[];
}

/** Pages of the budget that are booked at a time where there is plenty. */
const MOST_BOOKED = 16;
/** Milliseconds after which a worker that waits for others looks again. */
const LOOK_AGAIN = 200;

/**
 * The frontier of a worker that shares a crawl with others: between its pages it takes in how the others are, leases and
 * gives back domains, books pages of the budget, and hands out nothing while it is not sure of its leases.
 */
export class SharedFrontier implements Frontier {
  readonly #session: Session;
  readonly #frontier: PartOfCrawl;
  /** Domains that are to be given back once no page of them is in flight. */
  readonly #leaving = new Set<string>();
  /** Claims are handed out one after the other: pages are given back only while none is under way. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Whether the crawl had no page left to book when it was looked at last. */
  #isBookedOut = false;
  /** Whether nothing was to be handed out at the last claim. */
  #isIdle = false;

  constructor(session: Session, frontier: PartOfCrawl) {
    this.#session = session;
    this.#frontier = frontier;
    session.set.figuresOf = (site) => ({
      waiting: frontier.waitingOf(site),
      ...(frontier.checksOf && { checks: frontier.checksOf(site) }),
    });
  }

  /** Takes in how the others are, before the first page. */
  async begin(now: number): Promise<void> {
    await this.#tend(now);
  }

  claim(now: number): Promise<Next> {
    const turn = this.#turn.then(() => this.#claim(now));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #claim(now: number): Promise<Next> {
    const { members, record } = this.#session;
    if (record.lost) throw record.lost;
    await this.#tend(now);
    if (!members.isCurrent) return { kind: 'wait', until: now + LOOK_AGAIN };
    const next = await this.#frontier.claim(now);
    this.#isIdle = next.kind !== 'claim';
    members.isIdle = this.#isIdle && this.#frontier.uncharged === 0 && !this.#hasWork;
    return next;
  }

  /** Whether something is left to do of its sites. */
  get #hasWork(): boolean {
    const { domains } = this.#session.holdings;
    return [...domains.values()].some((sites) => sites.some((site) => this.#isBusy(site)));
  }

  #isBusy(site: SiteId): boolean {
    return (this.#frontier.checksOf?.(site) ?? this.#frontier.waitingOf(site)) > 0;
  }

  /** Does all that is due between two pages. */
  async #tend(now: number): Promise<void> {
    const { members, holdings, set } = this.#session;
    const look = members.take();
    if (look) {
      this.#isBookedOut = false;
      const others = look.others.filter(({ domain }) => !holdings.has(domain) || this.#leaving.has(domain));
      if (others.length > 0) await this.#frontier.others(others.map(elsewhere), now);
      const added = look.own.filter(({ site, domain }) => holdings.has(domain) && !set.has(site));
      for (const { site, domain } of added) holdings.add(domain, site);
      await set.load(added.map(({ site }) => site));
      // A night takes no more sites while it goes on.
      const more = this.#frontier.checksOf ? [] : await this.#session.leaseMore();
      const taken = this.#frontier.checksOf ? [] : [...added.map(({ site }) => site), ...more];
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

  /** Stops handing out sites that others are to have; the domains that cost the least to move go first. */
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

  /** Gives back domains whose last page in flight is over. */
  async #release(): Promise<void> {
    const { holdings } = this.#session;
    const isOver = (domain: string) =>
      !(holdings.domains.get(domain) ?? []).some((site) => this.#frontier.isInFlight(site));
    const over = [...this.#leaving].filter(isOver);
    if (over.length === 0) return;
    await this.#session.set.flush();
    await holdings.giveBack(over);
    for (const domain of over) this.#leaving.delete(domain);
  }

  /** Books pages where none is left to begin, and gives back what an idle worker does not need. */
  async #book(): Promise<void> {
    const { members, holdings, record } = this.#session;
    const { page_limit: limit = null, granted = 0, workers = 1 } = members.last ?? {};
    if (limit === null) return;
    const { uncharged } = this.#frontier;
    const isIdle = this.#isIdle && uncharged === 0;
    if (isIdle && record.grant > 0 && workers > 1 && granted >= limit) {
      await holdings.book(-record.grant);
      this.#isBookedOut = true;
    }
    if (record.grant > uncharged || this.#isBookedOut) return;
    await holdings.book(Math.min(MOST_BOOKED, Math.max(1, Math.ceil((limit - granted) / (4 * workers)))));
    this.#isBookedOut = record.grant <= uncharged;
  }

  async settle(claim: Claim, result: VisitResult, now: number): Promise<Settled | undefined> {
    const domains = this.#frontier.wouldOpen(result, claim);
    if (domains.length > 0) await this.#session.holdings.claimNew(domains);
    return await this.#frontier.settle(claim, result, now);
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

  storms(claim: Claim): void {
    this.#frontier.storms(claim);
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
