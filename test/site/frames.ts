import { html, late, redirect, site, typed } from './site.ts';

const leaf = (name: string) => html(`<a href=/from/${name}>from ${name}</a>`);

/** Frames of every kind, nested, from other sites, written by scripts. */
export const frames = site('frames.test', {
  '/nested': html(`<iframe src=/outer></iframe>`),
  '/outer': html(`<a href=/from/outer>o</a><iframe src=/inner></iframe>`),
  '/inner': html(`<a href=/from/inner>i</a><iframe src=/leaf></iframe>`),
  '/leaf': leaf('leaf'),
  '/frameset': typed('text/html', '<frameset cols="50%,50%"><frame src=/leaf><frame src="/outer">'),
  '/unclosed-frameset': typed('text/html', '<html><frameset rows="1,2"><frame src=/leaf'),
  '/closed-late': typed('text/html', '<html><frameset rows="1,2"><frame src=/leaf><noframes><p>No frames'),
  '/srcdoc': html(`<iframe srcdoc="<a href='in-doc'>d</a><iframe src='/leaf'></iframe>"></iframe>`),
  '/data': html(`<iframe src="data:text/html,<a href='http://frames.test/from/data'>d</a>"></iframe>`),
  '/blank': html(`<iframe id=f></iframe><script>
    f.contentDocument.write('<a href=written>w</a>'); f.contentDocument.close()</script>`),
  '/blob': html(`<iframe id=f></iframe><script>
    f.src = URL.createObjectURL(new Blob(['<a href=http://frames.test/from/blob>b</a>'], { type: 'text/html' }))</script>`),
  '/lazy': html('<div style="height:6000px">Tall</div><iframe loading=lazy src=/leaf></iframe>'),
  '/script-frame': html(`<script>onload = () => { const f = document.createElement('iframe');
    f.src = '/late-leaf'; document.body.append(f) }</script>`),
  '/late-leaf': late(300, leaf('late-leaf')),
  '/no-src': html(`<iframe id=f></iframe><script>f.contentWindow.location = '/leaf'</script>`),
  '/cross-site': html(`<iframe src=http://framed.test/page></iframe>
    <iframe sandbox src=http://framed.test/boxed></iframe><iframe sandbox=allow-scripts src=/leaf></iframe>`),
  '/redirected': html(`<iframe src=/to-leaf></iframe>`),
  '/to-leaf': redirect('/leaf'),
  '/dead': html(`<a href=/alive>alive</a><iframe src=/missing></iframe><iframe src=http://nowhere.invalid/></iframe>
    <iframe src="javascript:'<a href=/from/javascript>j</a>'"></iframe><iframe src=/file.zip></iframe>
    <iframe src=/no-content></iframe>`),
  '/file.zip': typed('application/zip', 'PK'),
  '/no-content': { status: 204, headers: {}, body: '' },
  '/self': html(`<a href=/from/self>s</a><iframe src=/self></iframe><iframe src=/self?again></iframe>`),
  '/reloading': html(`<a href=/from/reloading>r</a><iframe src=/reloaded></iframe>`),
  '/reloaded': html(`<a href=/from/reloaded>r</a><script>setTimeout(() => location.reload(), 20)</script>`),
  '/many': html(Array.from({ length: 150 }, (_, i) => `<iframe src=/leaf?${i}></iframe>`).join('')),
  '/object': html(`<object data=/leaf></object>`),
});

export const framed = site('framed.test', {
  '/page': html(`<a href=/from/framed>f</a><iframe src=http://frames.test/leaf></iframe>
    <script>fetch('/slow').then(() => { document.body.innerHTML += '<a href=/later>l</a>' })</script>`),
  '/slow': late(200, typed('text/plain', 'x')),
  '/boxed': html(`<a href=boxed-link>b</a>`),
});
