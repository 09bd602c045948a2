import { asset } from '../assets.ts';
import { eventScript } from '../client/event-script.ts';
import type { Anchor } from '../page-link.ts';
import type { PageView } from '../page-view.ts';
import { oceanography as place } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { type SitePage, SiteTree } from '../site-tree.ts';
import { modernSkin } from '../skins/modern-skin.ts';
import { english } from '../texts/english.ts';
import { wordList } from '../texts/word-list.ts';
import { htmlAnswer, treePortal } from '../tree-portal.ts';

const subjects = wordList('tides, currents, reefs, plankton, salinity, sediments, sea ice, trenches, waves, upwelling');

const stations = 5;
const tabs = wordList('Physics, Life, Ice');
const buttonTo = (value: string, text: string) => `<button type="button" value="${value}">${text}</button>`;

/** Interactions that reveal the links of a page, with the elements for them, by path. */
const held = {
  '/': ['menu', '<button type="button" aria-haspopup="true">Institute</button>'],
  '/cruises': ['more', '<button type="button">Load more</button>'],
  '/apply': ['wizard', '<output>Step 1 of 3</output> <button type="button">Next</button>'],
  '/laboratories': [
    'tabs',
    `<div role="tablist">${tabs.map((tab, index) => `<span role="tab" data-tab="${index}">${tab}</span>`).join(' ')}</div>`,
  ],
  '/questions': ['details', '<details><summary>What is often asked</summary></details>'],
  '/stations': [
    'places',
    Array.from({ length: stations }, (_, index) => buttonTo(`${index + 1}`, `Station ${index + 1}`)).join(' '),
  ],
} as const;

const kindOf = (path: string) => Object.entries(held).find(([page]) => page === path)?.[1];

/**
 * Small institute whose lists appear only after an interaction: a menu fetched on pointing, a list that loads more, a
 * wizard of three steps, tabs with one listener for all, a part that opens, routes behind buttons.
 */
export const oceanography: PortalMaker = (seed, size) => {
  const plan = createPlan(seed, place, english, 60);
  const tree = new SiteTree({ path: '/', title: place.name, outbound: plan.outbound(2, 2) });
  const section = (path: string, title: string, items: number, item: (index: number) => string) => {
    // Otherwise the menus of all other pages would show the section.
    const page = tree.add(tree.start, { path, title, via: 'other', outbound: plan.outbound(1, 3) });
    for (let index = 0; index < items; index++) {
      const subject = plan.random.pick(subjects);
      const title = `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${index + 1}`;
      tree.add(page, { path: item(index + 1), title, outbound: plan.outbound(0, 3) });
    }
  };
  section('/cruises', 'Cruises', size(12), (number) => `/cruises/${number}`);
  section('/apply', 'Apply for ship time', 4, (number) => `/apply/form-${number}`);
  section('/laboratories', 'Laboratories', 6, (number) => `/laboratories/${number}`);
  section('/questions', 'Questions', 5, (number) => `/questions/${number}`);
  section('/stations', 'Stations', stations, (number) => `/stations#/${number}`);

  const linksOf = (page: SitePage): readonly Anchor[] => {
    const below = page === tree.start ? [...tree.pages()].filter(({ parent }) => parent === page) : page.children;
    return [...below.map(({ path, title }) => ({ href: path, text: title })), ...page.outbound];
  };
  const others = (path: string) => {
    if (path === '/events.js') return asset('text/javascript; charset=utf-8', eventScript);
    const { pathname, searchParams } = new URL(path, `http://${place.host}`);
    const page = pathname === '/held.json' ? tree.find(searchParams.get('page') ?? '') : undefined;
    return page && asset('application/json; charset=utf-8', JSON.stringify(linksOf(page)));
  };
  return treePortal(
    { seed, place, tree, lexicon: english, subjects, sentences: [18, 28] },
    (view, page) => htmlAnswer(draw(view, page)),
    others,
  );
};

/** Draws a page. Pages that hold back their links have no other links. */
function draw(view: PageView, page: SitePage): string {
  const kind = kindOf(page.path);
  if (!kind) return modernSkin(view);
  const [way, elements] = kind;
  const paragraphs = view.paragraphs.map((pieces) => pieces.filter((piece) => typeof piece === 'string'));
  const menu = `<div data-links="${way}">${elements}</div><script src="/events.js" defer></script>`;
  return modernSkin({ ...view, paragraphs, groups: [], sideMenu: [] }, menu);
}
