import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { SiteTree } from '../site-tree.ts';
import { tableSkin } from '../skins/table-skin.ts';
import { slug } from '../slug.ts';
import { english } from '../texts/english.ts';
import { wordList } from '../texts/word-list.ts';
import { htmlAnswer, redirectTo, treePortal } from '../tree-portal.ts';

const subjects =
  wordList(`the Bronze Age, the Migration Period, the Hanseatic League, the early empires, the Reformation,
  the Northern Wars, the age of discovery, the industrial towns, the great reforms, oral history, numismatics, heraldry`);

/** University site of the nineties: table layout, relative links to `.html` files, a few of them broken. */
export const history: PortalMaker = (seed, size) => {
  const place = places.history;
  const plan = createPlan(seed, place, english, 190);

  const tree = new SiteTree({ path: '/', title: place.name, outbound: plan.outbound(2, 2) });
  tree.add(tree.start, {
    path: '/guide.html',
    title: 'Guide to this site',
    outbound: plan.outbound(2, 4),
    extras: [
      { href: '/old/timetable.html', text: 'Timetable (moved)' },
      { href: '/lost/programme.html', text: 'Programme of 1998' },
      { href: 'http://[unfinished', text: 'Our guest book' },
      { href: '/files/archive.zip', text: 'All lectures (ZIP)' },
    ],
  });
  tree.add(tree.start, {
    path: '/timetable.html',
    title: 'Timetable',
    listStyle: 'table',
    outbound: plan.outbound(0, 1),
  });

  const sections = [
    { slug: 'periods', title: 'Periods', items: 90, perPart: 30, outbound: [0, 2], listStyle: 'list' },
    { slug: 'sources', title: 'Sources and archives', items: 110, perPart: 30, outbound: [1, 3], listStyle: 'table' },
    { slug: 'staff', title: 'Staff', items: 60, perPart: 20, outbound: [0, 1], listStyle: 'definitions' },
    { slug: 'exhibitions', title: 'Exhibitions', items: 120, perPart: 30, outbound: [0, 1], listStyle: 'list' },
  ] as const;
  for (const section of sections) {
    const [low, high] = section.outbound;
    tree.addSection(tree.start, {
      page: { path: `/${section.slug}/index.html`, title: section.title, listStyle: section.listStyle },
      items: size(section.items),
      perPart: section.perPart,
      partPath: (part) => `/${section.slug}/index${part}.html`,
      item: (index) => {
        const title =
          section.slug === 'staff'
            ? `Prof. ${plan.person()}`
            : `${plan.random.pick(english.adjectives)} ${plan.random.pick(english.nouns)} of ${plan.random.pick(subjects)}`;
        return {
          path: `/${section.slug}/${slug(title)}-${index + 1}.html`,
          title: title.charAt(0).toUpperCase() + title.slice(1),
          outbound: plan.outbound(low, high),
          extras: index === 40 ? [{ href: 'appendix.html', text: 'Appendix' }] : [],
        };
      },
    });
  }

  return treePortal(
    {
      place,
      seed,
      tree,
      lexicon: english,
      subjects,
      sentences: [22, 36],
      hrefOf: (path, from) => {
        const directory = from.path.slice(0, from.path.lastIndexOf('/') + 1);
        return directory !== '/' && path.startsWith(directory) ? path.slice(directory.length) : path;
      },
    },
    (view) => htmlAnswer(tableSkin(view)),
    (path) => (path === '/old/timetable.html' ? redirectTo('/timetable.html', 301) : undefined),
  );
};
