import { lab } from './lab.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const WITHOUT = 'QXYZ';

/** Controls of which only some bring links, and controls that depend on others. */
export const sparse = lab('sparse.lab.test', {
  '/index': [
    [
      `<nav>${LETTERS.map((letter) => `<a href=# class=letter>${letter}</a>`).join(' ')}</nav><ul id=l></ul><script>
      for (const one of document.querySelectorAll('.letter')) one.onclick = (event) => { event.preventDefault();
        const of = one.textContent;
        l.innerHTML = '${WITHOUT}'.includes(of) ? '<li>No entry of ' + of + '</li>' : '<li><a href=/of/' + of + '>' + of + '</a></li>' }</script>`,
      {
        links: LETTERS.filter((letter) => !WITHOUT.includes(letter))
          .map((letter) => `/of/${letter}`)
          .join(' '),
      },
    ],
  ],
  '/lectures': [
    [
      `<ul>${LETTERS.map((_, n) => `<li>Lecture ${n} <button class=m data-n=${n}>Material</button><p></p></li>`).join('')}</ul>
      <script>for (const one of document.querySelectorAll('.m')) one.onclick = () => {
        one.nextElementSibling.innerHTML = one.dataset.n % 10 === 7 ? '<a href=/material/' + one.dataset.n + '>PDF</a>' : '<i>None yet</i>' }</script>`,
      { links: '/material/7 /material/17' },
    ],
  ],
  '/tour': [
    [
      `<div id=t></div><script>let step = 1; const show = () => {
        t.innerHTML = step < 8 ? '<p>Step ' + step + '</p><button>Next</button>' : '<a href=/after-the-tour>go</a>';
        const next = t.querySelector('button'); if (next) next.onclick = () => { step++; show() } }; show()</script>`,
      { links: '/after-the-tour' },
    ],
  ],
  '/suggestions': [
    [
      `<input id=i><ul id=l></ul><p id=c></p><script>i.oninput = () => {
        const names = i.value ? ['Ada', 'Grace', 'Peter', 'Philip'].filter((name) => name.toLowerCase().includes(i.value)) : [];
        l.innerHTML = names.map((name) => '<li>' + name + '</li>').join('') };
      l.onclick = (event) => { if (event.target.localName === 'li') c.innerHTML = '<a href=/person/' + event.target.textContent + '>card</a>' }</script>`,
      { links: '/person/Ada /person/Grace /person/Peter /person/Philip' },
    ],
  ],
  '/listed-texts': [
    [
      `<input id=d list=all><datalist id=all><option value=Physics><option value=History></datalist><p id=o></p><script>
      d.onchange = () => { if (['Physics', 'History'].includes(d.value)) o.innerHTML = '<a href=/subject/' + d.value + '>go</a>' }</script>`,
      { links: '/subject/Physics /subject/History' },
    ],
  ],
  '/list-enabled-later': [
    [
      `<button id=b>Enable</button><select id=s disabled><option value="">-<option value=x>X<option value=y>Y</select><p id=o></p><script>
      b.onclick = () => { s.disabled = false }; s.onchange = () => { if (s.value) o.innerHTML = '<a href=/enabled/' + s.value + '>go</a>' }</script>`,
      { links: '/enabled/x /enabled/y' },
    ],
  ],
  '/scripts-in-addresses': [
    [
      `<table><tr class=row data-to=/row/1><td>Row</td></tr></table><span class=w>window</span> <span class=m>mail</span>
      <button class=b>button</button> <a href="javascript:go(13)">Record</a><script>
      document.querySelector('.row').onclick = (event) => { location = event.currentTarget.dataset.to };
      document.querySelector('.w').onclick = () => { window.open('/window/1') };
      document.querySelector('.m').onclick = () => { location.href = 'mailto:a@example.org' };
      document.querySelector('.b').onclick = () => { location.href = '/button/1' };
      function go(n) { location.href = '/record/' + n }</script>`,
      { links: '/row/1 /window/1 /button/1 /record/13' },
    ],
  ],
});
