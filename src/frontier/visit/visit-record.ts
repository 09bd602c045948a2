import type { LinkId } from '../../domain/link.ts';
import { TIER } from '../../domain/rank.ts';
import type { Outcome } from '../../domain/visit.ts';
import type { Rerank } from '../../link-orders/link-order.ts';
import { NO_GAIN } from '../../storage/seeds.ts';
import { getOne } from '../../storage/statement.ts';
import type { Strategy } from '../../strategies/strategy.ts';
import { patternOf } from '../../url/page-pattern.ts';
import type { Commits } from '../commits.ts';
import type { Claim, CompletedVisit, Run, SpelledTwice, VisitResult } from '../frontier.ts';
import type { Learners } from '../learners.ts';
import { type FrontierQueries, STATUS } from '../queries.ts';
import type { LinkPlacement } from '../queue/link-placement.ts';
import { linkView } from '../queue/link-view.ts';
import { mayPass } from '../retries.ts';
import type { SiteStatuses, SiteStatusNote } from '../sites/site-status.ts';
import type { SiteState } from '../sites/site-table.ts';
import type { MatchedLink } from './known-links.ts';
import { PageHistory } from './page-history.ts';
import { type FoundLinks, newLinks, type PageLinks } from './page-links.ts';
import { fullAddress, storedAddress } from './stored-address.ts';
import { observed, placesOfNew, placesOfNewInternal, ReadPageView, relevanceOf, VisitView } from './visit-views.ts';
import { redirectedTo, type VisitedLink, visitedLinkOf } from './visited-link.ts';

/** Dependencies of `VisitRecord`. */
interface VisitRecordParts {
  readonly sql: FrontierQueries;
  readonly links: LinkPlacement;
  readonly pageLinks: PageLinks;
  readonly strategy: Strategy;
  readonly learners: Learners;
  readonly siteStatuses: SiteStatuses;
  readonly run: Run;
  readonly commits: Commits;
}

/** Completed visit. */
interface Visited {
  readonly site: SiteState;
  readonly claim: Claim;
  readonly result: VisitResult;
  readonly now: number;
}

/** Stored data about a visit's page and links, before the visit is recorded. */
interface Known {
  /** Target of the claim; undefined if no page was captured. */
  readonly visitedLink: VisitedLink | undefined;
  readonly outcome: Outcome;
  /** Link of the page; the claimed link if there is no page. */
  readonly source: LinkId;
  /** Absolute URL of the page. */
  readonly address: string;
  readonly level: number;
  readonly links: FoundLinks;
}

/** Evaluation of a visit. */
interface Meaning {
  readonly newInternal: number;
  readonly newExternal: number;
  readonly newBad: number;
  readonly reward: number;
  /** Relevance of the page to the topic; undefined without a topic. */
  readonly relevance: number | undefined;
  /** Links and groups of any site to rank again. */
  readonly stale: readonly Rerank[];
}

/** Result of recording a visit. */
interface Recorded {
  /** Id of the row in `visits`. */
  readonly visit: number;
  /** Sites whose next link may have changed. */
  readonly moved: readonly SiteState[];
  readonly siteStatus: SiteStatusNote;
  readonly completed: CompletedVisit;
}

/**
 * Records visits. Rows are written out without spreads: an object with a spread has its own shape, and code for that
 * shape is compiled again after each full garbage collection.
 */
export class VisitRecord {
  readonly #parts: VisitRecordParts;
  readonly #history: PageHistory;

  constructor(parts: VisitRecordParts) {
    this.#parts = parts;
    this.#history = new PageHistory(parts.sql, parts.commits);
  }

  /** Records a visit, from its links to the totals, inside a transaction: looks up, evaluates and writes. */
  add(site: SiteState, claim: Claim, result: VisitResult, now: number): Recorded {
    const visited = { site, claim, result, now };
    const known = this.#known(visited);
    const meaning = this.#meaning(visited, known);
    const recorded = this.#write(visited, known, meaning);
    if (known.outcome !== 'failed') this.#parts.learners.storeSometimes();
    return recorded;
  }

  /** Looks up the stored data about a visit. Read-only. */
  #known({ site, claim, result }: Visited): Known {
    const { sql, pageLinks } = this.#parts;
    const visitedLink = result.outcome === 'page' ? visitedLinkOf(sql, site, claim, result.address) : undefined;
    const outcome = visitedLink?.kind === 'duplicate' ? 'duplicate' : result.outcome;
    const source = visitedLink?.link ?? claim.link;
    const level = visitedLink?.level ?? sql.internal.get.get({ id: source })?.level ?? claim.level;
    const links = pageLinks.matches(site, { id: source, level }, linksOf(outcome, result), redirectedTo(visitedLink));
    return { visitedLink, outcome, source, level, links, address: result.address?.url ?? claim.url };
  }

  /** Rewards the visit, and lets the strategy learn. Changes nothing but the strategy. */
  #meaning({ site, claim, result, now }: Visited, known: Known): Meaning {
    const { outcome, address } = known;
    const { internal, beyond, edges, external, bad } = known.links;
    const { reward: rewards, topic } = this.#parts.strategy;
    const { newInternal, newExternal, newBad } = newLinks(known.links);
    const relevance = relevanceOf(topic, outcome, result);
    const found = { outcome, newExternal, newInternal, relevance };
    const newPlaces = () => new Set([...placesOfNew(external), ...placesOfNew(bad), ...placesOfNewInternal(internal)]);
    const page = outcome === 'page' ? new ReadPageView(result, address, newPlaces) : undefined;
    const newDomains = (domains: ReadonlySet<string>) => this.#parts.pageLinks.newDomains(site, domains);
    const reward = rewards.of(new VisitView(claim, found, result, address, external, newDomains), page);
    if (outcome === 'failed') return { newInternal, newExternal, newBad, reward, relevance, stale: [] };
    const visit = {
      site: site.id,
      link: claim.link,
      title: result.title,
      outcome,
      newExternal,
      newInternal,
      relevance,
      reward,
      at: now,
    };
    const inOrder = () => [...internal, ...beyond.links].sort((a, b) => a.place - b.place || a.id - b.id);
    const links = () => inOrder().flatMap((link) => (edges.has(link.id) ? [observed(link)] : []));
    const stale = this.#parts.learners.learn(
      () => ({
        visit,
        claimed: this.#claimed(site, claim, known.level),
        links: links(),
        external: external.map(({ link }) => link.url),
      }),
      () => ({ site: site.id, reward, external: external.map(({ id }) => id) }),
    );
    return { newInternal, newExternal, newBad, reward, relevance, stale };
  }

  #claimed(site: SiteState, { link, url }: Claim, level: number) {
    const row = this.#parts.sql.internal.get.get({ id: link });
    return linkView(this.#parts.sql, { id: link, url: row?.url ?? url }, level, site);
  }

  #write(visited: Visited, known: Known, meaning: Meaning): Recorded {
    const { sql, links } = this.#parts;
    const { site, claim, result, now } = visited;
    const { visitedLink, outcome, source, address } = known;
    if (visitedLink) links.findVisitedLink(site, claim, visitedLink, now);
    const { resources, joined } = this.#writeLinks(visited, known, meaning);
    links.addAliases(site, claim, source, result, now);
    if (outcome === 'page' && claim.rank.tier === TIER.file) links.provePage(site, claim.url, now);
    const moved = [...links.rerank(meaning.stale, now), ...joined];
    if (outcome === 'page' && result.text) {
      const template = { site: site.id, pattern: patternOf(new URL(address)) };
      this.#history.begin({ id: source, template }, result.text, result.httpStatus, now);
    }
    sql.internal.setStatus.run({ id: claim.link, status: statusAfter(claim, known), at: now });
    const visit = this.#writeVisit(visited, known, meaning);
    const added = (visitedLink?.kind === 'new' ? 1 : 0) + this.#tryOtherwise(visited);
    const siteStatus = this.#writeTotals(visited, known, meaning, { resources, added });
    const { reason, rendering } = result;
    const { reward, newInternal, newExternal, newBad } = meaning;
    const spelledTwice = known.links.internal.flatMap((seen) =>
      seen.slashed === undefined ? [] : variants(site, seen),
    );
    const completed = { outcome, reason, reward, newInternal, newExternal, newBad, rendering, spelledTwice };
    return { visit, moved, siteStatus, completed };
  }

  #writeLinks({ site, result, now }: Visited, known: Known, { newExternal, reward, relevance }: Meaning) {
    const { source, address, level, links } = known;
    const view = {
      id: source,
      url: address,
      title: result.title,
      level,
      reward,
      external: links.external.length,
      newExternal,
      internal: links.edges.size,
      relevance,
    };
    return this.#parts.pageLinks.add({ site, view }, links, now);
  }

  #writeVisit({ site, claim, result, now }: Visited, { outcome, source, level }: Known, meaning: Meaning): number {
    const { newInternal, newExternal, reward, relevance = null } = meaning;
    const { rank, siteVisits, siteReward, decision } = claim;
    const { id } = getOne(this.#parts.sql.visits.insert, {
      run: this.#parts.run.id,
      site: site.id,
      link: claim.link,
      level,
      page: outcome === 'page' ? source : null,
      started_at: claim.claimedAt,
      milliseconds: now - claim.claimedAt,
      outcome,
      reason: result.reason,
      http_status: result.httpStatus,
      content_type: result.contentType,
      title: result.title,
      rendering: result.rendering ?? null,
      new_internal: newInternal,
      new_external: newExternal,
      reward,
      relevance,
      tier: rank.tier,
      lane: rank.lane,
      rank: rank.value,
      site_visits: siteVisits,
      site_reward: siteReward,
      all_visits: decision.visits,
      reward_max: decision.rewardMax,
      ready: decision.ready,
      site_score: decision.score,
      next_site: decision.next?.site ?? null,
      next_score: decision.next?.score ?? null,
      view_age: decision.viewAge ?? null,
    });
    return id;
  }

  /** Queues the other spelling of a link that failed permanently, if any. Returns the number of added links. */
  #tryOtherwise({ site, claim, result, now }: Visited): number {
    if (result.outcome !== 'failed' || mayPass(result.reason)) return 0;
    return this.#parts.links.addOtherwise(site, { link: claim.link, url: claim.url }, now);
  }

  /** Queues the other spelling of a link, which has a different page. Inside a transaction. */
  tellApart(site: SiteState, { link, first, second }: SpelledTwice, now: number): void {
    const { sql, links, siteStatuses } = this.#parts;
    const internal = links.addOtherwise(site, { link, url: first, other: storedAddress(second, site.origin) }, now);
    const siteStatus = siteStatuses.after(site, { kind: 'links-changed' });
    sql.seeds.gain.run({ ...NO_GAIN, id: site.id, ...siteStatus, internal, at: now });
    siteStatuses.set(site, siteStatus);
  }

  #writeTotals(
    { site, claim, result, now }: Visited,
    { outcome }: Known,
    meaning: Meaning,
    { resources, added }: { readonly resources: number; readonly added: number },
  ) {
    const { sql, siteStatuses, run } = this.#parts;
    const { newInternal, newExternal: external, newBad: bad, reward } = meaning;
    const isPage = outcome === 'page';
    const startFailed = site.isEntry(claim) && !isPage ? result.reason : undefined;
    const siteStatus = siteStatuses.after(site, { kind: 'dealt-with', startFailed }, -1, 1);
    sql.seeds.gain.run({
      id: site.id,
      status: siteStatus.status,
      note: siteStatus.note,
      pages: isPage ? 1 : 0,
      failed: isPage ? 0 : 1,
      internal: newInternal + added,
      external,
      bad,
      resources,
      reward,
      milliseconds: now - claim.claimedAt,
      at: now,
    });
    sql.runs.lasted.run({ id: run.id, milliseconds: now - run.startedAt });
    return siteStatus;
  }
}

/** Statuses of links whose pages are captured, or will be. */
const IN_TURN = new Set([STATUS.waiting, STATUS.claimed, STATUS.visited]);

function variants(site: SiteState, { id, known, link, slashed, isNofollow, isForbidden }: MatchedLink): SpelledTwice[] {
  if (slashed === undefined || isNofollow || isForbidden || (known && !IN_TURN.has(known.status))) return [];
  return [{ link: id, first: known ? fullAddress(known.url, site.origin) : link.url, second: slashed }];
}

/** Returns the links of a visit: those of the page, or only those of redirects if the page was captured before. */
function linksOf(outcome: Outcome, { links, onWay = [] }: VisitResult): VisitResult['links'] {
  if (outcome === 'failed') return [];
  return outcome === 'duplicate' ? onWay : links;
}

/** Returns the status of a claimed link after its visit. */
function statusAfter(claim: Claim, { outcome, source }: Known): number {
  if (outcome === 'duplicate' || source !== claim.link) return STATUS.redirected;
  return outcome === 'page' ? STATUS.visited : outcome === 'file' ? STATUS.file : STATUS.failed;
}
