import { BadInput } from '../domain/errors.ts';
import { type LinkStatus, linkStatuses } from '../domain/link.ts';
import { TIER, type TieredRank } from '../domain/rank.ts';
import type { Outcome } from '../domain/visit.ts';
import { parseRobots } from '../frontier/hosts/robots.ts';
import { linkView, type SiteOfLink } from '../frontier/queue/link-view.ts';
import type { LinkPlace } from '../frontier/queue/site-queues.ts';
import { rankIn } from '../frontier/queue/waiting-groups.ts';
import { fullAddress } from '../frontier/visit/stored-address.ts';
import type { Expectation } from '../link-orders/link-order.ts';
import { hasSession } from '../options/crawl.ts';
import { harmOfVisit } from '../safety/harm.ts';
import { queueQueries } from '../storage/claim.ts';
import type { Store } from '../storage/open.ts';
import { decisionQueries } from '../storage/reports/findings.ts';
import { storedIdentity } from '../storage/runs.ts';
import { LINK_KIND } from '../storage/schema.ts';
import { robotsQueries, seedQueries } from '../storage/seeds.ts';
import { limitsOf } from '../storage/sites.ts';
import { externalLinkQueries, internalLinkQueries, resourceQueries } from '../storage/visit.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import { withCase } from '../url/classify.ts';
import { isFilePath } from '../url/file-types.ts';
import { identityKey, keyHash, storedKey } from '../url/normalise.ts';
import { admission } from '../url/patterns.ts';
import { scopeOfSeed } from '../url/scope.ts';
import { observedBy } from './best-pages.ts';
import { whyBroughtNone } from './no-links-reason.ts';
import { lastConfig, lastRun, recordedOptions } from './runs.ts';
import { siteStandings } from './site-standings.ts';

/** Facts behind the decision to visit a link. */
export interface WhyVisited {
  /** Number among all visits of the crawl, from 1. */
  readonly visit: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly reward: number;
  readonly rank: TieredRank;
  /** Visits of the site, and the sum of its rewards, at that time. */
  readonly siteVisits: number;
  readonly siteReward: number;
  /** Visits over all sites, the largest reward of one visit, and the number of sites to choose from, at that time. */
  readonly visits: number | null;
  readonly rewardMax: number | null;
  readonly ready: number | null;
  readonly score: number | null;
  readonly next: { readonly site: string; readonly score: number | null } | null;
  /**
   * Reason why the visit found no links, as far as stored; null if links were found, or if the outcome explains
   * everything.
   */
  readonly noLinks: string | null;
}

/** Current position of a waiting link. */
export interface WhyWaiting {
  readonly rank: TieredRank;
  /** Number of links of the same site that come first. */
  readonly before: number;
  /** Sites with waiting links, in the rule's current order of choice, assuming that no site must pause. */
  readonly sites: readonly {
    readonly site: string;
    readonly score: number;
    readonly visits: number;
    readonly reward: number;
  }[];
  /** Place of the link's own site in `sites`, from 1. */
  readonly place: number;
}

export interface Why {
  readonly url: string;
  readonly site: string;
  readonly kind: 'internal' | 'external';
  /** Status of an internal link; null for an external one. */
  readonly status: LinkStatus | null;
  readonly level: number | null;
  /** Page where the link was first found; null for a start page. */
  readonly sourceUrl: string | null;
  readonly isDeleted: boolean;
  /** True if the link is skipped because a visit could do harm: end the session, delete or send something. */
  readonly mayHarm: boolean;
  /** Reason why the link order refused the link; null if not refused. */
  readonly refused: string | null;
  readonly siteRule: string;
  readonly linkOrder: string;
  /** Reward that the link order expected before the visit, or expects now; null without an expectation. */
  readonly expected: Expectation | null;
  readonly visited: WhyVisited | null;
  readonly waiting: WhyWaiting | null;
}

/**
 * Explains when a link was visited, or why not yet. An address that several sites link to has one entry for each.
 * @throws BadInput for an address that no visited page links to
 */
export function whyVisited(store: Store, address: URL): Why[] {
  const found = whyKnown(store, address);
  if (found.length === 0) throw new BadInput(`--why: no visited page links to ${address.href}`);
  return found;
}

/** Explains a link like `whyVisited`; returns nothing for an address that no visited page links to. */
export function whyKnown(store: Store, address: URL): Why[] {
  const identity = storedIdentity(store);
  const hash = keyHash(identityKey(address, identity));
  const route = keyHash(storedKey(address, identity));
  const elsewhere = keyHash(identityKey(address, withCase(identity)));
  const run = lastRun(store);
  const internal = internalLinkQueries(store);
  const external = externalLinkQueries(store);
  const decisions = decisionQueries(store);
  const names = run?.config.strategy ?? { siteRule: '', linkOrder: '' };
  const seeds = seedQueries(store)
    .all.all({})
    .filter(({ removed }) => removed === null);
  const originOf = (site: number) => seedQueries(store).get.get({ id: site })?.origin ?? '';
  return seeds.flatMap((seed): Why[] => {
    const start = new URL(seed.start_url);
    const place = { site: seed.id, hash };
    // The scope of a site may have changed since the link was found.
    const own = internal.find.get({ site: seed.id, hash: route }) ?? internal.find.get(place);
    const isOwn = own !== undefined;
    const known = own ?? external.find.get({ site: seed.id, hash: elsewhere });
    if (!known) return [];
    const isDeleted =
      decisions.deletion.get({ kind: isOwn ? LINK_KIND.internal : LINK_KIND.external, link: known.id }) !== undefined;
    const common = { site: seed.short_name, siteRule: names.siteRule, linkOrder: names.linkOrder, isDeleted };
    const row = isOwn ? internal.get.get({ id: known.id }) : undefined;
    if (!row)
      return [
        {
          ...common,
          url: address.href,
          kind: 'external',
          mayHarm: false,
          refused: null,
          status: null,
          level: null,
          sourceUrl: null,
          expected: null,
          visited: null,
          waiting: null,
        },
      ];
    const addressOf = (link: number) => {
      const stored = internal.get.get({ id: link });
      return stored && fullAddress(stored.url, originOf(stored.site));
    };
    const status = linkStatuses[row.status] ?? null;
    const url = fullAddress(row.url, start.origin);
    const { anchor = '', rel = '' } = internal.text.get({ link: row.id }) ?? {};
    const link = { url, anchor, rel, isGuess: row.tier === TIER.guess };
    const mayHarm =
      status === 'excluded' && harmOfVisit(link, run !== undefined && hasSession(run.config)) !== undefined;
    return [
      {
        ...common,
        url,
        mayHarm,
        refused: status === 'refused' ? (decisions.refusal.get({ link: row.id })?.text ?? null) : null,
        kind: 'internal',
        status,
        level: row.level,
        sourceUrl: (row.source === null ? undefined : addressOf(row.source)) ?? null,
        expected: expectationOf(store, row, { id: seed.id, origin: start.origin }),
        visited: decisionOf(decisions, row.id, url, addressOf),
        waiting: status === 'waiting' && !isDeleted ? standing(store, row) : null,
      },
    ];
  });
}

/** Returns the facts of a link's visit; null if not visited. @param addressOf returns the address of a stored link */
function decisionOf(
  decisions: ReturnType<typeof decisionQueries>,
  link: number,
  url: string,
  addressOf: (link: number) => string | undefined,
): WhyVisited | null {
  const row = decisions.visit.get({ link });
  if (!row) return null;
  const page = row.page ?? link;
  const hasLinks = decisions.linkOn.get({ page }) !== undefined;
  return {
    visit: Number(row.number),
    startedAt: row.started_at,
    outcome: row.outcome,
    reason: row.reason,
    reward: row.reward,
    rank: { tier: row.tier, lane: row.lane, value: row.rank },
    siteVisits: row.site_visits,
    siteReward: row.site_reward,
    visits: row.all_visits,
    rewardMax: row.reward_max,
    ready: row.ready,
    score: row.site_score,
    next: row.next_name === null ? null : { site: row.next_name, score: row.next_score },
    noLinks: hasLinks ? null : whyBroughtNone(row, url, addressOf(page) ?? url),
  };
}

/**
 * Returns the expectation for a link. The link order of the last run learns again from all visits before the link's
 * own.
 */
function expectationOf(
  store: Store,
  { id: link, url, level }: { readonly id: number; readonly url: string; readonly level: number },
  site: SiteOfLink,
): Expectation | null {
  const run = lastRun(store);
  if (!run) return null;
  const { choice, pageLimit } = run.config;
  const order = makeStrategy(choice, pageLimit).linkOrder;
  if (!order.expect) return null;
  const { sql, observations } = observedBy(store);
  for (const observation of observations()) {
    if (observation.visit.link === link) return order.expect(observation.claimed);
    order.learn?.(observation);
  }
  return order.expect(linkView(sql, { id: link, url }, level, site));
}

/** Returns the position of a waiting link, by asking the rule of the last run for one site after the other. */
function standing(
  store: Store,
  { id: link, queue_group: group, rank }: { readonly id: number } & LinkPlace,
): WhyWaiting | null {
  const own = group === null ? undefined : queueQueries(store).group.get({ id: group });
  if (!own || rank === null) return null;
  const standings = siteStandings(store);
  const sites = standings.map(({ site, score, visits, reward }) => ({ site, score, visits, reward }));
  const place = 1 + standings.findIndex(({ id }) => id === own.site);
  const before = decisionQueries(store).before.get({ site: own.site, group: own.id, rank, link })?.links ?? 0;
  return { rank: rankIn(own, rank), before, sites, place };
}

/**
 * Explains, in one sentence each, why an unlinked address was never visited: its site, and the effect of the last run's
 * patterns and the stored robots.txt.
 */
export function whyNever(store: Store, address: URL): string[] {
  const identity = storedIdentity(store);
  const hashes = [identity, withCase(identity)].map((one) => keyHash(identityKey(address, one)));
  const seeds = seedQueries(store).all.all({});
  const resources = resourceQueries(store);
  const resource = seeds.find(({ id }) => hashes.some((hash) => resources.find.get({ site: id, hash })));
  if (resource)
    return [`It is a resource of ${resource.short_name}: resources are listed, and only links are visited.`];
  const own = seeds.filter((seed) => scopeOfSeed(seed)(address));
  const lines = ['No page that was read so far links to it.'];
  if (own.length === 0)
    return [
      ...lines,
      'It belongs to no site of this crawl: such links are listed where they are found, and not visited.',
    ];
  for (const { short_name, removed } of own)
    lines.push(
      removed === null
        ? `It would belong to ${short_name}.`
        : `It would belong to ${short_name}, which was removed from the crawl.`,
    );
  const isLetIn = own.some((row) => {
    const { include, exclude } = limitsOf(row);
    return admission(include, exclude)?.(address.href) ?? true;
  });
  if (!isLetIn) lines.push('If it were found, the patterns that its site has of its own would keep it out.');
  const { include, exclude } = recordedOptions(lastConfig(store));
  if (!(admission(include, exclude)?.(address.href) ?? true))
    lines.push('If it were found, --include or --exclude of the last run would keep it out.');
  if (isFilePath(address.pathname))
    lines.push(
      'Its address ends like that of a file: files are listed, not visited, unless their ending proves one of pages.',
    );
  const robots = robotsQueries(store).get.get({ origin: address.origin });
  if (robots && !parseRobots(robots.body).allows(address))
    lines.push('If it were found, robots.txt of its server would forbid it.');
  return lines;
}
