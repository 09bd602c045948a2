import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import type { LinkView } from '../domain/link.ts';
import type { Observation } from '../domain/observation.ts';
import { createRandom } from '../domain/random.ts';
import type { SiteId } from '../domain/site.ts';
import { linkOrder, type MovedGroup } from './link-order.ts';

/** All groups of a site are placed anew when it has had so many times as many pulls. */
const GROWTH = 1.2;
/** Least variance of a reward by its mean: rewards that are all alike still leave a doubt. */
const LEAST_DISPERSION = 1;
/** Tells states that other code has learned; a test says when it must be another one. */
const VERSION = 1;

/** Pulls, and the sum of their rewards. */
const tally = { pulls: z.int().nonnegative(), sum: z.number() };
type Tally = z.infer<z.ZodObject<typeof tally>>;

const armOfSite = z.strictObject({
  ...tally,
  /** What a pull was expected to bring, and the variance of rewards by their mean, when it was placed last. */
  mean: z.number(),
  dispersion: z.number(),
});
type Arm = z.infer<typeof armOfSite>;

const armsOfSite = z.strictObject({
  ...tally,
  byName: z.map(z.string(), armOfSite),
  /** One that has not had a pull. */
  fresh: armOfSite,
  /** The number of pulls at which all are placed anew. */
  next: z.number(),
});
type Arms = z.infer<typeof armsOfSite>;

const learned = z.strictObject({
  all: z.strictObject({ ...tally, squares: z.number() }),
  sites: z.map(z.number(), armsOfSite),
});

/**
 * Links of a site that stand at like places are one arm of a bandit: those of one tag path, as they lead to like pages
 * (Gauquier, Manolescu & Senellart 2026, "Efficient crawling for scalable web data acquisition": sleeping bandits over tag
 * paths). An arm stands at an upper bound of what its next link will bring, from a Gamma-Poisson model with
 * over-dispersion: with n pulls of sum S, a mean m of the site and k pulls that this mean is worth, its mean is
 * (k m + S) / (k + n) and its variance phi (k m + S) / (k + n)^2, phi the variance of rewards by their mean, at least 1;
 * the bound is the mean and c standard deviations. The site's mean is drawn to the mean of all sites in the same way: an
 * arm without a pull stands where it may be expected to, so that 1,500 arms need not be tried first. A start page comes
 * before all. Within an arm a link is drawn by chance, as there.
 *
 * With f links in flight, of which nothing was heard yet, an arm's bound is its mean and c times the square root of
 * phi (k m + S) / ((k + n) (k + n + f)): they narrow the variance, as they will tell something, and leave the mean
 * (Desautels, Krause & Burdick 2014, "Parallelizing exploration-exploitation tradeoffs in Gaussian process bandit
 * optimization", JMLR 15, for Gaussian processes).
 *
 * After a pull its arm moves; the others, whose bounds depend on the means, move when the site's pulls have grown by a
 * fifth.
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
    /** Links in flight by site and arm. */
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
    const meanOf = ({ sum, pulls }: Tally, prior: number) => (k * prior + sum) / (k + pulls);
    const dispersion = () => {
      const average = all.sum / Math.max(1, all.pulls);
      if (average === 0) return LEAST_DISPERSION;
      return Math.max(LEAST_DISPERSION, (all.squares / all.pulls - average ** 2) / average);
    };
    const expect = (arm: Arm, site: Tally) => {
      arm.mean = meanOf(arm, meanOf(site, all.sum / Math.max(1, all.pulls)));
      arm.dispersion = dispersion();
    };
    const boundOf = (site: SiteId, name: string) => {
      const { byName, fresh } = sites.get(site) ?? noArms();
      const arm = byName.get(name) ?? fresh;
      const known = arm.pulls + (inFlight.get(`${site} ${name}`) ?? 0);
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
        all.pulls++;
        all.sum += reward;
        all.squares += reward ** 2;
        const own = claimed.level === 0 ? undefined : armOf(arms, claimed);
        for (const tally of own ? [arms, own] : [arms]) {
          tally.pulls++;
          tally.sum += reward;
        }
        if (arms.pulls < arms.next) {
          if (!own) return [];
          expect(own, arms);
          return [placed(site, nameOf(claimed))];
        }
        arms.next = Math.ceil(arms.pulls * GROWTH);
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

/** The arm of a link. */
const nameOf = ({ tagPath }: Pick<LinkView, 'tagPath'>): string => tagPath || 'no tag path';

const noArms = (): Arms => ({
  ...{ pulls: 0, sum: 0, byName: new Map(), next: 1 },
  fresh: { pulls: 0, sum: 0, mean: 0, dispersion: LEAST_DISPERSION },
});

const nothingLearned = (): z.infer<typeof learned> => ({ all: { pulls: 0, sum: 0, squares: 0 }, sites: new Map() });

/** Undefined where the bytes are no state. */
function read(bytes: Uint8Array): z.infer<typeof learned> | undefined {
  try {
    return learned.safeParse(deserialize(bytes)).data;
  } catch {
    return undefined;
  }
}
