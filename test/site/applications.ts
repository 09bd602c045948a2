import { html, late, site, typed } from './site.ts';

/** Routes of each application. */
const ROUTES = ['home', 'about', 'staff'];

/** How an application leads from one of its routes to another. */
interface Routing {
  /** Address of a route. */
  readonly to: string;
  /** Script that shows another route once its address is `href`, a function of its name; `draw()` draws what is shown. */
  readonly go: string;
  /** Whether it listens for all links; otherwise each listens itself. */
  readonly isDelegated?: boolean;
  /** Whether routes are led to by buttons, not by links. */
  readonly isPressed?: boolean;
  /** Whether it draws what an address names that a reader goes back to. */
  readonly isForgetful?: boolean;
}

/**
 * An application: each route draws links to all, a link of its own and a button that brings another one. Routes have new
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

/** Applications by how they route; each is at `/NAME` and `/NAME/ROUTE`, or `/NAME#/ROUTE`. */
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

/**
 * An application of which much is to be tried: each control says so to the server, one in three brings a link, at once,
 * later, once something was asked for, when it is drawn, or by a worker.
 */
const eager = html(`<div id=app></div><script>
  const bring = (name) => app.insertAdjacentHTML('beforeend', '<a href=/brought/' + name + '>x</a>');
  const ways = [
    bring, (n) => setTimeout(() => bring(n), 900), (n) => fetch('/slow').then(() => bring(n)),
    (n) => requestAnimationFrame(() => requestAnimationFrame(() => bring(n))),
    (n) => new Worker('data:text/javascript,setTimeout(() => postMessage(0), 100)').onmessage = () => bring(n),
    (n) => { let sum = 0; for (let i = 0; i < 1e7; i++) sum += i; if (sum > 0) bring(n) },
  ];
  for (let n = 0; n < 48; n++) {
    const button = document.createElement('button');
    button.textContent = 'Control ' + n; button.className = 'kind-' + 'abcdefgh'[n % 8];
    const press = () => { navigator.sendBeacon('/pressed/' + n); if (n % 3 === 0) ways[(n / 3) % ways.length](n) };
    button.addEventListener(n % 2 ? 'click' : 'mouseover', press);
    app.append(button);
  }
</script>`);

/** Applications that scripts draw, with routes of their own. */
export const applications = site('applications.test', {
  '/eager': eager,
  '/slow': late(50, typed('text/plain', 'slow')),
  ...Object.fromEntries(
    Object.entries(routings).flatMap(([name, routing]) =>
      ['', ...ROUTES.map((route) => `/${route}`)].map((path) => [`/${name}${path}`, application(routing)]),
    ),
  ),
});
