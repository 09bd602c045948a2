import { asset, assetAt } from '../assets.ts';
import { appShell } from '../client/app-shell.ts';
import { hashAppScript } from '../client/hash-app-script.ts';
import { type ViewContext, viewOf } from '../page-view.ts';
import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { SiteTree } from '../site-tree.ts';
import { english } from '../texts/english.ts';
import { wordList } from '../texts/word-list.ts';
import { htmlAnswer } from '../tree-portal.ts';
import { identityOf } from '../url-identity.ts';

const subjects = wordList(
  'catalysis, polymers, electrochemistry, spectroscopy, organic synthesis, colloids, crystallography',
);

/**
 * Client-rendered application with its routes in the fragment: one document, and one bundle with all content. Its tree
 * has the routes as paths; `/` is the document without a fragment.
 */
export const chemistry: PortalMaker = (seed, size) => {
  const place = places.chemistry;
  const plan = createPlan(seed, place, english, 90);
  const tree = new SiteTree({ path: '/', title: place.name, outbound: plan.outbound(2, 2) });

  tree.addSection(tree.start, {
    page: { path: '/departments', title: 'Departments' },
    items: subjects.length,
    perPart: subjects.length,
    partPath: (part) => `/departments/${part}`,
    item: (index) => ({
      path: `/department/${index + 1}`,
      title: `Department of ${subjects[index]}`,
      outbound: plan.outbound(1, 3),
    }),
  });
  tree.addSection(tree.start, {
    page: { path: '/groups', title: 'Research groups', listStyle: 'table' },
    items: size(60),
    perPart: 20,
    partPath: (part) => `/groups/${part}`,
    item: (index) => ({
      path: `/group/${index + 1}`,
      title: `Group of ${plan.random.pick(subjects)}, Prof. ${plan.person()}`,
      outbound: plan.outbound(0, 2),
    }),
  });
  tree.addSection(tree.start, {
    page: { path: '/events', title: 'Events' },
    items: size(44),
    perPart: 22,
    partPath: (part) => `/events/${part}`,
    item: (index) => ({
      path: `/event/${index + 1}`,
      title: `Colloquium ${index + 1}: ${plan.random.pick(subjects)}`,
      outbound: plan.outbound(0, 2),
      extras: index % 8 === 0 ? [{ href: `/files/colloquium-${index + 1}.pdf`, text: 'Abstract (PDF)' }] : [],
    }),
  });

  const context: ViewContext = {
    place,
    seed,
    tree,
    lexicon: english,
    subjects,
    sentences: [5, 8],
    hrefOf: (path) => (path === '/' ? path : `#${path}`),
  };
  const shell = htmlAnswer(appShell(place.name));
  const script = asset('text/javascript; charset=utf-8', hashAppScript);
  const routes = [...tree.pages()].map((page) => [identityOf(page.path) || '/', viewOf(page, context)] as const);
  const bundle = asset('application/json', JSON.stringify(Object.fromEntries(routes)));
  return {
    ...place,
    pages: tree.size,
    externals: tree.countExternals(),
    start: `http://${place.host}/`,
    answer({ path }) {
      if (path === '/') return shell;
      if (path === '/app.js') return script;
      return path === '/bundle.json' ? bundle : assetAt(path);
    },
  };
};
