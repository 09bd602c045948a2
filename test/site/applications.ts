import { html, late, script, site, typed } from './site.ts';

/** Routes of each application. */
const ROUTES = ['home', 'about', 'staff'];

/** Navigation of an application between its routes. */
interface Routing {
  /** Address of a route. */
  readonly to: string;
  /**
   * Script that shows another route after setting its address to `href`, a function of its name; `draw()` draws the
   * route.
   */
  readonly go: string;
  /** True if it listens for all links; otherwise each listens itself. */
  readonly isDelegated?: boolean;
  /** True if buttons, not links, lead to routes. */
  readonly isPressed?: boolean;
  /** True if it draws the route of an address on going back. */
  readonly isForgetful?: boolean;
}

/**
 * An application: each route draws links to all, its own link and a button that brings another one. Routes have new
 * elements each time they are drawn.
 */
const application = ({ to, go, isDelegated, isPressed, isForgetful }: Routing) =>
  html(`<div id=app></div><script>
  const to = ${to};
  const shown = () => ${JSON.stringify(ROUTES)}.findLast((name) => location.href.includes(name)) ?? 'home';
  const go = ${go};
  const follow = (event) => { const link = event.target.closest('a[data-route]');
    if (link) { event.preventDefault(); go(link.dataset.route) } };
  function draw() {
    const name = shown();
    app.innerHTML = '<nav>' + ${JSON.stringify(ROUTES)}.map((name) => ${
      isPressed
        ? `'<button class=to data-route=' + name + '>To ' + name + '</button>'`
        : `'<a data-route=' + name + ' href="' + to(name) + '">' + name + '</a>'`
    }).join(' ') + '</nav><main><a href=/of/' + name + '>of</a><button class=more>More</button></main>';
    app.querySelector('.more').onclick = (event) => event.target.insertAdjacentHTML('afterend', '<a href=/more-of/' + name + '>x</a>');
    for (const button of app.querySelectorAll('.to')) button.onclick = () => go(button.dataset.route);
    ${isDelegated || isPressed ? '' : `for (const link of app.querySelectorAll('a[data-route]')) link.addEventListener('click', follow);`}
  }
  ${isDelegated ? `document.addEventListener('click', follow);` : ''}
  ${isForgetful ? '' : `addEventListener('popstate', draw); addEventListener('hashchange', draw);`}
  draw();
  </script>`);

const history = (path: string) => `(name) => '/${path}/' + name`;
const push = `(name) => { history.pushState({ name }, '', to(name)); draw() }`;

/** Applications by kind of routing; each is at `/NAME` and `/NAME/ROUTE`, or `/NAME#/ROUTE`. */
const routings: Readonly<Record<string, Routing>> = {
  hash: { to: `(name) => '#/' + name`, go: push, isDelegated: true },
  bang: { to: `(name) => '#!' + name`, go: push, isDelegated: false },
  'hash-alone': { to: `(name) => '#/' + name`, go: `(name) => { location.hash = '#/' + name }`, isDelegated: true },
  delegated: { to: history('delegated'), go: push, isDelegated: true },
  own: { to: history('own'), go: push },
  redirecting: {
    to: history('redirecting'),
    go: `(name) => { history.pushState({}, '', '/redirecting/' + name + '/?sort=name'); draw() }`,
  },
  twice: {
    to: history('twice'),
    go: `(name) => { history.pushState({}, '', to(name)); history.replaceState({}, '', to(name) + '/list'); draw() }`,
  },
  buttons: { to: history('buttons'), go: push, isPressed: true },
  'late-buttons': {
    to: history('late-buttons'),
    go: `(name) => fetch('/slow').then(() => { history.pushState({}, '', to(name)); draw() })`,
    isPressed: true,
  },
  'promised-buttons': {
    to: history('promised-buttons'),
    go: `async (name) => { await null; await null; history.pushState({}, '', to(name)); draw() }`,
    isPressed: true,
  },
  forgetful: { to: history('forgetful'), go: push, isForgetful: true },
};

/** Links of `/slow-to-bring`. */
export const BROUGHT = 4;
/** Controls that are tried before each, which may be retried when it has brought something. */
const BARREN = 4;

/**
 * An application with slow controls. Of those tried in sequence, the last first, many change the page and bring nothing
 * before one brings a link: later, after a request, when it is drawn, or by a worker.
 */
const slowToBring = html(`<div id=app></div><script>
  const bring = (n) => app.insertAdjacentHTML('beforeend', '<a href=/brought/' + n + '>x</a>');
  const ways = [
    (n) => setTimeout(() => bring(n), 900), (n) => fetch('/slow').then(() => bring(n)),
    (n) => requestAnimationFrame(() => requestAnimationFrame(() => bring(n))),
    (n) => new Worker('data:text/javascript,setTimeout(() => postMessage(0), 100)').onmessage = () => bring(n),
  ];
  for (let n = 0; n < ${BROUGHT * (BARREN + 1)}; n++) {
    const button = document.createElement('button');
    button.textContent = 'Control ' + n; button.className = 'kind-' + String.fromCharCode(97 + n);
    button.onclick = () => {
      let sum = 0; for (let i = 0; i < 3e7; i++) sum += i;
      if (n % ${BARREN + 1} === 0) ways[n / ${BARREN + 1}](n / ${BARREN + 1}); else app.append(document.createElement('p')) };
    app.append(button);
  }
</script>`);

/** An application that moves to another route a while after a press, and one that brings a link at once. */
const batched =
  html(`<main id=app></main><p id=more></p><button class=adds>Add</button><button class=leaves>Leave</button><script>
  const draw = () => { app.innerHTML = '<a href=/of' + location.pathname + '>x</a>' };
  document.querySelector('.adds').onclick = () => { more.innerHTML = '<a href=/added>x</a>' };
  document.querySelector('.leaves').onclick = () => setTimeout(() => { history.pushState({}, '', '/batched/on'); draw() }, 300);
  addEventListener('popstate', draw); draw();
</script>`);

/** A link whose listener leads to a route other than its address. */
const diverted = html(`<a href=/diverted/said>Said</a><script>
  document.querySelector('a').onclick = (event) => { event.preventDefault(); history.pushState({}, '', '/diverted/set') };
</script>`);

/** Links that share one handler; its targets by the links' addresses. @param names addresses of the links */
const followed = (names: readonly string[], lead: string) =>
  html(`${names.map((name) => `<a href=/said/${name}>x</a>`).join(' ')}<script>
  const lead = ${lead};
  const follow = (event) => { event.preventDefault(); history.pushState({}, '', lead(event.currentTarget.pathname)) };
  for (const link of document.querySelectorAll('a')) link.addEventListener('click', follow);
</script>`);

/** Applications that scripts draw, with routes of their own. */
export const applications = site('applications.test', {
  '/batched': batched,
  '/diverted': diverted,
  '/guarded': followed(['one', 'two', 'old', 'admin'], `(path) => /admin|old/.test(path) ? '/login' : path`),
  '/moved': followed(['one', 'two', 'three', 'four', 'five'], `(path) => '/moved' + path`),
  '/slow-to-bring': slowToBring,
  '/workers': html(`<script>new Worker('/worker.js'); new Worker('/module-worker.js', { type: 'module' })</script>`),
  '/worker.js': script(`importScripts('/classic.js'); const address = '/in-worker'`),
  '/classic.js': script(`const imported = '/in-classic'`),
  '/module-worker.js': script(`import '/module.js'`),
  '/module.js': script(`export const imported = '/in-module'`),
  '/slow': late(50, typed('text/plain', 'slow')),
  ...Object.fromEntries(
    Object.entries(routings).flatMap(([name, routing]) =>
      ['', ...ROUTES.map((route) => `/${route}`)].map((path) => [`/${name}${path}`, application(routing)]),
    ),
  ),
});
