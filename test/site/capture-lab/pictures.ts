import { lab } from './lab.ts';

/** Charts and graphs whose parts react to presses. */
export const pictures = lab('pictures.lab.test', {
  // Three dots on a canvas, and a text and a frame without effect.
  '/dots': [
    [
      `<canvas id=c width=600 height=300></canvas><p id=o></p><script>
      const dots = [[120, 150, 'a'], [300, 150, 'b'], [480, 80, 'c']]; const pen = c.getContext('2d');
      pen.fillText('Institutes', 20, 20); pen.strokeRect(5, 5, 590, 290);
      for (const [x, y] of dots) { pen.beginPath(); pen.arc(x, y, 16, 0, 7); pen.fillStyle = 'crimson'; pen.fill() }
      const at = ({ offsetX, offsetY }) => dots.find(([x, y]) => Math.hypot(offsetX - x, offsetY - y) < 16);
      c.onclick = (event) => { const [, , name] = at(event) ?? []; o.innerHTML = name ? '<a href=/dots/' + name + '>x</a>' : '' }</script>`,
      { links: '/dots/a /dots/b /dots/c' },
    ],
  ],
  // The bars are drawn on one canvas, and another one above it receives moves and presses of the pointer.
  '/layers': [
    [
      `<style>#chart { position: relative; height: 200px } canvas { position: absolute; left: 0; top: 0 }</style>
      <div id=chart><canvas width=400 height=200></canvas><canvas width=400 height=200></canvas></div><p id=o></p><script>
      const [below, above] = chart.children; const pen = below.getContext('2d'); let over;
      ['teal', 'orange', 'purple'].forEach((colour, at) => { pen.fillStyle = colour; pen.fillRect(20 + at * 120, 40 * at, 80, 200 - 40 * at) });
      above.onmousemove = ({ offsetX }) => { over = [0, 1, 2].find((at) => offsetX > 20 + at * 120 && offsetX < 100 + at * 120) };
      above.onclick = () => { o.innerHTML = over === undefined ? '' : '<a href=/layers/' + over + '>x</a>' }</script>`,
      { links: '/layers/0 /layers/1 /layers/2' },
    ],
  ],
  // A press takes effect one frame later, as in charts, and each answer replaces the other.
  '/late-bars': [
    [
      `<canvas id=c width=400 height=200></canvas><p id=o></p><script>
      const pen = c.getContext('2d'); ['teal', 'orange', 'purple', 'crimson', 'olive'].forEach((colour, at) => { pen.fillStyle = colour; pen.fillRect(10 + at * 80, 20 * at, 60, 200 - 20 * at) });
      c.onclick = ({ offsetX }) => requestAnimationFrame(() => { const at = [0, 1, 2, 3, 4].find((n) => offsetX > 10 + n * 80 && offsetX < 70 + n * 80);
        o.innerHTML = at === undefined || at === 2 ? 'None' : '<a href=/late-bars/' + at + '>x</a>' })</script>`,
      { links: '/late-bars/0 /late-bars/1 /late-bars/3 /late-bars/4' },
    ],
  ],
  // Each press draws another piece of a map: pieces are listed, but must not cause endless presses.
  '/endless-map': [
    [
      `<button id=east>East</button><p id=pieces></p><script>let n = 0; east.onclick = () => { pieces.innerHTML = '<img src=/endless-map/piece-' + ++n + '.png alt="">' }</script>`,
      { embedded: '/endless-map/piece-1.png', never: '/endless-map/piece-40.png' },
    ],
  ],
  // A ring of four parts: the centre of a part's outline is outside it, and the picture stores the hovered part.
  '/ring': [
    [
      `<svg id=ring width=200 height=200></svg><p id=o></p><script>
      const point = (turn, far) => [100 + far * Math.cos(turn), 100 + far * Math.sin(turn)].join(' ');
      ring.innerHTML = ['teal', 'orange', 'purple', 'crimson'].map((colour, at) => { const [from, to] = [at * 1.57, at * 1.57 + 1.5];
        return '<path data-part=' + at + ' fill=' + colour + ' d="M ' + point(from, 95) + ' A 95 95 0 0 1 ' + point(to, 95) + ' L ' + point(to, 85) + ' A 85 85 0 0 0 ' + point(from, 85) + ' Z"></path>' }).join('');
      let over; ring.addEventListener('mouseover', ({ target, clientX, clientY }) => { over = document.elementFromPoint(clientX, clientY) === target ? target.dataset.part : undefined });
      ring.addEventListener('click', ({ target }) => { o.innerHTML = over && target.dataset.part === over ? '<a href=/ring/' + over + '>x</a>' : '' })</script>`,
      { links: '/ring/0 /ring/1 /ring/2 /ring/3' },
    ],
  ],
  // A transparent sheet covers the bars and receives presses.
  '/covered-bars': [
    [
      `<svg id=chart width=400 height=200><rect fill=teal x=20 y=20 width=60 height=180 /><rect fill=teal x=120 y=90 width=60 height=110 /><rect fill=teal x=220 y=50 width=60 height=150 />
      <rect id=sheet fill=transparent width=400 height=200 /></svg><p id=o></p><script>let bar;
      sheet.onmousemove = ({ offsetX }) => { bar = [20, 120, 220].find((left) => offsetX > left && offsetX < left + 60) };
      sheet.onmousedown = () => { o.innerHTML = bar ? '<a href=/covered-bars/' + bar + '>x</a>' : '' }</script>`,
      { links: '/covered-bars/20 /covered-bars/120 /covered-bars/220' },
    ],
  ],
  // Explicit sliders: one is moved by its keys, one by its track.
  '/sliders': [
    [
      `<b id=year role=slider tabindex=0 aria-valuemin=1980 aria-valuemax=2030 aria-valuenow=2000>o</b><p id=o></p><script>
      year.onkeydown = ({ key }) => { const now = Number(year.ariaValueNow) + (key === 'ArrowLeft' ? -10 : key === 'ArrowRight' ? 10 : 0);
        year.ariaValueNow = Math.min(2030, Math.max(1980, now)); o.innerHTML = ['1980', '2010', '2030'].includes(year.ariaValueNow) ? '<a href=/sliders/' + year.ariaValueNow + '>x</a>' : '' }</script>`,
      { links: '/sliders/1980 /sliders/2010 /sliders/2030' },
    ],
    [
      `<div id=rail style="width: 300px; height: 20px; background: silver"><i id=stars role=slider tabindex=0 aria-label=Rating aria-valuemin=0 aria-valuemax=5 aria-valuenow=0 style="display: block; width: 20px; height: 20px"></i></div><p id=p></p><script>
      rail.onpointerdown = ({ clientX }) => { const { left, width } = rail.getBoundingClientRect(); stars.ariaValueNow = Math.round((clientX - left) / width * 5);
        p.innerHTML = stars.ariaValueNow === '4' ? '<a href=/sliders/four-stars>x</a>' : '' }</script>`,
      { links: '/sliders/four-stars' },
    ],
  ],
});
