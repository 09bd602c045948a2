import { html, late, typed } from '../site.ts';
import { lab } from './lab.ts';

const numbers = (path: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${path}${i + 1}`).join(' ');
const tall = '<div style="height:1500px">Tall</div>';

/** Links that appear when something is scrolled into view. */
const PARTS = [...'abcdef'];

export const scroll = lab(
  'scroll.lab.test',
  {
    '/lazy-list': [
      [
        `${Array.from({ length: 12 }, (_, i) => `<section data-id=${i + 1} style="height:400px">Section ${i + 1}</section>`).join('')}
        <script>const seen = new IntersectionObserver((all) => { for (const { isIntersecting, target } of all)
          if (isIntersecting) { seen.unobserve(target); add('/lazy/' + target.dataset.id, target) } });
        for (const section of document.querySelectorAll('section')) seen.observe(section)</script>`,
        { links: numbers('/lazy/', 12) },
      ],
    ],
    '/infinite': [
      [
        `<ul id=list></ul><div id=end style="height:20px">Loading</div><script>let batch = 0;
        const load = async () => { await fetch('/slow?' + ++batch); for (let i = 1; i <= 10; i++) { const li = document.createElement('li');
          li.style.height = '120px'; li.innerHTML = '<a href=/infinite/' + ((batch - 1) * 10 + i) + '>x</a>'; list.append(li) }
          if (batch === 5) end.remove(); else { seen.unobserve(end); seen.observe(end) } };
        const seen = new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) load() }, { rootMargin: '100px' }); seen.observe(end)</script>`,
        { links: numbers('/infinite/', 50) },
      ],
    ],
    '/sentinel': [
      [
        `<ul id=rows></ul><div id=sentinel>..</div><script>let rowsSoFar = 0;
        new IntersectionObserver((all) => { if (!all[0].isIntersecting || rowsSoFar >= 8) return;
          rows.insertAdjacentHTML('beforeend', '<li style="height:1000px"><a href=/sentinel/' + ++rowsSoFar + '>x</a>') }).observe(sentinel)</script>`,
        { links: numbers('/sentinel/', 8) },
      ],
    ],
    // A framework's styles scroll smoothly; a script looks only at the first of its notifications.
    '/glides': [
      [
        `<style>:root { scroll-behavior: smooth }</style>${tall}<p id=glided></p><script>let glides = 0; addEventListener('scroll', () => {
          if (glides < 3 && scrollY + innerHeight > document.documentElement.scrollHeight - 100)
            glided.insertAdjacentHTML('beforeend', '<a style="display:block;height:800px" href=/glides/' + ++glides + '>x</a>') })</script>`,
        { links: numbers('/glides/', 3) },
      ],
    ],
    '/first-told': [
      [
        `${tall}<ul id=told></ul><p id=last>..</p><script>let tells = 0; new IntersectionObserver((all) => { if (all[0].isIntersecting && tells < 4)
          told.insertAdjacentHTML('beforeend', '<li><a href=/first-told/' + ++tells + '>x</a>') }).observe(last)</script>`,
        { links: numbers('/first-told/', 4) },
      ],
    ],
    '/events': [
      [
        `${tall}<script>addEventListener('scroll', () => add('/events/once'), { once: true });
        document.addEventListener('scrollend', () => add('/events/end'), { once: true });
        addEventListener('scroll', () => { if (innerHeight + scrollY >= document.documentElement.scrollHeight - 50 && !window.bottom) {
          window.bottom = true; add('/events/bottom') } })</script>${tall}`,
        { links: '/events/once /events/end /events/bottom' },
      ],
      [
        `<div id=box style="height:200px;overflow:auto">${tall}<p>End</p></div><script>let boxEnd = false; box.onscroll = () => {
        if (!boxEnd && box.scrollTop + box.clientHeight >= box.scrollHeight - 20) { boxEnd = true; add('/events/box-end', box) } }</script>`,
        { links: '/events/box-end' },
      ],
      [
        `<div id=row style="width:300px;overflow-x:auto;white-space:nowrap">${[1, 2, 3, 4].map((n) => `<div data-n=${n} style="display:inline-block;width:280px">${n}</div>`).join('')}</div>
        <script>const beside = new IntersectionObserver((all) => { for (const { isIntersecting, target } of all)
          if (isIntersecting) { beside.unobserve(target); add('/events/beside/' + target.dataset.n, target) } }, { root: row });
        for (const child of row.children) beside.observe(child)</script>`,
        { links: numbers('/events/beside/', 4) },
      ],
    ],
    '/virtual': [
      [
        `<div id=view style="height:400px;overflow-y:auto"><div id=all style="position:relative;height:8000px"></div></div><script>
        const show = () => { const first = Math.floor(view.scrollTop / 40); all.replaceChildren(...Array.from({ length: 11 }, (_, i) => first + i).filter((n) => n < 200).map((n) => {
          const row = document.createElement('div'); row.style.cssText = 'position:absolute;height:40px;top:' + n * 40 + 'px';
          row.innerHTML = '<a href=/row/' + (n + 1) + '>Row ' + (n + 1) + '</a>'; return row })) };
        view.addEventListener('scroll', show); show()</script>`,
        { links: numbers('/row/', 200) },
      ],
    ],
    // Few of the rows drawn while scrolling have links.
    '/virtual-few': [
      [
        `<div id=few style="height: 300px; overflow: auto"><div style="height: 6000px; position: relative"></div></div><script>{
        const draw = () => { const first = Math.floor(few.scrollTop / 30); few.firstChild.innerHTML = [...Array(11).keys()].map((n) => first + n).filter((n) => n < 200)
          .map((n) => '<p style="position: absolute; margin: 0; top: ' + n * 30 + 'px">' + ([2, 60, 120, 199].includes(n) ? '<a href=/few/' + n + '>x</a>' : 'Row ' + n)).join('') };
        few.onscroll = draw; draw() }</script>`,
        { links: '/few/2 /few/60 /few/120 /few/199' },
      ],
    ],
    '/virtual-page': [
      [
        `<div id=all style="position:relative;height:6000px"></div><script>
        const show = () => { const first = Math.floor(scrollY / 60); all.replaceChildren(...Array.from({ length: 14 }, (_, i) => first + i).filter((n) => n < 100).map((n) => {
          const row = document.createElement('div'); row.style.cssText = 'position:absolute;top:' + n * 60 + 'px';
          row.innerHTML = '<a href=/line/' + (n + 1) + '>Line</a>'; return row })) };
        addEventListener('scroll', () => requestAnimationFrame(show)); show()</script>`,
        { links: numbers('/line/', 100) },
      ],
    ],
    '/lazy-frames': [
      [
        `${tall}${tall}<iframe loading=lazy src=/framed/1></iframe>${tall}<iframe loading=lazy src=/framed/2></iframe>${tall}
        <div style="content-visibility:auto"><a href=/content-visibility>x</a></div>`,
        { links: '/framed/1 /framed/2 /from-framed/1 /from-framed/2 /content-visibility' },
      ],
    ],
    '/mixed': [
      [
        `<iframe src=/scrolls style="height:300px"></iframe><div id=host></div><script>const root = host.attachShadow({ mode: 'open' });
        root.innerHTML = '<div style="height:200px;overflow:auto"><div style="height:900px"></div><p>End</p></div>';
        new IntersectionObserver(([entry], observer) => { if (entry.isIntersecting) { observer.disconnect();
          setTimeout(() => fetch('/slow').then(() => add('/in-shadow-end', root)), 2000) } }).observe(root.querySelector('p'))</script>`,
        { links: '/scrolls /frame-end /in-shadow-end' },
      ],
    ],
    // Each button scrolls to a section of the page, whose links are shown next to it while it is in view.
    '/parts-in-view': [
      [
        `<style>section { height: 900px } #about { position: fixed; right: 0; top: 0 }</style><p id=about></p><p id=where></p>${PARTS.map((n) => `<button class=to-${n} onclick="show('${n}')">To ${n}</button>`).join('')}
        ${PARTS.map((n) => `<section id=part-${n}>${n}</section>`).join('')}<section></section><script>
        const show = (n) => { where.innerHTML = '<b>Part ' + n + '</b>'; document.getElementById('part-' + n).scrollIntoView() };
        onscroll = () => { const shown = [...document.querySelectorAll('section[id]')].find((one) => Math.abs(one.getBoundingClientRect().top) < 300);
          if (shown) about.innerHTML = '<a href=/parts-in-view/' + shown.id + '>x</a>' }</script>`,
        { links: PARTS.map((n) => `/parts-in-view/part-${n}`).join(' ') },
      ],
    ],
    '/closed': [
      [
        `<div id=host></div><script>const root = host.attachShadow({ mode: 'closed' });
        root.innerHTML = '<div style="height:200px;overflow:auto"><div style="height:900px"></div><p>End</p></div>';
        new IntersectionObserver(([{ isIntersecting, target }], observer) => { if (isIntersecting) { observer.disconnect(); add('/in-closed-end', target) } })
          .observe(root.querySelector('p'))</script>`,
        { links: '/in-closed-end' },
      ],
    ],
  },
  {
    '/slow': late(50, typed('text/plain', 'slow')),
    '/framed/1': html('<a href=/from-framed/1>x</a>'),
    '/framed/2': html('<a href=/from-framed/2>x</a>'),
    '/scrolls': html(`${tall}<p id=end>End</p><script>new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) end.innerHTML = '<a href=/frame-end>x</a>' }).observe(end)</script>`),
  },
);
