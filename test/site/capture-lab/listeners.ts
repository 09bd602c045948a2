import { late, script, typed } from '../site.ts';
import { lab } from './lab.ts';

/** Listeners added in every way, and in every place. */
export const listeners = lab(
  'listeners.lab.test',
  {
    '/heard-above-shadow-trees': [
      [
        `<x-shelf></x-shelf><script>
        customElements.define('x-book', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<b class=title>' + this.dataset.n + '</b>' } });
        customElements.define('x-shelf', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<x-book data-n=1></x-book><x-book data-n=2></x-book>' } });
        document.addEventListener('click', (event) => { const title = event.composedPath().find((node) => node.className === 'title');
          if (title) add('/book/' + title.textContent) })</script>`,
        { links: '/book/1 /book/2' },
      ],
    ],
    '/ways': [
      [`<div onclick="add('/by-attribute')">Attribute</div>`, { links: '/by-attribute' }],
      [`<div id=p>Property</div><script>p.onclick = () => add('/by-property')</script>`, { links: '/by-property' }],
      [
        `<div id=o>Object</div><script>o.addEventListener('click', { handleEvent: () => add('/by-object') })</script>`,
        { links: '/by-object' },
      ],
      [
        `<div id=once>Once</div><script>once.addEventListener('click', () => add('/by-once'), { once: true })</script>`,
        { links: '/by-once' },
      ],
      [
        `<div id=outer><span id=inner>Capture</span></div><script>
        outer.addEventListener('click', (event) => { event.stopPropagation(); add('/by-capture') }, true);
        inner.addEventListener('click', () => add('/never-reached'))</script>`,
        { links: '/by-capture', never: '/never-reached' },
      ],
      [
        `<div id=above><span id=below>Stopped</span></div><script>above.onclick = () => add('/above');
        below.onclick = (event) => { event.stopPropagation(); add('/below') }</script>`,
        { links: '/below /above' },
      ],
      [
        `<div id=throws>Throws</div><script>throws.addEventListener('click', () => { throw new Error('on purpose') });
        throws.addEventListener('click', () => add('/after-throw'))</script>`,
        { links: '/after-throw' },
      ],
      [
        `<div id=bound>Bound</div><script>bound.onclick = add.bind(null, '/by-bound', document.body)</script>`,
        { links: '/by-bound' },
      ],
      [
        `<div id=goes>Goes</div><script>goes.onclick = () => { add('/gone'); goes.remove() }</script>`,
        { links: '/gone' },
      ],
      [
        `<div id=after></div><script>setTimeout(() => { after.textContent = 'Late'; after.onclick = () => add('/late-listener') }, 300)</script>`,
        { links: '/late-listener' },
      ],
      [
        `<div id=fetched></div><script>fetch('/slow').then(() => { const b = document.createElement('button'); b.textContent = 'New';
        b.addEventListener('click', async () => { await fetch('/slow'); add('/after-fetches') }); fetched.append(b) })</script>`,
        { links: '/after-fetches', requests: '/slow' },
      ],
      [
        `<button id=checks>Checks</button><script>checks.addEventListener('click', (event) => {
        if (event.button === 0 && event.target === checks && !event.ctrlKey && !event.shiftKey) add('/checks') })</script>`,
        { links: '/checks' },
      ],
      [
        `<canvas id=map width=100 height=100 style="border:1px solid"></canvas><script>map.addEventListener('click', (event) => {
        const { left, right, top, bottom } = map.getBoundingClientRect();
        if (event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom) add('/on-map') })</script>`,
        { links: '/on-map' },
      ],
      [`<svg width=50 height=50><rect width=50 height=50 onclick="add('/in-svg')"></rect></svg>`, { links: '/in-svg' }],
    ],
    '/intent': [
      [
        `<div id=menu>Menu</div><script>let opening; menu.onmouseenter = () => { opening = setTimeout(() => add('/opened'), 300) };
        menu.onmouseleave = () => clearTimeout(opening)</script>`,
        { links: '/opened' },
      ],
    ],
    '/moved-to': [
      // As libraries note the new place of something.
      [
        `<section id=moved-to data-x=3 data-y=4><span>Part</span></section><script>document.getElementById('moved-to').addEventListener('mouseenter', () => add('/entered'))</script>`,
        { links: '/entered' },
      ],
    ],
    '/typed': [
      [
        `<input id=keyed><script>keyed.onkeyup = () => { if (keyed.value && !window.isKeyed) { window.isKeyed = true; add('/keyed') } }</script>`,
        { links: '/keyed' },
      ],
      [
        `<input id=long><script>long.oninput = () => { if (long.value.length > 2) add('/long') }</script>`,
        { links: '/long' },
      ],
    ],
    '/shown-once': [
      [
        `<div id=first>A</div><div id=place></div><script>first.onclick = () => { if (place.firstChild) return place.remove();
        place.innerHTML = '<s>sub</s>'; place.firstChild.onclick = () => add('/sub') }</script>`,
        { links: '/sub' },
      ],
    ],
    '/later': [
      [
        `<div id=later>Later</div><script>later.onmouseenter = () => { later.onclick = () => add('/later-bound') }</script>`,
        { links: '/later-bound' },
      ],
    ],
    '/animated': [
      [
        `<div id=moved>Moved</div><script>moved.animate([{ opacity: 0 }, { opacity: 1 }], 300).onfinish = () => add('/animation-over');
        moved.onclick = () => moved.animate([{ opacity: 0 }, { opacity: 1 }], 300).finished.then(() => add('/click-animation-over'))</script>`,
        { links: '/animation-over /click-animation-over' },
      ],
    ],
    '/delegated': [
      [
        `<ul id=list>${[1, 2, 3, 4, 5].map((n) => `<li data-id=${n}>Item ${n}</li>`).join('')}</ul><script>
        list.addEventListener('click', (event) => { const item = event.target.closest('li'); if (item) add('/item/' + item.dataset.id) })</script>`,
        { links: '/item/1 /item/2 /item/3 /item/4 /item/5' },
      ],
      [
        `<b class=by-document>Document</b><b class=by-body>Body</b><b class=by-window>Window</b><script>
        document.addEventListener('click', (event) => { if (event.target.matches('.by-document')) add('/by-document') });
        document.body.addEventListener('mouseover', (event) => { if (event.target.matches('.by-body')) add('/by-body') });
        window.addEventListener('click', (event) => { if (event.target.matches('.by-window')) add('/by-window') })</script>`,
        { links: '/by-document /by-body /by-window' },
      ],
    ],
    '/delegated-by-library': [
      [
        `<script src=/query.js></script><div id=root><p class=row><span class=open data-page=one>One</span></p></div><script>
        $('#root').on('click', '.open', function () { add('/query/' + this.getAttribute('data-page')) });
        $(document).on('mouseenter', '.row', () => add('/query/hover'));
        setTimeout(() => $('#root').append('<span class=open data-page=late>Late</span>'), 100)</script>`,
        { links: '/query/one /query/late /query/hover', embedded: '/query.js' },
      ],
      [
        `<div id=app></div><script src=/react.js></script><script>render(document.getElementById('app'),
        h('nav', {}, h('button', { onClick: () => add('/react/click') }, 'Click'), h('span', { onMouseEnter: () => add('/react/enter') }, 'Enter'),
          h('input', { onChange: (event) => add('/react/change') }),
          h('form', { onSubmit: (event) => { event.preventDefault(); add('/react/submit') } }, h('button', {}, 'Show'))))</script>`,
        { links: '/react/click /react/enter /react/change /react/submit', embedded: '/react.js' },
      ],
    ],
    '/shadows': [
      [
        `<div id=open></div><div id=closed></div><script>for (const mode of ['open', 'closed']) {
        const root = document.getElementById(mode).attachShadow({ mode });
        root.innerHTML = '<button>In ' + mode + '</button><a href=/in-' + mode + '>a</a>';
        root.querySelector('button').onclick = () => root.append(Object.assign(document.createElement('a'), { href: '/clicked-' + mode, textContent: 'x' })) }</script>`,
        { links: '/in-open /in-closed /clicked-open /clicked-closed' },
      ],
      [
        `<x-card></x-card><script>customElements.define('x-card', class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<slot></slot><i>i</i>'; this.onclick = () => { location = '/card' } } })</script>`,
        { links: '/card' },
      ],
    ],
    '/frames': [
      [`<iframe src=/framed></iframe>`, { links: '/framed /from-frame' }],
      [
        `<iframe src=http://listeners.other-lab.test/framed></iframe>`,
        {
          links: 'http://listeners.other-lab.test/framed http://listeners.other-lab.test/from-frame',
        },
      ],
      [
        `<iframe srcdoc="<button onclick=&quot;location = '/from-srcdoc'&quot;>b</button>"></iframe>`,
        { links: '/from-srcdoc' },
      ],
    ],
  },
  {
    '/slow': late(200, typed('text/plain', 'slow')),
    '/framed': typed(
      'text/html',
      `<button onclick="const a = document.createElement('a'); a.href = '/from-frame'; document.body.append(a)">b</button>`,
    ),
    '/query.js':
      script(`function $(x) { const nodes = typeof x === 'string' ? [...document.querySelectorAll(x)] : [x]; return {
      on(type, selector, handler) { const native = { mouseenter: 'mouseover' }[type] || type;
        for (const node of nodes) node.addEventListener(native, (event) => { const hit = event.target.closest && event.target.closest(selector);
          if (hit && (type !== 'mouseenter' || !hit.contains(event.relatedTarget))) handler.call(hit, event) }) },
      append(html) { for (const node of nodes) node.insertAdjacentHTML('beforeend', html) } } }`),
    // Handlers are stored as properties and called from the root, as in React.
    '/react.js': script(`const key = '__props$' + Math.random().toString(36).slice(2);
      function h(tag, props, ...children) { const node = document.createElement(tag); node[key] = props; node.append(...children); return node }
      function render(root, tree) { root.append(tree);
        const names = { click: 'onClick', mouseover: 'onMouseEnter', input: 'onChange', submit: 'onSubmit' };
        for (const type of Object.keys(names)) root.addEventListener(type, (event) => {
          for (let node = event.target; node && node !== root; node = node.parentNode) node[key]?.[names[type]]?.(event) }, false) }`),
  },
);

/** Frames of another site. */
export const listenersElsewhere = lab(
  'listeners.other-lab.test',
  {},
  {
    '/framed': typed(
      'text/html',
      `<button onclick="document.body.insertAdjacentHTML('beforeend', '<a href=/from-frame>a</a>')">b</button>`,
    ),
  },
);
