import { late, script, typed } from '../site.ts';
import { lab, type Part } from './lab.ts';

/** A handler of one kind, and the link that it writes. */
const on = (type: string, element: string, check = ''): Part => [
  `${element.replace('>', ` id=on-${type}>`)}
  <script>document.getElementById('on-${type}').addEventListener('${type}', (event) => { ${check} add('/on/${type}') })</script>`,
  { links: `/on/${type}` },
];

const button = '<button type=button>Button</button>';
const box = '<div style="width:200px;height:30px">Box</div>';

/** Handlers of every kind of event, set in every way. */
export const events = lab(
  'events.lab.test',
  {
    '/pointer': [
      on('click', button),
      on('dblclick', box),
      on('mousedown', box),
      on('mouseup', box),
      on('mouseover', box),
      on('mouseenter', box),
      on('mousemove', box),
      on('mouseout', box),
      on('mouseleave', box),
      on('contextmenu', box, 'event.preventDefault();'),
      on('auxclick', box),
      on('wheel', box),
    ],
    '/pointer-2': [
      on('pointerdown', box),
      on('pointerup', box),
      on('pointerover', box),
      on('pointerenter', box),
      on('touchstart', box),
      on('touchend', box),
      [
        `<div id=long style="height:30px">Hold me</div><script>let timer;
        long.addEventListener('pointerdown', () => { timer = setTimeout(() => add('/long-press'), 600) });
        for (const type of ['pointerup', 'pointercancel', 'pointerleave'])
          long.addEventListener(type, () => clearTimeout(timer))</script>`,
        { links: '/long-press' },
      ],
    ],
    '/fields': [
      on('focus', '<input>'),
      on('blur', '<input>'),
      on('focusin', '<p><input></p>'),
      on('input', '<input>'),
      on('change', '<input>'),
      on('keydown', '<input>'),
      on('keyup', '<input>'),
      on('keypress', '<input>'),
      [
        `<input id=enter placeholder=Search><script>
        enter.onkeydown = (event) => { if (event.key === 'Enter') add('/enter?q=') }</script>`,
        { links: '/enter?q=' },
      ],
      [
        `<textarea oninput="add('/textarea')"></textarea><div contenteditable oninput="add('/editable')">Edit</div>`,
        { links: '/textarea /editable' },
      ],
    ],
    '/choices': [
      [
        `<select onchange="if (value) location = value"><option value="">Faculties<option value=/select/law>Law
        <option value=/select/physics>Physics</select>`,
        { links: '/select/law /select/physics' },
      ],
      [
        `<select id=years><option>2023<option>2024</select><div id=year></div>
        <script>years.addEventListener('change', () => add('/year/' + years.value, year))</script>`,
        { links: '/year/2024' },
      ],
      [
        `<label><input type=checkbox onchange="if (checked) add('/checkbox')">Old ones too</label>`,
        { links: '/checkbox' },
      ],
      [
        `<form>${['a', 'b'].map((x) => `<label><input type=radio name=r value=${x} onchange="add('/radio/' + value)">${x}</label>`).join('')}</form>`,
        { links: '/radio/a /radio/b' },
      ],
      [`<input type=range min=0 max=3 value=1 oninput="add('/range')">`, { links: '/range' }],
      [`<input type=date onchange="if (value) add('/date')">`, { links: '/date' }],
      [
        `<form onsubmit="event.preventDefault(); add('/submit')"><input name=q><button>Find</button></form>`,
        { links: '/submit' },
      ],
      [
        `<form id=search action=/form><input name=q><input type=submit value=Find></form>
        <script>search.addEventListener('submit', (event) => { event.preventDefault(); history.pushState(0, '', '/submit-2') })</script>`,
        { links: '/submit-2' },
      ],
      [
        `<form id=reset><button type=reset>Reset</button></form><script>reset.onreset = () => add('/reset')</script>`,
        { links: '/reset' },
      ],
    ],
    '/disclosure': [
      [
        `<details ontoggle="if (open) add('/details')"><summary>More</summary>Much more</details>`,
        { links: '/details' },
      ],
      [
        `<dialog id=dialog><button onclick="add('/in-dialog')">In the dialog</button></dialog>
        <button onclick="dialog.showModal()">Open the dialog</button>`,
        { links: '/in-dialog' },
      ],
      [
        `<div id=pop popover ontoggle="if (event.newState === 'open') add('/popover')"><button onclick="add('/in-popover')">x</button></div>
        <button popovertarget=pop>Open the popover</button>`,
        { links: '/popover /in-popover' },
      ],
      [
        `<div id=menu style="display:none"><span onclick="add('/hidden-item')">Item</span></div>
        <button onclick="menu.style.display = 'block'">Menu</button>`,
        { links: '/hidden-item' },
      ],
      [
        `<style>.drop ul { display: none } .drop:hover ul { display: block }</style>
        <div class=drop>Studies<ul><li onclick="add('/css-menu')">Item</ul></div>`,
        { links: '/css-menu' },
      ],
      [
        `<a onclick="add('/without-href')">No href</a><a href="#" onclick="add('/hash-only'); return false">#</a>`,
        { links: '/without-href /hash-only' },
      ],
      [`<a href="/with-href" onclick="add('/by-link'); return false">Link</a>`, { links: '/with-href /by-link' }],
      [
        `<div role=button tabindex=0 id=rb>Role</div><script>rb.onkeydown = (e) => { if (e.key === ' ' || e.key === 'Enter') add('/role-button') }</script>`,
        { links: '/role-button' },
      ],
      [
        `<label for=hidden-box>Label</label><input id=hidden-box type=checkbox hidden onclick="add('/by-label')">`,
        { links: '/by-label' },
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
        { links: '/below' },
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
          h('form', { onSubmit: (event) => { event.preventDefault(); add('/react/submit') } }, h('button', {}, 'Send'))))</script>`,
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
        `<iframe src=http://events.other-lab.test/framed></iframe>`,
        {
          links: 'http://events.other-lab.test/framed http://events.other-lab.test/from-frame',
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
    // Handlers are kept as properties and called from the root, as React does.
    '/react.js': script(`const key = '__props$' + Math.random().toString(36).slice(2);
      function h(tag, props, ...children) { const node = document.createElement(tag); node[key] = props; node.append(...children); return node }
      function render(root, tree) { root.append(tree);
        const names = { click: 'onClick', mouseover: 'onMouseEnter', input: 'onChange', submit: 'onSubmit' };
        for (const type of Object.keys(names)) root.addEventListener(type, (event) => {
          for (let node = event.target; node && node !== root; node = node.parentNode) node[key]?.[names[type]]?.(event) }, false) }`),
  },
);

/** Frames of another site. */
export const eventsElsewhere = lab(
  'events.other-lab.test',
  {},
  {
    '/framed': typed(
      'text/html',
      `<button onclick="document.body.insertAdjacentHTML('beforeend', '<a href=/from-frame>a</a>')">b</button>`,
    ),
  },
);
