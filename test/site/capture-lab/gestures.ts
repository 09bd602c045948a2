import { lab } from './lab.ts';

/** Details of gestures beyond their place: which key, how far, with which data. */
export const gestures = lab('gestures.lab.test', {
  // The result of a key is drawn a moment later: it is pressed once.
  '/answered-once': [
    [
      `<div id=quiz></div><script>let given = []; const asked = [['people', 'machines'], ['here']];
      const draw = () => { quiz.innerHTML = given.length < 2 ? asked[given.length].map((answer) => '<div role=button tabindex=0>' + answer + '</div>').join('') : '<a href=/answered-once/' + given.join('-') + '>x</a> <div role=button tabindex=0>Again</div>';
        for (const one of quiz.querySelectorAll('div')) one.addEventListener('keydown', ({ key }) => { if (key !== 'Enter') return; given = one.textContent === 'Again' ? [] : [...given, one.textContent]; queueMicrotask(draw) }) }; draw()</script>`,
      {
        links: '/answered-once/machines-here',
        never: '/answered-once/people-people /answered-once/machines-machines',
      },
    ],
  ],
  '/keys': [
    [
      `<div id=help></div><script>document.addEventListener('keydown', (event) => {
        if (event.key === '?') help.innerHTML = '<a href=/keys/help>x</a>';
        if ((event.ctrlKey || event.metaKey) && event.key === 'k') add('/keys/palette');
        if (event.key === 'Escape') help.innerHTML = '' })</script>`,
      { links: '/keys/help /keys/palette' },
    ],
    // Typed characters are reported, not keys.
    [
      `<script>document.addEventListener('keypress', (event) => { if (event.which === 106) add('/keys/by-number');
        if (String.fromCharCode(event.charCode) === 'y') add('/keys/by-character') })</script>`,
      { links: '/keys/by-number /keys/by-character' },
    ],
    [
      `<ul id=list><li tabindex=0>One<li tabindex=0>Two</ul><script>list.onkeyup = ({ keyCode, target }) => {
        if (keyCode === 72 && target.localName === 'li') add('/keys/in-list') }</script>`,
      { links: '/keys/in-list' },
    ],
    [
      `<input id=field><script>field.addEventListener('keydown', (event) => { switch (event.code) {
        case 'F2': add('/keys/in-field'); break; case 'Delete': add('/keys/deleted') } })</script>`,
      { links: '/keys/in-field', never: '/keys/deleted' },
    ],
    [
      `<script>addEventListener('keydown', (event) => { if (event.key === 'w') deleteAll(); if (event.key === '/') add('/keys/search') });
        function deleteAll() { fetch('/keys/w') }</script>`,
      { links: '/keys/search', unsent: 'GET /keys/w' },
    ],
  ],
  '/forms': [
    [
      `<form id=codes><input name=room pattern="[A-Z]\\d" required><input name=word minlength=6><input name=year type=number min=1990 max=2030>
        <input name=short maxlength=2><button>Find</button></form><script>codes.onsubmit = (event) => { event.preventDefault();
        const { room, word, year, short } = codes.elements;
        if (codes.checkValidity() && word.value.length > 5 && year.value && short.value.length === 2) add('/forms/codes') }</script>`,
      { links: '/forms/codes' },
    ],
    [
      `<form role=search id=staff><input type=email name=mail required><button>Find</button></form><script>staff.addEventListener('submit', (event) => {
        event.preventDefault(); if (staff.mail.value.includes('@')) add('/forms/staff') })</script>`,
      { links: '/forms/staff' },
    ],
    [
      `<form id=two><input name=q><button value=books>Books</button><button type=button>Clear</button><button value=maps>Maps</button></form><div id=hits></div><script>
        two.addEventListener('submit', (event) => { event.preventDefault(); if (two.q.value) hits.innerHTML = '<a href="/forms/' + event.submitter.value + '">x</a>' })</script>`,
      { links: '/forms/books /forms/maps' },
    ],
    [
      `<form id=letter method=post action=/forms/letter><input type=email name=mail><input name=town><button>Join</button></form><script>
        letter.addEventListener('submit', (event) => { if (letter.mail.value || letter.town.value) fetch('/forms/joined') })</script>`,
      { writes: 'POST /forms/letter', unsent: 'POST /forms/letter GET /forms/joined' },
    ],
  ],
  '/drags': [
    [
      `<p id=m style="width:600px;height:40px">Drag</p><script>{ let from; m.addEventListener('mousedown', (event) => { from = event.screenX });
        document.addEventListener('mouseup', (event) => { const by = event.screenX - from; from = undefined;
          if (by < -200) add('/drags/left'); if (by > 200) add('/drags/right') }) }</script>`,
      { links: '/drags/left /drags/right' },
    ],
    [
      `<p id=held style="width:200px;height:40px">Drag</p><script>held.onpointerdown = ({ pointerId, clientX }) => { held.setPointerCapture(pointerId);
        held.onpointermove = (event) => { if (event.clientX - clientX > 80) add('/drags/held') }; held.onpointerup = () => { held.onpointermove = null } }</script>`,
      { links: '/drags/held' },
    ],
    [
      `<p id=paged style="width:200px;height:40px">Swipe</p><script>{ let from; paged.addEventListener('touchstart', ({ changedTouches: [touch] }) => { from = touch.screenX });
        paged.addEventListener('touchend', ({ changedTouches: [touch] }) => { if (touch.screenX - from < -50) add('/drags/paged') }) }</script>`,
      { links: '/drags/paged' },
    ],
    [
      `${['law', 'art', 'map'].map((name) => `<b draggable=true data-name=${name}>${name}</b>`).join(' ')}<p id=basket>Basket</p><p id=inside></p><script>
        document.addEventListener('dragstart', ({ target, dataTransfer }) => dataTransfer.setData('text', target.dataset.name));
        basket.ondragover = (event) => event.preventDefault();
        basket.ondrop = ({ dataTransfer }) => { inside.innerHTML = '<a href="/drags/' + dataTransfer.getData('text') + '">x</a>' }</script>`,
      { links: '/drags/law /drags/art /drags/map' },
    ],
  ],
});
