import { lab } from './lab.ts';

const links = (path: string, names: readonly (number | string)[]): string =>
  names.map((name) => `/${path}/${name}`).join(' ');
/** Classes are distinguished by their letters. */
const letter = (n: number): string => 'abcdefghi'[n - 1] ?? '';
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Tables and calendars that draw one part at a time, and fields that search for names. */
export const calendars = lab('calendars.lab.test', {
  // A calendar without a last month; a list behind it expands its rows, one at a time.
  '/no-last-month': [
    [
      `<p id=day></p><button id=more>Rows</button><ul id=rows></ul><nav><button id=later>Later</button></nav><script>let month = 0;
      later.onclick = () => { day.innerHTML = '<a href=/no-last-month/month-' + ++month + '>x</a>' };
      more.onclick = () => { for (const name of ['a', 'b', 'c']) { const row = rows.appendChild(document.createElement('li')); row.textContent = name; row.onclick = () => { row.innerHTML = '<a href=/no-last-month/' + name + '>x</a>' } } more.hidden = true }</script>`,
      { links: links('no-last-month', [...upTo(27).map((n) => `month-${n}`), 'a', 'b', 'c']) },
    ],
  ],
  // The rows of each page are reused, and turning pages is tried before the rows, as its buttons come first.
  '/rows-tried-late': [
    [
      `<table id=rows>${'<tr><td><a></a></td><td><button>Plan</button></td></tr>'.repeat(4)}</table><nav><button id=earlier>Previous</button><button id=later>Next</button></nav><p id=o></p><script>
      let page = 0; const draw = () => { [...rows.rows].forEach((row, at) => { const n = page * 4 + at + 1;
        row.querySelector('a').href = '/rows-tried-late/course-' + n; row.querySelector('a').textContent = 'Course ' + n;
        row.querySelector('button').onclick = () => { o.innerHTML = '<a href=/rows-tried-late/plan-' + n + '>x</a>' } });
        earlier.disabled = page === 0; later.disabled = page === 3 };
      earlier.onclick = () => { page--; draw() }; later.onclick = () => { page++; draw() }; draw()</script>`,
      { links: links('rows-tried-late', [...upTo(16).map((n) => `course-${n}`), ...upTo(16).map((n) => `plan-${n}`)]) },
    ],
  ],
  // Each row is kept while others replace it, as in table libraries, and a part expands below it.
  '/rows-kept': [
    [
      `<style>td.more { cursor: pointer }</style><table id=t><tbody></tbody></table><nav id=pager></nav><script>
      const body = t.tBodies[0]; const rows = []; let at = 1;
      for (let n = 1; n <= 12; n++) { const row = document.createElement('tr'); row.dataset.n = n;
        row.innerHTML = '<td class=more>+</td><td><a href=/rows-kept/course-' + n + '>Course ' + n + '</a></td>'; rows.push(row) }
      const draw = () => { body.replaceChildren(...rows.slice(at * 4 - 4, at * 4));
        pager.innerHTML = '<button data-to=' + (at - 1) + (at === 1 ? ' disabled' : '') + '>Previous</button>' + [1, 2, 3].map((n) => '<button data-to=' + n
          + (n === at ? ' aria-current=page' : '') + '>' + n + '</button>').join('') + '<button data-to=' + (at + 1) + (at === 3 ? ' disabled' : '') + '>Next</button>' };
      pager.onclick = ({ target }) => { if (target.dataset.to) { at = Number(target.dataset.to); draw() } };
      t.onclick = ({ target }) => { if (!target.matches('.more')) return; const row = target.parentElement;
        if (row.nextSibling?.className === 'part') return row.nextSibling.remove();
        const part = document.createElement('tr'); part.className = 'part'; part.innerHTML = '<td colspan=2><a href=/rows-kept/plan-' + row.dataset.n + '>Plan</a>'; row.after(part) };
      draw()</script>`,
      { links: links('rows-kept', [...upTo(12).map((n) => `course-${n}`), ...upTo(12).map((n) => `plan-${n}`)]) },
    ],
  ],
  // The cells are the same in each month; those of days with events look different.
  '/marked-days': [
    [
      `<button id=on>Later</button><b id=head></b><div id=days></div><p id=note></p><script>let month = 0; const events = [[5, 9], [17], [12, 26]];
      for (let day = 1; day <= 28; day++) { const cell = document.createElement('u'); cell.textContent = day; days.append(cell);
        cell.onclick = () => { note.innerHTML = events[month].includes(day) ? '<a href=/marked-days/' + month + '-' + day + '>x</a>' : '' } }
      const draw = () => { head.textContent = 'Month ' + month; note.innerHTML = '';
        for (const cell of days.children) cell.className = events[month].includes(Number(cell.textContent)) ? 'has-event' : '' };
      on.onclick = () => { if (month < 2) month++; draw() }; draw()</script>`,
      { links: links('marked-days', ['0-5', '0-9', '1-17', '2-12', '2-26']) },
    ],
  ],
  // Days look alike, few have an entry, and a month is redrawn when turned.
  '/plain-days': [
    [
      `<style>td { cursor: pointer }</style><div id=c></div><p id=note></p><script>let month = 0; const events = [[3, 17], [9]];
      const draw = () => { c.innerHTML = '<button class=turn' + (month === 0 ? ' disabled' : '') + '>Previous</button><b>Month ' + month + '</b><button class=turn'
        + (month === 1 ? ' disabled' : '') + '>Next</button><table>' + [0, 7, 14, 21].map((of) => '<tr>' + [1, 2, 3, 4, 5, 6, 7].map((day) => '<td>' + (of + day)).join('')).join('') + '</table>' };
      c.addEventListener('click', ({ target }) => { if (target.matches('button')) { month += target.textContent === 'Next' ? 1 : -1; return draw() }
        if (target.matches('td')) note.innerHTML = events[month].includes(Number(target.textContent)) ? '<a href=/plain-days/' + month + '-' + target.textContent + '>x</a>' : 'Nothing' });
      draw()</script>`,
      { links: links('plain-days', ['0-3', '0-17', '1-9']) },
    ],
  ],
  // The longest month, with an entry on its second day: more days than are pressed in one round.
  '/long-month': [
    [
      `<div id=days></div><p id=note>Nothing</p><script>for (let day = 1; day <= 31; day++) { const cell = document.createElement('button');
        cell.textContent = day; days.append(cell); cell.onclick = () => { note.innerHTML = day === 2 ? '<a href=/long-month/2>x</a>' : 'Nothing' } }</script>`,
      { links: links('long-month', [2]) },
    ],
  ],
  // Each chosen day is named, so that each shows something new; and other controls have brought nothing before.
  '/named-days': [
    [
      `<div id=days></div><p id=note></p>${upTo(5)
        .map((n) => `<div class=of-${letter(n)}><span role=switch tabindex=0>Mark</span><p></p></div>`)
        .join('')}<script>
      for (const mark of document.querySelectorAll('[role=switch]')) mark.onclick = () => { mark.nextElementSibling.innerHTML = mark.nextElementSibling.firstChild ? '' : '<i></i>' };
      for (let day = 1; day <= 24; day++) { const cell = document.createElement('button'); cell.textContent = day; days.append(cell);
        cell.onclick = () => { note.innerHTML = '<b>Day ' + day + '</b>' + (day === 2 ? '<a href=/named-days/2>x</a>' : '') } }</script>`,
      { links: links('named-days', [2]) },
    ],
  ],
  // A listener of the whole page serves some of its elements, which show a pointer cursor.
  '/shows-a-hand': [
    [
      `<style>.talk { cursor: pointer }</style>${upTo(9)
        .map((n) => `<section class=of-${letter(n)}><h3>Part ${n}</h3><em>of it</em></section>`)
        .join('')}<ul><li class=talk>Lecture<li class=talk>Concert</ul>${upTo(9)
        .map((n) => `<article class=no-${letter(n)}><i>Note ${n}</i><small>more</small></article>`)
        .join('')}<p id=seen></p><p id=o></p><script>
      document.addEventListener('click', ({ target }) => { if (target.matches('.talk')) o.innerHTML = '<a href=/shows-a-hand/' + target.textContent + '>x</a>';
        else seen.innerHTML = seen.firstChild ? '' : '<b>seen</b>' })</script>`,
      { links: links('shows-a-hand', ['Lecture', 'Concert']) },
    ],
  ],
  // It searches for names by prefix, with a delay.
  '/names-by-letter': [
    [
      `<input id=q placeholder=Name><ul id=hits></ul><script>let timer; const names = ['becker', 'cohen', 'costa', 'lopez', 'smith'];
      q.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => { const of = q.value.toLowerCase();
        const found = names.filter((name) => of && name.startsWith(of));
        hits.innerHTML = found.map((name) => '<li><a href=/names-by-letter/' + name + '>' + name + '</a>').join('') || '<li>Nobody of that name' }, 300) })</script>`,
      { links: links('names-by-letter', ['becker', 'cohen', 'costa', 'lopez', 'smith']) },
    ],
  ],
});
