import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { SiteTree } from '../site-tree.ts';
import { tableSkin } from '../skins/table-skin.ts';
import { legacyEncoder } from '../texts/legacy-encoding.ts';
import { russian } from '../texts/russian.ts';
import { wordList } from '../texts/word-list.ts';
import { treePortal } from '../tree-portal.ts';

const subjects = wordList(`минералогия, петрография, геохимия, тектоника, вулканология, палеонтология, гидрогеология,
  сейсмология, стратиграфия, литология`);

const minerals = wordList(`кварц, гранат, топаз, берилл, апатит, корунд, флюорит, кальцит, пирит, галенит, магнетит,
  малахит, циркон, шпинель, оливин, гематит`);

const encode = legacyEncoder('windows-1251');

/** Russian institute in undeclared windows-1251; pages are addressed by query, most of them without external links. */
export const geology: PortalMaker = (seed, size) => {
  const place = places.geology;
  const plan = createPlan(seed, place, russian, 420);
  const tree = new SiteTree({ path: '/', title: 'Институт геологии', outbound: plan.outbound(1, 1) });

  const laboratories = tree.add(tree.start, { path: '/labs.php', title: 'Лаборатории', listStyle: 'table' });
  let people = 0;
  subjects.forEach((subject, index) => {
    const laboratory = tree.add(laboratories, { path: `/lab.php?id=${index + 1}`, title: `Лаборатория: ${subject}` });
    tree.addSection(laboratory, {
      page: { path: `/staff.php?lab=${index + 1}`, title: `Сотрудники: ${subject}`, listStyle: 'table' },
      items: size(22),
      perPart: 25,
      partPath: (part) => `/staff.php?lab=${index + 1}&part=${part}`,
      item: () => ({ path: `/person.php?id=${++people}`, title: plan.person() }),
    });
    if (index % 3 === 1) {
      tree.add(laboratory, {
        path: `/links.php?lab=${index + 1}`,
        title: `Ссылки: ${subject}`,
        outbound: plan.collection(plan.random.between(50, 120)),
        listStyle: 'table',
      });
    }
  });
  tree.addSection(tree.start, {
    page: { path: '/museum.php', title: 'Музей минералов', listStyle: 'cards' },
    items: size(300),
    perPart: 30,
    partPath: (part) => `/museum.php?part=${part}`,
    item: (index) => ({
      path: `/mineral.php?id=${index + 1}`,
      title: `Образец ${index + 1}: ${plan.random.pick(minerals)}`,
    }),
  });
  tree.addSection(tree.start, {
    page: { path: '/papers.php', title: 'Публикации' },
    items: size(220),
    perPart: 30,
    partPath: (part) => `/papers.php?part=${part}`,
    item: (index) => ({
      path: `/paper.php?id=${index + 1}`,
      title: `${plan.person()}. ${plan.random.pick(subjects)}, выпуск ${index + 1}`,
      extras: index % 9 === 0 ? [{ href: `/files/paper-${index + 1}.pdf`, text: 'Полный текст (PDF)' }] : [],
    }),
  });
  const cooperation = tree.add(tree.start, { path: '/cooperation.php', title: 'Сотрудничество' });
  for (const title of ['Российские партнёры', 'Зарубежные партнёры']) {
    tree.add(cooperation, {
      path: `/cooperation.php?page=${cooperation.children.length + 1}`,
      title,
      outbound: plan.collection(90),
    });
  }

  return treePortal({ place, seed, tree, lexicon: russian, subjects, sentences: [26, 38] }, (view) => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: encode(tableSkin(view)),
  }));
};
