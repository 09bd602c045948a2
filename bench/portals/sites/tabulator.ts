import { dataScript, facultyPages, homePage, type LibraryPortal, libraryPortal, pathsIn } from '../portal.ts';
import type { Faculty } from '../university.ts';

/** A table of which only the visible rows are drawn and navigate by script, and one of pages, with links. */
const application = (faculty: string) => `<div id="courses"></div><div id="people"></div><script>
  new Tabulator('#courses', { height: 280, layout: 'fitColumns', ajaxURL: '/data/courses?faculty=${faculty}', columns: [
    { title: 'Course', field: 'title', cellClick: (_, cell) => { location.href = '/courses/' + cell.getData().slug; } },
    { title: 'Year', field: 'year' }] });
  new Tabulator('#people', { data: data.people, layout: 'fitColumns', pagination: true, paginationSize: 5, columns: [
    { title: 'Name', field: 'title', formatter: 'link', formatterParams: { url: (cell) => '/people/' + cell.getData().slug } },
    { title: 'Home', field: 'home', formatter: (cell) => '<a href="' + homePage(cell.getValue()) + '">home</a>' }] });
</script>`;

export const tabulator = (faculties: readonly Faculty[]): LibraryPortal =>
  libraryPortal({
    name: 'tabulator',
    libraries: 'Tabulator',
    files: ['tabulator-tables/dist/css/tabulator.min.css', 'tabulator-tables/dist/js/tabulator.min.js'],
    pages: facultyPages(faculties, ({ slug, courses, people }) => ({
      body: dataScript({ people }) + application(slug),
      links: [
        ...pathsIn('courses', courses),
        ...pathsIn('people', people),
        ...people.map(({ home }) => homePage(home)),
      ],
    })),
    data: ({ pathname, searchParams }) =>
      pathname === '/data/courses'
        ? faculties.find(({ slug }) => slug === searchParams.get('faculty'))?.courses
        : undefined,
  });
