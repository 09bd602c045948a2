import { html, site } from './site.ts';

/** Markup, and its links: role, method if not GET, element and path or address. */
interface MarkupCase {
  readonly what: string;
  readonly markup: string;
  readonly found: readonly string[];
}

/** Every attribute with addresses; look-alikes have nothing in `found`. */
export const markupCases: readonly MarkupCase[] = [
  {
    what: 'images',
    markup: `<img src=/i/src.png srcset="/i/a,b.png 1x, /i/c.png 2x,/i/d.png,3x , data:image/png;base64,x 4x" longdesc=/i/desc
      lowsrc=/i/low.gif dynsrc=/i/film.avi usemap="/i/maps#m"><img src="data:image/gif;base64,R0lGOD" usemap=#own>
      <picture><source srcset="/i/p1.webp 480w,
        /i/p2.webp (max-width: 3px, x) 2w"></picture><input type=image src=/i/button.png alt=Go>`,
    found: 'src.png a,b.png c.png d.png,3x desc low.gif film.avi maps#m p1.webp p2.webp button.png'
      .split(' ')
      .map((name) => `embedded ${/p\d/.test(name) ? 'source' : name === 'button.png' ? 'input' : 'img'} /i/${name}`),
  },
  {
    what: 'media and objects',
    markup: `<video src=/m/film.mp4 poster=/m/poster.jpg><source src=/m/film.webm><track src=/m/film.vtt></video>
      <object data=o.swf classid=clsid:1 codebase=/m/base/ archive="one.jar two.jar"><param name=movie value=/m/movie.swf>
      <param name=quality value=high><param name=other value=/m/other></object>
      <applet codebase=/m/code/ code=Main.class archive="a.jar, b.jar"></applet>
      <embed pluginspage=/m/plugin><object pluginspage=http://other.test/plugin></object>`,
    found: [
      'embedded video /m/film.mp4',
      'embedded video /m/poster.jpg',
      'embedded source /m/film.webm',
      'embedded track /m/film.vtt',
      'embedded object /m/base/o.swf',
      'embedded object /m/base/',
      'embedded object /m/base/one.jar',
      'embedded object /m/base/two.jar',
      'embedded param /m/movie.swf',
      'embedded param /m/other',
      'embedded applet /m/code/',
      'embedded applet /m/code/Main.class',
      'embedded applet /m/code/a.jar',
      'embedded applet /m/code/b.jar',
      'embedded embed /m/plugin',
      'embedded object http://other.test/plugin',
    ],
  },
  {
    what: 'quotations, tables, pings',
    markup: `<blockquote cite=/q/block>b</blockquote><q cite=/q/q>q</q><ins cite=/q/ins>i</ins><del cite=/q/del>d</del>
      <table background=/q/table.png><tr background=/q/tr.png><td background=/q/td.png>t</td></table>
      <a href=/q/link ping="/q/ping1 /q/ping2">l</a><p cite=/not background=/not poster=/not icon=/not data=/not>p</p>`,
    found: [
      'link a /q/link',
      'embedded blockquote /q/block',
      'embedded q /q/q',
      'embedded ins /q/ins',
      'embedded del /q/del',
      'embedded table /q/table.png',
      'embedded tr /q/tr.png',
      'embedded td /q/td.png',
      'embedded a /q/ping1',
      'embedded a /q/ping2',
    ],
  },
  {
    what: 'elements that no standard has, and old ones',
    markup: `<x-card to=/u/card><p>x</p></x-card><layer pagex=/u/layer.html z=5></layer>
      <bgsound balance=/u/balance.mid><newsbox feed="https://other.test/u.rss" note="a / b" on-go=/not></newsbox>
      <p to=/not>p</p>`,
    found: [
      'embedded x-card /u/card',
      'embedded layer /u/layer.html',
      'embedded bgsound /u/balance.mid',
      'embedded newsbox https://other.test/u.rss',
    ],
  },
  {
    what: 'markup in a meta element',
    markup: `<meta name=description content="See <a href=/m/described>here</a>, <img src='/m/shown.png'> and a < b, href=x">
      <meta name=words content="a href=/not">`,
    found: ['embedded meta /m/described', 'embedded meta /m/shown.png'],
  },
  {
    what: 'drawings and formulas',
    markup: `<svg><image href=/s/image.png></image><use xlink:href="/s/sprite.svg#i"></use><use href=#own></use>
      <rect fill="url(/s/paint.svg#p)" stroke=red filter=url(#f)></rect><script xlink:href=/s/script.js></script></svg>
      <math altimg=/s/formula.png><mglyph src=/s/glyph.png></mglyph></math>`,
    found: [
      'link mglyph /s/glyph.png',
      'embedded svg:image /s/image.png',
      'embedded svg:use /s/sprite.svg#i',
      'embedded svg:rect /s/paint.svg#p',
      'embedded svg:script /s/script.js',
      'embedded math /s/formula.png',
    ],
  },
  {
    what: 'data of scripts, and what only looks like addresses',
    markup: `<div data-url=/d/rooted data-next=./d/dotted data-up=../d/up data-abs="https://other.test/d?x=1" data-cdn=//cdn.test/d
      data-srcset="/d/1.png 1x, /d/2.png 2x" data-bg="/d/blank s" data-one=/ data-regex="/^a+$/" data-flags="/abc/gi" data-word=word
      data-date=1/2 data-css="/* c */" data-hole="/d/{{id}}" data-text="see https://x.test/">d</div>
      <b hx-get=/d/hx-get hx-post=/d/hx-post data-hx-delete=/d/hx-delete hx-target=/d/not>h</b>`,
    found: [
      'embedded div /d/rooted',
      'embedded div /d/dotted',
      'embedded div /d/up',
      'embedded div https://other.test/d?x=1',
      'embedded div http://cdn.test/d',
      'embedded div /d/1.png',
      'embedded div /d/2.png',
      'request b /d/hx-get',
      'request POST b /d/hx-post',
      'request DELETE b /d/hx-delete',
    ],
  },
  {
    what: 'style',
    markup: `<p style="background: url( '/y/quoted.png' ), url(/y/bare.png); color: red">p</p>
      <style>@import "/y/import.css"; @import url(/y/import-url.css) print; @namespace s url(http://ns.test/);
      a { background: image-set("/y/set.png" type("image/png") 1x) /* url(/y/comment.png) */; content: "/y/not" }
      b { filter: url(#own); cursor: url(data:x), URL(/y/es\\63 aped.cur) }</style>`,
    found: 'p:quoted.png p:bare.png style:import.css style:import-url.css style:set.png style:escaped.cur'
      .split(' ')
      .map((one) => `embedded ${one.replace(':', ' /y/')}`),
  },
  {
    what: 'link elements',
    markup: `<link rel=stylesheet href=/l/style.css><link rel=next href=/l/next><link rel="shortcut icon" href=/l/icon.ico>
      <link rel=preload as=image imagesrcset="/l/1.png 1x, /l/2.png 2x"><link rel=canonical href=/l/canonical>
      <link rel=dns-prefetch href=//dns.test><link rel=preconnect href=https://connect.test/path/x><link href=/l/none>`,
    found: [
      'link link /l/next',
      'embedded link /l/style.css',
      'embedded link /l/icon.ico',
      'embedded link /l/1.png',
      'embedded link /l/2.png',
      'embedded link /l/canonical',
      'embedded link https://connect.test/path/x',
      'embedded link /l/none',
    ],
  },
  {
    what: 'meta elements',
    markup: `<meta http-equiv=refresh content="900; URL='/e/refreshed'"><meta property=og:url content=/e/og>
      <meta property=og:image:secure_url content=https://other.test/e.png><meta name=twitter:image content=/e/twitter.png>
      <meta name=msapplication-TileImage content=/e/tile.png><meta name=description content="/not: see https://not.test/">
      <meta name=citation_pdf_url content=http://other.test/e.pdf><meta itemprop=image content=/e/item.png>
      <meta property=og:image:width content=1/2><meta name=viewport content="width=device-width"><meta property=og:type content=a/b>
      <meta name=msapplication-task content="name=T;action-uri=/e/task;icon-uri=/e/task.ico">`,
    found: [
      'link meta /e/refreshed',
      ...'/e/og https://other.test/e.png /e/twitter.png /e/tile.png http://other.test/e.pdf /e/item.png /e/task /e/task.ico'
        .split(' ')
        .map((address) => `embedded meta ${address}`),
    ],
  },
  {
    what: 'names of things',
    markup: `<div itemscope itemtype="https://schema.org/Book" itemid=http://other.test/book><p itemscope itemid=/n/chapter>c</p>
      <p itemscope itemid=42>n</p><p itemscope itemid="urn:isbn:0-330-34032-8">i</p><p itemscope itemid="#part">p</p></div>`,
    found: ['embedded div http://other.test/book', 'embedded p /n/chapter'],
  },
  {
    what: 'data in scripts',
    markup: `<script type=application/ld+json>{"@context": "https://schema.org", "@type": "Thing", "@id": "#it", "url": "/j/url",
      "name": "/j/name", "sameAs": ["https://other.test/j", "j/relative"], "offers": {"availability": "http://schema.org/InStock"},
      "image": {"contentUrl": "/j/image.png"}, "text": "see https://not.test/",
      "target": "https://other.test/?q={query}"}</script><script type=application/ld+json>{ broken</script>
      <script type=importmap>{"imports": {"a": "/j/a.js", "b/": "./j/b/", "bare": "not"}}</script>
      <script type=speculationrules>{"prefetch": [{"source": "list", "urls": ["j/next", "/j/after"]}]}</script>`,
    found: '/j/url https://other.test/j /j/relative /j/image.png /j/a.js /j/b/ /j/next /j/after'
      .split(' ')
      .map((address) => `embedded script ${address}`),
  },
  {
    what: 'forms',
    markup: `<button formaction=/f/alone>b</button><form action=/f/search><input name=q><button formaction=/f/other>o</button><button>s</button></form>
      <form action="/f/odd?x=1" method=odd>odd</form><form method=dialog action=/f/dialog>d</form><form><button>s</button></form>
      <form action=/f/post method=POST><input type=submit formaction=/f/get formmethod=get><button type=button formaction=/f/script>b</button></form>
      <form method=post>own</form><form action=/f/put method=post><input type=hidden name=_method value=put></form>
      <form action=/f/delete method=delete>d</form>
      <a href=/f/link data-method=Delete>x</a><a href=/f/plain data-method=get>y</a>`,
    found: [
      'link form /f/search',
      'link button /f/other',
      'link form /f/odd?x=1',
      'link POST form /f/post',
      'link input /f/get',
      'link POST form /markup',
      'link PUT form /f/put',
      'link DELETE form /f/delete',
      'link DELETE a /f/link',
      'link a /f/plain',
      'embedded button /f/script',
      'embedded button /f/alone',
    ],
  },
  {
    what: 'choices in forms',
    markup: `<form action="/c/list?old=1#part"><select name=dept><option value="law & order">Law<option selected>Musik in Köln
      <option disabled>none</select><input type=radio name=by value=year checked><input type=radio name=by value=name>
      <input type=checkbox name=new><input type=hidden name=lang value=en><button>Show</button></form>
      <form action=/c/letters><button name=letter value=A>A</button><button name=letter value=B>B</button><button type=reset name=x>r</button></form>
      <form action=/c/written><select name=of><option>one<option>two</select><input name=q><button>Go</button></form><select name=after><option>outside</select>
      <form action=/c/prevented onsubmit="return false"><select name=of><option>one</select><button>Go</button></form>
      <form action=/c/posted method=post><select name=of><option>one</select><button>Go</button></form>
      <form action=/c/back><input type=hidden name=to value="/this/page"><select name=of><option>one</select><button>Go</button></form>
      <form action=/c/unsent><select name=of><option>one</select></form>
      <form action=/c/changed><select name=of onchange="this.form.submit()"><option>one<option value=2>two</select><select name=off disabled><option>three</select></form>`,
    found: [
      ...['link form /c/list?old=1#part', 'link form /c/letters', 'link form /c/written', 'link form /c/prevented'],
      ...['link POST form /c/posted', 'link form /c/back', 'link form /c/unsent', 'link form /c/changed'],
      ...['link option /c/changed?of=one', 'link option /c/changed?of=2'],
      'link option /c/list?dept=law+%26+order&by=year&lang=en',
      'link option /c/list?dept=Musik+in+K%C3%B6ln&by=year&lang=en',
      'link input /c/list?dept=Musik+in+K%C3%B6ln&by=name&lang=en',
      'link input /c/list?dept=Musik+in+K%C3%B6ln&by=year&new=on&lang=en',
      'link button /c/letters?letter=A',
      'link button /c/letters?letter=B',
    ],
  },
  {
    what: 'templates',
    markup: `<template><a href=/t/link>words</a><img src=/t/image.png><a href="/t/{{id}}">hole</a><form method=post action=/t/post></form>
      <template><a href=/t/inner>i</a></template></template><a href=/t/after>after</a>`,
    found: [
      'link a /t/after',
      'embedded a /t/link',
      'embedded img /t/image.png',
      'embedded POST form /t/post',
      'embedded a /t/inner',
    ],
  },
];

/** Text with addresses, and text with look-alikes. */
export const guessable = `<script>const a = "/g/script"; const b = '/g/' + 'joined'; const c = \`/g/template\`; const d = "/g/part/" + a;
      const e = a + "/g/tail"; const f = \`/g/\${a}\`; const re = /\\/g\\/regex/; const m = "text/html"; const n = '1/2';
      const o = "https:\\/\\/other.test\\/escaped"; const p = 'g/page.html'; const q = "http://www.w3.org/2000/svg"; const r = ".selector > a";
      const s = "/g/call".length; const t = './module'; // "/g/in-comment"
      </script><p onclick="go('/g/handler')">p</p><a href="javascript:go('/g/javascript')">j</a>
      <script type=application/json>{"a": "/g/json", "b": ["https://other.test/json"], "c": "text/html", "d": "/g/known"}</script>
      <script type=text/x-template><a href=/g/template-markup>t</a><a href="/g/{{ x }}">t</a></script>
      <!-- <a href=/g/comment>c</a> see http://other.test/named. --><!--[if IE]><img src=/g/ie.png><![endif]--><!-- a > b -->
      <p>See https://other.test/a_(b), www.other.test/www; or (http://other.test/c). Not: a@www.other.test, http://, x/y.</p>
      <a href=/g/known>k</a>`;

/** Addresses in markup other than links, closed shadow roots, and uses of both by scripts and headers. */
export const attributes = site('attributes.test', {
  '/markup': html(markupCases.map(({ markup }) => `<section>${markup}</section>`).join('\n')),
  '/closed': html(`<p>before <a href=/light>light</a></p><div id=host> </div><my-card><a href=/slotted>s</a></my-card>
    <script>
      const root = host.attachShadow({ mode: 'closed' });
      root.innerHTML = '<p>words <a href=/in-closed>in closed</a><img src=/closed.png><span></span></p>';
      root.querySelector('span').attachShadow({ mode: 'closed' }).innerHTML = '<a href=/in-both>both</a>';
      customElements.define('my-card', class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<a href=/card>card</a><slot></slot>' }
      });</script>`),
  '/closed/declared':
    html(`<div><template shadowrootmode=closed><b>in <a href=/declared>declared</a></b></template>light
    <a href=/light>light</a></div>`),
  '/lost': html(`<noscript><p>Without scripts: <a href="/noscript?a&amp;b">n</a><img src=/pixel.gif></noscript>
    <noembed><a href=/noembed>n</a></noembed><a href=/stays>stays</a><div id=old><a href=/removed>removed</a><a href="{{hole}}">h</a></div><script>old.remove()</script>`),
  '/dropped':
    html(`<p>x <a href=/stays>s</a></p><frame src=/dropped/frame><form action=/stays/form><form action=/dropped/form>
    <input></form></form><div><tr background=/dropped/row.png><td>cell</td></tr></div>`),
  '/data': html(`<a href="data:text/html,<a href='http://attributes.test/in/link'>a</a><a href=relative>r</a>">d</a>
    <a href="data:text/html;base64,${Buffer.from('<a href=http://attributes.test/in/base64>b</a>').toString('base64')}">b</a>
    <a href="data:text/plain,http://attributes.test/not">p</a>
    <iframe src="data:text/html,<a href='http://attributes.test/in/frame'>f</a>"></iframe>
    <object data="data:text/html,<a href='http://attributes.test/in/object'>f</a>"></object>`),
  '/headers': html('<a href=/x>x</a>', {
    link: '</h/next>; rel="next"; title="a, b", </h/style.css>;rel=preload;as=style, <h/relative> ; rel = "prev start"',
    'content-location': '/h/content',
    refresh: '600; url=/h/refresh',
    'content-security-policy': 'report-uri /h/csp https://other.test/csp; report-to main',
    'reporting-endpoints': 'main="/h/endpoint", other="https://other.test/reports"',
    'report-to': '{"group": "g", "endpoints": [{"url": "https://other.test/report-to"}]}',
  }),
  '/guesses': html(guessable),
});
