import { html, site, typed } from './site.ts';

const cover = 'style="position:fixed;inset:0;z-index:9999;background:#000c"';
const load = `const load = () => { document.getElementById('banner').remove(); document.body.style.overflow = '';
  fetch('/links.json').then((answer) => answer.json()).then((links) => { for (const link of links) {
    const a = document.createElement('a'); a.href = link; a.textContent = link; document.querySelector('main').append(a) } }) };`;
/** A page under a banner, without links before the banner's script allows loading them. */
const page = (banner: string, code: string) =>
  html(`<div id=banner role=dialog aria-modal=true aria-label="Cookies" ${cover}>${banner}</div>
  <main style="filter:blur(9px)"><h1>News</h1></main><script>document.body.style.overflow = 'hidden'; ${load} ${code}</script>`);

/** Pages that show nothing before their cookie banner is answered. */
export const consent = site('consent.test', {
  '/links.json': typed('application/json', '["/after/1", "/after/2"]'),
  '/accept': page(
    '<p>We value your privacy</p><button id=more>Settings</button><button id=yes>Accept all</button>',
    `document.getElementById('yes').onclick = () => { document.cookie = 'consent=all'; load() }`,
  ),
  '/refuse': page(
    '<p>Cookies?</p><a href="#" id=no>Only what is necessary</a>',
    `document.getElementById('no').addEventListener('click', (event) => { event.preventDefault(); document.cookie = 'consent=none'; load() })`,
  ),
  '/choose': page(
    `<form id=choice><label><input type=checkbox name=all> All</label><button type=button id=save disabled>Save</button></form>`,
    `const save = document.getElementById('save'); document.querySelector('input').onchange = () => { save.disabled = false };
    save.onclick = () => { if (!save.disabled) { localStorage.consent = 'all'; load() } }`,
  ),
  '/in-frame': page(
    '<iframe src=/frame style="width:90%;height:90%"></iframe>',
    `addEventListener('message', ({ data }) => { if (data === 'agreed') load() })`,
  ),
  '/frame': html(`<button onclick="parent.postMessage('agreed', '*')">I agree</button>`),
  '/in-shadow': page(
    '<cookie-banner></cookie-banner>',
    `customElements.define('cookie-banner', class extends HTMLElement { connectedCallback() {
      const root = this.attachShadow({ mode: 'closed' }); root.innerHTML = '<button>OK</button>';
      root.querySelector('button').addEventListener('click', load) } })`,
  ),
  '/dialog': html(`<dialog id=banner><p>Cookies</p><button>Dismiss</button></dialog><main></main>
    <script>${load} document.getElementById('banner').showModal(); document.querySelector('button').onclick = load</script>`),
});
