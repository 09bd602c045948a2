import { late, typed } from '../site.ts';
import { lab } from './lab.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const words = (count: number, word: (n: number) => string): string => upTo(count).map(word).join(' ');

/** Controls that undo each other's results, or look alike and differ in effect. */
export const controls = lab(
  'controls.lab.test',
  {
    // Each press draws a circle that cannot be hovered, and removes it.
    '/circles': [
      [
        `<style>i { position: absolute; inset: 0; pointer-events: none } i u { display: block }</style>
        ${words(3, (n) => `<div><button style=position:relative data-n=${n}>Section ${n}<i></i></button><p></p></div>`)}
        ${words(8, (n) => `<div class=of-${'abcdefgh'[n - 1]}><button style=position:relative>Nothing ${n}<i></i></button></div>`)}<script>
        const circle = ({ target }) => { const i = target.closest?.('button')?.querySelector('i'); if (!i) return;
          i.innerHTML += '<u><u></u></u>'; setTimeout(() => i.firstChild?.remove(), 550) };
        for (const type of ['mousedown', 'touchstart', 'focusin', 'mouseover', 'dblclick', 'contextmenu', 'dragstart', 'mouseout', 'keydown'])
          document.addEventListener(type, circle);
        document.addEventListener('click', ({ target }) => { const { n } = target.closest?.('button')?.dataset ?? {};
          if (n) document.querySelectorAll('p')[n - 1].innerHTML = '<a href=/circles/' + n + '>x</a>' })</script>`,
        { links: words(3, (n) => `/circles/${n}`) },
      ],
    ],
    // Paging buttons are recreated with each page, with one listener for both tables; the second one has no links.
    '/two-tables': [
      [
        `${['people', 'rooms'].map((name) => `<div class=wrapper><table><tbody id=${name}></tbody></table><nav><span></span></nav></div>`).join('')}<script>
        const rows = { people: 12, rooms: 12 }, at = { people: 0, rooms: 0 };
        const draw = (name) => { const body = document.getElementById(name), pages = rows[name] / 3; body.innerHTML = '';
          for (let i = at[name] * 3; i < at[name] * 3 + 3; i++)
            body.innerHTML += '<tr><td>' + (name === 'people' ? '<a href=/two-tables/' + (i + 1) + '>Person</a>' : 'Room ' + i) + '</td></tr>';
          const button = (text, to) => '<button aria-controls=' + name + ' data-to=' + to + (to < 0 || to >= pages ? ' class=off' : '') + '>' + text + '</button>';
          body.closest('div').querySelector('span').innerHTML = button('«', 0) + button('‹', at[name] - 1)
            + [...Array(pages).keys()].map((page) => button(page + 1, page)).join('') + button('›', at[name] + 1) + button('»', pages - 1) };
        for (const name in rows) draw(name);
        for (const nav of document.querySelectorAll('nav')) nav.addEventListener('click', turn);
        function turn({ target }) { const name = target.getAttribute('aria-controls'), to = Number(target.dataset.to);
          if (!name || target.matches('.off')) return; at[name] = to; draw(name) }</script>`,
        { links: words(12, (n) => `/two-tables/${n}`) },
      ],
    ],
    // An answer replaces the question, with a back button that undoes it.
    '/assistant-with-back': [
      [
        `<section id=w></section><script>
        let who = '', where = '';
        const button = (text, press) => { const one = document.createElement('button'); one.textContent = text; one.onclick = press; w.append(one) };
        const ask = () => { w.innerHTML = '<p>Who?</p>'; for (const one of ['staff', 'student']) button(one, () => { who = one; next() }) };
        const next = () => { w.innerHTML = '<p>Where, ' + who + '?</p>'; for (const one of ['north', 'south']) button(one, () => { where = one; end() }); button('Back', () => ask()) };
        const end = () => { w.innerHTML = '<a href=/advice/' + who + '-' + where + '>x</a>'; button('Back', () => next()) };
        ask()</script>`,
        { links: '/advice/staff-north /advice/staff-south /advice/student-north /advice/student-south' },
      ],
    ],
    '/dialogs-alike': [
      [
        `${words(7, (n) => `<div class=person><b>Person</b> <button class=open data-n=${n}>Contact</button></div>`)}<div id=modal hidden><div class=body></div></div><script>
        for (const open of document.querySelectorAll('.open')) open.onclick = () => { modal.hidden = false;
          modal.firstChild.innerHTML = '<p>Office</p><button class=more>Profile</button>';
          modal.querySelector('.more').onclick = () => { location = '/person/' + open.dataset.n } }</script>`,
        { links: words(7, (n) => `/person/${n}`) },
      ],
    ],
    '/dialogs-alike-heard-by-all': [
      [
        `${words(5, (n) => `<button class=card data-n=${n}>Details</button>`)}<div id=dialogs></div><script>
        document.addEventListener('click', ({ target }) => {
          if (target.matches('.card')) dialogs.innerHTML = '<dialog open><button class=tab data-n=' + target.dataset.n + '>Timetable</button><button class=closer>Close</button></dialog>';
          if (target.matches('.closer')) dialogs.innerHTML = '';
          if (target.matches('.tab')) fetch('/slow').then(() => { location = '/timetable/' + target.dataset.n }) })</script>`,
        { links: words(5, (n) => `/timetable/${n}`) },
      ],
    ],
    '/one-dialog-for-all': [
      [
        `${words(8, (n) => `<button class=who data-target=#m data-n=${n}>Person</button>`)}
        <dialog id=m><div class=head><button class=x aria-label=Close></button></div><div id=b></div></dialog><script>
        for (const type of ['click', 'keydown', 'mousedown', 'mouseup', 'mouseover', 'focusin', 'touchstart', 'contextmenu'])
          for (const on of [document, m]) on.addEventListener(type, () => {});
        for (const who of document.querySelectorAll('.who')) who.addEventListener('click', () => {
          if (m.open) return;
          b.innerHTML = '<a href=/who/' + who.dataset.n + '>Profile</a>'; m.showModal() });
        m.querySelector('.x').addEventListener('click', () => m.close())</script>`,
        { links: words(8, (n) => `/who/${n}`) },
      ],
    ],
    '/filter-that-empties': [
      [
        `<input id=f placeholder=Filter><ul id=l></ul><script>const all = ['Botany', 'Chemistry', 'Geology', 'Physics'];
        const draw = () => { l.innerHTML = ''; for (const name of all) if (name.toLowerCase().includes(f.value.toLowerCase())) {
          const li = document.createElement('li'); li.textContent = name; li.className = name; li.onclick = () => { location = '/faculty/' + name }; l.append(li) } };
        f.oninput = draw; draw()</script>`,
        { links: '/faculty/Botany /faculty/Chemistry /faculty/Geology /faculty/Physics' },
      ],
    ],
    '/filter-that-asks': [
      [
        `<input id=f><div id=l></div><button id=older>Older</button><script>let shown = 3;
        const draw = () => fetch('/courses?of=' + f.value).then((r) => r.json()).then((all) => { l.innerHTML = '';
          for (const name of all.slice(0, shown)) { const b = document.createElement('b'); b.textContent = name; b.className = name;
            b.onclick = () => { location = '/course/' + name }; l.append(b) } });
        f.onkeyup = draw; older.onclick = () => { shown += 3; draw() }; draw()</script>`,
        { links: words(9, (n) => `/course/course-${n}`) },
      ],
    ],
    '/list-that-empties': [
      [
        `<select id=s><option value="">All<option>Law<option>None</select><div id=l></div><script>const all = ['Law-1', 'Law-2', 'Arts-1', 'Arts-2'];
        const draw = () => { l.innerHTML = ''; for (const name of all) if (name.includes(s.value)) {
          const b = document.createElement('b'); b.textContent = name; b.className = name; b.onclick = () => { location = '/unit/' + name }; l.append(b) } };
        s.onchange = draw; draw()</script>`,
        { links: '/unit/Law-1 /unit/Law-2 /unit/Arts-1 /unit/Arts-2' },
      ],
    ],
    '/form-of-a-dialog': [
      [
        `<button onclick="d.showModal()">Choose</button><dialog id=d><form method=dialog><button value=law>Law</button></form></dialog><script>
        d.onclose = () => { if (d.returnValue) location = '/chosen/' + d.returnValue }</script>`,
        { links: '/chosen/law' },
      ],
    ],
    '/swiped': [
      [
        `<div id=s style="width:200px;height:80px">Slide</div><script>let from; s.addEventListener('touchstart', (event) => { from = event.touches[0].clientX });
        s.addEventListener('touchend', (event) => { const by = event.changedTouches[0].clientX - from;
          if (by < -60) add('/swiped/next'); if (by > 60) add('/swiped/before') })</script>`,
        { links: '/swiped/next /swiped/before' },
      ],
      [
        `<div id=p style="width:200px;height:80px">Slide</div><script>{ let from; p.onpointerdown = (event) => { from = event.clientX };
        p.onpointerup = (event) => { if (from - event.clientX > 60) add('/swiped/by-pointer') } }</script>`,
        { links: '/swiped/by-pointer' },
      ],
    ],
    '/long-list-that-loads': [
      [
        `<select id=s><option value="">Choose</option>${words(45, (n) => `<option value=${n}>Part ${n}</option>`)}</select><div id=o></div>
        <script>s.onchange = () => fetch('/part?' + s.value).then((r) => r.text()).then((t) => { o.innerHTML = t })</script>`,
        { links: words(45, (n) => `/of-part/${n}`) },
      ],
    ],
    '/two-lists-in-one-place': [
      [
        `<select id=a><option value="">Faculty</option>${words(4, (n) => `<option value=a${n}>A ${n}</option>`)}</select>
        <select id=b><option value="">Year</option>${words(4, (n) => `<option value=b${n}>B ${n}</option>`)}</select><div id=o></div>
        <script>const load = (value) => fetch('/part?' + value).then((r) => r.text()).then((t) => { o.innerHTML = t });
        a.onchange = () => load(a.value); b.onchange = () => load(b.value)</script>`,
        { links: words(4, (n) => `/of-part/a${n} /of-part/b${n}`) },
      ],
    ],
    '/cards-on-hover': [
      [
        `${words(4, (n) => `<p><span class=member data-n=${n}>Member ${n}</span></p>`)}<div id=card></div><script>
        document.addEventListener('mouseover', ({ target }) => { const member = target.closest('.member'); if (member) card.innerHTML = '<a href="/member/' + member.dataset.n + '">x</a>' });
        document.addEventListener('mouseout', () => { card.innerHTML = '' })</script>`,
        { links: words(4, (n) => `/member/${n}`) },
      ],
    ],
    '/search-form': [
      [
        `<form id=f><input name=q required minlength=2><input type=number name=e><button>Search</button></form><div id=o></div><script>
        f.addEventListener('submit', (event) => { event.preventDefault(); const data = new FormData(f);
          o.innerHTML = data.get('q').length > 1 && data.get('e') !== '' ? '<a href=/hit>x</a>' : 'Nothing to look for' })</script>`,
        { links: '/hit' },
      ],
    ],
    '/choice-in-choice': [
      [
        `<nav id=outer></nav><nav id=inner></nav><main id=o></main><script>const button = (to, text, act) => { const b = document.createElement('button'); b.textContent = text; b.onclick = act; to.append(b) };
        for (const area of ['a', 'b', 'c']) button(outer, area, () => { inner.innerHTML = ''; o.innerHTML = '';
          for (const year of ['1', '2', '3']) button(inner, year, () => { o.innerHTML = '<a href="/plan/' + area + year + '">x</a>' }) })</script>`,
        { links: words(3, (n) => `/plan/a${n} /plan/b${n} /plan/c${n}`) },
      ],
    ],
    '/slider': [
      [
        `<input type=range id=y min=2019 max=2023 value=2021><div id=o></div><script>y.oninput = () => { if (y.value !== '2021') o.innerHTML = '<a href="/year/' + y.value + '">x</a>' }</script>`,
        { links: '/year/2019 /year/2020 /year/2022 /year/2023' },
      ],
      [
        `<input type=range id=z max=1000 value=10><script>z.onchange = () => add('/most/' + z.value)</script>`,
        {
          links:
            '/most/0 /most/9 /most/11 /most/100 /most/200 /most/300 /most/400 /most/500 /most/600 /most/700 /most/800 /most/900 /most/1000',
        },
      ],
    ],
    // A custom context menu opens with the right button, and closes with the next press anywhere.
    '/right-button': [
      [
        `<ul id=files><li data-n=1>File 1</li><li data-n=2>File 2</li><li data-n=3>File 3</li></ul><div id=menu hidden></div><script>
        files.addEventListener('contextmenu', (event) => { const n = event.target.closest('li')?.dataset.n; if (!n) return; event.preventDefault();
          menu.innerHTML = '<a href=/right-button/versions-' + n + '>Versions</a>'; menu.hidden = false });
        addEventListener('mousedown', () => { menu.innerHTML = ''; menu.hidden = true })</script>`,
        { links: '/right-button/versions-1 /right-button/versions-2 /right-button/versions-3' },
      ],
    ],
    // Enter and space both open an answer, and close it again; in a grid an arrow comes before Enter.
    '/keys-only': [
      [
        `<p class=question role=button tabindex=0 data-n=1>First</p><p class=question role=button tabindex=0 data-n=2>Second</p><script>
        for (const question of document.querySelectorAll('.question')) question.onkeydown = ({ key }) => { if (key !== 'Enter' && key !== ' ') return;
          if (question.nextElementSibling?.matches('div')) question.nextElementSibling.remove(); else question.insertAdjacentHTML('afterend', '<div><a href=/keys-only/answer-' + question.dataset.n + '>x</a></div>') }</script>`,
        { links: '/keys-only/answer-1 /keys-only/answer-2' },
      ],
      [
        `<div id=grid role=grid tabindex=0><span role=gridcell>A</span><span role=gridcell>B</span></div><script>{ let at = -1;
        grid.addEventListener('keydown', ({ key }) => { if (key === 'ArrowDown') at = Math.min(1, at + 1); if (key === 'Enter' && at >= 0) open('/keys-only/cell-' + at) }) }</script>`,
        { links: '/keys-only/cell-0 /keys-only/cell-1' },
      ],
    ],
    // One of ten rows has a link when it is opened.
    '/seldom-row': [
      [
        `<style>td.more { cursor: pointer }</style><table><tbody id=rows></tbody></table><script>
        rows.innerHTML = Array.from({ length: 10 }, (_, n) => '<tr data-n=' + n + '><td class=more>+</td><td>Course ' + n + '</td></tr>').join('');
        rows.onclick = ({ target }) => { if (!target.matches('.more')) return; const row = target.parentNode;
          if (row.nextSibling?.className === 'part') row.nextSibling.remove();
          else row.insertAdjacentHTML('afterend', '<tr class=part><td></td><td>' + (row.dataset.n === '3' ? '<a href=/seldom-row/3>x</a>' : 'No site') + '</td></tr>') }</script>`,
        { links: '/seldom-row/3' },
      ],
    ],
    // A link used as a tab, by a library that requests the tab's content.
    '/tab-link': [
      [
        `<ul role=tablist><li role=tab><a href=/tab-link/part role=presentation>Part</a></li></ul><div id=panel></div><script>
        document.querySelector('[role=tablist]').addEventListener('click', async (event) => { if (!event.target.closest('a')) return; event.preventDefault(); panel.innerHTML = await (await fetch('/tab-link/part')).text() })</script>`,
        { links: '/tab-link/part /tab-link/in-part' },
      ],
    ],
    '/dropped': [
      [
        `<div id=p draggable=true>Paper</div><div id=k>Basket</div><script>p.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'paper');
        k.ondragover = (event) => event.preventDefault(); k.ondrop = (event) => { event.preventDefault(); add('/dropped/' + event.dataTransfer.getData('text/plain')) }</script>`,
        { links: '/dropped/paper', never: '/dropped/' },
      ],
    ],
    '/form-of-a-dialog-heard': [
      [
        `<button onclick="d.showModal()">Language</button><dialog id=d><form method=dialog><button value=de>Deutsch</button><button value=fr>Français</button></form></dialog><p id=o></p><script>
        d.querySelector('form').addEventListener('submit', ({ submitter }) => { o.innerHTML = '<a href="/language/' + submitter.value + '">x</a>' })</script>`,
        { links: '/language/de /language/fr' },
      ],
    ],
    '/suggested': [
      [
        `<input id=i><ul id=l role=listbox></ul><section id=o></section><script>i.oninput = () => { l.innerHTML = '<li role=option data-k=ada>Ada</li><li role=option data-k=bob>Bob</li>' };
        l.addEventListener('mousedown', ({ target }) => { const one = target.closest('[role=option]'); if (one) o.innerHTML = '<a href="/suggested/' + one.dataset.k + '">x</a>' })</script>`,
        { links: '/suggested/ada /suggested/bob' },
      ],
    ],
    '/closed-first': [
      [
        `${words(6, (n) => `<button class=bio data-n=${n}>Biography</button>`)}<div id=m class=modal role=dialog aria-modal=true hidden><button id=c aria-label=Close>×</button><div id=b></div></div><script>let busy = false;
        for (const bio of document.querySelectorAll('.bio')) bio.onclick = () => { if (busy || !m.hidden) return; busy = true; m.hidden = false;
          b.innerHTML = '<a href="/biography/' + bio.dataset.n + '">x</a>'; setTimeout(() => { busy = false }, 300) };
        c.onclick = () => { if (!busy) m.hidden = true }</script>`,
        { links: words(6, (n) => `/biography/${n}`) },
      ],
    ],
    '/busy-worker': [
      [
        `<button class=p onclick="document.body.append(document.createElement('p'))">Note</button>
        <button class=w onclick="new Worker('data:text/javascript,let s = 0; for (let i = 0; i < 6e7; i++) s += i; postMessage(0)').onmessage = () => add('/by-a-worker')">Count</button>`,
        { links: '/by-a-worker' },
      ],
    ],
  },
  {
    '/do': typed('text/plain', 'done'),
    '/transformed.xml': typed(
      'application/xml',
      '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/list.xsl"?><r><i u="/transformed/1"/><i u="/transformed/2"/></r>',
    ),
    '/list.xsl': typed(
      'text/xsl',
      `<?xml version="1.0"?><xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="html"/>
      <xsl:template match="/"><html><body><xsl:for-each select="r/i"><a href="{@u}">x</a></xsl:for-each></body></html></xsl:template></xsl:stylesheet>`,
    ),
    '/tab-link/part': typed('text/html', '<a href=/tab-link/in-part>x</a>'),
    '/slow': late(60, typed('text/plain', 'slow')),
    '/courses': ({ path }) => {
      const of = path.split('of=')[1] ?? '';
      return late(
        30,
        typed(
          'application/json',
          JSON.stringify(
            upTo(9)
              .map((n) => `course-${n}`)
              .filter((name) => name.includes(of)),
          ),
        ),
      );
    },
    '/part': ({ path }) => {
      const part = path.split('?')[1] ?? '';
      const answer = part === '' ? 'Nothing' : `<a href=/of-part/${part}>Part ${part}</a>`;
      return late(10 * (part.length % 3), typed('text/html', answer));
    },
  },
);
