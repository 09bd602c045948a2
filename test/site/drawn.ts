import { html, silence, site, typed } from './site.ts';

/** Links of every kind, in frames, shadow roots and forms whose fields hide the form's own. */
export const drawn = site('drawn.test', {
  '/': html(`<style>a { outline: none }</style>
    <a id=internal href=/in>In</a> <a id=external href=http://elsewhere.test/>Out</a>
    <a id=bad href="javascript:void 0">Bad</a> <a id=none>No link</a>
    <form><input name=attributes><input name=animate><a id=form href=/form>Form</a></form>
    <svg width=90 height=20><a id=svg href=/svg><text y=15>Drawing</text></a></svg>
    <img name=createTreeWalker><div id=host></div><iframe src=/frame></iframe><iframe src=http://framed.test/boxed></iframe>
    <script>
      host.attachShadow({ mode: 'open' }).innerHTML = '<a id=shadow href=/shadow>Shadow</a>'
      window.changes = []
      new MutationObserver((all) => changes.push(...all.map(({ type, target }) => type + ' ' + target.nodeName)))
        .observe(document, { subtree: true, attributes: true, childList: true })
    </script>`),
  '/frame': html('<a id=internal href=/in>In</a> <a id=external href=http://elsewhere.test/frame>Out</a>'),
  '/steering': html('<a href="/x\u009b31m">\u001b[31mred \u202eback\u202c</a><a href="/y">two\nlines</a>'),
  // Pressing the button removes everything of the loaded page.
  '/acted': html(`<a href=http://elsewhere.test/first>First</a> <button onclick="more()">More</button>
    <script>const more = () => { document.body.innerHTML = '<a href=/later>Later</a>' }</script>`),
  '/hidden':
    html(`<style>* { margin: 0 } .menu { overflow: hidden; height: 0 } .left { position: absolute; left: -999px }</style>
    <a href=/seen>Seen</a> <a href=/twice>Twice</a> <a href=/none style="display: none">None</a>
    <a href=/transparent style="opacity: 0">Transparent</a> <a href=/kept-room style="visibility: hidden">Room</a>
    <a href=/empty></a> <a href=/left class=left>Left</a> <details><summary>More</summary><a href=/closed>Closed</a></details>
    <div class=menu><a href=/menu>Menu</a><a href=/twice>Twice</a>
      <a href=/out-of-menu style="position: absolute; top: 99px">Out of the menu</a></div>
    <p style="margin-top: 3000px"><a href=/below>Below</a></p>
    <iframe src=/long-frame width=200 height=100></iframe><iframe src=/long-frame?2 style="display: none"></iframe>`),
  '/long-frame': html('<a href=/in-view>In view</a><p style="margin-top: 500px"><a href=/out-of-view>Out of view</a>'),
  // Nothing is painted before the style sheet arrives.
  '/unstyled': typed(
    'text/html',
    '<title>A page</title><link rel=stylesheet href=/silence.css><body><a href=http://elsewhere.test/unstyled>Unstyled</a>',
  ),
  '/silence.css': silence,
  '/thousands': html(
    `<ul>${Array.from({ length: 2500 }, (_, n) => `<li><a href=/${n}>Entry ${n}</a> with words`).join('')}</ul>`,
  ),
  '/file': typed('application/pdf', '%PDF-1.4'),
  '/nothing': { status: 204, headers: {}, body: '' },
});
