import { escapeHtml } from '../../domain/html.ts';
import { createRandom } from '../../domain/random.ts';
import type { PageView } from '../page-view.ts';
import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { SiteTree } from '../site-tree.ts';
import { plainSkin } from '../skins/plain-skin.ts';
import { legacyEncoder } from '../texts/legacy-encoding.ts';
import { prose } from '../texts/prose.ts';
import { russian } from '../texts/russian.ts';
import { wordList } from '../texts/word-list.ts';
import { treePortal } from '../tree-portal.ts';

const subjects = wordList(`старославянский язык, берестяные грамоты, былины, летописи, фонетика, диалекты, ударение,
  переводы, палеография, стиховедение, словари, синтаксис`);

const encode = legacyEncoder('koi8-r');

/** Russian university site in undeclared koi8-r: a frameset whose frames lead to pages with nested frames. */
export const philology: PortalMaker = (seed, size) => {
  const place = places.philology;
  const plan = createPlan(seed, place, russian, 130);
  const tree = new SiteTree({ path: '/', title: 'Факультет славянской филологии' });
  tree.add(tree.start, { path: '/top.html', title: 'Славянская филология', via: 'frame' });
  const menu = tree.add(tree.start, { path: '/menu.html', title: 'Разделы', via: 'frame' });
  tree.add(tree.start, { path: '/main.html', title: 'Новости', via: 'frame', outbound: plan.outbound(3, 5) });

  const lectures = tree.addSection(menu, {
    page: { path: '/lectures/index.html', title: 'Лекции', listStyle: 'table' },
    items: size(42),
    perPart: 21,
    partPath: (part) => `/lectures/index${part}.html`,
    item: (index) => ({
      path: `/lectures/${index + 1}.html`,
      title: `Лекция ${index + 1}: ${plan.random.pick(subjects)}`,
    }),
  });
  lectures.forEach((lecture, index) => {
    const number = index + 1;
    const note = tree.add(lecture, {
      path: `/notes/${number}.html`,
      title: `Примечания к лекции ${number}`,
      outbound: plan.outbound(0, 2),
      via: 'frame',
    });
    tree.add(note, {
      path: `/notes/sources/${number}.html`,
      title: `Источники лекции ${number}`,
      outbound: plan.outbound(1, 3),
      listStyle: 'definitions',
      via: 'frame',
    });
  });
  tree.addSection(menu, {
    page: { path: '/texts/index.html', title: 'Тексты' },
    items: size(40),
    perPart: 20,
    partPath: (part) => `/texts/index${part}.html`,
    item: (index) => ({
      path: `/texts/${index + 1}.html`,
      title: `Текст ${index + 1}: ${plan.random.pick(subjects)}`,
      outbound: plan.outbound(0, 2),
    }),
  });
  tree.addSection(menu, {
    page: { path: '/people/index.html', title: 'Преподаватели', listStyle: 'definitions' },
    items: size(24),
    perPart: 24,
    partPath: (part) => `/people/index${part}.html`,
    item: (index) => ({ path: `/people/${index + 1}.html`, title: plan.person(), outbound: plan.outbound(-1, 1) }),
  });

  return treePortal({ place, seed, tree, lexicon: russian, subjects, sentences: [26, 38] }, (view, page) => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: encode(page === tree.start ? framesetHtml(view, seed) : plainSkin(view)),
  }));
};

function framesetHtml(view: PageView, seed: number): string {
  const [top, menu, main] = view.frames.map(escapeHtml);
  return `<html>
<head><title>${escapeHtml(view.title)}</title></head>
<frameset rows="120,*">
<frame src="${top}" name="top">
<frameset cols="240,*">
<frame src="${menu}" name="menu">
<frame src="${main}" name="main">
</frameset>
<noframes>${escapeHtml(prose(createRandom(`${seed} noframes`), russian, subjects, 12))}</noframes>
</frameset>
</html>
`;
}
