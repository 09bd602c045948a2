import { dataScript, doiPage, facultyPages, type LibraryPortal, libraryPortal, pathsIn } from '../portal.ts';
import type { Faculty } from '../university.ts';

/** Parts drawn when they open, a field that filters, a list that continues, rows that navigate by script. */
const application = `<div x-data="{ open: 0, year: '', query: '', most: 4 }">
  <template x-for="year in [1, 2, 3]"><section>
    <h2><button x-on:click="open = open === year ? 0 : year" x-text="'Courses of year ' + year"></button></h2>
    <template x-if="open === year"><ul><template x-for="one in data.courses.filter((one) => one.year === year)" :key="one.slug">
      <li><a :href="'/courses/' + one.slug" x-text="one.title"></a></li></template></ul></template>
  </section></template>
  <select x-model="year"><option value="">Theses of …</option><template x-for="one in data.years"><option :value="one" x-text="one"></option></template></select>
  <ul><template x-for="one in data.theses.filter((one) => String(one.year) === year)" :key="one.slug"><li><a :href="doiPage(one.doi)" x-text="one.title"></a></li></template></ul>
  <table><template x-for="one in data.people.slice(0, most)" :key="one.slug"><tr x-on:click="location.href = '/people/' + one.slug"><td x-text="one.title"></td></tr></template></table>
  <button x-show="most < data.people.length" x-on:click="most += 4">More people</button>
  <input type="search" placeholder="Search news" x-model="query">
  <ul><template x-for="one in data.news.filter((one) => query !== '' && one.title.toLowerCase().includes(query.toLowerCase()))" :key="one.slug"><li><a :href="'/news/' + one.slug" x-text="one.title"></a></li></template></ul>
</div>`;

export const alpine = (faculties: readonly Faculty[]): LibraryPortal =>
  libraryPortal({
    name: 'alpine',
    libraries: 'Alpine.js',
    files: ['alpinejs/dist/cdn.min.js'],
    pages: facultyPages(faculties, ({ courses, people, theses, news }) => {
      const shown = { courses: courses.slice(24, 36), people, theses: theses.slice(20, 32), news };
      const years = [...new Set(shown.theses.map(({ year }) => year))];
      return {
        body: dataScript({ ...shown, years }) + application,
        links: [
          ...pathsIn('courses', shown.courses),
          ...pathsIn('people', people),
          ...shown.theses.map(({ doi }) => doiPage(doi)),
          ...pathsIn('news', news),
        ],
      };
    }),
  });
