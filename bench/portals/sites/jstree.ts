import { facultyPages, type LibraryPortal, libraryPortal, pathsIn } from '../portal.ts';
import type { Faculty } from '../university.ts';

/** A tree whose branches are requested from the server when they open; its leaves navigate by script. */
const application = (faculty: string) => `<div id="tree"></div><script>
  $('#tree').jstree({ core: { data: { url: '/data/tree?faculty=${faculty}', data: (node) => ({ id: node.id }) } } })
    .on('select_node.jstree', (_, { node }) => { if (node.original.page) location.href = '/' + node.original.page; });
</script>`;

export const jstree = (faculties: readonly Faculty[]): LibraryPortal =>
  libraryPortal({
    name: 'jstree',
    libraries: 'jQuery, jsTree',
    files: ['jstree/dist/themes/default/style.min.css', 'jquery/dist/jquery.min.js', 'jstree/dist/jstree.min.js'],
    pages: facultyPages(faculties, ({ slug, courses, people }) => ({
      body: application(slug),
      links: [...pathsIn('courses', courses.slice(0, 24)), ...pathsIn('people', people)],
    })),
    data: ({ pathname, searchParams }) => {
      const faculty = faculties.find(({ slug }) => slug === searchParams.get('faculty'));
      return pathname === '/data/tree' && faculty ? nodesIn(faculty, searchParams.get('id') ?? '#') : undefined;
    },
  });

/** The nodes of a branch: courses by year and person in charge, and people. */
function nodesIn({ courses, people }: Faculty, id: string): object[] | undefined {
  if (id === '#')
    return [branch('people', 'People'), ...[1, 2, 3].map((year) => branch(`year-${year}`, `Courses of year ${year}`))];
  if (id === 'people') return people.map(({ slug, title }) => ({ text: title, page: `people/${slug}` }));
  const [, year = '', half] = /^year-(\d)(?:-(\d))?$/.exec(id) ?? [];
  const ofYear = courses.slice(0, 24).filter((course) => String(course.year) === year);
  if (half === undefined) return ['1', '2'].map((one) => branch(`${id}-${one}`, `Term ${one}`));
  const from = half === '1' ? 0 : 4;
  return ofYear.slice(from, from + 4).map(({ slug, title }) => ({ text: title, page: `courses/${slug}` }));
}

const branch = (id: string, text: string) => ({ id, text, children: true });
