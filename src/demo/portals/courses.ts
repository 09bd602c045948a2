import { asset, assetAt } from '../assets.ts';
import { appShell } from '../client/app-shell.ts';
import { historyAppScript } from '../client/history-app-script.ts';
import { type ViewContext, viewOf } from '../page-view.ts';
import type { Answer } from '../portal.ts';
import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { SiteTree } from '../site-tree.ts';
import { english } from '../texts/english.ts';
import { wordList } from '../texts/word-list.ts';
import { htmlAnswer } from '../tree-portal.ts';

const subjects = wordList(`logic, statistics, economics, linguistics, architecture, robotics, pedagogy, law, philosophy,
  sociology`);

/**
 * Client-rendered application with its routes in the path: every path answers with the same shell, and `/api` plus the
 * path with the content. An unknown route shows a message, with status 200.
 */
export const courses: PortalMaker = (seed, size) => {
  const place = places.courses;
  const plan = createPlan(seed, place, english, 130);
  const tree = new SiteTree({ path: '/', title: place.name, outbound: plan.outbound(2, 2) });

  tree.addSection(tree.start, {
    page: { path: '/departments', title: 'Departments' },
    items: subjects.length,
    perPart: subjects.length,
    partPath: (part) => `/departments/page/${part}`,
    item: (index) => ({
      path: `/department/${index + 1}`,
      title: `Department of ${subjects[index]}`,
      outbound: plan.outbound(1, 3),
    }),
  });
  tree.addSection(tree.start, {
    page: { path: '/courses', title: 'All courses', listStyle: 'table' },
    items: size(140),
    perPart: 28,
    partPath: (part) => `/courses/page/${part}`,
    item: (index) => ({
      path: `/course/${index + 1}`,
      title: `${plan.random.pick(['Introduction to', 'Topics in', 'Methods of'])} ${plan.random.pick(subjects)}`,
      outbound: plan.outbound(-1, 2),
      extras: index % 12 === 0 ? [{ href: `/files/course-${index + 1}.pdf`, text: 'Syllabus (PDF)' }] : [],
    }),
  });
  tree.addSection(tree.start, {
    page: { path: '/teachers', title: 'Teachers' },
    items: size(50),
    perPart: 25,
    partPath: (part) => `/teachers/page/${part}`,
    item: (index) => ({ path: `/teacher/${index + 1}`, title: plan.person(), outbound: plan.outbound(0, 1) }),
  });
  tree.addSection(tree.start, {
    page: { path: '/news', title: 'News' },
    items: size(36),
    perPart: 18,
    partPath: (part) => `/news/page/${part}`,
    item: (index) => ({
      path: `/news/item-${index + 1}`,
      title: `News of ${plan.random.pick(subjects)}`,
      outbound: plan.outbound(0, 3),
    }),
  });

  const context: ViewContext = { place, seed, tree, lexicon: english, subjects, sentences: [18, 30] };
  const shell = htmlAnswer(appShell(place.name));
  const script = asset('text/javascript; charset=utf-8', historyAppScript);
  return {
    ...place,
    pages: tree.size,
    externals: tree.countExternals(),
    start: `http://${place.host}/`,
    answer({ path }) {
      if (path === '/app.js') return script;
      if (path.startsWith('/api/')) return apiAnswer(path.slice('/api'.length), context);
      return path.includes('.') ? assetAt(path) : shell;
    },
  };
};

function apiAnswer(path: string, context: ViewContext): Answer {
  const page = context.tree.find(path);
  const body = JSON.stringify(page === undefined ? { error: 'not found' } : viewOf(page, context));
  return { status: page === undefined ? 404 : 200, headers: { 'content-type': 'application/json' }, body };
}
