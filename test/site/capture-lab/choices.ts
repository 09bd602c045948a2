import { late, typed } from '../site.ts';
import { lab, type Part } from './lab.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const words = (count: number, word: (n: number) => string): string => upTo(count).map(word).join(' ');

/** A list of links that leads on as soon as one is chosen. */
const leading = (count: number, path: string, mark = ''): Part => [
  `<select onchange="if (value) location.href = value"><option value="">Go to</option>${upTo(count)
    .map((n) => `<option value="${path}${n}${mark}">No. ${n}</option>`)
    .join('')}</select>`,
  { links: words(count, (n) => `/${path.replace(/^[./]*/, '')}${n}${mark}`) },
];

/** Lists and fields whose value leads on, at once or once a button is pressed. */
export const choices = lab(
  'choices.lab.test',
  {
    '/long-list': [leading(50, '/staff/')],
    '/very-long-list': [leading(250, './unit-', '.html')],
    '/long-list-of-words': [
      [
        `<select onchange="location.href = '/year?of=' + value">${words(80, (n) => `<option>y${n}`)}</select>`,
        {
          links: upTo(80)
            .map((n) => `/year?of=y${n}`)
            .slice(1)
            .join(' '),
        },
      ],
    ],
    '/list-that-loads': [
      [
        `<select id=s><option value="">Choose</option>${words(10, (n) => `<option value=${n}>Faculty ${n}</option>`)}</select><div id=o></div>
        <script>s.onchange = () => fetch('/faculty/' + s.value).then((r) => r.text()).then((t) => { o.innerHTML = t })</script>`,
        { links: words(10, (n) => `/of-faculty/${n}`) },
      ],
    ],
    '/suggestions-on-focus': [
      [
        `<input id=i><div id=o></div><script>i.onfocus = () => { o.innerHTML = '<a href=/popular>popular</a>' };
        i.onblur = () => setTimeout(() => { o.innerHTML = '' }, 200)</script>`,
        { links: '/popular' },
      ],
    ],
    '/suggestions-on-focus-within': [
      [
        `<form id=f><input></form><div id=p></div><script>
        f.addEventListener('focusin', () => setTimeout(() => { p.innerHTML = '<a href=/popular-later>popular</a>' }, 300));
        f.addEventListener('focusout', () => { p.innerHTML = '' })</script>`,
        { links: '/popular-later' },
      ],
    ],
    '/left-when-typed': [
      [`<input id=t oninput="" onblur="if (value) add('/left-when-typed')">`, { links: '/left-when-typed' }],
    ],
  },
  Object.fromEntries(
    upTo(10).map((n) => [
      `/faculty/${n}`,
      late(50 * (n % 3), typed('text/html', `<a href=/of-faculty/${n}>Faculty ${n}</a>`)),
    ]),
  ),
);
