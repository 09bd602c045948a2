import { lab } from './lab.ts';

const links = (path: string, names: string) =>
  names
    .split(' ')
    .map((name) => `/${path}/${name}`)
    .join(' ');

/** Views of one page, drawn by its scripts, that replace each other. */
export const views = lab('views.lab.test', {
  '/folders': [
    [
      `<p id=trail></p><ul id=list></ul><p id=out></p><script>
      const folders = { Letters: { Home: ['h1'], Abroad: ['a1', 'a2'] }, Papers: { Drafts: ['d1'], Prints: ['p1'] } };
      const entry = (to, text, act) => { const b = document.createElement('button'); b.textContent = text; b.onclick = act; to.append(b) };
      const show = (names, act) => { list.innerHTML = ''; out.innerHTML = ''; for (const name of names) entry(list, name, () => act(name)) };
      const trailOf = (steps) => { trail.innerHTML = ''; for (const [text, act] of steps) entry(trail, text, act) };
      const top0 = () => { trailOf([]); show(Object.keys(folders), folder) };
      const folder = (one) => { trailOf([['Archive', top0]]); show(Object.keys(folders[one]), (inner) => box(one, inner)) };
      const box = (one, inner) => { trailOf([['Archive', top0], [one, () => folder(one)]]);
        show(folders[one][inner], (item) => { out.innerHTML = '<a href="/folders/' + item + '">x</a>' }) };
      top0()</script>`,
      { links: links('folders', 'h1 a1 a2 d1 p1') },
    ],
  ],
  // Handlers in attributes are different scripts each time rows are drawn.
  '/inline-rows': [
    [
      `<div id=box></div><script>const topics = { Study: ['deadline', 'documents', 'deferral', 'double'], Work: ['certificate', 'refunds', 'alumni', 'leave'] }; let [topic, open] = ['Study', -1];
      const toggle = (at) => { open = open === at ? -1 : at; draw() }; const choose = (name) => { [topic, open] = [name, -1]; draw() };
      const draw = () => { box.innerHTML = '<p>' + Object.keys(topics).map((name) => '<button onclick="choose(\\'' + name + '\\')">' + name + '</button>').join(' ') + '</p>' +
        topics[topic].map((name, at) => '<div class=q><div class=head onclick="toggle(' + at + ')"><b>' + (open === at ? '−' : '+') + '</b> How about ' + name + '?</div>' +
          (open === at ? '<div><a href=/inline-rows/' + name + '>Rules</a></div>' : '') + '</div>').join('') }; draw()</script>`,
      { links: links('inline-rows', 'deadline documents deferral double certificate refunds alumni leave') },
    ],
  ],
  // All rows are redrawn as one of them opens, with the same mark as all others.
  '/rows-of-two-kinds': [
    [
      `<nav id=pager></nav><div id=box></div><p id=shown></p><script>let at = 0; const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']; const open = new Set();
      const make = (parent, tag, text, act) => { const made = parent.appendChild(document.createElement(tag)); made.textContent = text; if (act) made.onclick = act; return made };
      const turn = (to) => { at = to; shown.innerHTML = ''; draw() };
      const draw = () => { pager.innerHTML = ''; box.innerHTML = '';
        make(pager, 'button', 'First', () => turn(0)).disabled = at === 0; make(pager, 'button', 'Next', () => turn(at + 4)).disabled = at === 8;
        for (const name of names.slice(at, at + 4)) { const row = make(box, 'div', '');
          make(row, 'button', open.has(name) ? '-' : '+', (event) => { event.stopPropagation(); open.has(name) ? open.delete(name) : open.add(name); draw() });
          make(row, 'span', name, () => { shown.innerHTML = '<a href=/rows-of-two-kinds/row-' + name + '>' + name + '</a>' });
          if (open.has(name)) row.insertAdjacentHTML('beforeend', '<a href=/rows-of-two-kinds/more-' + name + '>more</a>') } };
      draw()</script>`,
      {
        links: links(
          'rows-of-two-kinds',
          'a b c d e f g h i j k l'
            .split(' ')
            .map((one) => `row-${one} more-${one}`)
            .join(' '),
        ),
      },
    ],
  ],
  // A branch closed by a second press is opened again for its contents, before much else is tried.
  '/opened-again': [
    [
      `<div id=tree></div><p id=rest></p><script>let others = 0;
      const branch = (inside, name, open) => { const head = inside.appendChild(document.createElement('div')); head.className = 'branch'; head.textContent = name; let below;
        head.onclick = () => { if (below) { below.remove(); below = undefined } else { below = inside.appendChild(document.createElement('div')); open(below) } } };
      branch(tree, 'Faculty', (below) => { below.innerHTML = '<a href="/opened-again/dean">Dean</a>';
        branch(below, 'Institutes', (leaves) => { leaves.innerHTML = '<a href="/opened-again/institutes' + (others < 20 ? '' : '-late') + '">Institutes</a>' }) });
      for (let n = 0; n < 40; n++) { const other = rest.appendChild(document.createElement('button')); other.className = 'other-' + n; other.textContent = 'Other ' + n;
        other.onclick = () => { others++; other.innerHTML = 'Other ' + n + '<i></i>' } }</script>`,
      { links: links('opened-again', 'dean institutes') },
    ],
  ],
  // The content of a tab is collapsed each time: it is explored before the next tab replaces it.
  '/tab-then-tree': [
    [
      `<p role=tablist>${['a', 'b', 'c', 'd'].map((n) => `<button role=tab data-n=${n}>Part ${n}</button>`).join(' ')}</p><div id=part></div><script>let shown, times = 0; const seen = {};
      const panel = (n) => '<a href=/tab-then-tree/part-' + n + '>Part</a>' + ['raw', 'docs'].map((of) => '<p><span class=folder data-of=' + of + n + '>' + of + '</span></p>').join('');
      document.querySelector('[role=tablist]').addEventListener('click', ({ target }) => { const { n } = target.dataset; if (!n || n === shown) return; shown = n; times++; part.innerHTML = panel(n) });
      part.addEventListener('click', ({ target }) => { const { of } = target.dataset;
        if (of) target.outerHTML = '<b>' + of + '</b><a href=/tab-then-tree/' + (seen[of] ??= of + (times > 4 ? '-late' : '')) + '>x</a>' })</script><style>.folder { cursor: pointer }</style>`,
      { links: links('tab-then-tree', 'part-a rawa docsa part-b rawb docsb part-c rawc docsc part-d rawd docsd') },
    ],
  ],
  // A button leads to another page a while after a press; the one pressed next has opened a menu, which stays open
  // there and back.
  '/menu-there-and-back': [
    [
      `<header><button id=about>About</button> <button id=board>Board</button><nav id=menu></nav></header><main id=view></main><script>
      const draw = () => { const isHome = location.pathname === '/menu-there-and-back';
        view.innerHTML = isHome ? '<h2>At home</h2><p id=more><button>More</button></p>' : '<h2>On the board</h2><a href=/menu-there-and-back/of-the-board>x</a>';
        if (isHome) more.firstChild.onclick = () => { if (menu.firstChild) more.innerHTML = '<a href=/menu-there-and-back/more>x</a>' } };
      about.onclick = () => setTimeout(() => { menu.innerHTML = '<a href=/menu-there-and-back/group>Group</a>' }, 80);
      board.onclick = () => setTimeout(() => { history.pushState({}, '', '/menu-there-and-back/board'); draw() }, 50); addEventListener('popstate', draw); draw()</script>`,
      { links: links('menu-there-and-back', 'board group more') },
    ],
  ],
  // Rows lead to other pages, after which the list restarts at its first part.
  '/first-part-again': [
    [
      `<nav id=menu>Services<span id=more></span></nav><div id=box></div><script>let at = 0; const names = ['a', 'b', 'c', 'd', 'e', 'f'];
      menu.onmouseenter = () => { more.innerHTML = '<a href=/first-part-again/help>Help</a>' };
      const make = (tag, text, act) => { const made = box.appendChild(document.createElement(tag)); made.textContent = text; made.onclick = act; return made };
      const draw = () => { box.innerHTML = ''; if (location.pathname !== '/first-part-again') return void (box.textContent = 'Elsewhere');
        for (const name of names.slice(at, at + 3)) make('p', 'Project ' + name, () => { history.pushState({}, '', '/first-part-again/' + name); at = 0; draw() });
        make('button', 'Earlier', () => turn(-3)).disabled = at === 0; make('button', 'Later', () => turn(3)).disabled = at > 0 };
      const turn = (by) => { at += by; setTimeout(draw, 100) }; addEventListener('popstate', draw); draw()</script>`,
      { links: links('first-part-again', 'a b c d e f help') },
    ],
  ],
  // A template sets other attributes each time it is drawn, and navigating away redraws it.
  '/counted-attributes': [
    [
      `<main id=app></main><script>let count = 0; const names = ['Apply', 'Dates', 'Fees', 'Hours', 'Maps'];
      const draw = () => { count++; app.innerHTML = ''; if (location.pathname !== '/counted-attributes') return void (app.textContent = 'Elsewhere');
        for (const name of names) { const box = app.appendChild(document.createElement('p')); box.className = name; const button = box.appendChild(document.createElement('button'));
          button.setAttribute('pc' + count, ''); button.textContent = name;
          button.onclick = () => { if (name === 'Maps' || name === 'Hours') { history.pushState({}, '', '/counted-attributes/' + name); draw() } else { const menu = box.appendChild(document.createElement('div'));
            for (const item of [1, 2]) { const b = menu.appendChild(document.createElement('button')); b.setAttribute('pc' + count + '-' + item, ''); b.textContent = name + item;
              b.onclick = () => { history.pushState({}, '', '/counted-attributes/' + name + item); draw() } } } } } };
      addEventListener('popstate', draw); draw()</script>`,
      { links: links('counted-attributes', 'Maps Hours Apply1 Apply2 Dates1 Dates2 Fees1 Fees2') },
    ],
  ],
  '/pages-of-a-list': [
    [
      `<div id=hits></div><nav id=pages></nav><script>let at = 1; const last = 8;
      const draw = () => { hits.innerHTML = '<a href="/pages-of-a-list/' + at + '">x</a>';
        const shown = [...new Set([1, at - 1, at, at + 1, last])].filter((n) => n >= 1 && n <= last);
        pages.innerHTML = shown.map((n) => '<button data-to=' + n + (n === at ? ' aria-current=page' : '') + '>' + n + '</button>').join('')
          + '<button data-to=' + (at + 1) + (at === last ? ' disabled' : '') + '>›</button>' };
      pages.onclick = ({ target }) => { if (target.dataset.to) { at = Number(target.dataset.to); draw() } };
      draw()</script>`,
      { links: links('pages-of-a-list', '1 2 3 4 5 6 7 8') },
    ],
  ],
  '/answers': [
    [
      `<dl id=all></dl><script>let open = -1; const names = ['fees', 'rooms', 'dates', 'people', 'libraries'];
      const draw = () => { all.innerHTML = names.map((name, n) => '<dt><button aria-expanded=' + (n === open) + ' data-n=' + n + '>' + name + '?</button></dt>'
        + (n === open ? '<dd><a href="/answers/' + name + '">Answer</a></dd>' : '')).join('') };
      all.onclick = ({ target }) => { const n = target.dataset.n; if (n) { open = open === Number(n) ? -1 : Number(n); draw() } };
      draw()</script>`,
      { links: links('answers', 'fees rooms dates people libraries') },
    ],
  ],
  '/three-weeks': [
    [
      `<button id=earlier>Earlier</button><b id=head></b><button id=later>Later</button><p id=days></p><p id=note></p><script>let week = 1;
      const draw = () => { head.textContent = 'Week ' + week; note.innerHTML = ''; days.innerHTML = '<u>Tue</u><u>Fri</u>';
        for (const day of days.children) day.onclick = () => { note.innerHTML = '<a href="/three-weeks/' + week + day.textContent + '">x</a>' } };
      earlier.onclick = () => { if (week > 1) week--; draw() }; later.onclick = () => { if (week < 3) week++; draw() }; draw()</script>`,
      { links: links('three-weeks', '1Tue 1Fri 2Tue 2Fri 3Tue 3Fri') },
    ],
  ],
  '/months': [
    [
      `<button id=back>Earlier</button><h2 id=head></h2><button id=on>Later</button><div id=days></div><p id=note></p><script>let month = 0;
      const events = [[4, 9], [], [12], [21]];
      const draw = () => { head.textContent = 'Month ' + month; note.innerHTML = ''; days.innerHTML = '';
        for (const day of events[month] ?? []) { const cell = document.createElement('span'); cell.textContent = day; days.append(cell);
          cell.onclick = () => { note.innerHTML = '<a href="/months/' + month + '-' + day + '">x</a>' } } };
      on.onclick = () => { month++; draw() }; back.onclick = () => { month--; draw() }; draw()</script>`,
      { links: links('months', '0-4 0-9 2-12 3-21') },
    ],
  ],
  '/menu-of-views': [
    [
      `<div id=app></div><script>const shown = { start: [], staff: ['ann', 'bob'], labs: ['optics', 'laser'], ann: [], bob: [], optics: [], laser: [] };
      const draw = (view) => { app.innerHTML = ''; for (const name of ['start', 'staff', 'labs', ...shown[view]]) {
        const a = document.createElement('a'); a.textContent = name; a.onclick = () => draw(name); app.append(a) }
        if (shown[view].length === 0) app.insertAdjacentHTML('beforeend', '<a href="/menu-of-views/' + view + '">x</a>') };
      draw('start')</script>`,
      { links: links('menu-of-views', 'start ann bob optics laser') },
    ],
  ],
  '/answered-dialog': [
    [
      `<button id=ask>Campus</button><dialog id=d><form method=dialog><button value=north>North</button><button value=south>South</button><button value=cancel>Cancel</button></form></dialog><p id=o></p>
      <script>ask.onclick = () => d.showModal(); d.addEventListener('close', () => {
        if (d.returnValue && d.returnValue !== 'cancel') o.innerHTML = '<a href="/answered-dialog/' + d.returnValue + '">x</a>' })</script>`,
      { links: links('answered-dialog', 'north south') },
    ],
  ],
  '/shown-later': [
    [
      `<button id=tab1>One</button><button id=tab2>Two</button><section id=s1 hidden><button id=b1>More of one</button></section>
      <section id=s2 hidden><button id=b2>More of two</button></section><script>
      tab1.onclick = () => { s1.hidden = false; s2.hidden = true }; tab2.onclick = () => { s2.hidden = false; s1.hidden = true };
      b1.onclick = () => { if (!s1.hidden) add('/shown-later/one') }; b2.onclick = () => { if (!s2.hidden) add('/shown-later/two') }</script>`,
      { links: links('shown-later', 'one two') },
    ],
  ],
  // Everything is redrawn at each press, including the surroundings of the controls: a step continues from the last
  // result.
  '/drawn-anew': [
    [
      `<div id=app></div><script>const events = [['fair', 'ball'], ['ski'], ['choir', 'debate'], ['market'], ['regatta', 'gala'], ['farewell']]; let month = 0, open, menu = false;
      const draw = () => { app.innerHTML = '<nav><button class=mn>Services</button>' + (menu ? '<span><a href=/drawn-anew/card>card</a></span>' : '') + '</nav><h1>Events</h1><div><button class=mo data-by=-1>Previous</button> <b>Month ' + 'abcdef'[month] + '</b> <button class=mo data-by=1>Next</button></div>'
        + events[month].map((name) => '<p><button class=ev data-of=' + name + '>' + name + '</button></p>').join('') + (open ? '<div><p><a href=/drawn-anew/' + open + '>Tickets</a> <button class=sh>Close</button></p></div>' : '') };
      app.addEventListener('click', ({ target }) => { const { by, of } = target.dataset; if (target.matches('.mn')) menu = !menu;
        if (by) [month, open] = [Math.max(0, Math.min(5, month + Number(by))), undefined]; if (of) open = open === of ? undefined : of; if (target.matches('.sh')) open = undefined; if (target.matches('button')) draw() }); draw()</script>`,
      { links: links('drawn-anew', 'card fair ball ski choir debate market regatta gala farewell') },
    ],
  ],
  // Left views stay in the document, hidden: their links do not belong to the restored page.
  '/keeps-views': [
    [
      `<section id=own><button class=tab>Dates</button><button class=tab>Rooms</button><p id=panel></p><i><button id=away>Library</button></i></section><section id=library hidden></section><script>
      const show = () => { const isAway = location.search === '?library'; own.hidden = isAway; library.hidden = !isAway;
        if (isAway) library.innerHTML = '<a href=/keeps-views/books>Books</a>' };
      away.onclick = () => { history.pushState(null, '', '?library'); show() }; addEventListener('popstate', show);
      for (const tab of document.querySelectorAll('.tab')) tab.onclick = () => { panel.innerHTML = '<a href=/keeps-views/' + tab.textContent + '>x</a>' }; show()</script>`,
      { links: '/keeps-views?library /keeps-views/Dates /keeps-views/Rooms', never: '/keeps-views/books' },
    ],
  ],
});
