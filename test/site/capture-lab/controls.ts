import { late, typed } from '../site.ts';
import { lab } from './lab.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const words = (count: number, word: (n: number) => string): string => upTo(count).map(word).join(' ');

/** Controls that take each other's results away, or look alike and do different things. */
export const controls = lab(
  'controls.lab.test',
  {
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
        `<button onclick="d.showModal()">Choose</button><dialog id=d><form method=dialog><button value=law>Law</button><button value=arts>Arts</button></form></dialog><script>
        d.onclose = () => { if (d.returnValue) location = '/chosen/' + d.returnValue }</script>`,
        { links: '/chosen/law /chosen/arts' },
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
    '/busy-worker': [
      [
        `<button class=p onclick="document.body.append(document.createElement('p'))">Note</button>
        <button class=w onclick="new Worker('data:text/javascript,let s = 0; for (let i = 0; i < 6e7; i++) s += i; postMessage(0)').onmessage = () => add('/by-a-worker')">Count</button>`,
        { links: '/by-a-worker' },
      ],
    ],
  },
  {
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
      return late(10 * (part.length % 3), typed('text/html', `<a href=/of-part/${part}>Part ${part}</a>`));
    },
  },
);
