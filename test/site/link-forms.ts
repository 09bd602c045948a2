import { html, site, typed } from './site.ts';

const longQuery = `q=${'x'.repeat(7000)}`;

/** Every form of a link in markup, and look-alikes. */
export const linkForms = site('links.test', {
  '/elements': html(`
    <link rel=next href=/next><link rel="prev bookmark" href=/prev>
    <link rel=stylesheet href=/style.css><link rel="alternate stylesheet" href=/other.css><link rel=icon href=/icon.ico>
    <link rel=preload as=script href=/preload.js><link rel=canonical href=/canonical><link href=/no-rel>
    <a href=/a>a</a><a name=anchor>no href</a>
    <img usemap=#m src=/image.png><map name=m><area href=/area alt="An area"></map>
    <svg><a xlink:href=/svg-xlink><text>x</text></a><a href=/svg-href><text>y</text></a>
      <linearGradient id=g href=#h></linearGradient><use href=/sprite.svg#i></use><image href=/picture.svg></image></svg>
    <embed src=/embed><my-link href=/custom>custom</my-link>
    <script src=/script.js></script><video src=/film.mp4><source src=/film.webm><track src=/film.vtt></video>
    <audio src=/sound.mp3></audio><input type=image src=/button.png>
    <template><a href=/template>t</a></template><noscript><a href=/noscript>n</a></noscript>
    <!-- <a href=/comment>c</a> --><textarea><a href=/textarea>t</a></textarea>
    <math><mrow href=/math></mrow></math>`),
  '/canonical': typed(
    'text/html',
    `<head><base href="/base/"><link rel="stylesheet canonical" href="../own?b=1"><link rel=canonical href=/second></head>
    <body><form id=head><input name=querySelector></form><img name=head><a href=/x>x</a>`,
  ),
  '/canonical/in-body': html('<link rel=canonical href=/forged><a href=/x>x</a>'),
  '/canonical/empty': typed('text/html', '<head><link rel=canonical></head><a href=/x>x</a>'),
  '/odd-addresses': html(`
    <a href="">empty</a><a href="#part">part</a><a href="?q=1">query</a>
    <a href="  /blanks  ">blanks</a><a href="/new\nline\t/tab">line</a><a href="//other.test/x">scheme relative</a>
    <a href="javascript:void( 0 )">script</a><a href="mailto:a@b.test">mail</a><a href="http://[">malformed</a>
    <a href="http://">nothing</a><a href="/?${longQuery}">long</a><a href="/a%20b%D1%8F?x=%zz">encoded</a>
    <a href="/я?ж=ё">not encoded</a><a href="data:text/html,x">data</a><a href="blob:http://links.test/1">blob</a>
    <a href="HTTP://LINKS.TEST:80/Upper/../Case">upper</a><a href="/&amp;amp;">entity</a><a href="/a b">blank</a>
    <a href="\\\\back\\slash">backslash</a><a href="ftp://links.test/">ftp</a>`),
  '/characters': html(
    [...Array.from({ length: 0x60 }, (_, at) => `&#${0x20 + at};`), 'ä', '漢', '😀', '%', '%zz', '%5e']
      .flatMap((one) => [`/a${one}b`, `/p?a${one}b`, `/p#/a${one}b`, `http://u${one}v@elsewhere.test/`])
      .map((address) => `<a href="${address}">a</a>`)
      .join(''),
  ),
  '/base/page': html(`<base href="http://elsewhere.test/root/"><a href=sub>sub</a><a href=/abs>abs</a><a href="">e</a>
    <iframe src=framed></iframe><svg><a xlink:href=drawn></a></svg>`),
  '/base/relative': html(`<base href="deep/er/"><base href="/ignored/"><a href=sub>sub</a>`),
  '/base/frame': html(`<a href=own>own</a><iframe src=/base/relative></iframe>`),
  '/base/target-only': html(`<base target=_blank><a href=sub>sub</a>`),
  '/base/malformed': html(`<base href="http://["><a href=sub>sub</a>`),
  '/shadow': html(`<div id=host>light <a href=/light>light</a></div><script>
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<p><a href=/in-shadow>in shadow</a><slot></slot><span id=inner></span></p>';
    root.getElementById('inner').attachShadow({ mode: 'open' }).innerHTML = '<a href=in-nested>in nested</a>';
    </script><div><template shadowrootmode=open><a href=/declared>declared</a></template></div>`),
  '/cp1251': typed(
    'text/html; charset=windows-1251',
    Buffer.from(
      '<a href="/\xe6?q=\xe6">a</a><iframe src="/f\xe6?q=\xe6"></iframe><a href="/%E6?q=%E6">e</a><a href="?q=&#8364;&#26085;">n</a>',
      'latin1',
    ),
  ),
  '/text': html(`<h1>Faculty of
      Physics</h1>
    <p>Before <a href=/nested id=1><b>Laboratory</b> of <i>dark <span>matter</span></i></a> after</p>
    <a href=/image><img src=x.png alt="A picture"></a><a href=/two-images><img alt=""><img alt=Second></a>
    <a href=/title title="A title"> </a><a href=/label aria-label="A label"></a><a href=/none></a>
    <map><area href=/area alt="An area"></map><a href=/blocks><div>One</div><div>Two</div></a>
    <a href=/blanks>  many\n\n   blanks&nbsp;here </a><a href=/script>text<script>var hidden</script><style>a{}</style></a>
    <a href=/rel rel="nofollow  UGC">rel</a>`),
  '/context': html(
    `<p>${'left '.repeat(100)}<a href=/x>the link</a>${' right'.repeat(100)}</p><div>one</div>two <a href=/y>three</a>`,
  ),
  '/surrogates': html(`<p>${'😀'.repeat(120)}<a href=/x>${'😀'.repeat(400)}</a>${'😀'.repeat(120)}</p>
    <script>document.title = 'lone \\ud83d'; const a = document.createElement('a'); a.href = '/lone\\ud83d';
    a.append('x\\0y\\ud83d'); document.body.append(a)</script>`),
  '/many': html(
    Array.from({ length: 20_000 }, (_, i) => `<li><a href=/item/${i}>Item ${i}</a> of the list</li>`).join(''),
  ),
  '/too-many': html(Array.from({ length: 50_001 }, (_, i) => `<p><a href=/${i}>x</a>`).join('')),
  '/deep': html(`<script>
    let inner = document.body.appendChild(document.createElement('main'));
    inner.hidden = true; // Chromium's layout does not survive so many levels.
    for (let i = 0; i < 5000; i++) inner = inner.appendChild(document.createElement('div'));
    inner.innerHTML = '<a href=/bottom>bottom</a>';
    let host = document.body.appendChild(document.createElement('section'));
    for (let i = 0; i < 300; i++) host = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('p'));
    host.innerHTML = '<a href=/shadows>shadows</a>';</script>`),
  '/too-deep': html(`<script>let inner = document.body;
    for (let i = 0; i < 20000; i++) inner = inner.appendChild(document.createElement('div'))</script>`),
  '/adopted': html(`<iframe srcdoc="<p id=p><a href=moved>moved</a></p>"
    onload="document.body.append(document.adoptNode(this.contentDocument.getElementById('p'))); this.remove()"></iframe>`),
  '/xhtml': typed(
    'application/xhtml+xml',
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink">
    <head><title>XHTML</title></head><body><p><a href="x"><![CDATA[in CDATA]]></a></p>
    <svg xmlns="http://www.w3.org/2000/svg"><a xlink:href="drawn"><text>d</text></a></svg></body></html>`,
  ),
});
