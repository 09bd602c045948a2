import { asset } from '../assets.ts';
import { menusScript } from '../client/menus-script.ts';
import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { siteSearch } from '../site-search.ts';
import { SiteTree } from '../site-tree.ts';
import { modernSkin } from '../skins/modern-skin.ts';
import { slug } from '../slug.ts';
import { english } from '../texts/english.ts';
import { wordList } from '../texts/word-list.ts';
import { htmlAnswer, treePortal } from '../tree-portal.ts';

const subjects = wordList(`algebra, topology, geometry, number theory, probability, combinatorics, numerical methods,
  functional analysis, dynamical systems, mathematical logic`);

/** Pages that only scripts link to, by directory. */
const scripted = [
  { directory: 'chairs', titles: subjects.map((subject) => `Chair of ${subject}`), below: 11, what: 'Lecture notes' },
  { directory: 'seminars', titles: subjects.map((subject) => `Seminar on ${subject}`), below: 8, what: 'Talk' },
  { directory: 'students', titles: wordList('Admission, Curriculum, Exams, Exchange'), below: 12, what: 'Leaflet' },
  {
    directory: 'archive',
    titles: ['1991', '1992', '1993', '1994', '1995'].map((year) => `Archive of ${year}`),
    below: 0,
    what: '',
  },
  { directory: 'olympiads', titles: subjects.map((subject) => `Olympiad in ${subject}`), below: 4, what: 'Problem' },
  { directory: 'journals', titles: wordList('Annals, Letters, Proceedings, Transactions'), below: 0, what: '' },
] as const;

/** Scripts that replace the markup of a menu. */
const menu = `<script src="/js/menu-data.js"></script>
<script src="/js/menus.js"></script>
<script>document.write(menuMarkup('chairs'));</script>
<div id="seminars"></div>
<script>document.getElementById('seminars').innerHTML = menuMarkup('seminars');</script>
<div id="students"></div>
<script>appendMenu(document.getElementById('students'), 'students', menuData.students);</script>
<div id="archive"></div>
<div id="olympiads"></div>
<journal-menu></journal-menu>`;

/**
 * University site whose menus are written by scripts, each in another way; most pages are linked only from these menus.
 * No page links to its search.
 */
export const mathematics: PortalMaker = (seed, size) => {
  const place = places.mathematics;
  const plan = createPlan(seed, place, english, 210);
  const tree = new SiteTree({ path: '/', title: place.name, outbound: plan.outbound(2, 2) });
  tree.add(tree.start, { path: '/about.html', title: 'About', outbound: plan.outbound(1, 3) });
  tree.addSection(tree.start, {
    page: { path: '/news/index.html', title: 'News', listStyle: 'definitions' },
    items: size(160),
    perPart: 20,
    partPath: (part) => `/news/index${part}.html`,
    item: (index) => ({
      path: `/news/item${index + 1}.html`,
      title: `News ${index + 1}: ${plan.random.pick(english.adjectives)} ${plan.random.pick(subjects)}`,
      outbound: plan.outbound(-1, 2),
    }),
  });

  for (const { directory, titles, below, what } of scripted) {
    for (const title of titles) {
      const path = `/${directory}/${slug(title)}`;
      const entry = tree.add(tree.start, { path: `${path}.html`, title, outbound: plan.outbound(0, 3), via: 'other' });
      for (let number = 1; number <= (below === 0 ? 0 : size(below)); number++) {
        tree.add(entry, {
          path: `${path}-${number}.html`,
          title: `${what} ${number}: ${plan.random.pick(english.adjectives)} ${plan.random.pick(english.nouns)}`,
          outbound: plan.outbound(0, 2),
        });
      }
    }
  }

  const menuData = Object.fromEntries(
    scripted.map(({ directory, titles }) => [directory, titles.map((title) => [slug(title), title])]),
  );
  const { olympiads, ...inScript } = menuData;
  const javascript = 'text/javascript; charset=utf-8';
  const others = new Map([
    ['/js/menu-data.js', asset(javascript, `var menuData = ${JSON.stringify(inScript)};\n`)],
    ['/js/menus.js', asset(javascript, menusScript)],
    ['/menu.json', asset('application/json', JSON.stringify(olympiads))],
  ]);
  return treePortal(
    { place, seed, tree, lexicon: english, subjects, sentences: [20, 34] },
    (view) => htmlAnswer(modernSkin(view, menu)),
    (path) => others.get(path) ?? siteSearch(path, place.host, tree),
  );
};
