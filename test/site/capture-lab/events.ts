import { lab, type Part } from './lab.ts';

/** A handler of one kind, and the link that it writes. */
const on = (type: string, element: string, check = ''): Part => [
  `${element.replace('>', ` id=on-${type}>`)}
  <script>document.getElementById('on-${type}').addEventListener('${type}', (event) => { ${check} add('/on/${type}') })</script>`,
  { links: `/on/${type}` },
];

const button = '<button type=button>Button</button>';
const box = '<div style="width:200px;height:30px">Box</div>';

/** Handlers of every kind of event. */
export const events = lab('events.lab.test', {
  '/pointer': [
    on('click', button),
    on('dblclick', box),
    on('mousedown', box),
    on('mouseup', box),
    on('mouseover', box),
    on('mouseenter', box),
    on('mousemove', box),
    on('mouseout', box),
    on('mouseleave', box),
    on('contextmenu', box, 'event.preventDefault();'),
    on('auxclick', box),
    on('wheel', box),
  ],
  '/pointer-2': [
    on('pointerdown', box),
    on('pointerup', box),
    on('pointerover', box),
    on('pointerenter', box),
    on('touchstart', box),
    on('touchend', box),
    [
      `<div id=long style="height:30px">Hold me</div><script>let timer;
        long.addEventListener('pointerdown', () => { timer = setTimeout(() => add('/long-press'), 600) });
        for (const type of ['pointerup', 'pointercancel', 'pointerleave'])
          long.addEventListener(type, () => clearTimeout(timer))</script>`,
      { links: '/long-press' },
    ],
  ],
  '/fields': [
    on('focus', '<input>'),
    on('blur', '<input>'),
    on('focusin', '<p><input></p>'),
    on('input', '<input>'),
    on('change', '<input>'),
    on('keydown', '<input>'),
    on('keyup', '<input>'),
    on('keypress', '<input>'),
    [
      `<input id=enter placeholder=Search><script>
        enter.onkeydown = (event) => { if (event.key === 'Enter') add('/enter?q=') }</script>`,
      { links: '/enter?q=' },
    ],
    [
      `<textarea oninput="add('/textarea')"></textarea><div contenteditable oninput="add('/editable')">Edit</div>`,
      { links: '/textarea /editable' },
    ],
  ],
  '/choices': [
    [
      `<select onchange="if (value) location = value"><option value="">Faculties<option value=/select/law>Law
        <option value=/select/physics>Physics</select>`,
      { links: '/select/law /select/physics' },
    ],
    [
      `<select id=years><option>2023<option>2024</select><div id=year></div>
        <script>years.addEventListener('change', () => add('/year/' + years.value, year))</script>`,
      { links: '/year/2024 /year/2023' },
    ],
    [
      `<label><input type=checkbox onchange="if (checked) add('/checkbox')">Old ones too</label>`,
      { links: '/checkbox' },
    ],
    [
      `<form>${['a', 'b'].map((x) => `<label><input type=radio name=r value=${x} onchange="add('/radio/' + value)">${x}</label>`).join('')}</form>`,
      { links: '/radio/a /radio/b' },
    ],
    [`<input type=range min=0 max=3 value=1 oninput="add('/range')">`, { links: '/range' }],
    [`<input type=date onchange="if (value) add('/date')">`, { links: '/date' }],
    [
      `<form onsubmit="event.preventDefault(); add('/submit')"><input name=q><button>Find</button></form>`,
      { links: '/submit' },
    ],
    [
      `<form id=search action=/form><input name=q><input type=submit value=Find></form>
        <script>search.addEventListener('submit', (event) => { event.preventDefault(); history.pushState(0, '', '/submit-2') })</script>`,
      { links: '/submit-2 /form' },
    ],
    [
      `<form id=reset><button type=reset>Reset</button></form><script>reset.onreset = () => add('/reset')</script>`,
      { links: '/reset' },
    ],
  ],
  '/copied': [
    on('copy', '<p>Copy me</p>'),
    on('cut', '<input>'),
    [
      `<div contenteditable onpaste="if (event.clipboardData.getData('text')) add('/on/paste')">Here</div>`,
      { links: '/on/paste' },
    ],
    on('select', '<input value=abc>'),
    on('search', '<input type=search>'),
    on('invalid', '<input required>'),
    [
      `<div onpointerdown="setPointerCapture(event.pointerId)" ongotpointercapture="add('/on/gotpointercapture')">Capture</div>`,
      { links: '/on/gotpointercapture' },
    ],
  ],
  '/copied-anywhere': [
    [
      `<p>Text</p><script>document.addEventListener('copy', () => add('/on/copy-anywhere'))</script>`,
      { links: '/on/copy-anywhere' },
    ],
  ],
  '/told': [
    on('play', '<video controls></video>'),
    [`<audio onplay="add('/onplay')" controls></audio>`, { links: '/onplay' }],
    [`<div style="height:30px" onmousewheel="add('/onmousewheel')">Box</div>`, { links: '/onmousewheel' }],
    on('mousewheel', box),
    on('formdata', '<form><input name=q><button>Find</button></form>'),
    [
      `<form onsubmit="event.preventDefault()" onformdata="if (event.formData.has('q')) add('/onformdata')"><input name=q><button>Find</button></form>`,
      { links: '/onformdata' },
    ],
    on('beforematch', '<p hidden=until-found>What else</p>'),
  ],
  '/window-told': [
    [
      `<p>Text</p><script>document.body.setAttribute('onblur', "add('/window/blur')"); onpagehide = () => add('/window/pagehide');
        addEventListener('offline', () => add('/window/offline')); document.body.setAttribute('onbeforeprint', "add('/window/beforeprint')")</script>`,
      { links: '/window/blur /window/pagehide /window/offline /window/beforeprint' },
    ],
  ],
  '/told-above': [
    [
      `<div class=map><i>Map</i></div><script>document.addEventListener('wheel', ({ target }) => { if (target.closest('.map')) add('/above/wheel') })</script>`,
      { links: '/above/wheel' },
    ],
  ],
  '/told-above-2': [
    [
      `<div class=cell tabindex=0><b>Cell</b></div><script>document.addEventListener('focusout', ({ target }) => { if (target.matches('.cell')) add('/above/focusout') })</script>`,
      { links: '/above/focusout' },
    ],
  ],
  '/told-above-3': [
    [
      `<div class=card draggable=true><b>Card</b><i>of two</i></div><div class=card draggable=true><b>Other</b></div><script>
        document.addEventListener('dragstart', ({ target }) => { if (target.matches('.card')) add('/above/dragstart/' + target.firstChild.textContent) })</script>`,
      { links: '/above/dragstart/Card /above/dragstart/Other' },
    ],
  ],
  '/disclosure': [
    [`<details ontoggle="if (open) add('/details')"><summary>More</summary>Much more</details>`, { links: '/details' }],
    [
      `<dialog id=dialog><button onclick="add('/in-dialog')">In the dialog</button></dialog>
        <button onclick="dialog.showModal()">Open the dialog</button>`,
      { links: '/in-dialog' },
    ],
    [
      `<div id=pop popover ontoggle="if (event.newState === 'open') add('/popover')"><button onclick="add('/in-popover')">x</button></div>
        <button popovertarget=pop>Open the popover</button>`,
      { links: '/popover /in-popover' },
    ],
    [
      `<div id=menu style="display:none"><span onclick="add('/hidden-item')">Item</span></div>
        <button onclick="menu.style.display = 'block'">Menu</button>`,
      { links: '/hidden-item' },
    ],
    [
      `<style>.drop ul { display: none } .drop:hover ul { display: block }</style>
        <div class=drop>Studies<ul><li onclick="add('/css-menu')">Item</ul></div>`,
      { links: '/css-menu' },
    ],
    [
      `<a onclick="add('/without-href')">No href</a><a href="#" onclick="add('/hash-only'); return false">#</a>`,
      { links: '/without-href /hash-only' },
    ],
    [`<a href="/with-href" onclick="add('/by-link'); return false">Link</a>`, { links: '/with-href /by-link' }],
    [
      `<div role=button tabindex=0 id=rb>Role</div><script>rb.onkeydown = (e) => { if (e.key === ' ' || e.key === 'Enter') add('/role-button') }</script>`,
      { links: '/role-button' },
    ],
    [
      `<label for=hidden-box>Label</label><input id=hidden-box type=checkbox hidden onclick="add('/by-label')">`,
      { links: '/by-label' },
    ],
  ],
});
