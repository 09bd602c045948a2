import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { type SitePage, SiteTree } from '../site-tree.ts';
import { modernSkin } from '../skins/modern-skin.ts';
import { slug } from '../slug.ts';
import { english } from '../texts/english.ts';
import { wordList } from '../texts/word-list.ts';
import { htmlAnswer, treePortal } from '../tree-portal.ts';

const subjects = wordList(`ferns, mosses, lichens, orchids, grasses, sedges, willows, birches, roses, heaths, lilies,
  gentians, mints, daisies, nettles, mallows, poppies, cabbages, pinks, buttercups, pines, horsetails, irises, peas`);

const regions = wordList('northern lakes, southern steppe, western coast, eastern ridge, river delta, high tundra');

/** Institute with a herbarium of thousands of pages without links, and a few pages that consist only of links. */
export const botany: PortalMaker = (seed, size) => {
  const place = places.botany;
  const plan = createPlan(seed, place, english, 900);

  const tree = new SiteTree({ path: '/', title: place.name, listStyle: 'cards' });
  const herbarium = tree.add(tree.start, { path: '/herbarium', title: 'Herbarium', listStyle: 'table' });
  const families: SitePage[][] = [];
  for (const family of subjects) {
    const path = `/herbarium/${family}`;
    const specimens = tree.addSection(herbarium, {
      page: { path, title: `Family of ${family}`, listStyle: 'table' },
      items: size(118),
      perPart: 25,
      partPath: (part) => `${path}/page-${part}`,
      item: (index) => ({
        path: `${path}/sheet-${index + 1}`,
        title: `Sheet ${index + 1}: ${plan.random.pick(english.adjectives)} ${family} of the ${plan.random.pick(regions)}`,
      }),
    });
    families.push(specimens);
  }

  const library = tree.add(tree.start, { path: '/library', title: 'Library' });
  const guides = tree.add(library, { path: '/library/guides', title: 'Guides to the literature' });
  const society = tree.add(tree.start, { path: '/society', title: 'Botanical society' });
  const branches = tree.add(society, { path: '/society/branches', title: 'Branches of the society' });
  const northern = tree.add(branches, { path: '/society/branches/north', title: 'Northern branch' });
  for (const region of regions) {
    tree.add(guides, { path: `/library/guides/${slug(region)}`, title: `Literature on the ${region}` });
    tree.add(branches, { path: `/society/branches/${slug(region)}`, title: `Branch of the ${region}` });
  }
  const collections: readonly [parent: SitePage | undefined, path: string, title: string, links: number][] = [
    [society, '/society/partners', 'Partner organisations', 120],
    [library, '/library/journals', 'Journals on the Web', 210],
    [guides, '/library/guides/links', 'Useful links for botanists', 240],
    [herbarium, '/herbarium/other-herbaria', 'Other herbaria and gardens', 180],
    [families[5]?.[0], '/herbarium/sedges/databases', 'Databases of sedges', 70],
    [northern, '/society/branches/north/links', 'Links of the northern branch', 95],
  ];
  for (const [parent, path, title, links] of collections) {
    tree.add(parent ?? society, { path, title, outbound: plan.collection(links), listStyle: 'definitions' });
  }

  return treePortal({ seed, place, tree, lexicon: english, subjects, sentences: [20, 32] }, (view) =>
    htmlAnswer(modernSkin(view)),
  );
};
