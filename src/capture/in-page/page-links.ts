import { byId, isVisible, ofDocument, openTrees, queryAll } from './dom.ts';

let takesAnyFragment = false;

/** Whether all fragments that name no element are routes of the page's application. */
export const isRouted = (): boolean => takesAnyFragment;
export function takeAnyFragment(): boolean {
  takesAnyFragment = true;
  return true;
}

/** The page's address as links tell it apart: without a fragment that is no route. */
export const pageAddress = (): string =>
  isRouted() ? ofDocument('URL') : ofDocument('URL').replace(/#(?![/!]).*/s, '');

/** Tells the page that its fragment has changed. Returns whether it drew something then. */
export function tellOfFragment(): boolean {
  const drawing = new MutationObserver(() => undefined);
  drawing.observe(document, { childList: true, subtree: true });
  const oldURL = location.href.replace(/#.*/s, '');
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }));
  return drawing.takeRecords().length > 0;
}

/** Which of some fragments name no element. */
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
 * The fragments that its links to itself have and that name no element, anywhere and within what a
 * selector finds, and whether no more of its links lead to other pages of its host than there are of these.
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
  if (all.length === 0) return { all, within: all, areMost: false };
  const others = queryAll(document, 'a[href], area[href]').filter((link) => {
    const [page = ''] = String(Reflect.get(link, 'href')).split('#');
    return page !== here && Reflect.get(link, 'origin') === location.origin;
  });
  return { all, within: linkedIn(`:is(${ways}) ${toFragments}`), areMost: others.length <= all.length };
}

/**
 * Places of addresses in a list that the document has links to, by whether one of these is shown.
 */
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
