import { html, typed } from '../site.ts';
import { lab } from './lab.ts';

/** Addresses in markup of every kind, and look-alikes. */
export const markup = lab(
  'markup.lab.test',
  {
    '/attributes': [
      [
        `<a href=/a/href ping="/a/ping-1 /a/ping-2">a</a><map name=m><area href=/area/href alt=x></map><svg><a xlink:href=/svg/xlink><text>x</text></a><a href=/svg/href></a></svg>`,
        { links: '/a/href /area/href /svg/xlink /svg/href', embedded: '/a/ping-1 /a/ping-2' },
      ],
      [
        `<img src=/img/src srcset="/img/1x 1x, /img/2x 2x" longdesc=/img/longdesc usemap=#m alt=x><picture><source srcset="/picture/small 480w, /picture/large 800w"></picture>
        <input type=image src=/input/image alt=x><video src=/video/src poster=/video/poster><source src=/video/source><track src=/video/track></video><audio src=/audio/src></audio>`,
        {
          embedded:
            '/img/src /img/1x /img/2x /img/longdesc /picture/small /picture/large /input/image /video/src /video/poster /video/source /video/track /audio/src',
        },
      ],
      [
        `<blockquote cite=/blockquote/cite>x</blockquote><q cite=/q/cite>x</q><del cite=/del/cite>x</del><ins cite=/ins/cite>x</ins>`,
        { embedded: '/blockquote/cite /q/cite /del/cite /ins/cite' },
      ],
      [
        `<object data=/object/data codebase=/object/ archive=archive></object><embed src=/embed/src><object classid=/object/classid></object><embed src=/embed/src pluginspage=/embed/plugin>`,
        { embedded: '/object/data /embed/src /object/classid /embed/plugin' },
      ],
      [
        `<div itemscope itemid=http://markup.lab.test/item/id><p itemscope itemid=/item/rooted>x</p></div>`,
        { embedded: '/item/id /item/rooted' },
      ],
      [
        `<table background=/table/background><tr><td background=/td/background>x</table>`,
        { embedded: '/table/background /td/background' },
      ],
      [
        `<link rel=icon href=/link/icon><link rel=manifest href=/link/manifest><link rel=preload as=image href=/link/preload imagesrcset="/link/set 1x"><link rel=alternate href=/link/alternate>`,
        { links: '/link/alternate', embedded: '/link/icon /link/manifest /link/preload /link/set' },
      ],
      [
        `<div data-url=/data/url data-href="http://markup.lab.test/data/href" data-src=/data/src.png>x</div>`,
        { embedded: '/data/url /data/href /data/src.png' },
      ],
      [
        `<div style="background:url('/style/attribute.png')">x</div><style>@import "/style/import.css"; p { background: url(/style/element.png) }</style>`,
        { embedded: '/style/attribute.png /style/import.css /style/element.png' },
      ],
      [
        `<form action=/form/get><button formaction=/form/formaction>x</button></form><form method=post action=/form/post></form>
        <form method=post action=/form/both><button formmethod=get>x</button></form>`,
        { links: '/form/get /form/formaction', writes: 'POST /form/post POST /form/both' },
      ],
      [
        `<meta http-equiv=refresh content="600; url=/meta/refresh"><meta property=og:image content=http://markup.lab.test/meta/og.png><meta property=og:url content=http://markup.lab.test/meta/og-url>`,
        { links: '/meta/refresh', embedded: '/meta/og.png /meta/og-url' },
      ],
      [
        `<script type=application/ld+json>{"@type":"Organization","url":"http://markup.lab.test/ld/url","logo":"http://markup.lab.test/ld/logo.png"}</script>`,
        { embedded: '/ld/url /ld/logo.png' },
      ],
      [`<math href=/math/href><mi>x</mi></math>`, { links: '/math/href' }],
    ],
    '/places': [
      [
        `<template><a href=/in-template>x</a></template><noscript><a href=/in-noscript>x</a></noscript>`,
        { links: '/in-noscript', embedded: '/in-template' },
      ],
      ['<noembed><p><a href=/in-noembed>x</a></p></noembed>', { links: '/in-noembed' }],
      ['<iframe src=/frameset></iframe>', { links: '/frameset /framed /in-noframes' }],
      [
        `<iframe srcdoc="<a href=/in-srcdoc>x</a>"></iframe><iframe src="data:text/html,<a href='http://markup.lab.test/in-data'>x</a>"></iframe>`,
        { links: '/in-srcdoc /in-data' },
      ],
      [
        `<div><template shadowrootmode=open><a href=/declared-open>x</a></template></div><div><template shadowrootmode=closed><a href=/declared-closed>x</a></template></div>`,
        { links: '/declared-open /declared-closed' },
      ],
      [
        `<div id=host></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = '<a href=/in-closed>x</a><div id=inner></div>'</script>`,
        { links: '/in-closed' },
      ],
      [
        `<iframe src=/framed></iframe><iframe src=http://markup.other-lab.test/framed></iframe>`,
        {
          links:
            '/framed /in-frame http://markup.other-lab.test/framed http://markup.other-lab.test/in-frame http://markup.lab.test/innermost http://markup.lab.test/in-innermost',
        },
      ],
      [
        `<p id=gone><a href=/removed-by-script>x</a></p><script>gone.remove()</script>`,
        { links: '/removed-by-script' },
      ],
    ],
    '/noise': [
      [
        `<ul><li src=/li-src>x<li href=/li-href>x</ul><p href=/p-href>x</p><span src=words href=more-words>x</span><td src=/cell.png>`,
        { never: '/li-src /li-href /p-href /words /more-words /cell.png' },
      ],
      [
        `<div data-ratio=16/9 data-date=2024/01/02 data-type=text/html data-price=10/20 data-words="and/or" data-path="M 0 0 L/2" data-json='{"a":"b/c"}' data-id=42 data-version=1.2.3>x</div>`,
        { never: '/16/9 /2024/01/02 /text/html /10/20 /and/or /42 /1.2.3' },
      ],
      [
        `<script>const expression = /not\\/a\\/link/, words = '/in-a-string', template = \`/in/\${words}\`, text = 'http://in-a-string.test/'</script>`,
        { never: '/not/a/link /in-a-string /in/ http://in-a-string.test/' },
      ],
      [
        `<!-- <a href=/in-a-comment>x</a> --><p>See /in-plain-text or http://in-plain-text.test/ and mail@markup.lab.test</p><a href="data:text/plain,http://in-a-text.test/">x</a><textarea><a href=/in-textarea>x</a></textarea>`,
        { never: '/in-a-comment /in-plain-text http://in-plain-text.test/ /in-textarea http://in-a-text.test/' },
      ],
      [
        `<script type=application/json>{"path":"/in-json"}</script><script type=text/template><a href=/in-script-template>x</a></script>`,
        { never: '/in-json /in-script-template' },
      ],
      [
        `<a href="javascript:void(0)">x</a><a href="#">x</a><a href="">x</a><a name=here>x</a><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=x>`,
        {},
      ],
      [
        `<button title="/title/only" aria-label="/label/only" value="/value/only" onclick="void 0">x</button><input placeholder=/placeholder value=/in-a-field>`,
        { never: '/title/only /label/only /value/only /placeholder /in-a-field' },
      ],
      [`<option-list><select><option value=/option/unused>x</select></option-list>`, { never: '/option/unused' }],
    ],
  },
  {
    '/framed': html('<a href=/in-frame>x</a>'),
    '/frameset': typed(
      'text/html',
      '<frameset cols="*"><frame src=/framed><noframes><body><p>Or <a href=/in-noframes>without</a></body></noframes></frameset>',
    ),
    '/innermost': html('<a href=/in-innermost>x</a>'),
    '/style/import.css': typed('text/css', ''),
    '/object/data': typed('text/plain', 'x'),
    '/embed/src': typed('text/plain', 'x'),
  },
);

/** The other site of its frames. */
export const markupElsewhere = lab(
  'markup.other-lab.test',
  {},
  { '/framed': html('<a href=/in-frame>x</a><iframe src=http://markup.lab.test/innermost></iframe>') },
);
