import type { Chunk } from '../../src/demo/portal.ts';
import { html, late, script, silence, site, typed } from './site.ts';

const write = (path: string) => `document.body.insertAdjacentHTML('beforeend', '<a href=${path}>x</a>')`;

let rewritings = 0;
/**
 * A page whose script changes the addresses of its links: `rewrite` is an expression of the written one. Each has a
 * unique link, and removes it: techniques that bring nothing new are skipped on further pages.
 */
const rewriting = (rewrite: string) =>
  html(`<nav><a href=/>Home</a><a href=/one/page>One</a><a href="/two/page?id=2&by=x#part">Two</a>
    <a href=/one/page><img src=/one.png></a><a href="/list/?at=1">More</a><a href="/list/?at=2">More</a>
    <a href="http://elsewhere.test/three/page?x=y">Three</a></nav><p><a href=/gone/${++rewritings} class=gone>Gone</a></p>
    <script>for (const a of document.links) { const url = new URL(a.href); a.setAttribute('href', ${rewrite}) }
    document.querySelector('.gone').remove(); document.querySelector('nav').insertAdjacentHTML('beforeend',
    '<a href=/gone/${rewritings}/not?really>Else</a><a href=/new>New</a>')</script>`);

/** A page with a script that changes its links half a second later. */
const late500 = (code: string) =>
  html(`<nav id=nav><a href=/one/page>One</a><a href="/two/page?id=2">Two</a><a href=/three/page>More</a>
    <a href="/list/?at=1">More</a><a href=/four>Four</a><a href=/gone>Gone</a></nav>
    <script>setTimeout(() => { ${code} }, 500)</script>`);

const stream = (type: string, bytes: string) => ({
  status: 200,
  headers: { 'content-type': type },
  body: [{ pause: 0, bytes }] satisfies readonly Chunk[],
  ending: 'stall' as const,
});

/** Links written by scripts, early or late, and pages that never idle. */
export const scripted = site('scripted.test', {
  '/document-write': html(
    `<script>document.write('<a href=/written>w</a><script src=/writes.js><\\/script>')</script>`,
  ),
  '/writes.js': script(`document.write('<a href=/written-later>w</a>')`),
  '/dom-content': html(`<script>addEventListener('DOMContentLoaded', () => {
    document.body.innerHTML = '<a href=/inner>x</a>' })</script>`),
  '/onload': html(
    `<script>onload = () => { ${write('/onload')}; setTimeout(() => { ${write('/soon')} }, 15) }</script>`,
  ),
  // The stream blocks the page's time; whether the body is read is unknown.
  '/unread': html(`<script>new EventSource('/endless-stream');
    fetch('/endless-body').then((answer) => { kept = answer; document.body.innerHTML = '<a href=/answered>x</a>' })</script>`),
  '/endless-stream': stream('text/event-stream', 'data: 1\n\n'),
  '/endless-body': stream('text/plain', 'begun'),
  '/fetch': html(`<script>fetch('/slow').then((r) => r.text()).then(() => { ${write('/fetched')} })</script>`),
  '/xhr': html(`<script>const x = new XMLHttpRequest(); x.open('GET', '/slow');
    x.onload = () => { ${write('/fetched')} }; x.send()</script>`),
  '/late-page': late(1500, html('<a href=/first>late</a>')),
  '/slow': late(300, typed('text/plain', 'slow')),
  '/slow-head': async () => {
    await new Promise((done) => setTimeout(done, 300));
    return typed('text/plain', 'slow');
  },
  '/chain': html(`<script>onload = async () => { for (let i = 1; i <= 4; i++) {
    await fetch('/slow-head?' + i); await new Promise((done) => setTimeout(done, 10));
    document.body.insertAdjacentHTML('beforeend', '<a href=/step/' + i + '>x</a>') } }</script>`),
  '/inserted-script': html(`<script>onload = () => { const s = document.createElement('script');
    s.src = '/slow.js'; document.body.append(s) }</script>`),
  '/slow.js': late(300, script(write('/by-script'))),
  '/module': html(`<script type=module>import('/module.js').then(({ path }) => {
    document.body.insertAdjacentHTML('beforeend', '<a href=' + path + '>x</a>') })</script>`),
  '/module.js': late(200, script(`export const path = '/by-module'`)),
  '/no-answer-late-link': html(`<script>fetch('/failing').catch(() => { ${write('/after-failure')} })</script>`),
  '/failing': { raw: [{ pause: 200, bytes: '' }], ending: 'reset' },
  '/in-frame': html(`<iframe src=/writing-frame></iframe>`),
  '/writing-frame': html(`<script>fetch('/slow').then(() => { ${write('/in-frame-later')} })</script>`),
  '/attribute': html(`<a id=a>later</a><script>fetch('/slow').then(() => { a.href = '/set-later' })</script>`),
  '/shadow': html(`<x-menu></x-menu><script>customElements.define('x-menu', class extends HTMLElement {
    async connectedCallback() { const root = this.attachShadow({ mode: 'open' }); await fetch('/slow');
    root.innerHTML = '<a href=/in-shadow-later>x</a>' } })</script>`),
  '/hash-app': html(`<nav><a href=#/one>one</a></nav><main></main><script>const show = () => {
    document.title = location.hash; document.querySelector('main').innerHTML =
    '<a href="/item' + location.hash.slice(1) + '">item</a>' }; onhashchange = show; show()</script>`),
  '/history-app': html(`<main></main><script>history.pushState({}, '', '/deep/route' + location.search);
    document.querySelector('main').innerHTML = '<a href="item' + location.search.slice(1) + '">item</a>'</script>`),
  '/rewritten/parameter': rewriting(`a.getAttribute('href').replace(/(#.*)?$/, (part) =>
    (a.search ? '&' : '?') + 'mod=W' + part)`),
  '/rewritten/parameter-in-front': rewriting(
    `url.href.replace(/\\?|(?=#)|$/, (at) => '?mod=W' + (at === '?' ? '&' : at))`,
  ),
  '/rewritten/without-parameters': rewriting(`url.origin + url.pathname`),
  '/rewritten/order': rewriting(`url.origin + url.pathname + '?' + url.search.slice(1).split('&').reverse().join('&')`),
  '/rewritten/scheme': rewriting(`url.href.replace('http:', 'https:')`),
  '/rewritten/host': rewriting(`url.href.replace('//', '//mirror.')`),
  '/rewritten/redirect': rewriting(`'/out?n=1&u=' + encodeURIComponent(url.href)`),
  '/rewritten/redirect-by-path': rewriting(`'/out?to=' + encodeURIComponent(a.getAttribute('href'))`),
  '/rewritten/redirect-in-path': rewriting(`'http://proxy.test/' + a.href`),
  '/rewritten/redirect-in-base-64': rewriting(`'/out?u=' + btoa(a.href)`),
  '/rewritten/language': rewriting(`url.origin + '/de-at' + url.pathname + url.search`),
  '/rewritten/prefix': rewriting(`url.origin + '/mobile' + url.pathname + url.search`),
  '/rewritten/text': rewriting(`(a.append(' (new window)'), a.getAttribute('href').replace(/(#.*)?$/, '?mod=W$1'))`),
  '/rewritten/icon': rewriting(
    `(a.querySelector('img') ?? (a.innerHTML = '<svg></svg>'), a.getAttribute('href').replace(/(#.*)?$/, '?mod=W$1'))`,
  ),
  '/rewritten/session-in-path': rewriting(`url.origin + url.pathname + ';jsessionid=A1B2' + url.search`),
  '/rewritten/ending': rewriting(
    `url.origin + (url.pathname === '/' ? '/' : url.pathname.replace(/\\/?$/, '.html')) + url.search + (url.pathname === '/' ? '?' : '')`,
  ),
  '/rewritten/index': rewriting(`url.origin + url.pathname.replace(/\\/?$/, '/index.html') + url.search`),
  '/rewritten/path-in-base-64': rewriting(`'/go/' + btoa(a.href)`),
  '/rewritten-later/parameter': late500(`for (const a of document.links) a.href += (a.search ? '&' : '?') + 'mod=W'`),
  '/rewritten-later/anew': late500(
    `nav.innerHTML = nav.innerHTML.replace(/href="([^"?]*)(?:\\?([^"]*))?"/g, 'href="$1?v=2&$2"')`,
  ),
  // One link shows several things, in sequence, one is removed, and one is replaced by another.
  '/rewritten-later/not': late500(
    `const [one, two, , more, third, gone] = nav.children; one.href = '/one/page/2'; more.href = '/list/?at=7'; third.href += '?seen'; gone.remove(); two.href = '/news'`,
  ),
  '/rewritten/not': html(`<nav><a href=/page/1>Next</a><a href="/list?at=2">More</a><a href=/news>News</a>
    <a href=/read/a>Read on</a><a href=/read/b>Read on</a></nav><script>
    document.querySelector('nav').innerHTML = '<a href=/page/2>Next</a><a href="/list?at=3">More</a>' +
      '<a href=/events>News</a><a href=/read/c>Read on</a><a href=/read/d>Read on</a>'</script>`),
  '/moved/':
    html(`<link rel=stylesheet href=style.css><a href=item>item</a><img src=drawn.png><iframe src="about:blank"></iframe>
    <script src=set-address.js></script>`),
  '/moved/style.css': typed('text/css', ''),
  '/moved/set-address.js': script(`history.pushState({}, '', '/deep/first/' + 1);
    const made = document.createElement('script'); made.src = 'made' + '.js'; document.head.append(made);
    made.onload = () => history.replaceState({}, '', '/deep/route')`),
  '/deep/first/made.js': script('1'),
  '/states': html(`<a href=/steady>x</a><button onclick="next()">Next</button><script>
    let at = 0; const keep = () => history.replaceState(null, '', '/states?t=' + ++at);
    setTimeout(() => { keep(); keep(); history.replaceState(null, '', '#at-' + at) }, 50);
    // As routers do: what is left keeps where it was scrolled to.
    const next = () => { history.replaceState({ y: 1 }, '', location.href); history.pushState(null, '', '/states?page=' + ++at) };
    setTimeout(() => { next(); next(); history.replaceState(null, '', '/elsewhere?x=1') }, 100)</script>`),
  '/ticking': html(
    `<a href=/steady>x</a><p id=p></p><script>setInterval(() => { p.textContent = Date.now() }, 10)</script>`,
  ),
  // Messages, not timers: on a busy machine timers fire too late for the page to seem busy.
  '/growing': html(`<a href=/first>x</a><p></p><script>const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { document.querySelector('p').replaceWith(document.createElement('p')); port2.postMessage(0) };
    port2.postMessage(0)</script>`),
  '/long-poll': html(`<a href=/first>x</a><script>fetch('/never').then(() => 0)</script>`),
  '/never': silence,
  '/polling': html(
    `<a href=/first>x</a><script>const poll = () => fetch('/quick').then((answer) => answer.text()).then(poll); poll()</script>`,
  ),
  '/quick': typed('text/plain', [{ pause: 40, bytes: 'x' }]),
  '/events': html(`<a href=/first>x</a><script>new EventSource('/stream')</script>`),
  '/stream': stream('text/event-stream', 'data: x\n\n'),
  '/stalled-style': html(`<a href=/first>x</a><script>onload = () => 0;
    document.head.insertAdjacentHTML('beforeend', '<link rel=stylesheet href=/never.css>')</script>`),
  '/never.css': silence,
  '/stalled-script': html(`<a href=/first>x</a><script src=/never.js></script><a href=/behind>x</a>`),
  '/never.js': silence,
});
