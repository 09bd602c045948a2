import { html, late, script, typed } from '../site.ts';
import { lab } from './lab.ts';

const OTHER = 'http://combinations.other-lab.test';
const panel = (n: number) => `add('/tabs/' + ${n}, panel)`;

/** Combined techniques: each step appears only after the one before. */
export const combinations = lab(
  'combinations.lab.test',
  {
    '/frame-shadow-frame': [
      [
        '<iframe src=/frame-with-shadow></iframe>',
        { links: '/frame-with-shadow /in-shadow /in-shadow-clicked /innermost /innermost-link /innermost-clicked' },
      ],
      [
        `<div id=host></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = '<iframe src="${OTHER}/outer"></iframe>'</script>`,
        {
          links: `${OTHER}/outer ${OTHER}/outer-clicked http://combinations.lab.test/innermost http://combinations.lab.test/innermost-clicked`,
        },
      ],
    ],
    '/menu-after-fetch-after-hover': [
      [
        `<div id=menu>Faculties</div><script>menu.addEventListener('mouseenter', async () => {
        const items = await (await fetch('/menu.json')).json();
        menu.innerHTML = items.map((item) => '<a href=/faculty/' + item + '>' + item + '</a>').join('') }, { once: true })</script>`,
        { links: '/faculty/law /faculty/physics', requests: '/menu.json' },
      ],
    ],
    '/menus-in-menus': [
      [
        `<ul id=menu><li id=first>Studies</ul><script>
        const submenu = (parent, id) => { const ul = document.createElement('ul'); ul.innerHTML = '<li id=' + id + '>' + id + '</li>'; parent.append(ul); return ul.firstChild };
        first.addEventListener('mouseover', () => { const second = submenu(first, 'second');
          second.addEventListener('mouseover', (event) => { event.stopPropagation(); const third = submenu(second, 'third');
            third.addEventListener('click', (event) => { event.stopPropagation(); location.href = '/menus/third' }) }, { once: true }) }, { once: true })</script>`,
        { links: '/menus/third' },
      ],
      [
        `<div id=tree><button>Open</button></div><script>
        const level = (n, to) => { const box = document.createElement('div'); box.innerHTML = n > 3 ? '<a href=/menus/deepest>x</a>' : '<button>Level ' + n + '</button><a href=/menus/level-' + n + '>x</a>';
          to.append(box); box.querySelector('button')?.addEventListener('click', () => level(n + 1, box), { once: true }) };
        tree.firstChild.addEventListener('click', () => level(1, tree), { once: true })</script>`,
        { links: '/menus/level-1 /menus/level-2 /menus/level-3 /menus/deepest' },
      ],
    ],
    // One thing at a time: new elements come before older ones, and hidden ones are tried when visible again.
    '/one-at-a-time': [
      [
        `<div id=menu><span>Menu</span></div><script>
        menu.addEventListener('mouseenter', () => { if (menu.querySelector('ul')) return;
          menu.insertAdjacentHTML('beforeend', '<ul><li>Library</ul>');
          menu.querySelector('li').onclick = () => { location = '/one-at-a-time/menu' } });
        menu.addEventListener('mouseleave', () => menu.querySelector('ul')?.remove())</script>`,
        { links: '/one-at-a-time/menu' },
      ],
      [
        `<div id=tabs><a href="#" data-tab=1 class=on>News</a><a href="#" data-tab=2>Events</a><a href="#" data-tab=3>Jobs</a></div>
        <div id=cards></div><script>
        const show = (tab) => { cards.innerHTML = '<article>' + tab + '</article>';
          cards.firstChild.onclick = () => { window.location = '/one-at-a-time/card-' + tab } };
        for (const tab of tabs.children) tab.onclick = (event) => { event.preventDefault();
          tabs.querySelector('.on').className = ''; tab.className = 'on'; show(tab.dataset.tab) };
        show(1)</script>`,
        { links: '/one-at-a-time/card-1 /one-at-a-time/card-2 /one-at-a-time/card-3' },
      ],
      [
        `<div id=results></div><div id=pages></div><script>
        function turn(page) { results.innerHTML = '<a href="/one-at-a-time/result-' + page + '">Result</a>'; pages.innerHTML = '';
          for (let other = Math.max(1, page - 2); other <= Math.min(7, page + 2); other++) {
            const button = document.createElement('a'); button.href = '#'; button.textContent = other; button.dataset.page = other; pages.append(button) } }
        pages.addEventListener('click', (event) => { if (!event.target.dataset.page) return;
          event.preventDefault(); turn(Number(event.target.dataset.page)) });
        turn(1)</script>`,
        {
          links:
            '/one-at-a-time/result-1 /one-at-a-time/result-2 /one-at-a-time/result-3 /one-at-a-time/result-4 /one-at-a-time/result-5 /one-at-a-time/result-6 /one-at-a-time/result-7',
        },
      ],
    ],
    '/wizard': [
      [
        `<div id=wizard></div><script>const steps = [
          '<label><input type=radio name=kind onchange="next.disabled = false">Bachelor</label><button id=next disabled onclick="go(1)">Next</button>',
          '<select onchange="next.disabled = value === \\'\\'"><option value="">Choose<option>Law</select><button id=next disabled onclick="go(2)">Next</button>',
          '<input id=name oninput="next.disabled = value === \\'\\'"><button id=next disabled onclick="go(3)">Finish</button>',
          '<a href=/wizard/done>Your programme</a>'];
        function go(step) { wizard.innerHTML = steps[step] } go(0)</script>`,
        { links: '/wizard/done' },
      ],
      [
        `<div id=plain><button>Start</button></div><script>let at = 0; plain.firstChild.onclick = async function step() {
        at++; await fetch('/slow?' + at); plain.innerHTML = at === 3 ? '<a href=/wizard/plain-done>x</a>' : '<button>Step ' + at + '</button>';
        if (at < 3) plain.firstChild.onclick = step }</script>`,
        { links: '/wizard/plain-done' },
      ],
    ],
    '/tabs': [
      [
        `<div role=tablist>${[1, 2, 3].map((n) => `<button role=tab onclick="panel.replaceChildren(); ${panel(n)}">Tab ${n}</button>`).join('')}</div><div id=panel role=tabpanel></div>`,
        { links: '/tabs/1 /tabs/2 /tabs/3' },
      ],
      [
        `<div class=accordion>${[1, 2].map((n) => `<h3 data-n=${n}>Part ${n}</h3><div></div>`).join('')}</div><script>
        for (const head of document.querySelectorAll('.accordion h3')) head.addEventListener('click', () => {
          for (const body of document.querySelectorAll('.accordion div')) body.innerHTML = '';
          setTimeout(() => { add('/accordion/' + head.dataset.n, head.nextElementSibling) }, 400) })</script>`,
        { links: '/accordion/1 /accordion/2' },
      ],
    ],
    '/load-more': [
      [
        `<div id=news></div><button id=more>More news</button><script>let page = 0; more.addEventListener('click', async () => {
        const items = await (await fetch('/news?page=' + ++page)).json(); items.forEach((n) => add('/news/' + n, news));
        if (page === 4) more.remove() })</script>`,
        { links: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `/news/${n}`).join(' ') },
      ],
    ],
    '/modal': [
      [
        `<button id=show>Show the map</button><script>show.onclick = () => { const d = document.createElement('dialog');
        d.innerHTML = '<iframe src=/map></iframe>'; document.body.append(d); d.showModal() }</script>`,
        { links: '/map /on-the-map /pin' },
      ],
    ],
    '/banner': [
      [
        `<div id=banner style="position:fixed;inset:0;background:#fffe;z-index:9"><p>We use cookies.</p><button id=accept>Accept all</button></div>
        <main id=main></main><script>accept.addEventListener('click', () => { banner.remove(); fetch('/slow').then(() => { add('/behind-banner', main);
          const button = document.createElement('button'); button.textContent = 'More'; button.onclick = () => add('/clicked-behind-banner', main); main.append(button) }) })</script>`,
        { links: '/behind-banner /clicked-behind-banner' },
      ],
    ],
    '/dialogs': [
      [`<script>onbeforeunload = (event) => { event.preventDefault(); return 'stay' }; alert('Welcome')</script>`, {}],
      [`<button onclick="alert('Going'); location = '/dialogs/alert'">Go</button>`, { links: '/dialogs/alert' }],
      [
        `<button onclick="if (confirm('Leave this page?')) location = '/dialogs/confirm'">Leave</button>`,
        { links: '/dialogs/confirm' },
      ],
      [
        `<button onclick="const name = prompt('Your name?', 'Ann'); if (name !== null) location = '/dialogs/prompt'">Enter</button>`,
        { links: '/dialogs/prompt' },
      ],
      [`<button onclick="location.href = '/dialogs/beforeunload'">Go</button>`, { links: '/dialogs/beforeunload' }],
    ],
    '/chains': [
      [
        `<div id=c1>Hover</div><script>c1.onmouseover = () => { c1.onmouseover = null; setTimeout(() => fetch('/slow').then(() => {
        const b = document.createElement('button'); b.textContent = 'Click'; c1.append(b); b.onclick = () => history.pushState({}, '', '/chains/pushed') }), 2000) }</script>`,
        { links: '/chains/pushed' },
      ],
      [
        `<input id=c2><script>c2.oninput = () => fetch('/suggest?q=' + c2.value.length * 0).then((r) => r.json()).then((all) => {
        c2.oninput = null; for (const name of all) { const div = document.createElement('div'); div.textContent = name; c2.after(div);
        div.addEventListener('mousedown', () => { location.href = '/chains/suggested/' + name }) } })</script>`,
        { links: '/chains/suggested/ann /chains/suggested/bob', requests: '/suggest?q=0' },
      ],
      [
        `<details id=c3><summary>Open</summary><div id=inside></div></details><script>c3.addEventListener('toggle', () => { if (c3.open)
        inside.innerHTML = '<button onclick="window.open(&quot;/chains/popup&quot;)">Window</button>' }, { once: true })</script>`,
        { links: '/chains/popup' },
      ],
      [
        `<div style="height:2000px"></div><div id=c4></div><script>new IntersectionObserver(([entry], observer) => { if (!entry.isIntersecting) return; observer.disconnect();
        const b = document.createElement('button'); b.textContent = 'Deep'; c4.append(b);
        b.onclick = () => { b.remove(); const f = document.createElement('iframe'); f.src = '/map'; c4.append(f) } }).observe(c4)</script>`,
        { links: '/map /on-the-map /pin' },
      ],
      [
        `<button id=c5>Thrice</button><script>let clicks = 0; c5.onclick = () => { if (++clicks === 3) add('/chains/thrice') }</script>`,
        {},
      ],
    ],
    '/long-after': [
      [
        `<button id=order>Order</button><div id=ready></div><script>order.onclick = () => { order.remove(); setTimeout(() => {
        const f = document.createElement('iframe'); f.src = '/map'; ready.append(f) }, 7000) }</script>`,
        { links: '/map /on-the-map /pin' },
      ],
    ],
    '/hash-app': [
      [
        `<nav><button onclick="location.hash = '#/about'">About</button><a href=#/people>People</a></nav><main id=view></main><script>
        const show = () => { view.innerHTML = '<a href="/page' + (location.hash.slice(1) || '/home') + '">page</a>' };
        addEventListener('hashchange', show); show()</script>`,
        { links: '/hash-app#/about /hash-app#/people /page/home', never: '/page/about /page/people' },
      ],
    ],
    '/history-app': [
      [
        `<nav><a href=/app/one data-link>One</a><button data-to=/app/two>Two</button></nav><main id=view></main><script>
        const show = (path) => { view.innerHTML = '<a href="/shown' + path + '">x</a><button data-to="' + path + '/more">More</button>' };
        const go = (path) => { history.pushState({ path }, '', path); show(path) };
        document.addEventListener('click', (event) => { const to = event.target.dataset.to ?? (event.target.matches('[data-link]') ? event.target.getAttribute('href') : null);
          if (to && to.split('/more').length < 3) { event.preventDefault(); go(to) } });
        addEventListener('popstate', () => show(location.pathname)); show('/app')</script>`,
        {
          links: '/app/one /app/two /shown/app /app/more',
          never: '/shown/app/one /shown/app/two /shown/app/more /app/two/more',
        },
      ],
    ],
    '/lazy-routes': [
      [
        `<nav><button data-route=staff>Staff</button><button data-route=labs>Labs</button></nav><main id=view></main><script type=module>
        const routes = { staff: () => import('/routes/staff.js'), labs: () => import('/routes/labs.js') };
        for (const button of document.querySelectorAll('[data-route]')) button.addEventListener('click', async () => {
          history.pushState({}, '', '/lazy/' + button.dataset.route); (await routes[button.dataset.route]()).show(view) })</script>`,
        { links: '/lazy/staff /lazy/labs', never: '/staff/1 /staff/2 /labs/1' },
      ],
    ],
  },
  {
    '/slow': late(150, typed('text/plain', 'slow')),
    '/frame-with-shadow': html(`<div id=host></div><script>const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<a href=/in-shadow>x</a><button>b</button><iframe src=/innermost></iframe>';
      root.querySelector('button').onclick = () => root.append(Object.assign(document.createElement('a'), { href: '/in-shadow-clicked', textContent: 'x' }))</script>`),
    '/innermost': html(`<a href=/innermost-link>x</a><button onclick="location = '/innermost-clicked'">b</button>`),
    '/menu.json': late(200, typed('application/json', '["law","physics"]')),
    '/news': ({ path }) => {
      const page = Number(path.split('=')[1]);
      return typed('application/json', JSON.stringify([2 * page - 1, 2 * page]));
    },
    '/suggest': typed('application/json', '["ann","bob"]'),
    '/map': html(
      `<a href=/on-the-map>x</a><canvas onclick="document.body.insertAdjacentHTML('beforeend', '<a href=/pin>x</a>')"></canvas>`,
    ),
    '/routes/staff.js': late(
      100,
      script(`export const show = (view) => { view.innerHTML = '<a href=/staff/1>1</a><a href=/staff/2>2</a>' }`),
    ),
    '/routes/labs.js': late(100, script(`export const show = (view) => { view.innerHTML = '<a href=/labs/1>1</a>' }`)),
  },
);

/** The other site of a frame in a shadow root in a frame. */
export const combinationsElsewhere = lab(
  'combinations.other-lab.test',
  {},
  {
    '/outer':
      html(`<button onclick="document.body.insertAdjacentHTML('beforeend', '<a href=/outer-clicked>x</a>')">b</button>
      <iframe src=http://combinations.lab.test/innermost></iframe>`),
  },
);
