import type { NewSite } from '../../domain/site.ts';
import type { Identity } from '../../url/normalise.ts';
import type { World } from '../world.ts';
import { SiteAnswers } from './site-answers.ts';
import { outlineSites, planSite, type SiteOutline } from './site-plan.ts';
import type { SyntheticSpec } from './spec.ts';

/** As the paper has it; all addresses are in lower case, so it makes no difference. */
const IDENTITY: Identity = { foldCase: true, ignored: new Set() };

/**
 * A web that is made up from a spec: the same for the same spec and seed, however it is walked. Each site has exactly the
 * pages and the distinct external links of its spec; breadth first, a page's links are new where the plan has placed them.
 * A site is planned when its first page is asked for, a page is made when it is asked for.
 */
export function syntheticWorld(spec: SyntheticSpec, seed: string): World {
  const outlines = outlineSites(spec, seed);
  const answers: SiteAnswers[] = [];
  return {
    name: spec.name,
    identity: IDENTITY,
    sites: outlines.map(siteOf),
    answer(site, key) {
      const outline = outlines[site];
      if (!outline) throw new RangeError(`no site ${site} in ${spec.name}`);
      const known = answers[site] ?? new SiteAnswers(planSite(outline), IDENTITY);
      answers[site] = known;
      return known.answer(key);
    },
  };
}

const siteOf = ({ url, name, shortName, scope, spec: { kind } }: SiteOutline): NewSite => ({
  url,
  name,
  shortName,
  scope,
  kind: kind === 'mixed' ? 'other' : kind,
});
