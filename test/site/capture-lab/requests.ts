import { html, late, script, typed } from '../site.ts';
import { socket } from '../socket.ts';
import { lab, type Part } from './lab.ts';

const run = (code: string, expected: Part[1]): Part => [`<script>${code}</script>`, expected];
const requested = (code: string, path: string): Part => run(code, { requests: path });
const written = (code: string, write: string): Part => run(code, { writes: write, unsent: write });

const json = (value: unknown) => typed('application/json', JSON.stringify(value));

/** Requests of a page's scripts, on load and after actions. */
export const requests = lab(
  'requests.lab.test',
  {
    // A list requests more of itself at the same address, and a menu next to it opens at once.
    '/more-beside': [
      [
        `<button id=menu>Help</button><p id=help></p><ul id=list></ul><button id=more>More</button><script>
        let at = 0; const load = async () => { for (const name of await (await fetch('/more-beside/items?from=' + at++)).json()) list.innerHTML += '<li><a href=/more-beside/' + name + '>x</a>'; more.hidden = at > 3 };
        more.onclick = load; menu.onclick = () => { help.innerHTML = '<a href=/more-beside/help>x</a>' }; load()</script>`,
        { links: '/more-beside/a /more-beside/b /more-beside/c /more-beside/d /more-beside/help' },
      ],
    ],
    '/reads': [
      requested(`fetch('/reads/fetch')`, '/reads/fetch'),
      requested(`fetch(new Request('/reads/request', { headers: { 'X-Own': '1' } }))`, '/reads/request'),
      requested(`const x = new XMLHttpRequest(); x.open('GET', '/reads/xhr'); x.send()`, '/reads/xhr'),
      requested(`const y = new XMLHttpRequest(); y.open('GET', '/reads/sync', false); y.send()`, '/reads/sync'),
      requested(`import('/reads/module.js')`, '/reads/module.js'),
      requested(
        `document.head.append(Object.assign(document.createElement('script'), { src: '/reads/inserted.js' }))`,
        '/reads/inserted.js',
      ),
      requested(
        `fetch('http://requests.other-lab.test/elsewhere', { mode: 'no-cors' })`,
        'http://requests.other-lab.test/elsewhere',
      ),
      requested(
        `document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', href: '/reads/preload.json' }))`,
        '/reads/preload.json',
      ),
      run(
        `fetch('/reads/data.json').then((r) => r.json()).then((all) => all.forEach((item) => add('/data/' + item.id)))`,
        {
          requests: '/reads/data.json',
          links: '/data/7 /data/8',
        },
      ),
      ['<iframe src=/reads/frame></iframe>', { links: '/reads/frame', requests: '/reads/in-frame.json' }],
    ],
    '/streams': [
      run(`new EventSource('/streams/events').onmessage = ({ data }) => add(data)`, {
        requests: '/streams/events',
        links: '/streams/from-events /streams/later-event',
      }),
      run(
        `const s = new WebSocket('ws://requests.lab.test/streams/socket'); s.onmessage = ({ data }) => add(JSON.parse(data).path)`,
        {
          requests: 'ws://requests.lab.test/streams/socket',
          links: '/streams/from-socket',
        },
      ),
      run(
        `fetch('/streams/slow').then(async ({ body }) => { const reader = body.pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) add(part.value) })`,
        {
          requests: '/streams/slow',
          links: '/streams/part-1 /streams/part-2',
        },
      ),
    ],
    // Nothing else keeps the page waiting.
    '/read-in-parts': [
      run(
        `fetch('/read-in-parts/slow').then(async ({ body }) => { const reader = body.getReader(), decoder = new TextDecoder();
        for (let part = await reader.read(); !part.done; part = await reader.read()) add(decoder.decode(part.value)) })`,
        { requests: '/read-in-parts/slow', links: '/read-in-parts/1 /read-in-parts/2' },
      ),
    ],
    '/read-in-parts-on-click': [
      [
        `<button id=reads>Ask</button><script>reads.onclick = async () => {
        for await (const part of (await fetch('/read-in-parts/slow')).body.pipeThrough(new TextDecoderStream())) add(part) }</script>`,
        { links: '/read-in-parts/1 /read-in-parts/2' },
      ],
    ],
    // One stream is silent after its first words, and one is endless.
    '/read-without-end': [
      ...['silent', 'for-ever'].map((name) =>
        run(
          `fetch('/read-without-end/${name}').then(async ({ body }) => { const reader = body.getReader(); await reader.read(); add('/read-without-end/from-${name}'); for (;;) await reader.read() })`,
          { links: `/read-without-end/from-${name}` },
        ),
      ),
      run(`setTimeout(() => add('/read-without-end/later'), 5000)`, { links: '/read-without-end/later' }),
    ],
    ...Object.fromEntries(
      [150, 300, 2000].map((time) => [
        `/socket-after-${time}`,
        [
          run(
            `setTimeout(() => { new WebSocket('ws://requests.lab.test/streams/late-socket').onmessage = ({ data }) => add(data) }, ${time})`,
            { links: '/streams/from-late-socket' },
          ),
        ],
      ]),
    ),
    '/events-after-3000': [
      run(`setTimeout(() => { new EventSource('/streams/late-events').onmessage = ({ data }) => add(data) }, 3000)`, {
        links: '/streams/from-late-events',
      }),
    ],
    '/workers': [
      run(`new Worker('/workers/worker.js').onmessage = ({ data }) => add(data)`, {
        requests: '/workers/worker.js /workers/imported.js /workers/from-worker.json',
        links: '/workers/posted',
      }),
      run(`new Worker('/workers/module.js', { type: 'module' })`, {
        requests: '/workers/module.js /workers/dependency.js',
      }),
      run(
        `const blob = new Blob(["fetch('http://requests.lab.test/workers/from-blob.json')"], { type: 'text/javascript' });
        new Worker(URL.createObjectURL(blob))`,
        { requests: '/workers/from-blob.json' },
      ),
    ],
    '/writes': [
      written(
        `fetch('/writes/post', { method: 'POST', body: 'x' }).catch(() => 0).finally(() => add('/after-post'))`,
        'POST /writes/post',
      ),
      ['', { links: '/after-post' }],
      written(`fetch('/writes/put', { method: 'PUT' }).catch(() => 0)`, 'PUT /writes/put'),
      written(`fetch('/writes/patch', { method: 'PATCH' }).catch(() => 0)`, 'PATCH /writes/patch'),
      written(`fetch('/writes/delete', { method: 'DELETE' }).catch(() => 0)`, 'DELETE /writes/delete'),
      written(`const p = new XMLHttpRequest(); p.open('POST', '/writes/xhr'); p.send('x')`, 'POST /writes/xhr'),
      written(`navigator.sendBeacon('/writes/beacon', 'x')`, 'POST /writes/beacon'),
      written(
        `fetch('/writes/json', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(() => 0)`,
        'POST /writes/json',
      ),
      written(
        `fetch('http://requests.other-lab.test/writes', { method: 'POST', mode: 'no-cors', body: 'x' }).catch(() => 0)`,
        'POST http://requests.other-lab.test/writes',
      ),
      [
        '<iframe src=/writes/frame></iframe>',
        { links: '/writes/frame', writes: 'POST /writes/in-frame', unsent: 'POST /writes/in-frame' },
      ],
      [
        '<iframe src=http://requests.other-lab.test/frame></iframe>',
        {
          links: 'http://requests.other-lab.test/frame',
          writes: 'POST http://requests.other-lab.test/in-frame',
          unsent: 'POST http://requests.other-lab.test/in-frame',
        },
      ],
      run(`try { new SharedWorker('/writes/shared.js') } catch { add('/writes/without-shared-worker') }`, {
        unsent: 'POST /writes/in-shared-worker',
        links: '/writes/without-shared-worker',
      }),
      run(`new Worker('/writes/worker.js')`, {
        writes: 'POST /writes/in-worker',
        unsent: 'POST /writes/in-worker',
        requests: '/writes/worker.js',
      }),
    ],
    '/on-click': [
      [`<button onclick="fetch('/on-click/fetch')">Load</button>`, { requests: '/on-click/fetch' }],
      [
        `<button onclick="import('/on-click/lazy.js').then((m) => add(m.path))">Load</button>`,
        {
          requests: '/on-click/lazy.js',
          links: '/on-click/from-lazy',
        },
      ],
      [
        `<button onclick="fetch('/on-click/save', { method: 'POST' }).catch(() => 0).then(() => add('/on-click/saved'))">Save</button>`,
        {
          writes: 'POST /on-click/save',
          unsent: 'POST /on-click/save',
          links: '/on-click/saved',
        },
      ],
      [
        `<button onclick="new WebSocket('ws://requests.lab.test/on-click/socket')">Live</button>`,
        { requests: 'ws://requests.lab.test/on-click/socket' },
      ],
      [`<button onclick="new EventSource('/on-click/events')">Live</button>`, { requests: '/on-click/events' }],
    ],
  },
  {
    '/reads/frame': html(`<script>fetch('/reads/in-frame.json')</script>`),
    '/reads/data.json': json([{ id: 7 }, { id: 8 }]),
    ...Object.fromEntries(
      ['fetch', 'request', 'xhr', 'sync', 'preload.json', 'in-frame.json'].map((name) => [`/reads/${name}`, json({})]),
    ),
    '/reads/module.js': script(''),
    '/reads/inserted.js': script(''),
    '/streams/events': {
      ...typed('text/event-stream', [
        { pause: 100, bytes: 'data: /streams/from-events\n\n' },
        { pause: 900, bytes: 'data: /streams/later-event\n\n' },
      ]),
      ending: 'stall',
    },
    '/streams/slow': typed('text/plain', [
      { pause: 0, bytes: '/streams/part-1' },
      { pause: 300, bytes: '/streams/part-2' },
    ]),
    '/read-in-parts/slow': typed('text/plain', [
      { pause: 300, bytes: '/read-in-parts/1' },
      { pause: 400, bytes: '/read-in-parts/2' },
    ]),
    '/read-without-end/silent': { ...typed('text/plain', [{ pause: 200, bytes: 'x' }]), ending: 'stall' },
    '/read-without-end/for-ever': {
      ...typed(
        'text/plain',
        Array.from({ length: 100 }, () => ({ pause: 100, bytes: 'x' })),
      ),
      ending: 'stall',
    },
    '/streams/late-socket': (request) => socket(request, '/streams/from-late-socket', 250),
    '/streams/late-events': {
      ...typed('text/event-stream', [{ pause: 300, bytes: 'data: /streams/from-late-events\n\n' }]),
      ending: 'stall',
    },
    '/more-beside/items': ({ path }) => json(['abcd'[Number(path.slice(-1))]]),
    '/streams/socket': (request) => socket(request, '{"path":"/streams/from-socket"}'),
    '/on-click/socket': (request) => socket(request, '{}'),
    '/on-click/events': { ...typed('text/event-stream', 'data: x\n\n'), ending: 'stall' },
    '/workers/worker.js': script(`importScripts('/workers/imported.js');
      fetch('/workers/from-worker.json').then(() => postMessage('/workers/posted'))`),
    '/workers/imported.js': script(''),
    '/workers/from-worker.json': late(100, json({})),
    '/workers/module.js': script(`import '/workers/dependency.js'`),
    '/workers/dependency.js': script(''),
    '/workers/from-blob.json': typed('application/json', '{}', { 'access-control-allow-origin': '*' }),
    '/writes/frame': html(`<script>fetch('/writes/in-frame', { method: 'POST' }).catch(() => 0)</script>`),
    '/writes/shared.js': script(`fetch('/writes/in-shared-worker', { method: 'POST' })`),
    '/writes/worker.js': script(`fetch('/writes/in-worker', { method: 'POST' }).catch(() => 0)`),
    '/on-click/fetch': json({}),
    '/on-click/lazy.js': script(`export const path = '/on-click/from-lazy'`),
  },
);

/** The other site requested by scripts. */
export const requestsElsewhere = lab(
  'requests.other-lab.test',
  {},
  {
    '/elsewhere': typed('text/plain', 'x'),
    '/frame': html(`<script>fetch('/in-frame', { method: 'POST' }).catch(() => 0)</script>`),
  },
);
