import { late, typed } from '../site.ts';
import { lab, type Part } from './lab.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const words = (count: number, word: (n: number) => string): string => upTo(count).map(word).join(' ');

/** A list of links that navigates as soon as one is chosen. */
const leading = (count: number, path: string, mark = ''): Part => [
  `<select onchange="if (value) location.href = value"><option value="">Go to</option>${upTo(count)
    .map((n) => `<option value="${path}${n}${mark}">No. ${n}</option>`)
    .join('')}</select>`,
  { links: words(count, (n) => `/${path.replace(/^[./]*/, '')}${n}${mark}`) },
];

/** Lists and fields whose value navigates, at once or after pressing a button. */
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
    // Effects of choosing a file; most file fields are hidden behind a button.
    '/files': [
      [
        `<input type=file id=any><p id=of-any></p><script>any.addEventListener('change', async () => { const [{ name, type, size }] = any.files;
        const path = [type.replace(/.*[/]/, ''), name.length, size > 0].join('-'); document.querySelector('#of-any').innerHTML = '<a href=/files/' + path + '>x</a>' })</script>`,
        { links: '/files/csv-10-true /files/pdf-10-true /files/plain-10-true /files/png-10-true' },
      ],
      [
        `<label>Photo <input type=file accept="image/*" style="display: none" id=photo></label><p id=of-photo></p><script>photo.onchange = () => {
        const reader = new FileReader(); reader.onload = () => { document.querySelector('#of-photo').innerHTML = '<a href=/files/photo-' + reader.result.slice(5, 14).replace('/', '-') + '>x</a>' };
        reader.readAsDataURL(photo.files[0]) }</script>`,
        { links: '/files/photo-image-png' },
      ],
    ],
    '/low-end-of-a-slider': [
      [
        `<label>Marks <input type=range id=r></label><p id=o></p><script>
        r.onchange = () => { o.innerHTML = r.value < 5 ? '<a href=/low-end>grant</a>' : '' }</script>`,
        { links: '/low-end' },
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
    '/list-and-button': [
      [
        `<select id=s><option value="">Quick links<option value=/go/library>Library<option value=/go/canteen>Canteen</select>
        <input type=button value=Go onclick="if (s.value) location = s.value">`,
        { links: '/go/library /go/canteen' },
      ],
    ],
    '/list-in-form': [
      [
        `<form onsubmit="const to = this.to.value; if (to) location = '/form/' + to; return false"><select name=to><option value="">Choose
        ${words(8, (n) => `<option value=${n}>Part ${n}`)}</select><button>Go</button></form>`,
        { links: words(8, (n) => `/form/${n}`) },
      ],
    ],
    '/boxes-and-button': [
      [
        `<div>${words(4, (n) => `<label><input type=radio name=r value=${n}>${n}</label>`)}<button onclick="const at = document.querySelector('[name=r]:checked');
        if (at) fetch('/faculty/' + at.value).then((r) => r.text()).then((t) => { o.innerHTML = t })">Show</button></div><div id=o></div>`,
        { links: words(4, (n) => `/of-faculty/${n}`) },
      ],
      [
        `<div>${words(4, (n) => `<label><input type=checkbox name=c value=${n}>${n}</label>`)}<button onclick="const at = document.querySelector('[name=c]:checked');
        if (at) location = '/box/' + at.value">Show</button></div>`,
        { links: words(4, (n) => `/box/${n}`) },
      ],
    ],
    '/bulk-actions': [
      [
        `<select id=b><option value="">Bulk actions<option value=edit>Edit<option value=delete>Delete</select>
        <button onclick="if (b.value) fetch('/bulk?do=' + b.value)">Apply</button>`,
        { requests: '/bulk?do=edit', never: '/bulk?do=delete', unsent: 'GET /bulk?do=delete' },
      ],
      [
        `<select onchange="if (value === 'delete') fetch('/selected?gone'); if (value === 'export') window.add('/exported')"><option value="">With selected
        <option value=delete>Delete<option value=export>Show links for export</select>`,
        { links: '/exported', never: '/selected?gone', unsent: 'GET /selected?gone' },
      ],
    ],
    '/boxes-beside-radio-buttons': [
      [
        `<form id=f>${words(3, (n) => `<label><input type=checkbox name=kind value=${n}>Kind ${n}</label>`)}
        ${words(2, (n) => `<label><input type=radio name=in value=${n}>Language ${n}</label>`)}</form><div id=o></div><script>
        f.onchange = () => { const all = new FormData(f), where = all.get('in') ?? '';
          o.innerHTML = all.getAll('kind').map((kind) => '<a href=/kind/' + kind + where + '>x</a>').join('')
            || (where ? '<a href=/in/' + where + '>x</a>' : 'Choose') }
        </script>`,
        { links: `${words(3, (n) => `/kind/${n}`)} ${words(2, (n) => `/in/${n}`)}` },
      ],
    ],
    '/list-for-a-list': [
      [
        `<select id=r><option value="">Region<option>north<option>south</select><select id=t disabled><option value="">Town</select><p id=o></p><script>
        r.onchange = async () => { o.textContent = ''; t.length = 1; t.disabled = !r.value; if (!r.value) return
          for (const town of (await (await fetch('/towns-of/' + r.value)).text()).split(' ')) t.add(new Option(town)) }
        t.onchange = async () => { o.textContent = ''; if (t.value) o.innerHTML = await (await fetch('/town/' + t.value)).text() }</script>`,
        { links: '/office-of/n1 /office-of/n2 /office-of/s1 /office-of/s2' },
      ],
    ],
    // A form without submission: the form's listener for a button in it requests the choice.
    '/told-by-a-button': [
      [
        `<form id=f><select name=topic><option>arts<option>law</select> <button type=button class=show>Show</button></form><p id=o></p><script>
        f.addEventListener('submit', (event) => event.preventDefault());
        f.addEventListener('click', ({ target }) => { if (target.className === 'show') o.innerHTML = '<a href=/told-by-a-button/' + f.topic.value + '>x</a>' })</script>`,
        { links: '/told-by-a-button/arts /told-by-a-button/law' },
      ],
    ],
    '/enabled-by-two-boxes': [
      [
        `${words(3, (n) => `<label><input type=checkbox name=a value=${n} onchange="check()">${n}</label>`)}<button id=b disabled>Compare</button><script>
        const chosen = () => document.querySelectorAll(':checked').length; function check() { b.disabled = chosen() !== 2 }
        b.onclick = () => { location = '/compared/' + chosen() }</script>`,
        { links: '/compared/2' },
      ],
    ],
    '/list-with-another-title': [
      [
        `<select id=s onchange="if (value === 'show') window.add('/shown-by-list'); if (value === 'delete') fetch('/selected?all')"><option value="">With selected
        <option value=delete>Delete<option value=show>Show</select><button onclick="s.title = 'Selected: 1'; this.remove()">Select all</button>`,
        { links: '/shown-by-list', never: '/selected?all', unsent: 'GET /selected?all' },
      ],
    ],
    '/asks-for-days': [
      [
        `<label>From <input type=date id=begin></label><label>To <input type=date id=end></label><button id=days>Show events</button><p id=said></p><script>
        days.onclick = () => { if (begin.value && begin.value < end.value) add('/asks-for-days/term'); else said.textContent = 'Choose two days' }</script>`,
        { links: '/asks-for-days/term' },
      ],
      [
        `<form id=day><input type=date name=on><button>Show</button></form><script>
        day.addEventListener('submit', (event) => { event.preventDefault(); if (new FormData(day).get('on')) add('/asks-for-days/in-form') })</script>`,
        { links: '/asks-for-days/in-form' },
      ],
      [
        `<form id=week><input type=week name=week><input type=time name=time><input type=month name=month><button type=button class=plan>Plan</button></form><script>
        document.querySelector('.plan').onclick = () => { const { week: w, time: t, month: m } = week.elements; if (w.value && t.value && m.value) add('/asks-for-days/week') }</script>`,
        { links: '/asks-for-days/week' },
      ],
      [
        `<p><input class=written placeholder=TT.MM.JJJJ><button onclick="if (/^\\d\\d\\.\\d\\d\\.\\d{4}$/.test(document.querySelector('.written').value)) add('/asks-for-days/written')">Find</button></p>`,
        { links: '/asks-for-days/written' },
      ],
    ],
    // A day entered for one try must not narrow later results, though the button searches with a delay.
    '/days-are-emptied': [
      [
        `<form id=finding><input name=from type=date><input name=topic list=topics><datalist id=topics><option value=law><option value=arts></datalist><button type=button>Find</button></form><script>
        finding.querySelector("button").onclick = () => setTimeout(() => { const { from, topic } = finding.elements;
          if (from.value) add('/days-are-emptied/day'); else if (topic.value === 'law' || topic.value === 'arts') add('/days-are-emptied/' + topic.value) }, 300)</script>`,
        { links: '/days-are-emptied/day /days-are-emptied/law /days-are-emptied/arts' },
      ],
    ],
    '/asks-for-all': [
      [
        `<div><label>From <input id=here></label><label>To <input id=there></label><button id=route>Route</button></div><script>
        route.addEventListener('click', () => { for (const one of [here, there]) one.classList.toggle('invalid', !one.value);
          if (here.value && there.value) setTimeout(() => add('/asks-for-all/route'), 150) })</script>`,
        { links: '/asks-for-all/route' },
      ],
      [
        `<form><label>Name <input name=who></label><label>Place <input name=where></label><button type=button onclick="if (form.who.value && form.where.value) add('/asks-for-all/in-form')">Look up</button></form>`,
        { links: '/asks-for-all/in-form' },
      ],
      [
        `<div><label><input type=checkbox class=ticked>I study</label><label><input type=checkbox class=ticked>I have read it</label>
        <button onclick="if (document.querySelectorAll('.ticked:checked').length === 2) add('/asks-for-all/boxes')">Go on</button></div>`,
        { links: '/asks-for-all/boxes' },
      ],
      [
        `<div contenteditable role=textbox id=editable></div><button onclick="if (editable.textContent) add('/asks-for-all/editable')">Ask</button>`,
        { links: '/asks-for-all/editable' },
      ],
      [
        `<div><input type=range class=level max=5 value=0><button onclick="if (document.querySelector('.level').value > 4) add('/asks-for-all/level')">Show</button></div>`,
        { links: '/asks-for-all/level' },
      ],
      // Identity and secrets are not needed by any search.
      [
        `<div><input name=user><input type=password><button onclick="if (previousElementSibling.value) fetch('/asks-for-all/enter')">Enter</button></div>`,
        { never: '/asks-for-all/enter', unsent: 'GET /asks-for-all/enter' },
      ],
    ],
    // A form with a disabled button is not sent; a choice enables it.
    '/disabled-until-chosen': [
      [
        `<form onsubmit="event.preventDefault(); add('/disabled-until-chosen/never')"><button disabled>Show</button></form>`,
        { never: '/disabled-until-chosen/never' },
      ],
      [
        `<form class=f><label><input type=radio name=kind value=oral>oral</label> <button disabled>Show</button></form><script>
      const form = document.querySelector('.f'), choice = form.querySelector('input'); choice.onchange = () => { form.querySelector('button').disabled = !choice.checked };
      form.onsubmit = (event) => { event.preventDefault(); add('/disabled-until-chosen/' + new FormData(form).get('kind')) }</script>`,
        { links: '/disabled-until-chosen/oral', never: '/disabled-until-chosen/null' },
      ],
    ],
    '/left-when-typed': [
      [`<input id=t oninput="" onblur="if (value) add('/left-when-typed')">`, { links: '/left-when-typed' }],
    ],
  },
  {
    ...Object.fromEntries(
      upTo(10).map((n) => [
        `/faculty/${n}`,
        late(50 * (n % 3), typed('text/html', `<a href=/of-faculty/${n}>Faculty ${n}</a>`)),
      ]),
    ),
    ...Object.fromEntries(
      ['north', 'south'].map((of) => [`/towns-of/${of}`, typed('text/plain', `${of[0]}1 ${of[0]}2`)]),
    ),
    ...Object.fromEntries(
      ['n1', 'n2', 's1', 's2'].map((town) => [`/town/${town}`, typed('text/html', `<a href=/office-of/${town}>x</a>`)]),
    ),
  },
);
