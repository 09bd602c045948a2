import { renderViewScript } from './render-view-script.ts';

/** Source of an application that keeps its route in the fragment, and all routes in one bundle. */
export const hashAppScript = `${renderViewScript}
fetch('/bundle.json').then((response) => response.json()).then((routes) => {
  const show = () => {
    const root = document.getElementById('app');
    const view = routes[location.hash.slice(1).toLowerCase() || '/'];
    if (view) renderView(view, root);
    else root.replaceChildren(element('h1', 'Page not found'));
  };
  window.addEventListener('hashchange', show);
  show();
});
`;
