import { typed } from '../site.ts';
import { lab } from './lab.ts';

const json = (value: unknown) => typed('application/json', JSON.stringify(value));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Patterns of applications that are rendered on a server and hydrated in the browser. */
export const frameworks = lab(
  'frameworks.lab.test',
  {
    // Scripts receive presses of a disabled button that a script presses.
    '/disabled-at-its-end': [
      [
        `<button id=b>Next</button><p id=o></p><script>let n = 0; b.addEventListener('click', () => {
        o.innerHTML = '<a href=/disabled-at-its-end/' + ++n + '>x</a>'; b.disabled = n === 3 })</script>`,
        {
          links: '/disabled-at-its-end/1 /disabled-at-its-end/2 /disabled-at-its-end/3',
          never: '/disabled-at-its-end/4',
        },
      ],
    ],
    // A menu shows its entries at once, while the request of the press before is still running.
    '/answers-after-a-menu': [
      [
        `<div class=menu><button id=m>Menu</button><p id=shown></p></div><button id=more>More</button><ul id=list></ul><script>
        m.addEventListener('click', () => { shown.innerHTML = shown.firstChild ? '' : '<a href=/answers-after-a-menu/menu>x</a>' });
        let at = 0; more.addEventListener('click', async () => { const { names } = await (await fetch('/names/' + ++at + '.json')).json();
          for (const name of names) list.insertAdjacentHTML('beforeend', '<li><a href=/answers-after-a-menu/' + name + '>x</a>');
          if (at === 3) more.remove() })</script>`,
        { links: 'menu a b c'.replace(/\w+/g, '/answers-after-a-menu/$&') },
      ],
    ],
    // The view is drawn only after a frame, and only then can it be led back.
    '/view-transition': [
      [
        `<main></main><script>const main = document.querySelector('main');
        const rest = (ms) => new Promise((done) => setTimeout(done, ms));
        const draw = (at) => { main.innerHTML = at ? '<h1>' + at + '</h1><a href=/view-transition/' + at + '/own>own</a>' : '<h1>All</h1>' + [1, 2, 3, 4].map((n) => '<button>Go to ' + n + '</button>').join('');
          for (const one of main.querySelectorAll('button')) one.addEventListener('click', async () => { await rest(50);
            history.pushState({}, '', '/view-transition/' + one.textContent.at(-1)); show() }) };
        const show = async () => { const at = Number(location.pathname.split('/')[2] || 0);
          await document.startViewTransition(() => { main.innerHTML = '<h1>…</h1>' }).finished;
          document.startViewTransition(async () => { await rest(300); draw(at) }) };
        addEventListener('popstate', show); draw(0)</script>`,
        {
          links: upTo(4)
            .map((n) => `/view-transition/${n}`)
            .join(' '),
          never: upTo(4)
            .map((n) => `/view-transition/${n}/own`)
            .join(' '),
        },
      ],
    ],
    // Hovering a link prefetches its target; the button takes steps.
    '/loads-ahead': [
      [
        `${upTo(260)
          .map((n) => `<a href=/ahead/${n}.json>Entry ${n}</a>`)
          .join(' ')}<button id=b>Next</button><p id=o></p><script>let n = 0;
        for (const one of document.querySelectorAll('a')) one.addEventListener('mouseover', () => { fetch(one.href) });
        b.addEventListener('click', () => { o.innerHTML = '<b>Step ' + ++n + '</b>' + (n === 4 ? '<a href=/loads-ahead/last>x</a>' : '') })</script>`,
        {
          links: `/loads-ahead/last ${upTo(260)
            .map((n) => `/ahead/${n}.json`)
            .join(' ')}`,
        },
      ],
    ],
    // A partial load: the script starts to listen while the event is dispatched, and is the last to receive it.
    '/at-last': [
      [
        `<part-of-page><a href=/at-last/details data-remote>Details</a> <a class=use-ajax href=/at-last/contact>Contact</a> <a href=/at-last/photo.jpg>Photo</a></part-of-page>
        <form action=/at-last/more><button>Show more</button></form><div id=o></div><script>
        const isPrevented = (event) => { const was = event.defaultPrevented; event.preventDefault(); return was };
        const show = (name) => { o.innerHTML += '<a href=/at-last/of-' + name + '>' + name + '</a>' };
        const heard = { click: (event) => { const link = event.target.closest('part-of-page a'); if (link && !isPrevented(event)) show(link.textContent) },
          submit: (event) => { if (!isPrevented(event)) show('more') } };
        for (const type of ['click', 'submit']) addEventListener(type, () => { removeEventListener(type, heard[type]); addEventListener(type, heard[type]) }, true)</script>`,
        {
          links:
            '/at-last/details /at-last/contact /at-last/photo.jpg /at-last/more /at-last/of-Details /at-last/of-Contact /at-last/of-Photo /at-last/of-more',
        },
      ],
    ],
    // Choosing in a list that is sent with its form is tried before rarely used actions.
    '/chooses-first': [
      [
        `${upTo(8)
          .map((n) => `<div class=of-${n}>Box <i></i></div>`)
          .join(' ')}
        <form action=/found><select name=topic><option>arts<option>law<option>music</select><button>Search</button></form><p id=o></p><script>
        const heard = [${upTo(8)
          .map((n) => `({ target }) => target.append('${n}', document.createElement('u'))`)
          .join()}];
        for (const [at, box] of document.querySelectorAll('div').entries()) box.addEventListener('dblclick', heard[at]);
        const form = document.querySelector('form'); form.addEventListener('submit', (event) => { event.preventDefault();
          const topic = new FormData(form).get('topic'); o.innerHTML = '<a href=/chooses-first/' + topic + '>x</a>' })</script>`,
        { links: 'arts law music'.replace(/\w+/g, '/chooses-first/$&') },
      ],
    ],
  },
  {
    '/names/1.json': json({ names: ['a'] }),
    '/names/2.json': json({ names: ['b'] }),
    '/names/3.json': json({ names: ['c'] }),
  },
);
