import { doiPage, facultyPages, type LibraryPortal, libraryPortal, OUTSIDE, pathsIn } from '../portal.ts';
import type { Faculty } from '../university.ts';

const application = (faculty: string) => `<table id="theses" class="display"></table><script>${OUTSIDE}
  new DataTable('#theses', { serverSide: true, pageLength: 10, ajax: '/data/theses?faculty=${faculty}', columns: [
    { title: 'Year', data: 'year' },
    { title: 'Title', data: 'title', render: (title, _, row) => '<a href="/theses/' + row.slug + '">' + title + '</a>' },
    { title: 'Text', data: 'doi', orderable: false, render: (doi) => '<a href="' + doiPage(doi) + '">DOI</a>' }] });
</script>`;

/** Tables of ten rows per page, each page of which is requested from the server. */
export const datatables = (faculties: readonly Faculty[]): LibraryPortal =>
  libraryPortal({
    name: 'datatables',
    libraries: 'jQuery, DataTables',
    files: [
      'datatables.net-dt/css/dataTables.dataTables.min.css',
      'jquery/dist/jquery.min.js',
      'datatables.net/js/dataTables.min.js',
    ],
    pages: facultyPages(faculties, ({ slug, theses }) => ({
      body: application(slug),
      links: [...pathsIn('theses', theses), ...theses.map(({ doi }) => doiPage(doi))],
    })),
    data: ({ pathname, searchParams }) => (pathname === '/data/theses' ? rowsOf(faculties, searchParams) : undefined),
  });

/** As DataTables requests rows from a server, see its manual on server-side processing. */
function rowsOf(faculties: readonly Faculty[], asked: URLSearchParams): object {
  const theses = faculties.find(({ slug }) => slug === asked.get('faculty'))?.theses ?? [];
  const words = (asked.get('search[value]') ?? '').toLowerCase();
  const matching = theses.filter(({ title, year }) => `${year} ${title}`.toLowerCase().includes(words));
  const sign = asked.get('order[0][dir]') === 'desc' ? -1 : 1;
  const isByTitle = asked.get('order[0][column]') === '1';
  const sorted = matching.toSorted(
    (a, b) => sign * (isByTitle ? a.title.localeCompare(b.title) : a.year - b.year) || a.slug.localeCompare(b.slug),
  );
  const start = Number(asked.get('start') ?? 0);
  return {
    draw: Number(asked.get('draw') ?? 0),
    recordsTotal: theses.length,
    recordsFiltered: matching.length,
    data: sorted.slice(start, start + Number(asked.get('length') ?? 10)),
  };
}
