import { html, late, typed } from '../site.ts';
import { lab, type Part } from './lab.ts';

/** Code that runs on a click, and its target. */
const click = (code: string, links: string): Part => [
  `<button type=button onclick="${code.replaceAll('"', '&quot;')}">Go</button>`,
  { links },
];

/** A page that redirects by itself. */
const byItself = (code: string, links: string): readonly Part[] => [[`<script>${code}</script>`, { links }]];

const href = (code: string, links: string): Part => [`<a href="javascript:${code}">Go</a>`, { links }];

/** Scripts that navigate. */
export const navigation = lab(
  'navigation.lab.test',
  {
    '/location': [
      click(`location.href = '/location/href'`, '/location/href'),
      click(`location.assign('/location/assign')`, '/location/assign'),
      click(`location.replace('/location/replace')`, '/location/replace'),
      click(`window.location = 'location/window'`, '/location/window'),
      click(`document.location = '/location/document'`, '/location/document'),
      click(`document.location.href = new window.URL('/location/url', document.baseURI)`, '/location/url'),
      click(`top.location = '/location/top'`, '/location/top'),
      click(`self.location.pathname = '/location/pathname'`, '/location/pathname'),
      click(`location.search = '?search=1'`, '/location?search=1'),
      click(`location.href = 'http://other-lab.test/elsewhere'`, 'http://other-lab.test/elsewhere'),
      click(`location = '/location/first'; location = '/location/second'`, '/location/first /location/second'),
      click(`setTimeout(() => { location = '/location/later' }, 500)`, '/location/later'),
      click(`fetch('/slow').then(() => location.assign('/location/after-fetch'))`, '/location/after-fetch'),
      click(`location.reload()`, ''),
    ],
    '/unset-neighbours': [
      [
        `<ul onclick="location = '/unset/item/' + event.target.dataset.id"><li data-id=7>One<li data-id=8>Two<li>None</ul>`,
        { links: '/unset/item/7 /unset/item/8', never: '/unset/item/undefined' },
      ],
    ],
    '/unset': [
      ...[
        `location = '/unset/' + [][0]`,
        `history.pushState({}, '', '/unset/' + null + '/')`,
        `history.pushState({}, '', '#/unset/' + null)`,
        `open('/unset/x/' + Number('x') + '?a=1')`,
        `fetch('/unset/data?of=' + {})`,
        `location.href = '/unset/%5Bobject%20Object%5D'`,
      ].map((code) => click(code, '')),
      [
        '',
        {
          never:
            '/unset/undefined /unset/null/ /unset#/unset/null /unset/x/NaN?a=1 /unset/data?of=[object%20Object] /unset/%5Bobject%20Object%5D',
        },
      ],
      click(`location.href = '/unset/null-and-void?q=not+null'`, '/unset/null-and-void?q=not+null'),
      ['<a href=/unset/marked/undefined>x</a>', { links: '/unset/marked/undefined' }],
      ['<script>fetch("/unset/asked?by=null")</script>', { requests: '/unset/asked?by=null' }],
    ],
    '/hash': [click(`location.hash = '#/route'`, '/hash#/route')],
    '/history': [
      click(`history.pushState({}, '', '/history/pushed')`, '/history/pushed'),
      click(`history.replaceState({}, '', '/history/replaced')`, '/history/replaced'),
      click(`history.pushState({}, '', '/history?page=2')`, '/history?page=2'),
      click(`window.navigation?.navigate('/history/navigated')`, '/history/navigated'),
    ],
    '/routed': [
      [
        `<a id=route href=/routed/other>Other</a><script>route.onclick = (event) => { event.preventDefault();
        history.pushState({}, '', route.href); requestAnimationFrame(() => add('/link-of-other')) }</script>`,
        { links: '/routed/other', never: '/link-of-other' },
      ],
    ],
    '/routed-back': [
      [
        `<a id=route href=/routed/drawn>Other</a><div id=view></div><script>
        const show = (links) => { view.innerHTML = links.map((path) => '<a href=' + path + '>x</a>').join('') };
        route.onclick = (event) => { event.preventDefault(); history.pushState({}, '', route.href); show(['/drawn-there/1']);
          setTimeout(() => show(['/drawn-there/2']), 1000); setTimeout(() => show(['/drawn-there/3']), 2000) };
        onpopstate = () => show([])</script>`,
        { links: '/routed/drawn', never: '/drawn-there/1 /drawn-there/2 /drawn-there/3' },
      ],
    ],
    // As in frameworks: events are handled at the root, and a route is set when its data has arrived.
    '/routed-late': [
      [
        `<nav><button>Menu</button><button>Go</button><div id=menu></div></nav>
        <main><h1>Faculty</h1>${'<p>Text <b>of it</b> <i>and more</i></p>'.repeat(6)}</main><div aria-live=polite></div><script>
        const shown = document.querySelector('main').innerHTML;
        const hear = ({ type, target }) => {
          if (type !== 'click' || target.tagName !== 'BUTTON') return;
          if (target.textContent === 'Menu') menu.innerHTML = menu.firstChild ? '' : '<a href=/routed-late/menu>x</a>';
          else setTimeout(() => { history.pushState({}, '', '/routed-late/other'); document.querySelector('main').innerHTML = '<h1>Other</h1>' }, 300);
        };
        for (const type of ['click', 'dblclick', 'contextmenu', 'mouseover', 'mousemove', 'focusin', 'keydown', 'keyup', 'touchstart', 'touchend', 'wheel'])
          document.addEventListener(type, hear);
        onpopstate = () => { document.querySelector('main').innerHTML = shown }</script>`,
        { links: '/routed-late/menu /routed-late/other' },
      ],
    ],
    '/windows': [
      click(`window.open('/windows/open')`, '/windows/open'),
      click(`window.open('/windows/blank', '_blank', 'noopener')`, '/windows/blank'),
      click(`window.open('/windows/self', '_self')`, '/windows/self'),
      click(`window.open('/windows/named', 'named', 'width=300,height=200')`, '/windows/named'),
      click(`window.open('http://other-lab.test/popup')`, 'http://other-lab.test/popup'),
      click(`const a = document.createElement('a'); a.href = '/windows/made'; a.click()`, '/windows/made'),
      click(
        `const a = document.createElement('a'); a.href = '/windows/made-blank'; a.target = '_blank'; document.body.append(a); a.click(); a.remove()`,
        '/windows/made-blank',
      ),
      click(`document.querySelector('#hidden-link').click()`, ''),
      [`<a id=hidden-link href=/windows/hidden hidden></a>`, { links: '/windows/hidden' }],
      [
        `<iframe id=f src=about:blank name=inner></iframe><button onclick="f.src = '/windows/framed'">Show</button>
        <a target=inner onclick="window.open('/windows/framed-2', 'inner')">Show</a>`,
        { links: '/windows/framed /windows/framed-2' },
      ],
    ],
    // An empty window is not opened either: scripts get a stand-in.
    '/windows-later': [
      [
        `<script>const w = open(''); setTimeout(() => { w.location = '/windows-later/sent'; add('/windows-later/after') }, 300)</script>`,
        { links: '/windows-later/after /windows-later/sent', unsent: 'GET /windows-later/sent' },
      ],
      click(`const w = window.open(); w.opener = null; w.location.href = '/windows-later/href'`, '/windows-later/href'),
      click(
        `window.open('about:blank', 'n'); fetch('/slow').then(() => window.open('', 'n').location.assign('/windows-later/named'))`,
        '/windows-later/named',
      ),
      click(
        `const w = window.open('about:blank', '_blank', 'width=300'); w.focus(); w.document.write('wait'); w.document.location = '/windows-later/document'`,
        '/windows-later/document',
      ),
      click(
        `const w = window.open(''); w.location.replace('//other-lab.test/windows-later'); w.close(); if (w.closed) add('/windows-later/closed')`,
        'http://other-lab.test/windows-later /windows-later/closed',
      ),
      click(
        `const w = window.open('', 'written'); w.document.open(); w.document.write('<a hre', 'f=/windows-later/written>'); w.document.writeln('<frame src=x><iframe src="written-frame"></iframe>'); w.document.close()`,
        '/windows-later/written /written-frame',
      ),
      click(
        `const w = window.open(); const a = w.document.createElement('a'); a.href = '/windows-later/made'; w.document.body.append(a); w.document.body.insertAdjacentHTML('beforeend', '<script>location = "/windows-later/run"</scr' + 'ipt>')`,
        '/windows-later/made',
      ),
      click(`window.open('', '_blank', 'noopener') || add('/windows-later/refused')`, '/windows-later/refused'),
      [`<iframe name=kept src=about:blank></iframe>`, {}],
      click(`window.open('', 'kept') === frames.kept && add('/windows-later/kept')`, '/windows-later/kept'),
    ],
    '/top-of-others': [
      [
        '<iframe src=http://other-lab.test/leads-top></iframe>',
        {
          links: 'http://other-lab.test/leads-top http://other-lab.test/in-frame /top-of-others/led',
          unsent: 'GET /top-of-others/led',
        },
      ],
    ],
    '/forms': [
      [
        `<form id=get action=/forms/get><input name=q value=1></form><button onclick="get.submit()">Find</button>`,
        { links: '/forms/get /forms/get?q=1' },
      ],
      [
        `<form id=post method=post action=/forms/post><input name=q value=1></form><button onclick="document.getElementById('post').submit()">Send</button>`,
        { writes: 'POST /forms/post', unsent: 'POST /forms/post' },
      ],
      [
        `<form id=asked action=/forms/asked></form><button onclick="asked.requestSubmit()">Find</button>`,
        { links: '/forms/asked' },
      ],
      [
        `<button onclick="const f = document.createElement('form'); f.action = '/forms/made'; document.body.append(f); f.submit(); f.remove()">Find</button>`,
        { links: '/forms/made' },
      ],
      [
        `<button onclick="const f = document.createElement('form'); f.method = 'post'; f.action = '/forms/made-post'; document.body.append(f); f.submit(); f.remove()">Send</button>`,
        { writes: 'POST /forms/made-post', unsent: 'POST /forms/made-post' },
      ],
      [
        `<form><button formaction=/forms/formaction name=b value=1>Find</button>
        <button formaction=/forms/formaction-post formmethod=post>Send</button></form>`,
        { links: '/forms/formaction', writes: 'POST /forms/formaction-post', unsent: 'POST /forms/formaction-post' },
      ],
    ],
    '/addresses': [
      [`<script>function go(path) { window.location.href = path }</script>`, {}],
      href(`go('/addresses/function')`, '/addresses/function'),
      href(`location='/addresses/location'`, '/addresses/location'),
      href(`void(window.open('/addresses/open'))`, '/addresses/open'),
      href(`history.pushState(0, '', '/addresses/pushed'); void 0`, '/addresses/pushed'),
      href(`void add('/addresses/added')`, '/addresses/added'),
      [`<form action="javascript:go('/addresses/form')"><button>Go</button></form>`, { links: '/addresses/form' }],
      [`<a href=" javascript:go('/addresses/blank')">Go</a>`, { links: '/addresses/blank' }],
      [`<a href="java&#10;script:go('/addresses/line')">Go</a>`, { links: '/addresses/line' }],
      [`<form action="\tjavascript:go('/addresses/tab')"><button>Go</button></form>`, { links: '/addresses/tab' }],
      [
        `<map name=m><area shape=default href="javascript:go('/addresses/area')"></map><img usemap=#m width=50 height=50 alt=Map>`,
        { links: '/addresses/area' },
      ],
      [
        `<svg width=60 height=20><a href="javascript:go('/addresses/svg')"><text y=15>Go</text></a></svg>`,
        { links: '/addresses/svg' },
      ],
    ],
    '/base': [
      [`<base href="http://navigation.lab.test/based/" target=_blank><a href=anchor>a</a>`, { links: '/based/anchor' }],
      click(`location.href = 'relative'`, '/based/relative'),
      click(`window.open('window')`, '/based/window'),
      click(`history.pushState({}, '', 'pushed')`, '/based/pushed'),
      [`<a href=followed onclick="add('handled')">a</a>`, { links: '/based/followed /based/handled' }],
    ],
    '/by-itself/href': byItself(`location.href = '/landed/href'`, '/landed/href'),
    '/by-itself/onload': byItself(`onload = () => { location = '/landed/onload' }`, '/landed/onload'),
    '/by-itself/timer': byItself(
      `add('/stays'); setTimeout(() => { document.location = '/landed/timer' }, 4000)`,
      '/stays /landed/timer',
    ),
    '/by-itself/fetch': byItself(`fetch('/slow').then(() => location.replace('/landed/fetch'))`, '/landed/fetch'),
    '/by-itself/form': byItself(
      `const f = document.createElement('form'); f.action = '/landed/form';
      onload = () => { document.body.append(f); f.submit() }`,
      '/landed/form?',
    ),
    '/by-itself/refresh': byItself(
      `add('/refreshed'); onload = () => document.head.insertAdjacentHTML('beforeend',
      '<meta http-equiv=refresh content="1; url=/landed/refresh">')`,
      '/refreshed /landed/refresh',
    ),
    '/by-itself/pushed': byItself(
      `history.pushState({}, '', '/by-itself/one'); history.replaceState({}, '', '/by-itself/two');
      add('/after-push')`,
      '/by-itself/one /by-itself/two /after-push',
    ),
    '/by-itself/hash': byItself(
      `location.hash = '/start'; onhashchange = () => add('/by-itself' + location.hash.slice(1))`,
      '/by-itself/start',
    ),
    '/by-itself/window': byItself(`add('/opener'); open('/landed/window')`, '/opener /landed/window'),
    '/by-itself/click': byItself(
      `const a = document.createElement('a'); a.href = '/landed/click'; onload = () => a.click()`,
      '/landed/click',
    ),
  },
  {
    '/slow': late(200, typed('text/plain', 'slow')),
    ...Object.fromEntries(
      ['href', 'onload', 'timer', 'fetch', 'form', 'refresh', 'window', 'click'].map((way) => [
        `/landed/${way}`,
        html(`<a href=/from/${way}>Landed</a>`),
      ]),
    ),
    '/windows/framed': html('In the frame'),
    '/windows/framed-2': html('In the frame too'),
  },
);
