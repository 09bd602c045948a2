import { BadInput } from '../domain/errors.ts';
import type { LinkId } from '../domain/link.ts';
import type { SiteId } from '../domain/site.ts';
import type { CrawlStep } from '../domain/visit.ts';
import { storedObservations } from '../frontier/visit/observations.ts';
import { observedQueries } from '../storage/observed.ts';
import type { Store } from '../storage/open.ts';
import { seedQueries } from '../storage/seeds.ts';
import { internalLinkQueries, pageLinkQueries } from '../storage/visit.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import { lastRun } from './runs.ts';

/** All that a stored crawl observed, for a link order to learn from again, with the queries that it is read by. */
export function observedBy(store: Store) {
  const [internal, pageLinks, observed] = [internalLinkQueries(store), pageLinkQueries(store), observedQueries(store)];
  const sql = { internal, pageLinks, observed, seeds: seedQueries(store) };
  const origins = new Map(sql.seeds.all.all({}).map(({ id, origin }) => [id, origin]));
  const sites = { get: (id: SiteId) => ({ id, origin: origins.get(id) ?? '' }) };
  return { sql, observations: () => storedObservations(sql, sites) };
}

/** A step, with addresses in place of links. */
export interface ToldStep extends Omit<CrawlStep, 'authorities' | 'hubs'> {
  /** From 1. */
  readonly step: number;
  readonly authorities: readonly string[];
  readonly hubs: readonly string[];
}

/**
 * The steps of a stored crawl: the link order of its last run learns again from all visits.
 * @throws BadInput if it does not go step by step
 */
export function crawlSteps(store: Store): ToldStep[] {
  const run = lastRun(store);
  if (!run) throw new BadInput('--steps: the database holds no crawl yet');
  const { choice, pageLimit, strategy } = run.config;
  const order = makeStrategy(choice, pageLimit).linkOrder;
  if (!order.steps) throw new BadInput(`--steps: the link order ${strategy.linkOrder} does not go step by step`);
  const addresses = new Map<LinkId, string>();
  for (const observation of observedBy(store).observations()) {
    order.learn?.(observation);
    addresses.set(observation.claimed.id, observation.claimed.url);
    for (const { id, url } of observation.links) addresses.set(id, url);
  }
  const told = (links: readonly LinkId[]) => links.map((link) => addresses.get(link) ?? '');
  return order.steps().map(({ authorities, hubs, ...step }, at) => ({
    ...{ step: at + 1, ...step },
    ...{ authorities: told(authorities), hubs: told(hubs) },
  }));
}
