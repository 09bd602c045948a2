import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { SiteTree } from '../site-tree.ts';
import { modernSkin } from '../skins/modern-skin.ts';
import { slug } from '../slug.ts';
import { english } from '../texts/english.ts';
import { wordList } from '../texts/word-list.ts';
import { htmlAnswer, treePortal } from '../tree-portal.ts';

const subjects = wordList(
  'violin, viola, cello, flute, oboe, organ, piano, voice, harp, percussion, composition, conducting',
);

/** Small university site, server-rendered. */
export const music: PortalMaker = (seed, size) => {
  const place = places.music;
  const plan = createPlan(seed, place, english, 60);

  const tree = new SiteTree({ path: '/', title: place.name, listStyle: 'cards', outbound: plan.outbound(2, 2) });
  tree.add(tree.start, { path: '/visit', title: 'Plan your visit', outbound: plan.outbound(1, 3) });
  tree.addSection(tree.start, {
    page: { path: '/classes', title: 'Classes' },
    items: subjects.length,
    perPart: subjects.length,
    partPath: (part) => `/classes?part=${part}`,
    item: (index) => {
      const subject = subjects[index] ?? 'chamber music';
      return { path: `/classes/${slug(subject)}`, title: `Class of ${subject}`, outbound: plan.outbound(0, 2) };
    },
  });
  tree.addSection(tree.start, {
    page: { path: '/concerts', title: 'Concerts', listStyle: 'table' },
    items: size(42),
    perPart: 24,
    partPath: (part) => `/concerts?part=${part}`,
    item: (index) => ({
      path: `/concerts/${index + 1}`,
      title: `Evening ${index + 1}: music for ${plan.random.pick(subjects)}`,
      outbound: plan.outbound(0, 4),
      extras: index % 10 === 0 ? [{ href: `/files/concert-${index + 1}.pdf`, text: 'Programme (PDF)' }] : [],
    }),
  });

  return treePortal({ seed, place, tree, lexicon: english, subjects, sentences: [20, 34] }, (view) =>
    htmlAnswer(modernSkin(view)),
  );
};
