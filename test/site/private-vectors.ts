import type { Portal } from '../../src/demo/portal.ts';
import { html, type Reply, redirect, script, site, typed } from './site.ts';

/** Ways to send a browser somewhere without a user's click: the requested path, and the page. */
export const vectors: Readonly<Record<string, (trap: Trap) => string>> = {
  prefetch: ({ http }) => speculation('prefetch', `${http}/prefetch`),
  prerender: ({ http }) => speculation('prerender', `${http}/prerender`),
  'link-prefetch': ({ http }) => `<link rel=prefetch href="${http}/link-prefetch">`,
  'link-preload': ({ http }) => `<link rel=preload as=script href="${http}/link-preload">`,
  'link-modulepreload': ({ http }) => `<link rel=modulepreload href="${http}/link-modulepreload">`,
  preconnect: ({ http }) => `<link rel=preconnect href="${http}"><link rel=dns-prefetch href="${http}">`,
  manifest: ({ http }) => `<link rel=manifest href="${http}/manifest"><link rel=icon href="${http}/icon">`,
  script: ({ http }) => `<script src="${http}/script"></script>`,
  module: ({ http }) => `<script type=module>import '${http}/module'</script>`,
  style: ({ http }) => `<link rel=stylesheet href="${http}/style">`,
  import: ({ http }) => `<style>@import '${http}/import';</style>`,
  background: ({ http }) => `<style>body { background: url('${http}/background') }</style>`,
  font: ({ http }) => `<style>@font-face { font-family: x; src: url('${http}/font') } p { font-family: x }</style><p>x`,
  image: ({ http }) => `<img src="${http}/image">`,
  video: ({ http }) => `<video autoplay src="${http}/video" poster="${http}/poster"></video>`,
  frame: ({ http }) => `<iframe src="${http}/frame"></iframe>`,
  object: ({ http }) => `<object data="${http}/object"></object><embed src="${http}/embed">`,
  fetch: ({ http }) => inScript(`fetch('${http}/fetch', { mode: 'no-cors' }).catch(() => 0)`),
  xhr: ({ http }) => inScript(`const x = new XMLHttpRequest(); x.open('GET', '${http}/xhr'); x.send()`),
  beacon: ({ http }) => inScript(`navigator.sendBeacon('${http}/beacon', 'x')`),
  ping: ({ http }) =>
    `<a ping="${http}/ping" href=/x>x</a>${inScript(`document.querySelector('a').click(); history.pushState(0, '', '#')`)}`,
  events: ({ http }) => inScript(`new EventSource('${http}/events')`),
  socket: ({ http }) => inScript(`new WebSocket('${http.replace('http', 'ws')}/socket')`),
  form: ({ http }) => `<form method=post action="${http}/form"></form>${inScript('document.forms[0].submit()')}`,
  'form-get': ({ http }) => `<form action="${http}/form-get"></form>${inScript('document.forms[0].submit()')}`,
  location: ({ http }) => inScript(`location = '${http}/location'`),
  refresh: ({ http }) => `<meta http-equiv=refresh content="0; url=${http}/refresh">`,
  redirected: ({ http }) => `<script src="/to?${http}/redirected"></script><img src="/to?${http}/redirected-image">
    <link rel=stylesheet href="/to?${http}/redirected-style"><iframe src="/to?${http}/redirected-frame"></iframe>
    ${inScript(`fetch('/to?${http}/redirected-fetch', { mode: 'no-cors' }).catch(() => 0)`)}
    ${speculation('prefetch', `/to?${http}/redirected-prefetch`)}`,
  worker: ({ http }) => inScript(`new Worker('/worker.js?${http}/worker')`),
  'worker-imports': ({ http }) => inScript(`new Worker('/imports.js?${http}/worker-imports')`),
  'blob-worker': ({ http }) =>
    inScript(`new Worker(URL.createObjectURL(new Blob(["fetch('${http}/blob-worker', { mode: 'no-cors' })"])))`),
  'shared-worker': ({ http }) => inScript(`new SharedWorker('/worker.js?${http}/shared-worker')`),
  'service-worker': ({ http }) => inScript(`navigator.serviceWorker.register('/worker.js?${http}/service-worker')`),
  'stun-and-turn': ({ host, port }) =>
    inScript(`const peer = new RTCPeerConnection({ iceServers: [
        { urls: 'stun:${host}:${port}' },
        { urls: ['turn:${host}:${port}?transport=udp', 'turn:${host}:${port}?transport=tcp'], username: 'a', credential: 'b' },
      ] });
      peer.createDataChannel('x');
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));`),
  transport: ({ host, port }) => inScript(`new WebTransport('https://${host}:${port}/').ready.catch(() => 0)`),
};

/** A server that must receive nothing. */
interface Trap {
  readonly host: string;
  readonly port: number;
  /** Its origin. */
  readonly http: string;
}

export const trapAt = (host: string, port: number): Trap => ({ host, port, http: `http://${host}:${port}` });

/**
 * A site whose pages try every vector: `/VECTOR?HOST`. Browsers trust its host, so that its pages may use all features.
 */
export function vectorSite(port: () => number): Portal {
  const pages = Object.entries(vectors).map(([name, page]): [string, Reply] => [
    `/${name}`,
    ({ path }) => html(`<a href=/x>x</a>${page(trapAt(path.split('?')[1] ?? '', port()))}`),
  ]);
  const several = ['script', 'socket', 'prefetch', 'frame', 'stun-and-turn'];
  const target = (path: string) => path.slice(path.indexOf('?') + 1);
  return site('vectors.localhost', {
    ...Object.fromEntries(pages),
    '/several': ({ path }) =>
      html(several.map((name) => vectors[name]?.(trapAt(path.split('?')[1] ?? '', port()))).join('\n')),
    '/to': ({ path }) => redirect(target(path)),
    '/worker.js': ({ path }) => script(`fetch('${target(path)}', { mode: 'no-cors' }).catch(() => 0)`),
    '/imports.js': ({ path }) => script(`importScripts('${target(path)}')`),
    '/x': typed('text/plain', 'x'),
  });
}

const inScript = (code: string): string => `<script>${code}</script>`;

const speculation = (kind: string, url: string): string =>
  `<script type=speculationrules>{"${kind}": [{"source": "list", "urls": ["${url}"], "eagerness": "immediate"}]}</script>`;
