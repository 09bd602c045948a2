import type { Observation, PageView } from '../domain/observation.ts';
import { TIER } from '../domain/rank.ts';
import type { Outcome, Visit } from '../domain/visit.ts';
import type { LinkOrder } from '../link-orders/link-order.ts';
import type { Reward } from '../rewards/reward.ts';
import type { SiteRule } from '../site-rules/site-rule.ts';
import type { Strategy } from '../strategies/strategy.ts';
import { keyHash } from '../url/normalise.ts';
import { patternOf } from '../url/page-pattern.ts';
import { NO_GAIN } from './add-site.ts';
import type { ChargedFailure } from './failed-visits.ts';
import type { Claim, VisitResult } from './frontier.ts';
import { type LinkBook, newOf, type Surveyed } from './link-book.ts';
import { linkView } from './link-view.ts';
import type { PageEdges, Targets } from './page-edges.ts';
import { PageHistory } from './page-history.ts';
import { type FrontierQueries, STATUS } from './queries.ts';
import type { RecordedLinks } from './recorded-links.ts';
import { MAX_RETRIES } from './retries.ts';
import type { SiteQueues } from './site-queues.ts';
import { type SiteStanding, standingAfter } from './site-standing.ts';
import type { SiteState, SiteTable } from './site-table.ts';
import { storedAddress } from './stored-address.ts';
import type { TrapWatch } from './trap-watch.ts';

/** The run that visits are charged to, and when it began. */
export interface Run {
  readonly id: number;
  readonly startedAt: number;
  /** Number of the night that it serves; undefined for a crawl. */
  readonly night?: number | undefined;
}

/** What a visit's record is written with. */
interface VisitRecordParts {
  readonly sql: FrontierQueries;
  readonly queues: SiteQueues;
  readonly links: LinkBook;
  readonly recorded: RecordedLinks;
  readonly edges: PageEdges;
  readonly traps: TrapWatch;
  readonly sites: SiteTable;
}

/** The place of a page that was read before its own link was claimed. */
const NOWHERE = { lane: null, rank: null, group: null } as const;

/** Writes down what visits bring. */
export class VisitRecord {
  readonly #sql: FrontierQueries;
  readonly #queues: SiteQueues;
  readonly #links: LinkBook;
  readonly #recorded: RecordedLinks;
  readonly #traps: TrapWatch;
  readonly #edges: PageEdges;
  readonly #sites: SiteTable;
  readonly #reward: Reward;
  readonly #order: LinkOrder;
  readonly #rule: SiteRule;
  readonly #topic: Strategy['topic'];
  readonly #run: Run;
  readonly #history: PageHistory;

  constructor({ sql, queues, links, recorded, edges, traps, sites }: VisitRecordParts, strategy: Strategy, run: Run) {
    this.#sql = sql;
    this.#queues = queues;
    this.#links = links;
    this.#recorded = recorded;
    this.#edges = edges;
    this.#traps = traps;
    this.#sites = sites;
    this.#reward = strategy.reward;
    this.#order = strategy.linkOrder;
    this.#rule = strategy.siteRule;
    this.#topic = strategy.topic;
    this.#run = run;
    this.#history = new PageHistory(sql);
  }

  /** Everything that a visit brings, from the links to the totals: inside a transaction. */
  add(site: SiteState, claim: Claim, result: VisitResult, now: number) {
    const page = result.outcome === 'page' ? this.#pageRead(site, claim, result.address, now) : undefined;
    const outcome: Outcome = page?.isDuplicate ? 'duplicate' : result.outcome;
    const source = page?.link ?? claim.link;
    const links = outcome === 'duplicate' || outcome === 'failed' ? [] : result.links;

    const address = result.address?.url ?? claim.url;
    const watch = this.#traps.page(site.id, storedAddress(address, site.origin), claim.host);
    const external = this.#recorded.addExternal(site, { source, address }, links, watch, now);
    const bad = this.#recorded.addBad(site, source, links, now);
    const surveyed = this.#links.survey(site, links);
    const edges = this.#links.edges(surveyed, source);
    const { added: newExternal } = external;
    const { added: newBad } = bad;
    const newInternal = newOf(surveyed);

    // A redirect out of the site may lead to the same page elsewhere: that is a find.
    const madeFromPage = outcome === 'page' ? external.madeFromPage : 0;
    const relevance = this.#relevanceOf(outcome, result);
    const { title } = result;
    const visit = { site: site.id, link: claim.link, outcome, title, newExternal, newInternal, relevance };
    const told: Visit = {
      ...{ ...visit, madeFromPage, url: claim.url, contentType: result.contentType },
      // Asked of the tables only where a reward wants to know.
      get newExternalSites() {
        return external.newSites(outcome !== 'page');
      },
    };
    const newPlaces = () => new Set([...external.newPlaces, ...bad.newPlaces, ...newPlacesOf(surveyed)]);
    const isPage = outcome === 'page';
    const reward = this.#reward.of(told, isPage ? pageView(result, address, newPlaces) : undefined);
    const stale = outcome === 'failed' ? [] : this.#learn(site, claim, { ...visit, reward }, surveyed, edges);
    if (outcome !== 'failed') this.#rule.learn?.({ site: site.id, reward, external: [...external.targets.keys()] });

    const level = page?.level ?? this.#sql.internal.get.get({ link: source })?.level ?? claim.level;
    const numbers = { reward, external: external.targets.size, newExternal, internal: edges.size, relevance };
    const internal = this.#links.addInternal(
      site,
      { id: source, url: address, title, level, ...numbers },
      surveyed,
      watch,
      now,
    );
    this.#edges.add(source, 'external', external.targets);
    this.#edges.add(source, 'bad', bad.targets);
    this.#edges.add(source, 'internal', edges);
    const guessed = external.guessed + internal.guessed;
    const newResources = this.#recorded.addResources(site, source, links, now) - guessed;
    watch.close(now);
    this.#links.addAliases(site, claim, source, result, now);
    const moved = this.#links.rerank(stale, this.#sites, now);
    if (outcome === 'page' && result.text) {
      const template = { site: site.id, pattern: patternOf(new URL(address)) };
      this.#history.begin({ id: source, template }, result.text, result.httpStatus, now);
    }

    const isRedirect = outcome === 'duplicate' || (page !== undefined && page.link !== claim.link);
    const status = isRedirect ? 'redirected' : outcome === 'page' ? 'visited' : outcome === 'file' ? 'file' : 'failed';
    this.#sql.internal.setStatus.run({ link: claim.link, status: STATUS[status], at: now });
    const milliseconds = now - claim.claimedAt;
    const { id } = this.#sql.visits.insert.run({
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
      tier: claim.rank.tier,
      lane: claim.rank.lane,
      rank: claim.rank.value,
      sitePulls: claim.sitePulls,
      siteReward: claim.siteReward,
      pulls: claim.decision.pulls,
      rewardMax: claim.decision.rewardMax,
      ready: claim.decision.ready,
      siteScore: claim.decision.score,
      nextSite: claim.decision.next?.site ?? null,
      nextScore: claim.decision.next?.score ?? null,
      rendering: result.rendering ?? null,
      relevance: relevance ?? null,
    });

    const startFailed = claim.level === 0 && outcome !== 'page' ? result.reason : undefined;
    const standing = standingAfter(site.after(-1), { kind: 'dealt-with', startFailed });
    this.#sql.seeds.gain.run({
      site: site.id,
      ...standing,
      pages: outcome === 'page' ? 1 : 0,
      failed: outcome === 'page' ? 0 : 1,
      internal: newInternal + (page?.isNew ? 1 : 0),
      external: newExternal,
      bad: newBad,
      resources: newResources,
      reward,
      milliseconds,
      at: now,
    });
    this.#sql.runs.lasted.run({ run: this.#run.id, milliseconds: now - this.#run.startedAt });
    const settled = {
      outcome,
      reason: result.reason,
      reward,
      newInternal,
      newExternal,
      newBad,
      rendering: result.rendering,
    };
    return { visit: id, moved, standing, settled };
  }

  /** How near to the topic what was read is; a target document that was not read is all that is looked for. */
  #relevanceOf(outcome: Outcome, { text, excerpt, title, contentType, address }: VisitResult): number | undefined {
    if (!this.#topic) return undefined;
    const known = text ?? excerpt;
    if (outcome === 'page') return this.#topic.relevance([title, ...(known ?? [])]);
    if (outcome !== 'file') return undefined;
    const isTarget =
      this.#topic.isTargetType(contentType) || (address !== undefined && this.#topic.isTarget(address.url));
    if (!isTarget) return undefined;
    return known ? this.#topic.relevance(known) : 1;
  }

  /** Lets the link order learn from a visit. Returns the links whose rank went stale by it. */
  #learn(site: SiteState, claim: Claim, visit: Observation['visit'], surveyed: readonly Surveyed[], edges: Targets) {
    if (!this.#order.learn) return [];
    const row = this.#sql.internal.get.get({ link: claim.link });
    const claimed = linkView(this.#sql, { id: claim.link, url: row?.url ?? claim.url }, claim.level, site);
    const links = surveyed.filter(({ id }) => edges.has(id)).map(observed);
    return [...this.#order.learn({ visit, claimed, links })];
  }

  /** Takes a failed visit back, inside a transaction: its link waits again, untried, and nothing of it is charged. */
  takeBack(site: SiteState, { visit, claim, milliseconds, reward }: ChargedFailure, now: number): SiteStanding {
    const { link } = claim;
    this.#sql.visits.remove.run({ visit });
    this.#sql.internal.setStatus.run({ link, status: STATUS.waiting, at: now });
    this.#sql.internal.blame.run({ link, attempts: -MAX_RETRIES, crashes: 0 });
    // It may have proved a link meanwhile.
    this.#queues.add(site, link, this.#sql.internal.get.get({ link }));
    const less = { failed: -1, milliseconds: -milliseconds, reward: -reward };
    const standing = standingAfter(site.after(), { kind: 'taken-back' });
    this.#sql.seeds.gain.run({ ...NO_GAIN, ...less, site: site.id, ...standing, at: now });
    return standing;
  }

  /** The link whose page was read: the claimed one, or the one that it redirects to. */
  #pageRead(site: SiteState, claim: Claim, address: VisitResult['address'], now: number) {
    const hash = address && keyHash(address.key);
    const target = hash === undefined ? undefined : this.#sql.internal.find.get({ site: site.id, hash });
    // Its level may have been lowered while it was claimed.
    const asked = target?.id === claim.link ? target : this.#sql.internal.get.get({ link: claim.link });
    const level = asked?.level ?? claim.level;
    const own = { link: claim.link, level, isDuplicate: false, isNew: false };
    if (!address || hash === undefined || target?.id === claim.link) return own;
    // What only a guess leads to is one.
    const tier = claim.rank.tier === TIER.guess ? TIER.guess : TIER.page;
    if (!target) {
      const id = this.#sql.internal.nextId.get({})?.id ?? 1;
      this.#sql.internal.insert.run({
        id,
        site: site.id,
        hash,
        url: storedAddress(address.url, site.origin),
        level,
        source: claim.link,
        status: STATUS.visited,
        tier,
        ...NOWHERE,
      });
      return { ...own, link: id, isNew: true };
    }
    if ([STATUS.visited, STATUS.claimed, STATUS.redirected].includes(target.status))
      return { ...own, isDuplicate: true };
    const row = this.#sql.internal.get.get({ link: target.id });
    if (target.status === STATUS.waiting && row) this.#queues.remove(site, target.id, row);
    const nearer = Math.min(target.level, level);
    const isGuess = target.tier === TIER.guess && tier === TIER.guess;
    const placed = { status: STATUS.visited, level: nearer, tier: isGuess ? TIER.guess : TIER.page, ...NOWHERE };
    this.#sql.internal.place.run({ link: target.id, ...placed, at: now });
    return { ...own, link: target.id, level: nearer };
  }
}

/** A page that was read, as rewards see it; few ask for its links. */
const pageView = (
  { title, contentType, text, excerpt, links }: VisitResult,
  url: string,
  newPlaces: () => ReadonlySet<number>,
): PageView => ({
  url,
  title,
  contentType,
  text: text ?? excerpt,
  get links() {
    const places = newPlaces();
    return links.map(({ found, link }, place) => {
      const { anchor, context, rel, element, tagPath } = found;
      const address = link.kind === 'bad' ? link.raw : link.url;
      const isNew = places.has(place);
      return { kind: link.kind, url: address, anchor, context, rel, element, tagPath, isNew };
    });
  },
});

/** Whether a link is new as such: what was only guessed before is, too. */
const isNewLink = (known: Surveyed['known']): boolean => known === undefined || known.tier === TIER.guess;

/** The places of the internal links that are new as links. */
const newPlacesOf = (surveyed: readonly Surveyed[]): number[] =>
  surveyed.flatMap(({ known, found, place }) => (found.role !== 'guess' && isNewLink(known) ? [place] : []));

/** A link of a page, as link orders see it. */
const observed = ({ id, known, found, link, place }: Surveyed): Observation['links'][number] => ({
  id,
  url: link.url,
  anchor: found.anchor,
  context: isNewLink(known) ? found.context : '',
  tagPath: found.tagPath,
  place,
  isNew: isNewLink(known),
});
