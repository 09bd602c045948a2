import { compareTiered, type TieredRank } from '../domain/rank.ts';
import { type Clock, type SiteId, type SiteView, visitsBegun } from '../domain/site.ts';
import { rankIn } from '../frontier/queue/waiting-groups.ts';
import { foldSiteVisits } from '../frontier/visit/observations.ts';
import { queueQueries } from '../storage/claim.ts';
import type { Store } from '../storage/open.ts';
import { observedQueries } from '../storage/past-visits.ts';
import { seedQueries } from '../storage/seeds.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import { lastRun } from './runs.ts';

/** Site with waiting links, as its rule sees it. */
interface SiteStatusNote {
  readonly id: SiteId;
  /** Short name. */
  readonly site: string;
  readonly score: number;
  readonly visits: number;
  /** Sum of the rewards of the site's visits. */
  readonly reward: number;
  readonly waiting: number;
}

/**
 * Returns the sites with waiting links, in the current order of choice of the last run's rule, assuming that no site
 * must pause. The rule is asked for one site after the other.
 * @param most maximum number of sites; default: all
 */
export function siteStandings(store: Store, most = Number.POSITIVE_INFINITY): SiteStatusNote[] {
  const run = lastRun(store);
  if (!run) return [];
  const { choice, pageLimit, timeLimit, sitePageLimit, newSitePages } = run.config;
  const rule = makeStrategy(choice, pageLimit).siteRule;
  foldSiteVisits(rule, { observed: observedQueries(store) });
  const now = run.started_at + run.milliseconds;
  const queues = new Map<number, { waiting: number; best: TieredRank | undefined }>();
  for (const row of queueQueries(store).groups.all({ now })) {
    const { waiting, best } = queues.get(row.site) ?? { waiting: 0, best: undefined };
    const first = row.first_rank === null ? undefined : rankIn(row, row.first_rank);
    const isBetter = first && (!best || compareTiered(first, best) < 0);
    queues.set(row.site, { waiting: waiting + row.waiting, best: isBetter ? first : best });
  }
  const seeds = seedQueries(store)
    .all.all({})
    .filter(({ removed }) => removed === null);
  const names = new Map(seeds.map(({ id, short_name }) => [id, short_name]));
  const views = seeds.map(
    (seed): SiteView => ({
      id: seed.id,
      kind: seed.kind,
      visits: seed.pages + seed.failed,
      inFlight: 0,
      rewardSum: seed.reward_sum,
      rewardMax: seed.reward_max,
      milliseconds: seed.milliseconds,
      ...(queues.get(seed.id) ?? { waiting: 0, best: undefined }),
    }),
  );
  const pagesOf = new Map(
    seeds.map((seed) => [
      seed.id,
      seed.page_limit ?? least(sitePageLimit, seed.found_on === null ? undefined : newSitePages),
    ]),
  );
  const isUsedUp = (view: SiteView) => visitsBegun(view) >= (pagesOf.get(view.id) ?? Number.POSITIVE_INFINITY);
  const clock: Clock = {
    now,
    visits: views.reduce((sum, view) => sum + visitsBegun(view), 0),
    rewardMax: Math.max(0, ...views.map(({ rewardMax }) => rewardMax)),
    sites: views.length,
    pageLimit,
    timeLimit,
  };
  const standings: SiteStatusNote[] = [];
  for (
    let left = views.filter((view) => view.waiting > 0 && !isUsedUp(view));
    left.length > 0 && standings.length < most;
  ) {
    const picked = rule.pick(left, clock);
    const view = left.find(({ id }) => id === picked?.site);
    if (!picked || !view) break;
    const { id, rewardSum: reward, waiting } = view;
    standings.push({ id, site: names.get(id) ?? '', score: picked.score, visits: visitsBegun(view), reward, waiting });
    left = left.filter((other) => other !== view);
  }
  return standings;
}

const least = (...limits: readonly (number | undefined)[]): number =>
  Math.min(...limits.map((limit) => limit ?? Number.POSITIVE_INFINITY));
