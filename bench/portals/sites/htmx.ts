import { facultyPages, type LibraryPortal, libraryPortal, pathsIn } from '../portal.ts';
import type { Entry, Faculty } from '../university.ts';

/** Entries of a list that is loaded at once; the next ones come with its button. */
const AT_ONCE = 6;

/** Fragments from the server: tabs, a list that continues, a selection, a field that searches. */
const application = ({ slug, theses }: Faculty) => `
  <button hx-get="/fragments/news?faculty=${slug}" hx-target="#part">News</button>
  <button hx-get="/fragments/courses?faculty=${slug}" hx-target="#part">Courses</button>
  <button hx-get="/fragments/people?faculty=${slug}" hx-target="#part">People</button><section id="part"></section>
  <select name="year" hx-get="/fragments/theses?faculty=${slug}" hx-target="#theses"><option value="">Theses of …</option>${[
    ...new Set(theses.map(({ year }) => year)),
  ]
    .map((year) => `<option>${year}</option>`)
    .join('')}</select><section id="theses"></section>
  <input type="search" name="words" hx-get="/fragments/events?faculty=${slug}" hx-trigger="input changed delay:300ms" hx-target="#events"><section id="events"></section>`;

export const htmx = (faculties: readonly Faculty[]): LibraryPortal =>
  libraryPortal({
    name: 'htmx',
    libraries: 'htmx',
    files: ['htmx.org/dist/htmx.min.js'],
    pages: facultyPages(faculties, (faculty) => ({
      body: application(faculty),
      links: [
        ...pathsIn('news', faculty.news),
        ...pathsIn('courses', faculty.courses.slice(0, 18)),
        ...pathsIn('people', faculty.people),
        ...pathsIn('theses', faculty.theses),
        ...pathsIn('events', faculty.appointments),
      ],
    })),
    data: ({ pathname, searchParams }) => {
      const faculty = faculties.find(({ slug }) => slug === searchParams.get('faculty'));
      const folder = /^\/fragments\/(\w+)$/.exec(pathname)?.[1];
      if (!faculty || folder === undefined) return undefined;
      const { year, words = '', from = '0' } = Object.fromEntries(searchParams);
      const lists: Record<string, readonly Entry[]> = {
        news: faculty.news,
        courses: faculty.courses.slice(0, 18),
        people: faculty.people,
        theses: faculty.theses.filter((thesis) => String(thesis.year) === year),
        events: faculty.appointments.filter(
          ({ title }) => words !== '' && title.toLowerCase().includes(words.toLowerCase()),
        ),
      };
      const entries = lists[folder] ?? [];
      return folder === 'theses' || folder === 'events'
        ? itemsOf(folder, entries)
        : partOf(folder, entries, Number(from), `/fragments/${folder}?faculty=${faculty.slug}`);
    },
  });

const itemsOf = (folder: string, entries: readonly Entry[]): string =>
  entries.map(({ slug, title }) => `<p><a href="/${folder}/${slug}">${title}</a></p>`).join('');

/** Some entries, and a button that is replaced by the next ones. */
function partOf(folder: string, entries: readonly Entry[], from: number, address: string): string {
  const next = from + AT_ONCE;
  const items = itemsOf(folder, entries.slice(from, next));
  return next < entries.length
    ? `${items}<button hx-get="${address}&amp;from=${next}" hx-swap="outerHTML">More</button>`
    : items;
}
