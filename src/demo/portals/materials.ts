import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { SiteTree } from '../site-tree.ts';
import { plainSkin } from '../skins/plain-skin.ts';
import { english } from '../texts/english.ts';
import { wordList } from '../texts/word-list.ts';
import { htmlAnswer, treePortal } from '../tree-portal.ts';

const subjects =
  wordList(`steels, ceramics, polymers, glasses, thin films, composites, powders, crystals, coatings, alloys,
  semiconductors, fibres, foams, adhesives, membranes, lubricants`);

const collectionTitles = [
  'Links and partners',
  'Suppliers of samples',
  'Standards and data bases',
  'Conferences',
  'Societies',
];

/** Institute whose departments list many reports; a few departments have a page of links, deep in the tree. */
export const materials: PortalMaker = (seed, size) => {
  const place = places.materials;
  const plan = createPlan(seed, place, english, 800);

  const tree = new SiteTree({ path: '/', title: place.name, listStyle: 'definitions' });
  tree.add(tree.start, { path: '/contact', title: 'How to find us' });
  const departments = tree.add(tree.start, { path: '/dept', title: 'Departments', listStyle: 'list' });
  let reports = 0;
  subjects.forEach((subject, number) => {
    const path = `/dept/${number + 1}`;
    const department = tree.add(departments, { path, title: `Department of ${subject}` });
    tree.addSection(department, {
      page: { path: `${path}/reports`, title: `Reports on ${subject}`, listStyle: 'definitions' },
      items: size(115),
      perPart: 28,
      partPath: (part) => `${path}/reports?from=${part}`,
      item: () => ({
        path: `/report.php?number=${++reports}`,
        title: `Report ${reports}: ${plan.random.pick(english.adjectives)} ${plan.random.pick(english.nouns)} of ${subject}`,
      }),
    });
    const service = tree.add(department, { path: `${path}/service`, title: `Service of the ${subject} group` });
    if (number % 2 === 0) return;
    const parent = plan.random.pick([department, service]);
    tree.add(parent, {
      path: `${path}/links`,
      title: plan.random.pick(collectionTitles),
      outbound: plan.collection(plan.random.between(85, 190)),
      listStyle: 'table',
    });
  });

  return treePortal({ seed, place, tree, lexicon: english, subjects, sentences: [22, 34] }, (view) =>
    htmlAnswer(plainSkin(view)),
  );
};
