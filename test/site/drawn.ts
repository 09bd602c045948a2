import { html, site, typed } from './site.ts';

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
  '/file': typed('application/pdf', '%PDF-1.4'),
});
