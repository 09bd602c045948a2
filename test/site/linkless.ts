import type { Answer } from '../../src/demo/portal.ts';
import { html, redirect, script, silence, site, typed } from './site.ts';

const status = (code: number, body = `<h1>${code}</h1>`): Answer => ({
  status: code,
  headers: { 'content-type': 'text/html' },
  body,
});
/** An application that draws its links from the result of a request. */
const application = (ask: string) =>
  html(`<main></main><script>
  ${ask}.then((links) => { document.querySelector('main').innerHTML = links.map((to) => '<a href=' + to + '>a</a>').join('') })
  </script>`);

/** Pages that show no links, each for a different reason. */
export const linkless = site('linkless.test', {
  '/robots.txt': typed('text/plain', 'User-agent: *\nDisallow: /forbidden'),
  '/forbidden': html('<a href=/x>x</a>'),
  '/links': html('<a href=/x>x</a>'),
  '/script-error': html('<main></main><script src=/broken.js></script>'),
  '/broken.js': script('const routes = undefined;\nroutes.map((to) => document.write(to));'),
  '/syntax-error': html('<main></main><script src=/syntax.js></script>'),
  '/syntax.js': script('\n\nconst = 1;'),
  '/rejected': html("<main></main><script>Promise.reject(new TypeError('no routes'))</script>"),
  '/thrown-text': html('<main></main><script>throw "a text\\u001b[31m\\nof two lines"</script>'),
  '/many-errors': html("<script>for (let n = 0; n < 100; n++) Promise.reject(new Error('number ' + n))</script>"),
  '/console-error': html("<main></main><script>console.error('[Vue warn]: no template')</script>"),
  '/api-error': application("fetch('/api/500').then((answer) => answer.json())"),
  '/api/500': { status: 500, headers: { 'content-type': 'application/json' }, body: '{}' },
  '/api-login': application("fetch('/api/401').then((answer) => answer.json())"),
  '/api/401': { status: 401, headers: {}, body: '' },
  '/api-broken': application("fetch('/api/reset').then((answer) => answer.json())"),
  '/api/reset': { raw: [], ending: 'reset' },
  '/api-forbidden': application("fetch('http://framed.test/links.json').then((answer) => answer.json())"),
  '/api-elsewhere': html("<script>fetch('http://framed.test/none', { mode: 'no-cors' })</script>"),
  '/held-back': application("fetch('/api/save', { method: 'PUT', body: '{}' }).then((answer) => answer.json())"),
  '/api/save': typed('application/json', '["/a"]'),
  '/log-in': html(
    '<form method=post action=/session><input name=user><input type=password name=word><button>Go</button></form>',
  ),
  '/to-log-in': redirect('/sso/login'),
  '/sso/login': html('<div>Please wait</div>'),
  '/soft-404': html('<h1>Page not found</h1><p>We could not find what you asked for.</p>'),
  '/x-frame': html('<iframe src=/denied></iframe>'),
  '/denied': html('<a href=/x>x</a>', { 'x-frame-options': 'DENY' }),
  '/ancestors': html('<iframe src=/no-ancestors></iframe>'),
  '/no-ancestors': html('<a href=/x>x</a>', { 'content-security-policy': "frame-ancestors 'none'" }),
  '/frame-source': html('<iframe src=http://framed.test/boxed></iframe>', {
    'content-security-policy': "frame-src 'self'",
  }),
  '/consent':
    html(`<div style="position:fixed;inset:0;background:#fff"><p>We value your privacy: may we use cookies?</p>
    <button disabled>Accept all</button></div><main></main>`),
  '/empty': html(''),
  '/drawn': html('<div></div>'),
  '/picture-404': html('<p>A picture: <img src=/gone.png></p>'),
  '/text': html('<p>Nothing but words.</p>'),
  '/canvas': html(`<canvas width=600 height=400></canvas><script>
    document.querySelector('canvas').getContext('2d').fillText('A page', 50, 50)</script>`),
  '/download': typed('application/octet-stream', 'bytes', { 'content-disposition': 'attachment; filename="data.bin"' }),
  '/pdf': typed('application/pdf', '%PDF-1.4'),
  '/nothing': { status: 204, headers: {}, body: '' },
  '/401': { ...html('x', { 'www-authenticate': 'Basic realm="x"' }), status: 401 },
  '/403': status(403),
  '/404': status(404),
  '/410': status(410),
  '/429': status(429),
  '/500': status(500),
  '/418': status(418),
  '/silence': silence,
  '/reset': { raw: [], ending: 'reset' },
  '/cut-off': {
    raw: [
      {
        pause: 0,
        bytes: 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 999\r\n\r\n<title>A page',
      },
    ],
    ending: 'complete',
  },
  '/off-site': redirect('http://framed.test/boxed'),
  '/to-nowhere': redirect('http://nowhere.invalid/'),
  '/redirects': redirect('/redirects'),
  '/refresh-loop': html('<meta http-equiv=refresh content="0;url=/refresh-back">'),
  '/refresh-back': html('<meta http-equiv=refresh content="0;url=/refresh-loop">'),
  '/refresh-self': html('<meta http-equiv=refresh content="0">'),
  '/csp': html('<main></main><script src=/links.js></script>', { 'content-security-policy': "script-src 'none'" }),
  '/csp-inline': html('<main></main><script>document.write(1)</script>', {
    'content-security-policy': "script-src 'self'",
  }),
  '/links.js': script("document.querySelector('main').innerHTML = '<a href=/a>a</a>'"),
  '/script-404': html('<main></main><script src=/gone.js></script>'),
  '/gone.js': status(404),
  '/module-404': html('<main></main><script type=module src=/main.js></script>'),
  '/main.js': script("import { routes } from './gone.js'; document.write(routes)"),
  '/module-type': html('<main></main><script type=module src=/links></script>'),
  '/closed-root': html(`<div id=host></div><script>
    host.attachShadow({ mode: 'closed' }).innerHTML = '<a href=/closed>Closed</a>'</script>`),
  '/not-web': html(
    '<a href="javascript:void 0">Menu</a> <a href=mailto:a@example.edu>Mail</a> <a href=tel:+1>Call</a>',
  ),
  '/places': html('<a href=#top>Top</a> <a href=/places#end>End</a><p id=end>The end'),
  '/controls': html('<button onclick="void 0">More</button> <div role=button onclick="void 0">Next</div>'),
  '/busy': html('<script>for (;;);</script>'),
  '/for-browsers': ({ headers }) =>
    html(/Chrome/.test(headers['user-agent'] ?? '') ? '<p>Welcome</p>' : '<a href=/x>x</a>'),
  '/frame-500': html('<iframe src=/500></iframe>'),
  '/frame-alone': html('<iframe src=/text></iframe>'),
});
