import { byId, isVisible, ofDocument, openTrees, queryAll } from './dom.ts';

let takesAnyFragment = false;

/** Tells whether all fragments that name no element are routes of the page's application. */
export const isRouted = (): boolean => takesAnyFragment;
export function takeAnyFragment(): boolean {
  takesAnyFragment = true;
  return true;
}

/** Returns the page's address, without a fragment that is no route. */
export const pageAddress = (): string =>
  isRouted() ? ofDocument('URL') : ofDocument('URL').replace(/#(?![/!]).*/s, '');

/** Sends the page a `hashchange` event. Returns true if the page changed its elements. */
export function sendHashChange(): boolean {
  const drawing = new MutationObserver(() => undefined);
  drawing.observe(document, { childList: true, subtree: true });
  const oldURL = location.href.replace(/#.*/s, '');
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }));
  return drawing.takeRecords().length > 0;
}

/** Returns the fragments that name no element. */
export function unnamedFragments(asked: readonly string[]): string[] {
  const decoded = (fragment: string) => {
    try {
      return decodeURIComponent(fragment);
    } catch {
      return fragment;
    }
  };
  const isNamed = (name: string) =>
    byId(name) !== null || Document.prototype.getElementsByName.call(document, name).length > 0;
  return asked.filter((fragment) => !isNamed(fragment) && !isNamed(decoded(fragment)));
}

/**
 * Returns the fragments of links to this page that name no element, of all links and of those in `ways`. `areMost` is
 * true unless more links lead to other pages of the origin.
 */
export function linkedFragments(ways: string) {
  const most = 1000;
  const here = ofDocument('URL').replace(/#.*/s, '');
  const linkedIn = (selector: string) => {
    const found = queryAll(document, selector).flatMap((link) => {
      const [page, fragment = ''] = String(Reflect.get(link, 'href')).split('#');
      return page === here && fragment !== '' ? [fragment] : [];
    });
    return unnamedFragments([...new Set(found.slice(0, most))]);
  };
  const toFragments = ':is(a[href*="#"], area[href*="#"])';
  const all = linkedIn(toFragments);
  if (all.length === 0) return { all, inMenus: all, areMost: false };
  const others = queryAll(document, 'a[href], area[href]').filter((link) => {
    const [page = ''] = String(Reflect.get(link, 'href')).split('#');
    return page !== here && Reflect.get(link, 'origin') === location.origin;
  });
  return { all, inMenus: linkedIn(`:is(${ways}) ${toFragments}`), areMost: others.length <= all.length };
}

/** Returns the indexes of addresses that the document links to, by visibility of the links. */
export function linksByView(addresses: readonly string[]) {
  const [hidden, shown] = [new Set<number>(), new Set<number>()];
  const places = new Map(addresses.map((address, at) => [address, at]));
  const links = 'a[href], area[href]';
  for (const link of [document, ...openTrees()].flatMap((root) => queryAll(root, links))) {
    const at = places.get(String(Reflect.get(link, 'href')));
    if (at === undefined) continue;
    (isVisible(link) ? shown : hidden).add(at);
  }
  return { hidden: [...hidden], shown: [...shown] };
}
