import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import type { LinkView } from '../domain/link.ts';
import type { Observation } from '../domain/observation.ts';
import { createRandom } from '../domain/random.ts';
import type { SiteId } from '../domain/site.ts';
import { linkOrder, type MovedGroup } from './link-order.ts';

/** Growth of a site's visits, as a factor, after which all its groups are placed again. */
const GROWTH = 1.2;
/** Least ratio of a reward's variance to its mean, so that equal rewards leave some doubt. */
const LEAST_DISPERSION = 1;
/** Version of saved states. A test fails when learning changes without a new version. */
const VERSION = 1;

/** Number of visits and sum of their rewards. */
const tally = { visits: z.int().nonnegative(), sum: z.number() };
type Tally = z.infer<z.ZodObject<typeof tally>>;

const armOfSite = z.strictObject({
  ...tally,
  /** Mean and dispersion at the last placement: expected reward of a visit, and variance of rewards over their mean. */
  mean: z.number(),
  dispersion: z.number(),
});
type Arm = z.infer<typeof armOfSite>;

const armsOfSite = z.strictObject({
  ...tally,
  byName: z.map(z.string(), armOfSite),
  /** Prior of an arm without visits. */
  fresh: armOfSite,
  /** Number of visits at which all arms are placed again. */
  next: z.number(),
});
type Arms = z.infer<typeof armsOfSite>;

const learned = z.strictObject({
  all: z.strictObject({ ...tally, squares: z.number() }),
  sites: z.map(z.number(), armsOfSite),
});

/**
 * Groups links of a site by tag path, as equal paths lead to similar pages, and treats each group as an arm of a bandit
 * (Gauquier, Manolescu & Senellart 2026, "Efficient crawling for scalable web data acquisition": sleeping bandits over
 * tag paths). An arm's value is an upper confidence bound of its next reward, in a Gamma-Poisson model with
 * over-dispersion:
 *
 *     mean = (k m + S) / (k + n)
 *     variance = phi (k m + S) / (k + n)^2
 *     bound = mean + c sqrt(variance)
 *
 * for n visits with sum of rewards S, the site's mean m with a weight of k visits, and phi the variance of rewards over
 * their mean, at least 1. The site's mean is drawn to the mean of all sites in the same way, so that 1,500 new arms
 * need not all be tried first. Start pages are first. Within an arm the order is random, as in the paper.
 *
 * With f links in flight, the variance is phi (k m + S) / ((k + n) (k + n + f)): pending visits narrow the variance and
 * leave the mean (Desautels, Krause & Burdick 2014, "Parallelizing exploration-exploitation tradeoffs in Gaussian
 * process bandit optimization", JMLR 15, for Gaussian processes).
 *
 * A visit moves its arm. All others depend on the means, and move when the site's visits have grown by a fifth.
 */
export const linkGroup = linkOrder({
  name: 'link-group',
  summary: 'groups links by their place in the page (tag path), and tries the best group',
  source: 'Gauquier, Manolescu & Senellart 2026, arXiv:2602.11874',
  params: z.strictObject({
    k: z.number().positive().default(2).describe('weight of the prior of a group, in visits'),
    c: z.number().min(0).default(1).describe('how much to explore, in standard deviations'),
  }),
  trials: [{ c: 0 }, { c: 2 }, { k: 5 }],
  needs: ['tag-paths'],
  make({ k, c }, { seed }) {
    let { all, sites } = nothingLearned();
    /** Number of links in flight, by site and arm. */
    const inFlight = new Map<string, number>();

    const armsOf = (site: SiteId): Arms => {
      const known = sites.get(site);
      if (known) return known;
      const arms = noArms();
      sites.set(site, arms);
      return arms;
    };
    const armOf = ({ byName, fresh }: Arms, link: Pick<LinkView, 'tagPath'>): Arm => {
      const known = byName.get(nameOf(link));
      if (known) return known;
      const arm = { ...fresh };
      byName.set(nameOf(link), arm);
      return arm;
    };
    const meanOf = ({ sum, visits }: Tally, prior: number) => (k * prior + sum) / (k + visits);
    const dispersion = () => {
      const average = all.sum / Math.max(1, all.visits);
      if (average === 0) return LEAST_DISPERSION;
      return Math.max(LEAST_DISPERSION, (all.squares / all.visits - average ** 2) / average);
    };
    const expect = (arm: Arm, site: Tally) => {
      arm.mean = meanOf(arm, meanOf(site, all.sum / Math.max(1, all.visits)));
      arm.dispersion = dispersion();
    };
    const boundOf = (site: SiteId, name: string) => {
      const { byName, fresh } = sites.get(site) ?? noArms();
      const arm = byName.get(name) ?? fresh;
      const known = arm.visits + (inFlight.get(`${site} ${name}`) ?? 0);
      return arm.mean + c * Math.sqrt((arm.dispersion * arm.mean) / (k + known));
    };
    const placed = (site: SiteId, name: string): MovedGroup => ({
      site,
      lane: 0,
      group: { name, value: boundOf(site, name) },
    });

    return {
      kept: {
        key: `link-group ${VERSION} ${process.versions.v8} k=${k}`,
        save: () => serialize({ all, sites }),
        load(bytes) {
          const kept = read(bytes);
          if (kept) ({ all, sites } = kept);
          return kept !== undefined;
        },
      },

      rank(link) {
        if (link.level === 0) return { lane: 1, value: 0 };
        const name = nameOf(link);
        const chance = createRandom(`link order ${seed} ${link.url}`).unit();
        return { lane: 0, group: { name, value: boundOf(link.site, name) }, value: chance };
      },

      learn({ visit, claimed, links }: Observation) {
        const { site, reward } = visit;
        const arms = armsOf(site);
        for (const link of links) if (link.isNew) armOf(armsOf(link.site), link);
        all.visits++;
        all.sum += reward;
        all.squares += reward ** 2;
        const own = claimed.level === 0 ? undefined : armOf(arms, claimed);
        for (const tally of own ? [arms, own] : [arms]) {
          tally.visits++;
          tally.sum += reward;
        }
        if (arms.visits < arms.next) {
          if (!own) return [];
          expect(own, arms);
          return [placed(site, nameOf(claimed))];
        }
        arms.next = Math.ceil(arms.visits * GROWTH);
        for (const arm of [arms.fresh, ...arms.byName.values()]) expect(arm, arms);
        return [...arms.byName.keys()].map((name) => placed(site, name));
      },

      inFlight({ site, name }, change) {
        const key = `${site} ${name}`;
        const links = (inFlight.get(key) ?? 0) + change;
        if (links === 0) inFlight.delete(key);
        else inFlight.set(key, links);
        return placed(site, name);
      },
    };
  },
});

/** Returns the name of a link's arm. */
const nameOf = ({ tagPath }: Pick<LinkView, 'tagPath'>): string => tagPath || 'no tag path';

const noArms = (): Arms => ({
  ...{ visits: 0, sum: 0, byName: new Map(), next: 1 },
  fresh: { visits: 0, sum: 0, mean: 0, dispersion: LEAST_DISPERSION },
});

const nothingLearned = (): z.infer<typeof learned> => ({ all: { visits: 0, sum: 0, squares: 0 }, sites: new Map() });

/** Returns undefined if the bytes are not a valid state. */
function read(bytes: Uint8Array): z.infer<typeof learned> | undefined {
  try {
    return learned.safeParse(deserialize(bytes)).data;
  } catch {
    return undefined;
  }
}
