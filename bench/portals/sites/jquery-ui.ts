import { dataScript, facultyPages, type LibraryPortal, libraryPortal, pathsIn } from '../portal.ts';
import type { Faculty } from '../university.ts';

/** An accordion and tabs filled when they open, an autocomplete field that navigates, a calendar of days. */
const application = (faculty: string) => `
  <div id="accordion"><h3>Welcome</h3><div>Choose a year.</div>${[1, 2, 3]
    .map((year) => `<h3 data-year="${year}">Courses of year ${year}</h3><div></div>`)
    .join('')}</div>
  <div id="tabs"><ul><li><a href="#news">News</a></li><li><a href="/fragments/people?faculty=${faculty}">People</a></li></ul><div id="news"></div></div>
  <label>Thesis <input id="thesis"></label><div id="calendar"></div><ul id="day"></ul>
  <script>
  const list = (folder, all) => all.map((one) => '<li><a href="/' + folder + '/' + one.slug + '">' + one.title + '</a></li>').join('');
  $('#news').html('<ul>' + list('news', data.news) + '</ul>');
  $('#accordion').accordion({ heightStyle: 'content', collapsible: true, beforeActivate: (event, ui) => {
    const year = ui.newHeader.data('year');
    if (year && ui.newPanel.is(':empty')) ui.newPanel.load('/fragments/courses?faculty=${faculty}&year=' + year);
  } });
  $('#tabs').tabs();
  $('#thesis').autocomplete({ minLength: 1, source: data.theses.map((one) => ({ label: one.title + ' ' + one.year, value: one.slug })),
    select: (event, ui) => { location.href = '/theses/' + ui.item.value; return false; } });
  const isoOf = (date) => $.datepicker.formatDate('yy-mm-dd', date);
  $('#calendar').datepicker({ defaultDate: new Date(2026, 9, 1), minDate: new Date(2026, 8, 1), maxDate: new Date(2026, 11, 31),
    beforeShowDay: (date) => [data.appointments.some((one) => one.date === isoOf(date))],
    onSelect: (_, picker) => {
      const day = isoOf(new Date(picker.selectedYear, picker.selectedMonth, Number(picker.selectedDay)));
      $('#day').html(list('events', data.appointments.filter((one) => one.date === day)));
    } });
  </script>`;

export const jqueryUi = (faculties: readonly Faculty[]): LibraryPortal =>
  libraryPortal({
    name: 'jquery-ui',
    libraries: 'jQuery UI',
    files: [
      'jquery-ui/dist/themes/base/jquery-ui.min.css',
      'jquery/dist/jquery.min.js',
      'jquery-ui/dist/jquery-ui.min.js',
    ],
    pages: facultyPages(faculties, ({ slug, courses, people, theses, news, appointments }) => ({
      body: dataScript({ news, theses: theses.slice(0, 10), appointments }) + application(slug),
      links: [
        ...pathsIn('news', news),
        ...pathsIn('courses', courses.slice(0, 18)),
        ...pathsIn('people', people),
        ...pathsIn('theses', theses.slice(0, 10)),
        ...pathsIn('events', appointments),
        `/fragments/people?faculty=${slug}`,
      ],
    })),
    data: ({ pathname, searchParams }) => {
      const faculty = faculties.find(({ slug }) => slug === searchParams.get('faculty'));
      if (pathname === '/fragments/people') return listOf('people', faculty?.people ?? []);
      if (pathname !== '/fragments/courses') return undefined;
      const courses = faculty?.courses.slice(0, 18) ?? [];
      return listOf(
        'courses',
        courses.filter(({ year }) => String(year) === searchParams.get('year')),
      );
    },
  });

const listOf = (folder: string, entries: readonly { readonly slug: string; readonly title: string }[]): string =>
  `<ul>${entries.map(({ slug, title }) => `<li><a href="/${folder}/${slug}">${title}</a></li>`).join('')}</ul>`;
