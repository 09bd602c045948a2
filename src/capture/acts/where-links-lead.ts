import type { isScriptAddress } from './is-script-address.ts';

/** Runs in a page, in a world of our own. It is sent into browsers as it stands, so it uses nothing from outside. */
export function whereLinksLead(isScript: typeof isScriptAddress) {
  /** Links that say that they open something in the page, by themselves or as the libraries that they are made for ask it; and those to pictures, which many a page shows above itself. */
  const opens = [
    '[aria-haspopup], [aria-expanded], [aria-controls], [data-toggle], [data-bs-toggle], [role=button]',
    '[data-turbo-frame]:not([data-turbo-frame=_top]), [data-turbo-stream], [data-remote], [data-dialog-type], [up-layer]',
    '[data-fancybox], [data-lightbox], [data-pswp-width], [rel*=lightbox i], [rel*=modal i]',
    ...['avif', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp'].map((type) => `[href$=".${type}" i]`),
    ...['ajax', 'colorbox', 'fancybox', 'lightbox', 'modal', 'popup'].map((name) => `[class*=${name} i]`),
  ].join();
  /** What says so for the links in it. */
  const framed = '[role=tab], turbo-frame:not([target=_top])';
  const isRouted = Reflect.has(globalThis, Symbol.for('routed'));
  /** Whether a link leads to a place in this page, and not to a route, which is a page of its own; see `hasRoute`. */
  const isPlace = (link: Element) => {
    const [page = '', place] = String(Reflect.get(link, 'href')).split('#');
    if (place === undefined || /^[/!]/.test(place) || page !== document.URL.replace(/#.*/s, '')) return false;
    return !isRouted || place === '' || Document.prototype.getElementById.call(document, place) !== null;
  };
  /** Where a link leads that an element is, or is in; undefined for one that opens something. */
  const hrefOf = (element: Element) => {
    const link = element.closest('a[href], area[href]');
    const written = link && Element.prototype.getAttribute.call(link, 'href');
    if (!link || !written?.trim() || isScript(written) || isPlace(link)) return undefined;
    return link.matches(opens) || link.closest(framed) ? undefined : String(Reflect.get(link, 'href'));
  };
  return { isPlace, hrefOf };
}
