import type { Answer, HttpAnswer, Portal } from '../../src/demo/portal.ts';
import { html, type Reply, redirect, script, site, typed } from './site.ts';

const link = '<a href=/first>First</a>';
const run = (code: string): HttpAnswer => html(`${link}<script>${code}</script>`);

/** Pages that reload themselves, each in another way: all documents of one are under one path. */
export const reloads: Readonly<Record<string, Reply>> = {
  '/reload': run('location.reload()'),
  '/reload-later': run('onload = () => setTimeout(() => location.reload(), 5)'),
  '/reload-always': run('setInterval(() => location.reload(), 5)'),
  '/history': run('history.go(0)'),
  '/search': run('location = location.pathname + "?" + Math.random()'),
  '/replace': run('location.replace("/replace?" + Math.random())'),
  '/assign-always': run('setInterval(() => { location = "/assign-always?" + Math.random() }, 3)'),
  '/messages': run(`const { port1, port2 } = new MessageChannel(); port1.onmessage = () => {
    location = '/messages?' + Math.random(); port2.postMessage(0) }; port2.postMessage(0)`),
  '/meta': html(`<meta http-equiv=refresh content=0>${link}`),
  '/meta-on': html(
    `<script>document.write('<meta http-equiv=refresh content="0;url=?' + Math.random() + '">')</script>${link}`,
  ),
  '/header': html(link, { refresh: '0' }),
  '/form': html(`${link}<form action=/form><input name=n value=1></form><script>document.forms[0].submit()</script>`),
  '/open': run('open("/open?" + Math.random(), "_self")'),
  '/click': run(
    'const a = document.querySelector("a"); a.href = "/click?" + Math.random(); a.click(); a.href = "/first"',
  ),
  '/navigation': run('navigation.reload()'),
  '/from-frame': html(`${link}<iframe src=/leads-top></iframe>`),
};

/** Pages whose frames reload themselves, or nest others, again and again. */
export const frameLoops: Readonly<Record<string, Reply>> = {
  '/reloads': html(`${link}<iframe src=/in/reload></iframe>`),
  '/goes-on': html(`${link}<iframe src=/in/on></iframe>`),
  '/refreshes': html(`${link}<iframe src=/in/meta></iframe>`),
  '/set-again': html(`${link}<iframe src=/in/plain></iframe><script>
    const f = document.querySelector('iframe'); setInterval(() => { f.src = f.src }, 5)</script>`),
  '/set-on-load': html(`${link}<iframe src=/in/plain onload="this.src = '/in/plain?' + Math.random()"></iframe>`),
  '/many-reload': html(link + '<iframe src=/in/reload></iframe>'.repeat(12)),
  '/in-itself': html(`${link}<iframe src=/in/itself></iframe>`),
  '/branches': html(`${link}<iframe src=/in/branches></iframe>`),
  '/redirected': html(link + '<iframe src=/in/redirects></iframe>'.repeat(3)),
};

/** Pages that request data, or load parts, endlessly. */
export const requestLoops: Readonly<Record<string, Reply>> = {
  // As fast as they are answered, in all ways together.
  '/data-and-streams': run(`let n = 0; const fetches = () => fetch("/data?" + n++).then(fetches, fetches); fetches();
    const requests = () => { const x = new XMLHttpRequest(); x.onloadend = requests; x.open('GET', '/data?' + n++); x.send() };
    requests();
    const streams = () => { const s = new EventSource('/data?' + n++); s.onerror = () => { s.close(); streams() } }; streams()`),
  '/poll': run('setInterval(() => fetch("/data"), 1)'),
  '/jsonp': run(`let n = 0; const go = () => { const s = document.createElement('script');
    s.onload = s.onerror = go; s.src = '/script?' + n++; document.head.append(s) }; go()`),
  '/worker': run('new Worker("/asks.js")'),
  '/sockets': run(
    `const go = () => { const s = new WebSocket('ws://' + location.host + '/data'); s.onerror = go }; go()`,
  ),
};

/** Loops of every kind; see the tables. */
export const loops = site('loops.test', {
  '/plain': html(link),
  ...reloads,
  '/leads-top': run('top.location = "/from-frame?" + Math.random()'),
  ...frameLoops,
  '/in/plain': html(link),
  '/in/reload': run('location.reload()'),
  '/in/on': run('location = "/in/on?" + Math.random()'),
  '/in/meta': html(`<meta http-equiv=refresh content=0>${link}`),
  '/in/itself': run('document.write("<iframe src=/in/itself?" + Math.random() + "></iframe>")'),
  '/in/branches': run(
    'for (const _ of "123") document.write("<iframe src=/in/branches?" + Math.random() + "></iframe>")',
  ),
  '/in/redirects': () => redirect(`/in/redirects?${Math.random()}`),
  ...requestLoops,
  '/data': typed('text/plain', 'data'),
  '/script': script(''),
  '/asks.js': script('let n = 0; const go = () => fetch("/data?" + n++).then(go, go); go()'),
  '/popups': run('setInterval(() => { open("/popup"); open("/popup", "_blank", "noopener") }, 5)'),
  '/redirects': () => redirect(`/redirects?${Math.random()}`),
  '/steps': ({ path }): Answer => {
    const step = Number(path.split('?')[1] ?? 0);
    return step < 4 ? run(`location = "/steps?${step + 1}"`) : html('<a href=/arrived>x</a>');
  },
  '/arrived': html('<a href=/arrived>x</a>'),
  '/refreshed': ({ path }): Answer => {
    const step = Number(path.split('?')[1] ?? 0);
    const on = `<meta http-equiv=refresh content="0;url=/refreshed?${step + 1}">`;
    return html(step < 4 ? on : '<a href=/arrived>x</a>');
  },
  '/meta-steps': ({ path }): Answer => {
    const step = Number(path.split('?')[1] ?? 0);
    const on = `<meta http-equiv=refresh content="0;url=/meta-steps?${step + 1}">`;
    return html(`${link}${step < 9 ? on : ''}`);
  },
});

/** Sites whose start pages redirect, by a script and by a refresh. */
export const slow = [
  site('slow-browser.test', { '/': run('location = "/arrived"') }),
  site('slow-http.test', { '/': html(`<meta http-equiv=refresh content="0;url=/arrived">${link}`) }),
];

/** A site whose every frame holds another, each under its own path. */
export const nested: Portal = {
  ...site('nested.test', {}),
  answer: ({ path }) => html(`${link}<iframe src=${path}deeper/></iframe>`),
};
