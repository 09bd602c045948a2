import type { Answer, Chunk } from '../../src/demo/portal.ts';
import { html, site, typed } from './site.ts';

const first = '<a href=/first>First</a>';
/** Elements that change the page and bring nothing, before one that brings a link: more than a small budget allows … */
const BARREN = 30;
/** … and more in one that listens for them than it examines. */
const ITEMS = 410;

/** A class with a distinct name: digits in names are ignored. */
const letters = (n: number): string => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

const page = (code: string) => html(`${first}<script>${code}</script>`);

/** An answer that starts at once, and continues, a part each 10 ms, longer than any timeout. */
const endless = (part: string): Answer => ({
  ...typed('text/html', [{ pause: 0, bytes: first }, ...parts(part)]),
  ending: 'stall',
});

const parts = (part: string): Chunk[] => Array.from({ length: 12_000 }, () => ({ pause: 10, bytes: part }));

const afterAMinute = (bytes: string): readonly Chunk[] => [{ pause: 60_000, bytes }];

const range = (length: number, each: (n: number) => string): string =>
  Array.from({ length }, (_, n) => each(n)).join('');

const grow = `const box = document.createElement('div'); box.innerHTML = '<p>x</p>'.repeat(200); document.body.append(box)`;

/** Pages that would use up all resources of a crawler. */
export const hostile = site('hostile.test', {
  '/plain': html(first),
  '/never-settles':
    page(`const turn = () => { document.body.dataset.turn = Math.random(); document.body.append(document.createElement('i'));
    requestAnimationFrame(turn) }; turn(); setInterval(() => fetch('/more?' + Math.random()), 20);
    const again = () => setTimeout(again, 0); again(); setInterval(() => history.replaceState(0, '', '?' + Math.random()), 50);
    const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { document.querySelector('i').remove(); port2.postMessage(0) }; port2.postMessage(0)`),
  '/more': typed('text/plain', 'more'),
  '/throws':
    page(`onerror = onunhandledrejection = () => { throw new Error('in the handler') }; setInterval(() => { throw new Error('again') }, 5);
    Promise.reject(new Error('rejected')); onload = () => { throw null }; document.onclick = () => { throw Object.create(null) };
    new MutationObserver(() => { throw new Error('observer') }).observe(document, { childList: true, subtree: true });
    document.body.insertAdjacentHTML('beforeend', '<button onclick="nothing.at.all()">x</button><button onclick="this is no script">x</button>');
    document.querySelector('button').addEventListener('click', () => { document.body.insertAdjacentHTML('beforeend', '<a href=/clicked>x</a>'); throw 1 });
    for (let i = 0; i < 5000; i++) console.error('noise', { i }); throw new Error('at the end')`),
  '/hundreds-of-frames': page(
    `for (let i = 0; i < 200; i++) { const f = document.createElement('iframe'); f.src = '/leaf?' + i; document.body.append(f) }`,
  ),
  '/frames-for-ever': page(
    `setInterval(() => { const f = document.createElement('iframe'); f.src = '/frames-for-ever'; document.body.append(f) }, 5)`,
  ),
  '/leaf': html('<a href=/from/leaf>x</a>'),
  '/grows-in-nodes': page(`setInterval(() => { ${grow} }, 0)`),
  '/grows-in-links': page(
    `let n = 0; setInterval(() => { for (let i = 0; i < 500; i++) { const a = document.createElement('a'); a.href = '/n/' + n++; document.body.append(a) } }, 0)`,
  ),
  '/grows-in-bytes': endless(`<p>${'words '.repeat(2000)}</p>`),
  '/grows-in-memory': page(
    `window.all = []; setInterval(() => { if (all.length < 40) all.push(new Uint8Array(2_000_000).fill(1)) }, 1)`,
  ),
  '/grows-by-scroll': page(`const load = () => { const p = document.createElement('div'); p.style.height = '900px';
    p.innerHTML = '<a href=/scrolled/' + document.querySelectorAll('a').length + '>x</a>'; document.body.append(p);
    if (window.seen) seen.disconnect(); window.seen = new IntersectionObserver((all) => { if (all.some((e) => e.isIntersecting)) load() }); seen.observe(p) }; load()`),
  '/grows-by-action':
    page(`const more = () => { const b = document.createElement('button'); b.textContent = 'b' + Math.random();
    b.addEventListener('click', () => { const a = document.createElement('a'); a.href = '/acted/' + document.querySelectorAll('a').length; document.body.append(a); more(); more() });
    document.body.append(b) }; more()`),
  '/thousand-buttons': html(
    `${first}${range(1000, (n) => `<section class=s${n}><button class=b${n} onclick="void ${n}">${n}</button></section>`)}`,
  ),
  '/many-buttons': html(
    `${first}<button class=last onclick="document.body.insertAdjacentHTML('beforeend', '<a href=/added>x</a>')">Last</button>
    ${range(BARREN, (n) => `<button class=${letters(n)} onclick="this.after(document.createElement('p'))">${n}</button>`)}`,
  ),
  '/many-items': html(
    `${first}<ul id=list>${range(ITEMS, (n) => `<li class=${letters(n)}>${n}</li>`)}</ul><script>list.onclick = ({ target }) => {
    if (target === list.lastElementChild) document.body.insertAdjacentHTML('beforeend', '<a href=/added>x</a>') }</script>`,
  ),
  '/menu-of-thousands': html(
    `${first}<button onclick="document.body.insertAdjacentHTML('beforeend', '<a href=/second>x</a>')">y</button><input id=box><ul id=menu></ul><script>
    box.onkeydown = () => { menu.innerHTML = ''; for (let n = 0; n < 2000; n++) {
      const item = document.createElement('li'); item.textContent = n; item.addEventListener('click', () => { box.value = n }); menu.append(item) } }</script>`,
  ),
  '/blocks-on-load': page(`onload = () => { while (true) {} }`),
  '/blocks-on-click': html(
    `${first}<button onclick="while (true) {}">x</button><button onclick="document.body.insertAdjacentHTML('beforeend', '<a href=/second>x</a>')">y</button>`,
  ),
  '/blocks-on-timer': page(`setTimeout(() => { while (true) {} }, 5000)`),
  '/blocks-in-frame': html(`${first}<iframe src=http://hostile.elsewhere.test/blocks></iframe>`),
  '/crashes-on-click': html(`${first}<button id=b>x</button><script>b.onclick = () => {
    let inner = document.body; for (let i = 0; i < 200_000; i++) inner = inner.appendChild(document.createElement('div')) ; document.body.offsetHeight }</script>`),
  '/crashed-frame': html(`${first}<iframe src=http://hostile.elsewhere.test/too-deep></iframe>`),
  '/minute-document': { raw: afterAMinute('HTTP/1.1 200 OK\r\n\r\n'), ending: 'complete' },
  '/minute-body': typed('text/html', [{ pause: 0, bytes: first }, ...afterAMinute('<a href=/late>x</a>')]),
  '/minute-frame': html(`${first}<iframe src=/minute-document></iframe>`),
  '/minute-fetch': page(`fetch('/minute-data').then(() => add('/late'))`),
  '/minute-click': html(
    `${first}<button onclick="fetch('/minute-data')">x</button><button onclick="document.body.insertAdjacentHTML('beforeend', '<a href=/second>x</a>')">y</button>`,
  ),
  '/minute-script': html(`${first}<script async src=/minute-data></script>`),
  '/minute-data': { raw: afterAMinute('HTTP/1.1 200 OK\r\n\r\n'), ending: 'complete' },
  '/asks-on-click':
    html(`${first}<button onclick="for (let i = 0; i < 20; i++) { alert(i); confirm(i); window.open('/plain') }">x</button>
    <script>onbeforeunload = (event) => { event.preventDefault(); return 'stay' }</script>`),
  '/goes-round': page(`setTimeout(() => { location = '/goes-round?' + Math.random() }, 10)`),
});

/** Frames of another site, so in a process of their own. */
export const hostileFrames = site('hostile.elsewhere.test', {
  '/blocks': html('<a href=/before>x</a><script>onload = () => { while (true) {} }</script>'),
  '/too-deep': html(
    `<script>let inner = document.body; for (let i = 0; i < 200_000; i++) inner = inner.appendChild(document.createElement('div'))</script>`,
  ),
});
