import { html, script, site, typed } from './site.ts';

const link = '<a href=/first>First</a>';

/** Endless scripts, dialogs, pop-ups, and pages that prevent or force leaving. */
export const endless = site('endless.test', {
  '/plain': html(link),
  '/inline': html(`${link}<script>while (true) {}</script><a href=/behind>Behind</a>`),
  '/onload': html(`${link}<script>onload = () => { while (true) {} }</script>`),
  '/timeout': html(`${link}<script>setTimeout(() => { while (true) {} }, 10)</script>`),
  '/timeout-late': html(`${link}<script>setTimeout(() => { while (true) {} }, 150)</script>`),
  '/interval': html(`${link}<script>setInterval(() => { while (true) {} }, 0)</script>`),
  '/worker': html(`${link}<script>new Worker('/worker.js')</script>`),
  '/worker.js': script('while (true) {}'),
  '/promises': html(`${link}<script>const go = () => Promise.resolve().then(go); go()</script>`),
  '/dialogs': html(`${link}<script>alert(1); confirm(2); prompt(3)</script><a href=/behind>Behind</a>`),
  '/dialogs-for-ever': html(`${link}<script>for (;;) { alert(1); confirm(2) }</script>`),
  '/print': html(`${link}<script>print(); onload = () => print()</script>`),
  '/popups': html(`${link}<script>open('/plain'); open('/plain', '_blank', 'noopener'); open('/slow-popup')</script>`),
  '/popups-for-ever': html(`${link}<script>setInterval(() => open('/plain'), 20)</script>`),
  '/slow-popup': { raw: [], ending: 'stall' },
  '/closes': html(`${link}<script>close(); onload = () => close()</script>`),
  '/stays': html(`${link}<script>onbeforeunload = (event) => { event.preventDefault(); return 'stay' }</script>`),
  '/hangs-on-leave': html(`${link}<script>onpagehide = onunload = () => { while (true) {} }</script>`),
  '/reads-for-ever':
    html(`${link}<script>const add = (path) => document.body.insertAdjacentHTML('beforeend', '<a href=' + path + '>x</a>');
    fetch('/pieces').then(async ({ body }) => { const reader = body.getReader(); await reader.read(); add('/piece'); for (;;) await reader.read() });
    setTimeout(add, 5000, '/later')</script>`),
  '/pieces': {
    ...typed(
      'text/plain',
      Array.from({ length: 100 }, () => ({ pause: 100, bytes: 'x' })),
    ),
    ending: 'stall',
  },
  '/asks-for-more': html(`${link}<script>setInterval(() => fetch('/more'), 120)</script>`),
  '/more': typed('text/plain', 'more'),
  '/goes-on': html(`${link}<script>setTimeout(() => { location = '/elsewhere' }, 1000)</script>`),
  '/goes-on-soon': html(`${link}<script>setTimeout(() => { location = '/elsewhere' }, 45)</script>`),
  '/elsewhere': html(`<a href=/from-elsewhere>Elsewhere</a>`),
  '/notification':
    html(`${link}<script>Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => 0);
    navigator.serviceWorker?.register('/worker.js'); document.documentElement.requestFullscreen?.()</script>`),
});
