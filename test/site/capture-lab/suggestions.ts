import { typed } from '../site.ts';
import { lab } from './lab.ts';

const SEARCH = `const items = ['Biology', 'Law', 'Mathematics', 'Chemistry', 'Statistics'];
  const found = (text, least) => text.length < least ? [] : items.filter((one) => one.toLowerCase().includes(text.toLowerCase()));`;

/** Fields that search for typed text, and lists of the results. */
export const suggestions = lab(
  'suggestions.lab.test',
  {
    // One letter has no effect.
    '/two-letters': [
      [
        `<input id=q placeholder=Subject><div id=o></div><script>${SEARCH}
      q.oninput = () => { o.innerHTML = found(q.value, 2).map((one) => '<a href=/two-letters/' + one + '>x</a>').join('') }</script>`,
        {
          links: '/two-letters/Biology /two-letters/Chemistry /two-letters/Mathematics /two-letters/Statistics',
        },
      ],
    ],
    // The first typed text finds one of them.
    '/first-letters': [
      [
        `<input id=q placeholder=Name><ul id=list></ul><script>
      const found = async () => (await (await fetch('/first-letters/names')).json()).filter((name) => q.value && name.startsWith(q.value));
      let timer; q.oninput = () => { clearTimeout(timer); timer = setTimeout(async () => {
        list.innerHTML = (await found()).map((name) => '<li><a href=/first-letters/' + name + '>' + name + '</a>').join('') }, 200) }</script>`,
        { links: 'adams brahe clarke euler fermi gauss'.replace(/\w+/g, '/first-letters/$&') },
      ],
    ],
    // It answers a while after a menu has opened on hover, with a list redrawn for each text.
    '/beside-a-menu': [
      [
        `<nav id=menu>Services<span id=more></span></nav><input id=q placeholder="City, two letters"><ul id=list></ul><script>const cities = ['Cork', 'Coimbra', 'Catania', 'Mainz'];
      let timer; menu.onmouseenter = () => { more.innerHTML = '<a href=/beside-a-menu/help>Help</a>' }; menu.onmouseleave = () => { more.innerHTML = '' };
      q.oninput = () => { clearTimeout(timer); timer = setTimeout(() => { list.innerHTML = '';
        for (const one of cities.filter((one) => q.value.length > 1 && one.toLowerCase().startsWith(q.value))) { const row = list.appendChild(document.createElement('li')); row.role = 'option'; row.textContent = one;
          row.onclick = () => window.open('/beside-a-menu/' + one) } }, 200) }</script>`,
        {
          links:
            '/beside-a-menu/help /beside-a-menu/Cork /beside-a-menu/Coimbra /beside-a-menu/Catania /beside-a-menu/Mainz',
        },
      ],
    ],
    // It finds whole words only, and shows some as examples until focused.
    '/examples': [
      [
        `<input placeholder="Subject, e.g. Zoology or Xylography" id=q><div id=o></div><script>
      q.onfocus = () => { q.placeholder = '' }; q.oninput = () => { o.innerHTML = ['Zoology', 'Xylography'].includes(q.value) ? '<a href=/examples/' + q.value + '>x</a>' : '' }</script>`,
        { links: '/examples/Zoology /examples/Xylography' },
      ],
    ],
    // One letter finds only a link to help, two find results.
    '/help-first': [
      [
        `<input id=q placeholder=Subject><p id=help></p><div id=o></div><script>${SEARCH}
      q.oninput = () => { if (q.value.length === 1) help.innerHTML = '<a href=/help-first/help>How to search</a>'; o.innerHTML = found(q.value, 2).map((one) => '<a href=/help-first/' + one + '>x</a>').join('') }</script>`,
        {
          links:
            '/help-first/help /help-first/Biology /help-first/Chemistry /help-first/Mathematics /help-first/Statistics',
        },
      ],
    ],
    // It states its required number of letters until something is typed.
    '/said-at-first': [
      [
        `<input id=q><p id=o>Please enter 3 or more characters</p><script>${SEARCH}
      q.oninput = () => { if (q.value.length > 2) o.innerHTML = found(q.value, 3).map((one) => '<a href=/said-at-first/' + one + '>x</a>').join('') || 'No results found' }</script>`,
        { links: 'Biology Chemistry Law Mathematics Statistics'.replace(/\w+/g, '/said-at-first/$&') },
      ],
    ],
    // A panel opened by a button closes with each choice, and with any other control: its field searches on the server,
    // from two letters on.
    '/in-a-dropdown': [
      [
        `${['Faculty', 'Subject', 'Term'].map((name) => `<button class=${name} data-of="${name}">${name}</button>`).join(' ')}
      <button id=name>Name of a person</button><div id=opened></div><p id=o></p><script>
      const close = () => { opened.innerHTML = '' };
      const field = document.createElement('input'), list = document.createElement('ul');
      for (const one of document.querySelectorAll('[data-of]')) one.onclick = () => { close();
        opened.append(...['all', 'none'].map((choice) => { const row = document.createElement('p'); row.className = one.dataset.of; row.textContent = one.dataset.of + ': ' + choice; row.onclick = close; return row })) };
      field.type = 'search';
      field.oninput = async () => { if (field.value.length < 2) return;
        const names = await (await fetch('/in-a-dropdown/names?q=' + field.value)).json();
        list.innerHTML = names.filter((one) => one.toLowerCase().includes(field.value)).map((one) => '<li role=option>' + one).join('') || '<li role=alert>No results found' };
      list.onmouseup = ({ target }) => { if (target.role !== 'option') return; close(); o.innerHTML = '<a href=/in-a-dropdown/' + target.textContent + '>x</a>' };
      document.getElementById('name').onclick = () => { close(); list.innerHTML = '<li role=alert>Please enter 2 or more characters'; field.value = ''; opened.append(field, list) }</script>`,
        { links: '/in-a-dropdown/Amin /in-a-dropdown/Falk /in-a-dropdown/Brenner /in-a-dropdown/Quist' },
      ],
    ],
    // A field finds words by a rare first letter, and says so.
    '/says-so': [
      [
        `<input id=q role=combobox aria-autocomplete=list aria-controls=list aria-expanded=false><ul id=list role=listbox></ul><p id=o></p><script>
      const planets = ['Saturn', 'Mars'];
      q.oninput = () => { list.innerHTML = planets.filter((one) => q.value && one.toLowerCase().startsWith(q.value)).map((one) => '<li role=option>' + one).join('') };
      list.onclick = ({ target }) => { if (target.role !== 'option') return; q.value = target.textContent; list.innerHTML = ''; o.innerHTML = '<a href=/says-so/' + target.textContent + '>x</a>' }</script>`,
        { links: '/says-so/Saturn /says-so/Mars' },
      ],
    ],
    // The searched text is highlighted in results; the list closes with each choice, and opens only while the field has
    // the focus.
    '/set-off': [
      [
        `<input id=q placeholder=State><div id=list style="display: none"></div><div id=o></div><script>
      const states = ['Alabama', 'Alaska', 'Arizona', 'Utah']; let isHere = false; const close = () => { list.style.display = 'none' };
      q.addEventListener('focus', () => { isHere = true }); q.addEventListener('blur', () => { isHere = false; close() });
      q.addEventListener('input', () => { const found = states.filter((one) => q.value && one.toLowerCase().includes(q.value.toLowerCase()));
        list.innerHTML = found.map((one) => '<div class=found data-name=' + one + '>' + one.replace(new RegExp(q.value, 'gi'), '<b>$&</b>') + '</div>').join('');
        list.style.display = isHere && found.length > 0 ? 'block' : 'none' });
      list.onclick = ({ target }) => { const name = target.closest('.found')?.dataset.name; if (!name) return;
        q.value = name; close(); o.innerHTML = name === 'Alabama' ? '<a href=/set-off/alabama>x</a>' : 'Nothing' }</script>`,
        { links: '/set-off/alabama' },
      ],
    ],
    // A list that opens with a field in it, which searches on the server, and is removed with each choice: only one
    // letter finds any.
    '/in-a-list': [
      [
        `<span id=box role=combobox tabindex=0 aria-haspopup=true aria-expanded=false>Search a person</span><div id=o></div><script>
      const list = document.createElement('div'); const field = document.createElement('input'); field.type = 'search'; const found = document.createElement('ul'); list.append(field, found);
      const close = () => { list.remove(); box.setAttribute('aria-expanded', false) };
      box.onmousedown = () => { if (list.isConnected) return close(); box.setAttribute('aria-expanded', true);
        field.value = ''; found.innerHTML = '<li role=alert>Type a letter'; document.body.append(list) };
      field.oninput = () => setTimeout(async () => { const names = await (await fetch('/in-a-list/names?q=' + field.value)).json();
        found.innerHTML = names.map((one) => '<li role=option>' + one).join('') || '<li>None' }, 200);
      found.onmouseup = ({ target }) => { if (target.role !== 'option') return; close();
        o.innerHTML = target.textContent === 'Ava' ? 'Nothing' : '<a href=/in-a-list/' + target.textContent + '>x</a>' }</script>`,
        { links: '/in-a-list/Ada /in-a-list/Ana' },
      ],
    ],
    // Fields that echo typed text without searching, next to a menu that opens on hover.
    '/beside-cards': [
      [
        `${[1, 2, 3, 4, 5, 6].map((n) => `<p><input class=f${n} oninput="this.nextSibling.textContent = this.value"><b></b>`).join('')}
      <p onmouseenter="add('/beside-cards/card')">Who is it?</p>`,
        { links: '/beside-cards/card' },
      ],
    ],
    // A dialog with a slow field, and buttons that close it: it is removed with the first choice.
    '/in-a-dialog': [
      [
        `<button id=open>Search people</button><script>
      document.getElementById('open').onclick = () => { const dialog = document.createElement('div'); dialog.style = 'position: fixed; inset: 0';
        dialog.innerHTML = '<form role=search><input type=search><button type=reset title=Clear>x</button><button type=button class=cancel>Cancel</button></form><p></p>'; document.body.append(dialog);
        const field = dialog.querySelector('input'); dialog.querySelector('.cancel').onclick = () => dialog.remove();
        field.oninput = () => setTimeout(() => { dialog.querySelector('p').innerHTML = ['Kim', 'Olaf'].filter((one) => field.value && one.toLowerCase().startsWith(field.value))
          .map((one) => '<a href=/in-a-dialog/' + one + '>x</a>').join('') || 'No results' }, 200) }</script>`,
        { links: '/in-a-dialog/Kim /in-a-dialog/Olaf' },
      ],
    ],
  },
  {
    '/in-a-dropdown/names': typed('application/json', JSON.stringify(['Amin', 'Falk', 'Brenner', 'Quist'])),
    '/first-letters/names': typed(
      'application/json',
      JSON.stringify(['adams', 'brahe', 'clarke', 'euler', 'fermi', 'gauss']),
    ),
    '/in-a-list/names': ({ path }) => {
      const sought = new URLSearchParams(path.split('?')[1]).get('q') ?? '';
      return typed(
        'application/json',
        JSON.stringify(['Ada', 'Ana', 'Ava'].filter((one) => one.toLowerCase().startsWith(sought))),
      );
    },
  },
);
