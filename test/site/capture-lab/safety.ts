import { html, typed } from '../site.ts';
import { lab, type Part } from './lab.ts';

const button = (label: string, code: string, expected: Part[1]): Part => [
  `<button type=button onclick="${code.replaceAll('"', '&quot;')}">${label}</button>`,
  expected,
];

/** A function is native if its source says so and no property hides it. */
const NATIVE = `<script>const natives = () => ({
  fetch, open, setTimeout, setInterval, requestAnimationFrame, alert, Promise, Date, MutationObserver, IntersectionObserver, WebSocket, EventSource, Worker,
  XMLHttpRequest, pushState: history.pushState, replaceState: history.replaceState, addEventListener, add: EventTarget.prototype.addEventListener,
  xhrOpen: XMLHttpRequest.prototype.open, xhrSend: XMLHttpRequest.prototype.send, sendBeacon: navigator.sendBeacon, attachShadow: Element.prototype.attachShadow,
  submit: HTMLFormElement.prototype.submit, click: HTMLElement.prototype.click, assign: location.assign, now: Date.now, performanceNow: performance.now,
  hrefGet: Object.getOwnPropertyDescriptor(location, 'href').get, toString: Function.prototype.toString });
  const check = (when) => { for (const [name, f] of Object.entries(natives()))
    if (!/^(function|class) [^{]*\\{\\s*\\[native code\\]\\s*\\}$/.test(Function.prototype.toString.call(f)) || String(f) !== Function.prototype.toString.call(f)) add('/not-native/' + when + '/' + name) };
  const isOwn = (when) => { if (Object.hasOwn(history, 'pushState') || Object.hasOwn(document, 'addEventListener')) add('/not-native/' + when + '/own') };
  const globals = () => Object.getOwnPropertyNames(window).filter((name) => /forager|crawl|playwright|__pw|puppeteer|cdc_/i.test(name));
  check('loading'); onload = () => { check('loaded'); isOwn('loaded'); add('/native'); for (const name of globals()) add('/global/' + name) }</script>`;

/** Traces of a click, in every place where it can leave them. */
const LEAVE = `localStorage.left = 1; sessionStorage.left = 1; document.cookie = 'left=1; path=/'; window.name = 'left';
  fetch('/set-cookie').then(() => add('/left/answered')); indexedDB.open('left');
  window.caches?.open('left')`.replace(/\s+/g, ' ');

const GO = `history.pushState({ left: 1 }, '', '/left/pushed')`;

const REPORT = `<script>if (localStorage.left) add('/leaked/localStorage'); if (sessionStorage.left) add('/leaked/sessionStorage');
  if (document.cookie.includes('left')) add('/leaked/cookie'); if (window.name) add('/leaked/name'); if (history.state) add('/leaked/history-state');
  if (window.left) add('/leaked/variable'); if (document.querySelector('dialog')) add('/leaked/dialog');
  indexedDB.databases().then((all) => { if (all.some(({ name }) => name === 'left')) add('/leaked/indexedDB'); add('/reported') })</script>`;
const LEAKS =
  '/leaked/localStorage /leaked/sessionStorage /leaked/cookie /leaked/http-cookie /leaked/name /leaked/history-state /leaked/variable /leaked/dialog /leaked/indexedDB';

const leading = (name: string): Part => button(name, `location.href = '/${name}'`, { links: `/${name}` });
const scriptLink = (name: string): Part => [
  `<a href="javascript:void (location.href = '/${name}')">${name}</a>`,
  { links: `/${name}` },
];

/** Replaces a document, so that its other content would be lost. */
const REPLACING: Readonly<Record<string, readonly Part[]>> = {
  value: [['<a href="javascript:document.title = \'x\' // kept">Title</a>', {}]],
  markup: [[`<a href="javascript:'<p><a href=/in-value>x</a>'">New</a>`, { links: '/in-value' }]],
  form: [['<form action="javascript:document.title = 7"><button>Send</button></form>', {}]],
  opened: [
    button(
      'Open',
      `document.open(); document.writeln('<ul>'); document.write('<a href=/after-open>x</a>'); document.close()`,
      {
        links: '/after-open',
      },
    ),
  ],
  body: [button('Body', `document.body.innerHTML = '<a href=/in-body>x</a>'`, { links: '/in-body' })],
  root: [button('Root', 'document.documentElement.remove()', {})],
  all: [button('All', 'document.replaceChildren()', {})],
};

/** Pages with forbidden actions, which report whether they were performed. */
export const safety = lab(
  'safety.lab.test',
  {
    '/account': [
      ['<a href=/logout>Log out</a>', { links: '/logout', unsent: 'GET /logout' }],
      button('Log out', `fetch('/logout?by=fetch')`, { unsent: 'GET /logout?by=fetch' }),
      button('Sign out', `location = '/session/end'`, { unsent: 'GET /session/end' }),
      [
        `<a href=/signout data-method=delete>Sign out</a><script>document.addEventListener('click', (event) => {
        const a = event.target.closest('a[data-method]'); if (a) { event.preventDefault(); fetch(a.href, { method: a.dataset.method }).catch(() => 0) } })</script>`,
        { writes: 'DELETE /signout', unsent: 'DELETE /signout GET /signout' },
      ],
      button('Delete', `fetch('/items/1?action=delete')`, { unsent: 'GET /items/1?action=delete' }),
      button('Remove', `if (confirm('Sure?')) fetch('/items/2', { method: 'DELETE' }).catch(() => 0)`, {
        unsent: 'DELETE /items/2',
      }),
      button('Unsubscribe', `new Image().src = '/unsubscribe?now'`, { unsent: 'GET /unsubscribe?now' }),
      [
        `<button type=button onclick="fetch('/items/3?icon')"><img alt=Delete></button><button type=button onclick="fetch('/items/4?icon')"><i class="fa fa-trash"></i></button>
        <b id=name hidden>Delete</b><span aria-labelledby=name onclick="fetch('/items/5?icon')"><i></i></span>`,
        { unsent: 'GET /items/3?icon GET /items/4?icon GET /items/5?icon' },
      ],
      button('News', `add('/news')`, { links: '/news' }),
    ],
    '/forms': [
      [
        '<form id=blank method=post action=/forms/blank target=_blank><input name=a><button>Send</button></form>',
        { writes: 'POST /forms/blank', unsent: 'POST /forms/blank' },
      ],
      [
        `<form id=auto method=post action=/forms/auto><input name=a value=1></form><script>onload = () => auto.submit()</script>`,
        { writes: 'POST /forms/auto', unsent: 'POST /forms/auto' },
      ],
      [
        `<form method=post enctype=multipart/form-data action=/forms/files><input type=file name=f onchange="this.form.submit()"></form>
        <input type=file onchange="fetch('/forms/file', { method: 'POST', body: this.files[0] }).catch(() => 0); add('/forms/chosen')">`,
        {
          links: '/forms/chosen',
          writes: 'POST /forms/files POST /forms/file',
          unsent: 'POST /forms/files POST /forms/file',
        },
      ],
      [
        `<form id=opened method=post action=/forms/opened target=_blank></form><script>opened.submit()</script>`,
        { writes: 'POST /forms/opened', unsent: 'POST /forms/opened', never: '/forms/opened' },
      ],
      [
        '<iframe src=/forms/framed></iframe>',
        { links: '/forms/framed', writes: 'POST /forms/in-frame', unsent: 'POST /forms/in-frame' },
      ],
      ['<form method=dialog><button>Close</button></form>', {}],
      [
        '<form method=post enctype=multipart/form-data action=/forms/upload><input type=file name=f><button>Upload</button></form>',
        { writes: 'POST /forms/upload', unsent: 'POST /forms/upload' },
      ],
      [
        '<form method=post action=/forms/enter><input name=q></form>',
        { writes: 'POST /forms/enter', unsent: 'POST /forms/enter' },
      ],
      [
        '<form method=post action=http://other-lab.test/collect><input name=q><button>Send</button></form>',
        { writes: 'POST http://other-lab.test/collect', unsent: 'POST http://other-lab.test/collect' },
      ],
    ],
    '/leaving': [
      [
        '<a href=/pinged ping=/ping onclick="add(\'/pinging\'); return true">Ping</a>',
        { links: '/pinged /pinging', unsent: 'POST /ping' },
      ],
      [
        `<script>addEventListener('pagehide', () => { navigator.sendBeacon('/beacon/pagehide', 'x'); fetch('/beacon/keepalive', { method: 'POST', keepalive: true }).catch(() => 0) });
        document.addEventListener('visibilitychange', () => navigator.sendBeacon('/beacon/visibility', 'x'))</script>`,
        { unsent: 'POST /beacon/pagehide POST /beacon/keepalive POST /beacon/visibility' },
      ],
      button('Elsewhere', `location = 'http://other-lab.test/left'`, {
        links: 'http://other-lab.test/left',
        unsent: 'GET http://other-lab.test/left',
      }),
      button('Elsewhere', `window.open('http://other-lab.test/opened')`, {
        links: 'http://other-lab.test/opened',
        unsent: 'GET http://other-lab.test/opened',
      }),
      [
        '<a href=/file.zip download onclick="add(\'/downloading\')">Download</a>',
        { links: '/file.zip /downloading', unsent: 'GET /file.zip' },
      ],
      button('Close', `window.close(); add('/closed')`, { links: '/closed' }),
      button('Print', `print(); add('/printed')`, { links: '/printed' }),
    ],
    '/overwriting': [button('Write', `document.write('<a href=/written-over>x</a>')`, { links: '/written-over' })],
    ...Object.fromEntries(
      Object.entries(REPLACING).map(([name, control]) => [
        `/replacing/${name}`,
        [leading(`${name}-first`), ...control, leading(`${name}-last`), scriptLink(`${name}-link`)],
      ]),
    ),
    '/native': [
      [NATIVE, { links: '/native' }],
      button(
        'Check',
        `check('clicked'); isOwn('clicked'); add('/checked'); for (const name of globals()) add('/global/' + name)`,
        { links: '/checked' },
      ),
    ],
    '/leave': [
      button('Leave', LEAVE, { links: '/left/answered' }),
      button('Go', GO, { links: '/left/pushed' }),
      button('More', `window.left = 1; document.body.append(document.createElement('dialog'))`, {}),
    ],
    '/after-leaving': [[REPORT, { links: '/reported', never: LEAKS }]],
    '/leave-with-timer': [button('Later', `setTimeout(() => { ${LEAVE} }, 3000)`, { links: '/left/answered' })],
    '/after-timer': [[REPORT, { links: '/reported', never: LEAKS }]],
  },
  {
    '/after-leaving': ({ headers }) => reported(headers.cookie),
    // Its own layout: techniques that brought nothing elsewhere are tried on it.
    '/after-timer': ({ headers }) => reported(headers.cookie, '<script>var afterTimer</script>'),
    '/set-cookie': typed('text/plain', 'x', { 'set-cookie': 'left=http; Path=/; HttpOnly' }),
    '/forms/framed': html(
      `<form method=post action=/forms/in-frame></form><script>document.forms[0].submit()</script>`,
    ),
    '/file.zip': typed('application/zip', 'PK', { 'content-disposition': 'attachment' }),
  },
);

const reported = (cookie = '', before = '') =>
  html(`${before}<script>function add(path) { document.body.insertAdjacentHTML('beforeend', '<a href=' + path + '>x</a>') }</script>
    ${REPORT}${cookie.includes('left') ? '<a href=/leaked/http-cookie>x</a>' : ''}`);
