import { z } from 'zod';
import type { LinkView } from '../domain/link.ts';
import type { Observation } from '../domain/observation.ts';
import { createRandom } from '../domain/random.ts';
import type { SiteId } from '../domain/site.ts';
import { linkOrder, type Rerank } from './link-order.ts';

/** All groups of a site are placed anew when it has had so many times as many pulls. */
const GROWTH = 1.2;
/** Least variance of a reward by its mean: rewards that are all alike still leave a doubt. */
const LEAST_DISPERSION = 1;

/** Pulls, and the sum of their rewards. */
interface Tally {
  pulls: number;
  sum: number;
}

interface Group extends Tally {
  /** Where it stands. */
  value: number;
}

interface Groups extends Tally {
  readonly byName: Map<string, Group>;
  /** Where a group stands that has not had a pull. */
  fresh: number;
  /** The number of pulls at which all are placed anew. */
  next: number;
}

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
 * After a pull its arm moves; the others, whose bounds depend on the means, move when the site's pulls have grown by a
 * fifth.
 */
export const linkGroup = linkOrder({
  name: 'link-group',
  summary: 'links of one tag path are an arm: the arm that may bring most',
  params: z.strictObject({
    k: z.number().positive().default(2).describe("pulls that an arm's prior is worth"),
    c: z.number().min(0).default(1).describe('standard deviations of the upper bound: how much is explored'),
  }),
  trials: [{ c: 0 }, { c: 2 }, { k: 5 }],
  needs: ['tag-paths'],
  make({ k, c }, { seed }) {
    const sites = new Map<SiteId, Groups>();
    const all = { pulls: 0, sum: 0, squares: 0 };

    const groupsOf = (site: SiteId): Groups => {
      const known = sites.get(site);
      if (known) return known;
      const groups = { pulls: 0, sum: 0, byName: new Map(), fresh: 0, next: 1 };
      sites.set(site, groups);
      return groups;
    };
    const groupOf = ({ byName, fresh }: Groups, link: Pick<LinkView, 'tagPath'>): Group => {
      const known = byName.get(nameOf(link));
      if (known) return known;
      const group = { pulls: 0, sum: 0, value: fresh };
      byName.set(nameOf(link), group);
      return group;
    };
    const mean = ({ sum, pulls }: Tally, prior: number) => (k * prior + sum) / (k + pulls);
    const dispersion = () => {
      const average = all.sum / Math.max(1, all.pulls);
      if (average === 0) return LEAST_DISPERSION;
      return Math.max(LEAST_DISPERSION, (all.squares / all.pulls - average ** 2) / average);
    };
    const bound = (tally: Tally, site: Tally) => {
      const expected = mean(tally, mean(site, all.sum / Math.max(1, all.pulls)));
      return expected + c * Math.sqrt((dispersion() * expected) / (k + tally.pulls));
    };
    const place = (site: SiteId, [name, group]: readonly [string, Group]): Rerank => ({
      site,
      lane: 0,
      group: { name, value: group.value },
    });

    return {
      rank(link) {
        if (link.level === 0) return { lane: 1, value: 0 };
        const name = nameOf(link);
        const groups = groupsOf(link.site);
        const value = groups.byName.get(name)?.value ?? groups.fresh;
        const chance = createRandom(`link order ${seed} ${link.url}`).unit();
        return { lane: 0, group: { name, value }, value: chance };
      },

      learn({ visit, claimed, links }: Observation) {
        const { site, reward } = visit;
        const groups = groupsOf(site);
        for (const link of links) if (link.isNew) groupOf(groupsOf(link.site), link);
        all.pulls++;
        all.sum += reward;
        all.squares += reward ** 2;
        const own = claimed.level === 0 ? undefined : groupOf(groups, claimed);
        for (const tally of own ? [groups, own] : [groups]) {
          tally.pulls++;
          tally.sum += reward;
        }
        if (groups.pulls < groups.next) {
          if (!own) return [];
          own.value = bound(own, groups);
          return [place(site, [nameOf(claimed), own])];
        }
        groups.next = Math.ceil(groups.pulls * GROWTH);
        groups.fresh = bound({ pulls: 0, sum: 0 }, groups);
        for (const group of groups.byName.values()) group.value = bound(group, groups);
        return [...groups.byName].map((entry) => place(site, entry));
      },
    };
  },
});

/** The arm of a link. */
const nameOf = ({ tagPath }: Pick<LinkView, 'tagPath'>): string => tagPath || 'no tag path';
