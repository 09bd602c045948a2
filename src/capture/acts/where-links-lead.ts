/** Runs in a page, in a world of our own. It is sent into browsers as it stands, so it uses nothing from outside. */
export function whereLinksLead() {
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
    if (!link || /^\s*(javascript:|$)/i.test(written ?? '') || isPlace(link)) return undefined;
    const opens =
      '[aria-haspopup], [aria-expanded], [aria-controls], [data-toggle], [data-bs-toggle], [role=button], [role=tab]';
    return link.matches(opens) || link.closest('[role=tab]') ? undefined : String(Reflect.get(link, 'href'));
  };
  return { isPlace, hrefOf };
}
