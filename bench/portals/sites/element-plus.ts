import { dataScript, facultyPages, homePage, type LibraryPortal, libraryPortal, pathsIn } from '../portal.ts';
import type { Faculty } from '../university.ts';

const SERVICES = ['timetable', 'registration', 'forms'];

/**
 * A tree whose leaves navigate by script, a table of pages whose rows do, a menu of commands, expandable parts, a
 * selection.
 */
const application = `<div id="app">
  <el-dropdown trigger="click" @command="serve"><el-button>Services</el-button><template #dropdown><el-dropdown-menu>
    <el-dropdown-item v-for="one in services" :key="one" :command="one">{{ one }}</el-dropdown-item>
  </el-dropdown-menu></template></el-dropdown>
  <el-collapse accordion><el-collapse-item v-for="one in news" :key="one.slug" :title="one.title" :name="one.slug">
    <a :href="'/news/' + one.slug">Read on</a></el-collapse-item></el-collapse>
  <el-tree :data="tree" @node-click="open"></el-tree>
  <el-table :data="rows" @row-click="visit"><el-table-column prop="title" label="Name"></el-table-column>
    <el-table-column label="Homepage"><template #default="{ row }"><a :href="homePage(row.home)" @click.stop>home</a></template></el-table-column>
  </el-table>
  <el-pagination layout="prev, pager, next" :total="people.length" :page-size="4" v-model:current-page="page"></el-pagination>
  <el-select v-model="year" placeholder="Year of theses"><el-option v-for="one in years" :key="one" :label="one" :value="one"></el-option></el-select>
  <ul v-if="year"><li v-for="one in theses.filter((one) => one.year === year)" :key="one.slug"><a :href="'/theses/' + one.slug">{{ one.title }}</a></li></ul>
</div><script>
  const { computed, createApp, ref } = Vue;
  createApp({
    setup() {
      const [page, year] = [ref(1), ref(undefined)];
      const tree = [1, 2, 3].map((year) => ({ label: 'Courses of year ' + year,
        children: data.courses.filter((one) => one.year === year).map(({ slug, title }) => ({ label: title, slug })) }));
      return { ...data, page, year, tree, homePage,
        years: [...new Set(data.theses.map((one) => one.year))].sort(),
        rows: computed(() => data.people.slice(4 * page.value - 4, 4 * page.value)),
        serve: (name) => { location.href = '/services/' + data.slug + '/' + name; },
        open: (node) => { if (node.slug) location.assign('/courses/' + node.slug); },
        visit: (row) => { location.assign('/people/' + row.slug); } };
    },
  }).use(ElementPlus).mount('#app');
</script>`;

export const elementPlus = (faculties: readonly Faculty[]): LibraryPortal =>
  libraryPortal({
    name: 'element-plus',
    libraries: 'Vue, Element Plus',
    files: ['element-plus/dist/index.css', 'vue/dist/vue.global.prod.js', 'element-plus/dist/index.full.min.js'],
    pages: facultyPages(faculties, ({ slug, courses, people, theses, news }) => {
      const shown = {
        slug,
        courses: courses.slice(12, 24),
        people: people.slice(0, 12),
        theses: theses.slice(8, 20),
        news,
      };
      return {
        body: dataScript({ ...shown, services: SERVICES }) + application,
        links: [
          ...pathsIn('news', news),
          ...pathsIn('courses', shown.courses),
          ...pathsIn('people', shown.people),
          ...pathsIn('theses', shown.theses),
          ...shown.people.map(({ home }) => homePage(home)),
          ...SERVICES.map((name) => `/services/${slug}/${name}`),
        ],
      };
    }),
  });
