import { renderViewScript } from './render-view-script.ts';

/** Source of an application that keeps its route in the path, fetches content from `/api` and stays on its page. */
export const historyAppScript = `${renderViewScript}
let shown = '';

async function show(path) {
  shown = path;
  const root = document.getElementById('app');
  const response = await fetch('/api' + path);
  const view = response.ok ? await response.json() : undefined;
  if (shown !== path) return;
  if (view) renderView(view, root);
  else root.replaceChildren(element('h1', 'Page not found'));
}

document.addEventListener('click', (event) => {
  const target = event.target.closest('a[href]');
  if (!target || target.origin !== location.origin || target.pathname.startsWith('/files/')) return;
  event.preventDefault();
  history.pushState(null, '', target.href);
  show(location.pathname);
});
window.addEventListener('popstate', () => show(location.pathname));
show(location.pathname);
`;
