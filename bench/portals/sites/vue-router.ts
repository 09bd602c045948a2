import { dataScript, doiPage, homePage, hostOf, type LibraryPortal, pageOr, pathsIn } from '../portal.ts';
import type { Faculty } from '../university.ts';

const NAME = 'vue-router';

/** An application of hash routes: buttons lead between views, some by the router and some by the address. */
const application = `<div id="app"><router-view></router-view></div><script>
  const { computed, createApp, ref } = Vue;
  const { createRouter, createWebHashHistory, useRoute, useRouter } = VueRouter;
  const Home = { setup: () => ({ faculties: data, go: (slug) => { location.hash = '#/faculty/' + slug; } }),
    template: '<h1>University</h1><button v-for="one in faculties" :key="one.slug" @click="go(one.slug)">{{ one.title }}</button>' };
  const Faculty = {
    setup() {
      const [route, router, part] = [useRoute(), useRouter(), ref('')];
      const faculty = computed(() => data.find((one) => one.slug === route.params.slug) ?? data[0]);
      return { faculty, part, doiPage, to: (person) => router.push('/person/' + person.slug), news: (one) => { location.hash = '#/news/' + one.slug; } };
    },
    template: '<h1>{{ faculty.title }}</h1><router-link to="/">Home</router-link>' +
      '<button @click="part = &quot;people&quot;">People</button><button @click="part = &quot;theses&quot;">Theses</button>' +
      '<ul v-if="part === &quot;people&quot;"><li v-for="one in faculty.people" :key="one.slug" @click="to(one)">{{ one.title }}</li></ul>' +
      '<ul v-if="part === &quot;theses&quot;"><li v-for="one in faculty.theses" :key="one.slug"><a :href="doiPage(one.doi)">{{ one.title }}</a></li></ul>' +
      '<div v-for="one in faculty.news" :key="one.slug"><button @click="news(one)">{{ one.title }}</button></div>' };
  const Person = {
    setup() {
      const route = useRoute();
      const isOpen = ref(false);
      const person = computed(() => data.flatMap((one) => one.people).find((one) => one.slug === route.params.slug));
      return { person, isOpen, homePage };
    },
    template: '<h1>{{ person?.title }}</h1><router-link to="/">Home</router-link><button @click="isOpen = !isOpen">Contact</button><p v-if="isOpen"><a :href="homePage(person.home)">Homepage</a></p>' };
  const routes = [{ path: '/', component: Home }, { path: '/faculty/:slug', component: Faculty }, { path: '/person/:slug', component: Person }, { path: '/news/:slug', component: { template: '<p>News</p>' } }];
  createApp({}).use(createRouter({ history: createWebHashHistory(), routes })).mount('#app');
</script>`;

export function vueRouter(all: readonly Faculty[]): LibraryPortal {
  const origin = `http://${hostOf(NAME)}`;
  const faculties = all.slice(0, 6).map(({ slug, title, people, theses, news }) => {
    return { slug, title, people: people.slice(0, 8), theses: theses.slice(0, 6), news };
  });
  const routes = (paths: readonly string[]) => paths.map((path) => `${origin}/#${path}`);
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>University</title><script src="/lib/vue/dist/vue.global.prod.js"></script><script src="/lib/vue-router/dist/vue-router.global.prod.js"></script></head><body>${dataScript(faculties)}${application}</body></html>`;
  return {
    name: NAME,
    libraries: 'Vue, Vue Router',
    links: new Map([
      [`${origin}/#/`, routes(pathsIn('faculty', faculties))],
      ...faculties.map(({ slug, people, theses, news }): [string, string[]] => [
        `${origin}/#/faculty/${slug}`,
        [
          ...routes(['/', ...pathsIn('person', people), ...pathsIn('news', news)]),
          ...theses.map(({ doi }) => doiPage(doi)),
        ],
      ]),
      ...faculties.flatMap(({ people }) =>
        people
          .slice(0, 3)
          .map(({ slug, home }): [string, string[]] => [
            `${origin}/#/person/${slug}`,
            [`${origin}/#/`, homePage(home)],
          ]),
      ),
    ]),
    answer: ({ pathname }) => pageOr(pathname === '/' ? page : undefined, undefined),
  };
}
