import { html, script, site, typed } from './site.ts';
import { socket } from './socket.ts';

/** Pages of text. */
export const texts = site('texts.test', {
  '/blocks': html(`<h1>A   heading</h1><nav><a href=/a>One</a> <a href=/b>Two</a></nav>
    <div>Loose words<p>A <b>bold</b> paragraph,
      over lines.</p>behind it</div>
    <ul><li>First<li>Second<ul><li>Nested</ul></ul>
    <table><tr><td>Cell<td>Another</table>line one<br>line two
    <p>&nbsp;</p><p>caf&eacute; &amp; tea</p><template><p>not filled in</p></template>
    <button>Press</button><select><option>Red<option>Green</select><textarea>written</textarea>`),
  '/socket-messages': html(`<a href=/shown>x</a><script>new WebSocket('ws://texts.test/socket')</script>`),
  '/socket': (request) =>
    socket(request, '{"next": "/from/message", "at": "https://other.test/from/message", "id": "a/b"}'),
  '/unseen': html(`<title>A title</title><style>p { color: red }</style><script>var silent = 'script'</script>
    <p hidden>hidden</p><div style="color: red; DISPLAY : none">not displayed<p>inside</p></div>
    <p style="display: block">shown</p><noscript>no scripts</noscript><svg><title>drawing</title><text>drawn</text></svg>
    <iframe>no frames</iframe><!-- comment -->`),
  '/framed': html(`<p>before</p><iframe src=/inner></iframe><p>after</p><iframe src=/plain></iframe>`),
  '/inner': html(`<p>inner</p><iframe src=/innermost></iframe>`),
  '/innermost': html(`<p>innermost</p>`),
  '/plain': typed('text/plain', 'plain\n  text'),
  '/rendered': html(
    `<p>sent</p><script>document.body.insertAdjacentHTML('beforeend', '<p>made by a script</p>')</script>`,
  ),
  '/shadow': html(`<div><template shadowrootmode=open><p>in the shadow</p></template></div>`),
  '/globals': html(`<base href=/app/><p>no links</p><script>
    const at = (...names) => names.join('/');
    var state = { pages: [at('', 'global', 'list'), at('.', 'global', 'next'), at('', 'global', ':id')],
      deep: [{ href: at('https:', '', 'other.test', 'global') }], words: 'and/or' };
    window.one = at('', 'global', 'one');
    Object.defineProperty(state, 'lazy', { enumerable: true, get() { document.title = 'asked'; return at('', 'global', 'getter') } });
    state.self = state;
    state.byName = new Map([['one', { path: at('', 'global', 'mapped') }]]);
    state.all = new Set([at('', 'global', 'gathered')]);
    state.element = document.body;</script>`),
  '/globals/trapped': html(`<script>var list = { path: '/trapped' };
    list.proxy = new Proxy({}, { ownKeys() { document.title = 'asked'; return [] } });</script>`),
  '/globals/quiet': html(`<p>no links</p><script src=/globals/main.js></script>`),
  '/globals/main.js': script(
    `window.store = { items: ['item', 'other'].map((name) => ({ url: ['', 'stored', name].join('/') })) }`,
  ),
  '/deeds':
    html(`<button id=order>Place order</button><button id=list>My orders</button><dialog><button id=back>Give back</button></dialog>
    <script>document.onclick = () => {}; back.onclick = () => fetch('/orders/17/b'); order.onclick = () => fetch('/orders/17/c'); list.onclick = () => fetch('/orders/17/l')</script>`),
  '/loading': html(`<p>no links</p><script>fetch('/loading.json').then((answer) => answer.json())</script>`),
  '/loading.json': typed(
    'application/json',
    '{"a":["/data/page","./data/relative","and/or","/data/:id"],"b":{"href":"https://other.test/data"}}',
  ),
  '/many': html('<p>x</p>'.repeat(20_001)),
  '/long': html(`<p>${'long '.repeat(150_000)}</p><p>${'more '.repeat(150_000)}</p><p>end</p>`),
});
