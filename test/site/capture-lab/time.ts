import { html, late, script, typed } from '../site.ts';
import { lab, type Part } from './lab.ts';

const run = (code: string, links: string): Part => [`<script>{ ${code} }</script>`, { links }];

const OPENERS = 'abcdefgh'.split('');
/** Buttons of which each shows a link. @param script shows it, by `show(n)`: `shown(n)` then writes it */
const opened = (page: string, script: string): Part => [
  `${OPENERS.map((n) => `<button class=of-${n} onclick="show('${n}')">Open ${n}</button>`).join('')}<p id=o></p><script>
  const shown = (n) => { o.innerHTML = '<a href=/${page}/' + n + '>x</a>' }; ${script}</script>`,
  { links: OPENERS.map((n) => `/${page}/${n}`).join(' ') },
];

/** Links that appear with time. */
export const time = lab(
  'time.lab.test',
  {
    '/timers': [
      run(`setTimeout(() => add('/timers/1s'), 1000)`, '/timers/1s'),
      run(`setTimeout(() => add('/timers/5s'), 5000)`, '/timers/5s'),
      run(`setTimeout(() => add('/timers/11s'), 11_000)`, '/timers/11s'),
      run(`setTimeout("add('/timers/text')", 2000)`, '/timers/text'),
      run(
        `let n = 0; const next = () => { add('/timers/chain/' + ++n); if (n < 10) setTimeout(next, 1000) }; next()`,
        Array.from({ length: 10 }, (_, i) => `/timers/chain/${i + 1}`).join(' '),
      ),
      run(
        `let i = 0; const timer = setInterval(() => { add('/timers/interval/' + ++i); if (i === 5) clearInterval(timer) }, 1500)`,
        [1, 2, 3, 4, 5].map((i) => `/timers/interval/${i}`).join(' '),
      ),
    ],
    '/clocks': [
      run(
        `const begin = Date.now(); const timer = setInterval(() => { if (Date.now() - begin >= 7000) { clearInterval(timer); add('/clocks/date') } }, 250)`,
        '/clocks/date',
      ),
      run(
        `const begin = performance.now(); const timer = setInterval(() => { if (performance.now() - begin >= 6000) { clearInterval(timer); add('/clocks/performance') } }, 250)`,
        '/clocks/performance',
      ),
      run(
        `let left = 4; const frame = () => { if (--left === 0) add('/clocks/frames'); else requestAnimationFrame(frame) }; requestAnimationFrame(frame)`,
        '/clocks/frames',
      ),
      run(`requestIdleCallback(() => add('/clocks/idle'))`, '/clocks/idle'),
      run(`requestIdleCallback(() => add('/clocks/idle-timeout'), { timeout: 4000 })`, '/clocks/idle-timeout'),
      run(`queueMicrotask(() => Promise.resolve().then(() => add('/clocks/microtask')))`, '/clocks/microtask'),
      run(
        `const { port1, port2 } = new MessageChannel(); port1.onmessage = () => add('/clocks/message'); port2.postMessage(0)`,
        '/clocks/message',
      ),
      [
        `<style>#moves { opacity: 1; transition: opacity 2s } #moves.gone { opacity: .5 }</style><p id=moves>Moves</p><script>
        moves.addEventListener('transitionend', () => add('/clocks/transition')); setTimeout(() => moves.classList.add('gone'), 100)</script>`,
        { links: '/clocks/transition' },
      ],
      [
        `<style>@keyframes turn { to { rotate: 1turn } } #turns { animation: turn 3s }</style><p id=turns>Turns</p><script>
        turns.onanimationend = () => add('/clocks/animation')</script>`,
        { links: '/clocks/animation' },
      ],
    ],
    // The result of one button replaces that of another, and appears after some frames, or after an animation.
    '/frame-by-frame': [
      opened(
        'frame-by-frame',
        `let running; const show = (n) => { cancelAnimationFrame(running); let left = 30;
        const step = () => { if (--left === 0) shown(n); else running = requestAnimationFrame(step) }; running = requestAnimationFrame(step) }`,
      ),
    ],
    '/never-still': [
      opened(
        'never-still',
        `const spin = () => requestAnimationFrame(spin); spin();
        const show = (n) => { requestAnimationFrame(() => { throw new Error('of one only') }); requestAnimationFrame(() => setTimeout(shown, 100, n)) }`,
      ),
    ],
    // Scripts that wait for a clock, as when measuring speed.
    '/busy-wait': [
      opened(
        'busy-wait',
        `const clocks = [() => performance.now(), () => Date.now(), () => +new Date(), () => new Date().getTime()]; let at = 0;
        const show = (n) => { const clock = clocks[at++ % 4]; const begin = clock(); while (clock() - begin < 50); shown(n) }`,
      ),
    ],
    '/when-faded': [
      opened(
        'when-faded',
        `document.body.animate([{ opacity: .9 }, { opacity: 1 }], 1000).playbackRate = 0; let fading; const show = (n) => { fading?.cancel(); fading = o.animate([{ opacity: 0 }, { opacity: 1 }], 300); fading.finished.then(() => shown(n), () => {}) }`,
      ),
    ],
    '/when-slid': [
      opened(
        'when-slid',
        `let next; o.style.transition = 'margin .3s'; o.ontransitionend = () => shown(next);
        const show = (n) => { next = n; o.style.margin = n.charCodeAt() + 'px' }`,
      ),
    ],
    '/next-picture': [
      // The content of the second frame is visible before anything else is pressed.
      [
        `${OPENERS.map((n) => `<button class=of-${n} onclick="show('${n}')">Open ${n}</button>`).join('')}<p id=drawn></p><script>{ let presses = 0;
        globalThis.show = (n) => { const mine = ++presses; requestAnimationFrame(() => requestAnimationFrame(() => { drawn.insertAdjacentHTML('beforeend', '<a href=/next-picture/' + n + (mine === presses ? '' : '-late') + '>x</a>') })) } }</script>`,
        { links: OPENERS.map((n) => `/next-picture/${n}`).join(' ') },
      ],
    ],
    '/passing': [
      [
        `<div id=rotator></div><script>{ let i = 0;
        setInterval(() => { rotator.innerHTML = '<p><a href="/passing/' + (i++ % 4) + '">n</a></p>' }, 2500) }</script>`,
        { links: '/passing/0 /passing/1 /passing/2 /passing/3' },
      ],
      run(
        `setTimeout(() => { add('/passing/toast'); const toast = document.body.lastChild; setTimeout(() => toast.remove(), 3000) }, 2000)`,
        '/passing/toast',
      ),
      run(
        `setTimeout(() => { const a = document.createElement('a'); a.href = '/passing/never-shown'; document.body.append(a); a.remove() }, 1000)`,
        '',
      ),
      [
        `<button id=saves>Save</button><script>saves.onclick = () => { add('/passing/saved'); const saved = document.body.lastChild;
        setTimeout(() => saved.remove(), 3000) }</script>`,
        { links: '/passing/saved', never: '/passing/never-shown' },
      ],
    ],
    '/mixed': [
      run(
        `setTimeout(() => fetch('/slow').then(() => add('/mixed/fetch-after-timer')), 3000)`,
        '/mixed/fetch-after-timer',
      ),
      run(
        `fetch('/slow').then(() => setTimeout(() => add('/mixed/timer-after-fetch'), 3000))`,
        '/mixed/timer-after-fetch',
      ),
      run(
        `(async () => { for (let i = 1; i <= 3; i++) { await fetch('/slow?' + i); await new Promise((done) => setTimeout(done, 1000)); add('/mixed/step/' + i) } })()`,
        '/mixed/step/1 /mixed/step/2 /mixed/step/3',
      ),
      ['<iframe src=/frame></iframe>', { links: '/frame /from-frame-later' }],
      [
        '<iframe src=http://time.other-lab.test/frame></iframe>',
        { links: 'http://time.other-lab.test/frame http://time.other-lab.test/from-frame-later' },
      ],
      run(`new Worker('/worker.js').onmessage = () => add('/mixed/worker')`, '/mixed/worker'),
      [
        `<x-late></x-late><script>setTimeout(() => customElements.define('x-late', class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<a href=/mixed/defined-late>x</a>' } }), 2000)</script>`,
        { links: '/mixed/defined-late' },
      ],
      run(
        `addEventListener('load', () => setTimeout(() => { document.body.append(Object.assign(document.createElement('script'), { src: '/late.js' })) }, 1000))`,
        '/mixed/late-script',
      ),
    ],
  },
  {
    '/slow': late(200, typed('text/plain', 'slow')),
    '/frame': html(
      `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<a href=/from-frame-later>x</a>'), 4000)</script>`,
    ),
    '/worker.js': script(`setTimeout(() => postMessage(0), 300)`),
    '/late.js': late(100, script(`setTimeout(() => add('/mixed/late-script'), 1000)`)),
  },
);

/** A frame of another site. */
export const timeElsewhere = lab(
  'time.other-lab.test',
  {},
  {
    '/frame': html(
      `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<a href=/from-frame-later>x</a>'), 4000)</script>`,
    ),
  },
);
