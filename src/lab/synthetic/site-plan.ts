import { createRandom, type Random } from '../../domain/random.ts';
import type { ScopeKind } from '../../domain/site.ts';
import { pageTemplates } from './page-templates.ts';
import { growTree, placeLinks, type SiteTree } from './site-tree.ts';
import { numbered, type SiteSpec, type SyntheticSpec } from './spec.ts';

/** One site of a web before it is planned: its numbers are drawn. */
export interface SiteOutline {
  readonly url: string;
  readonly name: string;
  readonly shortName: string;
  readonly scope: ScopeKind;
  readonly pages: number;
  readonly links: number;
  readonly spec: SiteSpec;
  /** What its chance is drawn from: the web's seed and its address, so that a site more in the spec changes no other. */
  readonly key: string;
}

/** All of a site that its pages are made from: about 20 bytes a page. */
export interface SitePlan {
  readonly outline: SiteOutline;
  readonly tree: SiteTree;
  /** Links that lead to pages that can't be loaded: the pages that they stand on, ascending. */
  readonly broken: Int32Array;
  /** Each page's template, an index of `kinds`; 0 is the rich one where there is one. */
  readonly templates: Uint8Array;
  /** The site's templates, as indexes of `pageTemplates`. */
  readonly kinds: readonly number[];
  /** The external links seen first on page p are `firstLink[p]` up to, not including, `firstLink[p + 1]`. */
  readonly firstLink: Int32Array;
  /** The number in the address of each page, broken ones behind the others, and which page a number belongs to. */
  readonly ids: Int32Array;
  readonly placeOfId: Int32Array;
}

/** Share of children that are of their parent's template. */
const ALIKE = 0.85;
/** The smallest number in an address: no year, lest pages be taken for those of a calendar. */
export const FIRST_ID = 2500;

/** The sites of a web, groups taken apart. */
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
  // The links of the boilerplate are seen first on the start page, before its own.
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

/** Children are mostly like their parent: a site's sections have templates of their own. */
function spreadTemplates(tree: SiteTree, count: number, random: Random): Uint8Array {
  const templates = new Uint8Array(tree.pages);
  for (const [page, parent] of tree.parents.entries()) {
    const isAlike = parent > 0 && random.chance(ALIKE);
    templates[page] = isAlike ? (templates[parent] ?? 0) : random.below(count);
  }
  return templates;
}

/** Ids in random order, so that an address does not tell where in the site its page stands. */
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
