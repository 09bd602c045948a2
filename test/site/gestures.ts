import type { Chunk } from '../../src/demo/portal.ts';
import { html, late, script, site, typed } from './site.ts';

/** Pages that fit into a window. */
export const BRIEF = ['about', 'staff', 'rooms', 'dates', 'press', 'terms'];

/** Pages longer than a window, without observers of visibility. */
export const TALL = ['hall', 'wing', 'yard', 'tower', 'attic', 'cellar'];

/** Script of a handler that brings a link. */
const add = (path: string, to = 'this') => `${to}.insertAdjacentHTML('afterend', '<a href=${path}>x</a>')`;

const ADD = `<script>const add = (path) => document.body.insertAdjacentHTML('beforeend', '<a href=' + path + '>x</a>')</script>`;

/** Pages without a script: their elements contain the actions, one kind each. */
const withoutScripts = {
  pointerdown: `<div onpointerdown="${add('/done')}">a</div>`,
  contextmenu: `<p oncontextmenu="${add('/done')}">a</p>`,
  mouseleave: `<p onmouseleave="${add('/done')}">a</p>`,
  keydown: `<p tabindex=0 onkeydown="${add('/done')}">a</p>`,
  touchstart: `<p ontouchstart="${add('/done')}">a</p>`,
  dragstart: `<p draggable=true ondragstart="${add('/done')}">a</p>`,
  action: `<form action="javascript:void(location = '/done')"><button>Go</button></form>`,
  formaction: `<form><button formaction="javascript:void(location = '/done')">Go</button></form>`,
  svg: `<svg width=60 height=20 xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="javascript:void(location = '/done')"><text y=15>Go</text></a></svg>`,
};

const stream = (pause: number, bytes: string) => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: [{ pause, bytes }] satisfies readonly Chunk[],
  ending: 'stall' as const,
});

/** Controls that require a certain way of operation, and pages that count operations. */
export const gestures = site('gestures.test', {
  ...Object.fromEntries(Object.entries(withoutScripts).map(([name, body]) => [`/without-script/${name}`, html(body)])),
  '/many-gestures': html(`${ADD}<div id=all></div><script>for (let n = 0; n < 40; n++) {
    const box = document.createElement('div'); box.className = 'box-' + 'abcdefghij'[n % 10]; box.textContent = 'Box ' + n;
    box.addEventListener('mousedown', () => 0); box.addEventListener('mouseup', () => 0);
    box.addEventListener('mouseenter', () => 0); box.addEventListener('touchstart', () => 0);
    if (n === 3) box.addEventListener('mouseleave', () => add('/left'));
    if (n === 4) box.addEventListener('dblclick', () => add('/twice'));
    if (n === 5) { let timer; box.addEventListener('pointerdown', () => { timer = setTimeout(() => add('/held'), 600) });
      box.addEventListener('pointerup', () => clearTimeout(timer)) }
    all.append(box) }</script>`),
  '/handler-changed': html(
    `${ADD}<button id=b>b</button><script>b.onclick = () => { b.onclick = () => add('/second') }</script>`,
  ),
  '/variable-changed': html(
    `${ADD}<button id=b>b</button><script>let count = 0; b.onclick = () => { if (++count === 2) add('/second') }</script>`,
  ),
  '/popover':
    html(`${ADD}<button popovertarget=p>Open</button><button popovertarget=p class=other>Or this</button><div id=p popover>p</div>
    <script>p.addEventListener('toggle', ({ newState }) => { if (newState === 'open') fetch('/slow').then(() => { if (p.matches(':popover-open')) add('/opened') }) })</script>`),
  '/fragments':
    html(`${ADD}<a href=#people>People</a><a href=/fragments#places>Places</a><a href=#/route>Route</a><script>
    addEventListener('hashchange', () => add('/at/' + location.hash.slice(1)))</script>`),
  '/filled': html(
    `${ADD}<input id=field><button id=b>Find</button><script>b.onclick = () => { if (field.value !== '') add('/filled') }</script>`,
  ),
  '/hidden': html(`${ADD}<button id=show>Show</button><div id=box hidden><button id=b>b</button></div><script>
    show.onclick = () => { box.hidden = !box.hidden }; b.onclick = () => { if (b.offsetParent) add('/seen') }</script>`),
  '/anew': html(`<div id=app></div><script>const press = (n) => { navigator.sendBeacon('/pressed/' + n); draw() };
    const draw = () => { app.replaceChildren(...Array.from({ length: 12 }, (_, n) => { const button = document.createElement('button');
      button.textContent = 'Control ' + n; button.onclick = () => press(n); return button })) }; draw()</script>`),
  '/asking-select': html(`${ADD}<select id=s>${'abcdefghijkl'.replace(/./g, '<option>$&')}</select><script>
    s.onchange = () => { alert('You chose ' + s.value); add('/chosen/' + s.value) }</script>`),
  '/two-requests': html(
    `${ADD}${[1, 2]
      .map(
        (n) => `<button id=b${n}>Load ${n}</button><script>b${n}.onclick = () => { const x = new XMLHttpRequest();
    x.open('GET', '/slow?${n}'); x.onload = () => add('/loaded/${n}'); x.send() }</script>`,
      )
      .join('')}`,
  ),
  '/counted-requests': html(
    `${ADD}<button id=b>Look</button><script>b.onclick = () => fetch('/slow?_=' + Math.random()).then(() => add('/looked'))</script>`,
  ),
  '/late-stream': html(`${ADD}<script>new EventSource('/stream').onmessage = ({ data }) => add(data)</script>`),
  '/pressed-stream': html(
    `${ADD}<button id=b>Live</button><script>b.onclick = () => { new EventSource('/stream').onmessage = ({ data }) => add(data) }</script>`,
  ),
  // Pages of one application, of which one continues on scrolling.
  ...Object.fromEntries(BRIEF.map((name) => [`/${name}`, html(`<p>${name}</p><script src=/long.js></script>`)])),
  '/long': html('<p style="height: 3000px">Long</p><p id=list></p><script src=/long.js></script>'),
  '/long.js':
    script(`let count = 0; addEventListener('scroll', () => { if (count < 9 && scrollY + innerHeight > document.body.offsetHeight - 50)
    list.insertAdjacentHTML('beforeend', '<a href=/long/' + ++count + '>x</a><br>') })`),
  // The same, but all are long, and only one observes visibility.
  ...Object.fromEntries(
    TALL.map((name) => [`/${name}`, html(`<p style="height: 3000px">${name}</p><script src=/view.js></script>`)]),
  ),
  '/stairs': html('<p style="height: 3000px">Stairs</p><p id=list></p><p id=end>..</p><script src=/view.js></script>'),
  // The same once more, but a box in it is scrolled, and handles the event.
  '/shelf': html(
    '<p style="height: 3000px">Shelf</p><div id=shelf style="height: 90px; overflow: auto"><p style="height: 400px">A</p></div><script src=/view.js></script>',
  ),
  '/view.js': script(`let count = 0; const end = document.getElementById('end');
    const more = ([{ isIntersecting }]) => { if (isIntersecting && count < 3)
      list.insertAdjacentHTML('beforeend', '<a style="display: block; height: 1000px" href=/stairs/' + ++count + '>x</a>') };
    if (end) new IntersectionObserver(more).observe(end);
    const shelf = document.getElementById('shelf'); if (shelf) shelf.onscroll = () => {
      if (count < 4 && shelf.scrollTop + shelf.clientHeight >= shelf.scrollHeight - 10)
        shelf.insertAdjacentHTML('beforeend', '<a style="display: block; height: 60px" href=/shelf/' + ++count + '>x</a>') }`),
  '/panels':
    html(`<div id=panels></div><button id=more>Add a panel</button><script>let count = 0; more.onclick = () => { count++;
    panels.insertAdjacentHTML('beforeend', '<section id=panel-' + count + '><ul><li><a href=#graph-' + count + '>Graph</a></ul></section>'); fetch('/panel?n=' + count) }</script>`),
  '/columns': html(`<style>td { cursor: pointer }</style><table id=courses></table><p id=out></p><script>
    const row = (n) => '<tr>' + ['Course', 'Teacher', 'Room', 'Language', 'Term'].map((of) => '<td>' + of + ' ' + 'abcdefghijkl'[n] + '</td>').join('') + '</tr>';
    courses.innerHTML = [...Array(12).keys()].map(row).join('');
    courses.onclick = ({ target }) => { if (target.cellIndex === 0) out.innerHTML = '<a href=/columns/' + target.textContent.slice(7) + '>x</a>' }</script>`),
  '/ever-slower': html(`<p id=list></p><button id=more>More</button><script>let count = 0; more.onclick = () => {
    let sum = 0; for (let n = 0; n < 2.5e8; n++) sum += n & 3;
    list.innerHTML += '<a href=/ever-slower/' + ++count + '>x</a>' }</script>`),
  '/stream': stream(250, 'data: /by-stream\n\n'),
  '/slow': late(50, typed('text/plain', 'slow')),
});
