import { places } from '../portal-list.ts';
import type { PortalMaker } from '../portal-maker.ts';
import { createPlan } from '../portal-plan.ts';
import { SiteTree } from '../site-tree.ts';
import { modernSkin } from '../skins/modern-skin.ts';
import { slug } from '../slug.ts';
import { english } from '../texts/english.ts';
import { wordList } from '../texts/word-list.ts';
import { htmlAnswer, redirectTo, treePortal } from '../tree-portal.ts';

const subjects = wordList(`optics, acoustics, plasma physics, astrophysics, nuclear physics, thermodynamics, magnetism,
  quantum theory, solid state physics, biophysics, photonics, cryogenics, fluid mechanics, atmospheric physics`);

const chemistry = `http://${places.chemistry.host}/`;

/** Large university site, server-rendered: few external links on each of many pages. */
export const physics: PortalMaker = (seed, size) => {
  const place = places.physics;
  const plan = createPlan(seed, place, english, 460);

  const tree = new SiteTree({ path: '/', title: place.name, outbound: plan.outbound(3, 3), listStyle: 'cards' });
  const about = tree.add(tree.start, { path: '/about', title: 'About the faculty' });
  for (const title of ['History of the faculty', 'Campus map', 'Library', 'Workshops', 'Rules for visitors']) {
    tree.add(about, { path: `/about/${slug(title)}`, title, outbound: plan.outbound(0, 2) });
  }
  tree.add(about, {
    path: '/about/neighbours',
    title: 'Our neighbours',
    outbound: [{ href: chemistry, text: places.chemistry.name }, ...plan.outbound(1, 3)],
    extras: [{ href: '/go/chemistry', text: 'The chemists next door' }],
  });

  const departments = tree.add(tree.start, { path: '/departments', title: 'Departments', listStyle: 'table' });
  let people = 0;
  let courses = 0;
  for (const subject of subjects) {
    const path = `/departments/${slug(subject)}`;
    const department = tree.add(departments, {
      path,
      title: `Department of ${subject}`,
      outbound: plan.outbound(2, 4),
    });
    tree.addSection(department, {
      page: { path: `${path}/people`, title: `People in ${subject}`, listStyle: 'table' },
      items: size(28),
      perPart: 20,
      partPath: (part) => `${path}/people/page-${part}`,
      item: () => {
        const title = plan.person();
        return { path: `/people/${slug(title)}-${++people}`, title, outbound: plan.outbound(-1, 1) };
      },
    });
    tree.addSection(department, {
      page: { path: `${path}/courses`, title: `Courses in ${subject}` },
      items: size(18),
      perPart: 20,
      partPath: (part) => `${path}/courses/page-${part}`,
      item: (index) => ({
        path: `/courses/${++courses}`,
        title: `${plan.random.pick(['Introduction to', 'Advanced', 'Seminar on', 'Laboratory of'])} ${subject} ${index + 1}`,
        outbound: plan.outbound(-2, 1),
        extras: index % 6 === 0 ? [{ href: `/files/course-${courses}.pdf`, text: 'Lecture notes (PDF)' }] : [],
      }),
    });
  }

  tree.addSection(tree.start, {
    page: { path: '/news', title: 'News', listStyle: 'definitions' },
    items: size(280),
    perPart: 25,
    partPath: (part) => `/news?page=${part}`,
    item: (index) => ({
      path: `/news/${2024 - (index % 12)}/${index + 1}`,
      title: `${plan.random.pick(['Lecture', 'Prize', 'Visit', 'Award', 'Workshop'])}: ${plan.random.pick(subjects)}`,
      outbound: plan.outbound(0, 2),
    }),
  });
  tree.addSection(tree.start, {
    page: { path: '/projects', title: 'Research projects', listStyle: 'cards', outbound: plan.outbound(2, 2) },
    items: size(140),
    perPart: 20,
    partPath: (part) => `/projects?page=${part}`,
    item: (index) => ({
      path: `/projects/${index + 1}`,
      title: `Project ${index + 1}: ${plan.random.pick(english.adjectives)} ${plan.random.pick(subjects)}`,
      outbound: plan.outbound(1, 4),
    }),
  });
  const publications = tree.add(tree.start, { path: '/publications', title: 'Publications' });
  for (let year = 2013; year < 2025; year++) {
    tree.addSection(publications, {
      page: { path: `/publications/${year}`, title: `Publications of ${year}` },
      items: size(26),
      perPart: 26,
      partPath: (part) => `/publications/${year}/page-${part}`,
      item: (index) => ({
        path: `/publications/${year}/paper-${index + 1}`,
        title: `${plan.person()}: ${plan.random.pick(english.adjectives)} ${plan.random.pick(english.nouns)} of ${plan.random.pick(subjects)}`,
        outbound: plan.outbound(0, 2),
      }),
    });
  }

  return treePortal(
    { seed, place, tree, lexicon: english, subjects, sentences: [22, 36] },
    (view) => htmlAnswer(modernSkin(view)),
    (path) => (path === '/go/chemistry' ? redirectTo(chemistry, 302) : undefined),
  );
};
