import { createRandom, type Random } from '../../domain/random.ts';
import type { ScopeKind } from '../../domain/site.ts';
import { pageTemplates } from './page-templates.ts';
import { growTree, placeLinks, type SiteTree } from './site-tree.ts';
import { numbered, type SiteSpec, type SyntheticSpec } from './spec.ts';

/** Site of a web with drawn numbers, before planning. */
export interface SiteOutline {
  readonly url: string;
  readonly name: string;
  readonly shortName: string;
  readonly scope: ScopeKind;
  readonly pages: number;
  readonly links: number;
  readonly spec: SiteSpec;
  /**
   * Seed of the site: the web's seed and the site's address, so that adding a site to the spec changes no other site.
   */
  readonly key: string;
}

/** Plan that a site's pages are made from: about 20 bytes per page. */
export interface SitePlan {
  readonly outline: SiteOutline;
  readonly tree: SiteTree;
  /** Pages with links to unloadable pages, ascending, one entry per link. */
  readonly broken: Int32Array;
  /** Template of each page, an index of `kinds`; 0 is the rich one, if any. */
  readonly templates: Uint8Array;
  /** Templates of the site, as indices of `pageTemplates`. */
  readonly kinds: readonly number[];
  /** New external links of page p: `firstLink[p]` up to, not including, `firstLink[p + 1]`. */
  readonly firstLink: Int32Array;
  /** Number in each page's address, with unloadable pages last, and the inverse mapping. */
  readonly ids: Int32Array;
  readonly placeOfId: Int32Array;
}

/** Probability that a child has its parent's template. */
const ALIKE = 0.85;
/** Smallest number in an address. Larger than a year, so that pages do not look like those of a calendar. */
export const FIRST_ID = 2500;

/** Returns the sites of a web, with groups expanded. */
export function outlineSites(spec: SyntheticSpec, seed: string): SiteOutline[] {
  return spec.sites.flatMap((group) =>
    Array.from({ length: group.count }, (_, index) => {
      const own = (text: string) => numbered(text, index + 1);
      const { href, host } = new URL(own(group.url));
      const key = `${seed} ${href}`;
      const random = createRandom(`${key} size`);
      const drawn = (range: number | readonly [number, number]) =>
        typeof range === 'number' ? range : random.between(...range);
      const shortName = own(group.shortName) || host.replace(/^www\./, '');
      return {
        url: href,
        name: own(group.name) || shortName,
        shortName,
        scope: group.scope,
        pages: drawn(group.pages),
        links: drawn(group.links),
        spec: group,
        key,
      };
    }),
  );
}

export function planSite(outline: SiteOutline): SitePlan {
  const { key, pages, links, spec } = outline;
  const tree = growTree(pages, spec.levels, spec.branching, createRandom(`${key} tree`));
  const kinds = createRandom(`${key} kinds`).sample([...pageTemplates.keys()], spec.templates.count);
  const templates = spreadTemplates(tree, kinds.length, createRandom(`${key} templates`));
  const shape = { ...spec, rich: spec.templates.rich };
  const ownLinks = placeLinks(links - spec.boilerplate.external, tree, templates, shape, createRandom(`${key} links`));
  const firstLink = new Int32Array(pages + 1);
  let sum = spec.boilerplate.external;
  // Links of the boilerplate are found first on the start page, before its own.
  for (const [page, count] of ownLinks.entries()) {
    sum += count;
    firstLink[page + 1] = sum;
  }
  const failed = Math.round((pages * spec.failures) / (1 - spec.failures));
  const random = createRandom(`${key} failures`);
  const broken = Int32Array.from({ length: failed }, () => random.below(pages)).sort();
  return {
    outline,
    tree,
    broken,
    templates,
    kinds,
    firstLink,
    ...numberPages(pages + failed, createRandom(`${key} ids`)),
  };
}

/** Assigns templates. Children mostly have their parent's: sections have templates of their own. */
function spreadTemplates(tree: SiteTree, count: number, random: Random): Uint8Array {
  const templates = new Uint8Array(tree.pages);
  for (const [page, parent] of tree.parents.entries()) {
    const isAlike = parent > 0 && random.chance(ALIKE);
    templates[page] = isAlike ? (templates[parent] ?? 0) : random.below(count);
  }
  return templates;
}

/** Returns ids in random order, so that an address does not reveal its page's place in the site. */
function numberPages(count: number, random: Random): Pick<SitePlan, 'ids' | 'placeOfId'> {
  const ids = Int32Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [ids[last], ids[other]] = [ids[other] ?? 0, ids[last] ?? 0];
  }
  const placeOfId = new Int32Array(count);
  for (const [place, id] of ids.entries()) placeOfId[id] = place;
  return { ids, placeOfId };
}
