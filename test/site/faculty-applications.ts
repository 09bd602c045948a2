import type { Portal } from '../../src/demo/portal.ts';
import { html, script, site, typed } from './site.ts';

/** A scripted application: its routes, and the contents of each. */
interface Application {
  readonly portal: Portal;
  /** The links of each page, by address: those of its markup and scripted ones. */
  readonly links: ReadonlyMap<string, readonly string[]>;
}

const DEPARTMENTS = ['physics', 'history', 'law', 'biology', 'chemistry', 'music'];
const PEOPLE = 2;

/** A route, and its target routes. */
interface View {
  readonly title: string;
  readonly routes: readonly string[];
  readonly external: readonly string[];
}

/** A small faculty: a menu on every view, departments with people, and external links on each. */
function faculty(name: string): ReadonlyMap<string, View> {
  const menu = ['/', '/about', '/departments', '/news'];
  const views = new Map<string, View>();
  const add = (route: string, title: string, routes: readonly string[]) =>
    views.set(route, { title, routes: [...menu, ...routes], external: [`http://${name}-out.test${route}`] });
  add('/', 'Faculty', []);
  add('/about', 'About us', []);
  add(
    '/departments',
    'Departments',
    DEPARTMENTS.map((one) => `/departments/${one}`),
  );
  add('/news', 'News', ['/news/1', '/news/2', '/news/3']);
  for (const item of [1, 2, 3]) add(`/news/${item}`, `News ${item}`, []);
  for (const one of DEPARTMENTS) {
    const people = Array.from({ length: PEOPLE }, (_, index) => `/departments/${one}/${index + 1}`);
    add(`/departments/${one}`, `Department of ${one}`, people);
    for (const [index, person] of people.entries()) add(person, `Dr. ${one} ${index + 1}`, [`/departments/${one}`]);
  }
  return views;
}

const dataOf = (views: ReadonlyMap<string, View>): string => JSON.stringify(Object.fromEntries(views));

/** A view drawn by a script; `address` makes the href of a route. */
const DRAW = `
  const draw = (view, address) => {
    const list = (all) => '<ul>' + all.map((one) => '<li><a href="' + one + '">' + one + '</a></li>').join('') + '</ul>';
    document.title = view.title;
    document.querySelector('#app').innerHTML = '<h1>' + view.title + '</h1>' +
      list(view.routes.map(address)) + list(view.external) + '<p>' + 'A text about it. '.repeat(30) + '</p>';
  };`;

const shell = (name: string) =>
  html(`<header><b>${name}</b></header><div id="app"></div><script src="/app.js"></script>`);

const linksOf = (
  host: string,
  views: ReadonlyMap<string, View>,
  address: (route: string) => string,
): Application['links'] =>
  new Map(
    [...views].map(([route, { routes, external }]) => [
      `http://${host}${address(route)}`,
      [...routes.map((one) => `http://${host}${address(one)}`), ...external],
    ]),
  );

/** Routes behind `#`, followed by one listener for all links, which pushes a state and draws. */
function hashRoutes(): Application {
  const host = 'hash-app.test';
  const views = faculty('hash-app');
  const code = `${DRAW}
    const views = ${dataOf(views)};
    const show = () => draw(views[location.hash.slice(1) || '/'] ?? views['/'], (route) => '#' + route);
    document.addEventListener('click', (event) => {
      const link = event.target.closest('a[href^="#/"]');
      if (!link) return;
      event.preventDefault();
      history.pushState(null, '', link.getAttribute('href'));
      show();
    });
    addEventListener('hashchange', show);
    addEventListener('popstate', show);
    show();`;
  const portal = site(host, { '/': shell('Routes behind a hash'), '/app.js': script(code) });
  const links = new Map(linksOf(host, views, (route) => `/#${route}`));
  links.set(`http://${host}/`, links.get(`http://${host}/#/`) ?? []);
  links.delete(`http://${host}/#/`);
  return { portal, links };
}

/** Routes of the History API: each is an address that the server answers with the same shell; data are requested. */
function historyRoutes(): Application {
  const host = 'history-app.test';
  const views = faculty('history-app');
  const code = `${DRAW}
    const show = async () => {
      const view = await (await fetch('/data.json?route=' + encodeURIComponent(location.pathname))).json();
      draw(view, (route) => route);
    };
    document.addEventListener('click', (event) => {
      const link = event.target.closest('a[href^="/"]');
      if (!link || event.metaKey || event.button !== 0) return;
      event.preventDefault();
      history.pushState(null, '', link.getAttribute('href'));
      void show();
    });
    addEventListener('popstate', show);
    void show();`;
  const replies = Object.fromEntries([...views.keys()].map((route) => [route, shell('Routes of the History API')]));
  const data = ({ path }: { path: string }) => {
    const route = new URLSearchParams(path.split('?')[1]).get('route') ?? '/';
    return typed(
      'application/json',
      JSON.stringify(views.get(route) ?? { title: 'No such page', routes: [], external: [] }),
    );
  };
  return {
    portal: site(host, { ...replies, '/app.js': script(code), '/data.json': data }),
    links: linksOf(host, views, (route) => route),
  };
}

const GROUPS = 100;
const ENTRIES = 40;

/** Pages with a menu of 4,000 entries in the markup, whose groups a script opens and closes. */
function longMenus(): Application {
  const host = 'menu-app.test';
  const routes = ['/', '/a', '/b', '/c', '/d', '/e', '/f', '/g'];
  const entries = Array.from(
    { length: GROUPS * ENTRIES },
    (_, index) => `/unit/${Math.floor(index / ENTRIES)}/${index}`,
  );
  const menu = Array.from({ length: GROUPS }, (_, group) => {
    const items = entries.slice(group * ENTRIES, (group + 1) * ENTRIES);
    return `<li class="group"><button class="toggle" aria-expanded="false">Unit ${group}</button><ul hidden>${items
      .map((entry) => `<li><a href="${entry}">Entry ${entry}</a></li>`)
      .join('')}</ul></li>`;
  }).join('');
  const code = `for (const button of document.querySelectorAll('.toggle')) button.addEventListener('click', () => {
      const list = button.nextElementSibling;
      list.hidden = !list.hidden;
      button.setAttribute('aria-expanded', String(!list.hidden));
    });`;
  const body = (route: string) =>
    `<nav><ul>${menu}</ul></nav>${routes.map((one) => `<a href="${one}">${one}</a>`).join(' ')}
     <a href="http://menu-app-out.test${route}">partner</a><script src="/app.js"></script>`;
  const replies = Object.fromEntries(routes.map((route) => [route, html(body(route))]));
  const found = (route: string) =>
    [...entries, ...routes].map((one) => `http://${host}${one}`).concat(`http://menu-app-out.test${route}`);
  return {
    portal: site(host, { ...replies, '/app.js': script(code) }),
    links: new Map(routes.map((route) => [`http://${host}${route}`, found(route)])),
  };
}

/** Pages whose parts load when opened: tabs filled by a script, a list extended by a button. */
function openedViews(): Application {
  const host = 'views-app.test';
  const routes = Array.from({ length: 12 }, (_, index) => `/course/${index + 1}`);
  const parts = (path: string) => {
    const route = path === '/' ? '/start' : path;
    return {
      tabs: ['teachers', 'reading', 'dates'].map((name) => ({
        name,
        links: [`http://views-app-out.test${route}/${name}/1`, `http://views-app-out.test${route}/${name}/2`],
      })),
      more: [1, 2, 3].map((page) => [1, 2].map((item) => `http://views-app-out.test${route}/more/${page}/${item}`)),
    };
  };
  const code = `
    const list = (all) => all.map((one) => '<li><a href="' + one + '">' + one + '</a></li>').join('');
    const { tabs, more } = JSON.parse(document.querySelector('#data').textContent);
    const app = document.querySelector('#app');
    const panel = document.createElement('div');
    for (const { name, links } of tabs) {
      const tab = document.createElement('button');
      tab.className = 'tab';
      tab.textContent = name;
      tab.addEventListener('click', () => { panel.innerHTML = '<ul>' + list(links) + '</ul>'; });
      app.append(tab);
    }
    const rest = document.createElement('ul');
    const button = document.createElement('button');
    button.className = 'more';
    button.textContent = 'Show more';
    button.addEventListener('click', () => {
      rest.insertAdjacentHTML('beforeend', list(more.shift() ?? []));
      if (more.length === 0) button.remove();
    });
    app.append(panel, rest, button);`;
  const hidden = (route: string) => JSON.stringify(parts(route)).replaceAll('http://', 'http:\\u002f\\u002f');
  const body = (route: string) =>
    `<nav>${routes.map((one) => `<a href="${one}">${one}</a>`).join(' ')}</nav><div id="app"></div>
     <script type="application/octet-stream" id="data">${hidden(route)}</script><script src="/app.js"></script>`;
  const all = ['/', ...routes];
  const found = (route: string) => [
    ...routes.map((one) => `http://${host}${one}`),
    ...parts(route).tabs.flatMap(({ links }) => links),
    ...parts(route).more.flat(),
  ];
  return {
    portal: site(host, {
      ...Object.fromEntries(all.map((route) => [route, html(body(route))])),
      '/app.js': script(code),
    }),
    links: new Map(all.map((route) => [`http://${host}${route}`, found(route)])),
  };
}

export const facultyApplications: readonly Application[] = [hashRoutes(), historyRoutes(), longMenus(), openedViews()];
