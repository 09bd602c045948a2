import { lab, type Part } from './lab.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const words = (count: number, word: (n: number) => string): string => upTo(count).map(word).join(' ');
const letter = (n: number): string => 'abcdefghijklmnop'[n - 1] ?? '';

/** A table of twelve courses, three at a time. */
const usedAgain = (name: string, pager: string, script: string): Part[] => [
  [
    `<table id=rows>${words(3, () => '<tr><td></td><td><button>Details</button></td></tr>')}</table><p id=pager>${pager}</p><p id=o></p><script>
    let from = 1; const draw = () => { [...rows.rows].forEach((row, at) => { row.cells[0].textContent = 'Course ' + (from + at) }) };
    [...rows.rows].forEach((row, at) => { row.querySelector('button').onclick = () => { o.innerHTML = '<a href=/${name}/' + (from + at) + '>x</a>' } });
    const show = (first) => { if (first > 0 && first < 13) from = first; draw() }; ${script}; draw()</script>`,
    { links: words(12, (n) => `/${name}/${n}`) },
  ],
];
const BOTH_WAYS = '<button onclick=turn(-3)>Previous</button><button onclick=turn(3)>Next</button>';
const NUMBERS = words(4, (n) => `<button onclick="turn(${n * 3 - 2})">${n}</button>`);

/** Controls as component libraries make them. */
export const components = lab('components.lab.test', {
  // Handlers in attributes that differ only in their keys.
  '/keys-inline': [
    [
      `<div tabindex=0 onkeydown="if (event.key === 'q') add('/keys-inline/q')">One</div><div tabindex=0 onkeydown="if (event.key === 'w') add('/keys-inline/w')">Two</div>`,
      { links: '/keys-inline/q /keys-inline/w' },
    ],
  ],
  // An existing element gets a closed shadow tree at a press, which grows at the next.
  '/closed-by-press': [
    [
      `<div id=host></div><button>Show</button><script>let root; document.querySelector('button').onclick = () => { root ??= host.attachShadow({ mode: 'closed' });
      const at = root.childElementCount; if (at < 3) root.append(Object.assign(document.createElement('a'), { href: '/closed-by-press/' + at, textContent: at })) }</script>`,
      { links: '/closed-by-press/0 /closed-by-press/1 /closed-by-press/2' },
    ],
  ],
  // While one is open, the whole page listens for closing it.
  '/heard-while-open': [
    [
      `${words(12, (n) => `<div class=of-${letter(n)}><button data-n=${n}>Menu ${letter(n)}</button><p></p></div>`)}<script>
      for (const button of document.querySelectorAll('button')) {
        const shown = button.nextElementSibling; const { n } = button.dataset;
        const heard = Array.from({ length: n % 3 + 1 }, () => ({ target }) => { if (!button.contains(target)) close() });
        const close = () => { shown.innerHTML = ''; for (const one of heard) document.removeEventListener('click', one) };
        button.addEventListener('click', () => { if (shown.firstChild) return close();
          shown.innerHTML = '<i>shown</i>' + (n < 4 ? '<a href=/heard-while-open/' + n + '>x</a>' : '');
          setTimeout(() => { for (const one of heard) document.addEventListener('click', one) }) }) }</script>`,
      { links: words(3, (n) => `/heard-while-open/${n}`) },
    ],
  ],
  // Each time it opens its entries have other identifiers, and it closes with each choice.
  '/closes-with-choice': [
    [
      `<button id=b aria-haspopup=listbox>Faculty</button><div id=list></div><p id=o></p><script>let made = 0;
      b.addEventListener('click', () => { list.innerHTML = '';
        for (const name of ['arts', 'law', 'music', 'physics', 'sports', 'theology']) { const one = document.createElement('div');
          one.setAttribute('role', 'option'); one.id = 'option-' + ++made; one.className = 'option'; one.textContent = name;
          one.addEventListener('click', () => { list.innerHTML = ''; b.textContent = name; o.innerHTML = '<a href=/closes-with-choice/' + name + '>x</a>' });
          list.append(one) } })</script>`,
      { links: 'arts law music physics sports theology'.replace(/\w+/g, '/closes-with-choice/$&') },
    ],
  ],
  // A route's data is loaded on navigation; the page is redrawn on return, with new identifiers.
  '/loads-routes': [
    [
      `<main></main><script>const main = document.querySelector('main'); let made = 0;
      const draw = () => { main.innerHTML = '<h1>Groups</h1>' + [1, 2, 3, 4].map((n) => '<div class=row id=row-' + ++made + '>Row ' + n + '</div>').join('')
          + ['a', 'b', 'c', 'd', 'e', 'f'].map((n) => '<section class=of-' + n + '><button id=button-' + ++made + '>Part ' + n + '</button><p></p></section>').join('');
        for (const [at, row] of main.querySelectorAll('.row').entries()) row.addEventListener('click', () => {
          const script = document.createElement('link'); script.rel = 'modulepreload'; script.href = '/chunk-' + at + '.js'; document.head.append(script);
          history.pushState({}, '', '/loads-routes/' + at); main.innerHTML = '<h1>Row</h1>' });
        for (const button of main.querySelectorAll('button')) button.addEventListener('click', () => {
          button.nextElementSibling.innerHTML = '<a href=/loads-routes/' + button.textContent.at(-1) + '>x</a>' }) };
      onpopstate = draw; draw()</script>`,
      { links: '0 1 2 3 a b c d e f'.replace(/\w/g, '/loads-routes/$&') },
    ],
  ],
  // A list listens for its entries, which listen themselves, too.
  '/listens-within': [
    [
      `${words(14, (n) => `<div class=of-${letter(n)}><b>Part</b> <span>${n}</span></div>`)}
      <div id=list role=list>${words(3, (n) => `<div role=listitem data-n=${n}><span>Entry ${n}</span></div>`)}</div><script>let n = 0;
      for (const part of document.querySelectorAll('[class]')) for (const type of ['click', 'mouseover', 'keydown', 'focusin'])
        part.addEventListener(type, () => { part.lastElementChild.innerHTML = '<i>' + n++ + '</i>' });
      list.addEventListener('click', () => {}); list.addEventListener('keydown', () => {});
      for (const entry of list.children) entry.addEventListener('click', () => add('/listens-within/' + entry.dataset.n))</script>`,
      { links: words(3, (n) => `/listens-within/${n}`) },
    ],
  ],
  // Dropping at the right place brings something, all other actions nothing.
  '/drops-beside-others': [
    [
      `${words(12, (n) => `<div class=of-${letter(n)}><b>Part ${letter(n)}</b> <span>0</span></div>`)}
      ${words(3, (n) => `<i draggable=true data-n=${n}>Module ${letter(n)}</i>`)}<p id=plan>Drop modules here</p><p id=o></p><script>let n = 0;
      for (const part of document.querySelectorAll('[class]')) for (const type of ['keydown', 'focusin', 'touchstart'])
        part.addEventListener(type, () => { part.lastElementChild.innerHTML = '<u>' + n++ + '</u>' });
      for (const module of document.querySelectorAll('[draggable]')) module.ondragstart = ({ dataTransfer }) => dataTransfer.setData('text', module.dataset.n);
      plan.ondragover = (event) => event.preventDefault();
      plan.ondrop = ({ dataTransfer }) => { o.innerHTML += '<a href="/drops-beside-others/' + dataTransfer.getData('text') + '">x</a>' }</script>`,
      { links: words(3, (n) => `/drops-beside-others/${n}`) },
    ],
  ],
  // Buttons of one kind open different things.
  '/says-something-else': [
    [
      `<nav>${words(3, (n) => `<button class=top data-n=${n}>Top ${letter(n)}</button>`)}</nav><p id=shown></p>
      ${words(10, (n) => `<div class=of-${letter(n)} data-n=${n}>Card ${letter(n)} <i></i></div>`)}<script>
      for (const one of document.querySelectorAll('.top')) one.addEventListener('click', () => {
        shown.innerHTML = '<b>' + one.textContent + '</b>' + (one.dataset.n === '1' ? '<a href=/says-something-else/menu>x</a>' : '') });
      for (const one of document.querySelectorAll('div')) one.addEventListener('mouseenter', () => {
        one.lastChild.innerHTML = '<u>seen</u>' + (one.dataset.n === '1' ? '<a href=/says-something-else/card>x</a>' : '') })</script>`,
      { links: '/says-something-else/menu /says-something-else/card' },
    ],
  ],
  // Rows are reused for the next entries, as frameworks without keys do …
  '/rows-used-again': usedAgain('rows-used-again', BOTH_WAYS, 'turn = (by) => show(from + by)'),
  // … which arrive a while after the request.
  '/rows-filled-later': usedAgain(
    'rows-filled-later',
    BOTH_WAYS,
    'turn = (by) => setTimeout(() => show(from + by), 300)',
  ),
  '/rows-by-number': usedAgain('rows-by-number', NUMBERS, 'turn = show'),
  '/rows-by-number-later': usedAgain('rows-by-number-later', NUMBERS, 'turn = (first) => setTimeout(show, 300, first)'),
  // Days and years replace each other, and outnumber everything else; most drawn elements are not links.
  '/calendar-beside-others': [
    [
      `${words(12, (n) => `<div class=of-${letter(n)}><button>Part ${letter(n)}</button><p></p></div>`)}<div id=calendar></div><p id=o></p>
      <button id=city aria-haspopup=listbox>City</button><div id=cities></div>
      ${words(8, (n) => `<div class=mark-${letter(n)}><span role=switch tabindex=0>Mark</span><p></p></div>`)}<script>
      city.addEventListener('click', () => { cities.innerHTML = ''; for (let n = 1; n < 15; n++) { const one = document.createElement('div');
        one.setAttribute('role', 'option'); one.textContent = 'City ' + n; cities.append(one);
        one.addEventListener('click', () => { cities.innerHTML = '<a href=/calendar-beside-others/city-' + n + '>x</a>' }) } });
      for (const button of document.querySelectorAll('[class] > button')) button.onclick = () => {
        button.nextElementSibling.innerHTML = '<a href=/calendar-beside-others/' + button.textContent.at(-1) + '>x</a>' };
      for (const mark of document.querySelectorAll('[role=switch]')) mark.onclick = () => { mark.nextElementSibling.innerHTML = '<i></i>' };
      const draw = (kind, from, count, press) => { calendar.innerHTML = '';
        for (let n = from; n < from + count; n++) { const one = document.createElement('button');
          one.className = kind; one.textContent = n; one.onclick = () => press(n); calendar.append(one) } };
      const month = (year) => { draw('day', 1, 31, (day) => { o.innerHTML = '<a href=/calendar-beside-others/day-' + day + '>x</a>' });
        const head = document.createElement('button'); head.textContent = 'May ' + year;
        head.onclick = () => draw('year', 1990, 60, month); calendar.append(head) };
      month(2026)</script>`,
      {
        links: [...upTo(12).map(letter), ...upTo(31).map((n) => `day-${n}`), ...upTo(14).map((n) => `city-${n}`)]
          .map((of) => `/calendar-beside-others/${of}`)
          .join(' '),
      },
    ],
  ],
  // One listener for all, as in frameworks; hovering opens something with a delay, in place of the other.
  '/opens-under-pointer': [
    [
      `<main>${words(3, (n) => `<nav class=of-${letter(n)}><button data-n=${n}>Menu ${letter(n)}</button></nav>`)}<p id=shown></p>
      ${words(12, (n) => `<section class=part-${letter(n)}><span>Part ${letter(n)}</span><i></i></section>`)}</main><script>let timer;
      const main = document.querySelector('main');
      for (const type of ['click', 'keydown', 'touchstart', 'mousedown', 'focusin', 'mouseout', 'dblclick']) main.addEventListener(type, () => {});
      main.addEventListener('click', ({ target }) => { const part = target.closest('section'); if (part) part.lastChild.innerHTML = '<u>seen</u>' });
      main.addEventListener('mouseover', ({ target }) => { const { n } = target.dataset; if (!n) return; clearTimeout(timer);
        timer = setTimeout(() => { shown.innerHTML = '<a href=/opens-under-pointer/' + n + '>x</a>' }, 100) })</script>`,
      { links: words(3, (n) => `/opens-under-pointer/${n}`) },
    ],
  ],
  // Pressing a button closes the result of the press before, and so does pressing the result.
  '/menus-of-buttons': [
    [
      `${words(4, (n) => `<div class=of-${letter(n)}><button aria-haspopup=menu data-n=${n}>Menu ${letter(n)}</button><p></p></div>`)}<p id=o></p><script>
      for (const button of document.querySelectorAll('button')) { const { n } = button.dataset; const shown = button.nextElementSibling;
        button.onclick = () => { if (shown.firstChild) return shown.replaceChildren();
          shown.innerHTML = '<a href=/menus-of-buttons/' + n + '>x</a><button class=go>Go</button><button class=on>On</button>';
          shown.querySelector('.go').onclick = () => { shown.innerHTML = ''; o.innerHTML = '<a href=/menus-of-buttons/go-' + n + '>x</a>' };
          shown.querySelector('.on').onclick = () => { shown.innerHTML = ''; o.innerHTML = '<a href=/menus-of-buttons/on-' + n + '>x</a>' } } }</script>`,
      { links: words(4, (n) => `/menus-of-buttons/${n} /menus-of-buttons/go-${n} /menus-of-buttons/on-${n}`) },
    ],
  ],
});
