import { hasRoute } from '../../url/normalise.ts';
import { decoded, parseUrl } from '../../url/parse.ts';

/**
 * Tells whether the fragment is a route in an application that treats any fragment as one; see browser/page-links.ts.
 */
export const isAnyRoute = (url: URL): boolean => hasRoute(url) || /^#(?!top$|:~:)./is.test(url.hash);

/** Tells whether an address set by a script is a link's target, possibly with more parameters, such as an order. */
export function isRouteOf(address: string, link: string): boolean {
  const [shown, said] = [address, link].map((url) => parseUrl(url));
  if (!shown || !said) return false;
  const isSamePlace = shown.origin === said.origin && pathOf(shown) === pathOf(said);
  return (
    isSamePlace && [...said.searchParams].every(([name, value]) => shown.searchParams.getAll(name).includes(value))
  );
}

/** Returns the path of an address with the path of its route. */
const pathOf = ({ pathname, hash }: URL): string =>
  [pathname, hash.replace(/\?.*/s, '')].map((path) => path.replace(/\/+$/, '')).join('');

/** Texts that scripts write for a missing value. */
const UNSET = new Set(['undefined', 'null', 'NaN', '[object Object]']);

const endsUnset = (path: string): boolean => UNSET.has(decoded(path.replace(/\/+$/, '').replace(/^.*\//s, '')));

/** Tells whether an address was built from a missing value: in its last path segment, or as a whole parameter. */
export function hasUnsetValue(address: string, isRoute = hasRoute): boolean {
  const url = parseUrl(address);
  if (!url) return false;
  const isUnsetRoute = isRoute(url) && endsUnset(url.hash.slice(1).replace(/\?.*/s, ''));
  return endsUnset(url.pathname) || isUnsetRoute || [...url.searchParams.values()].some((value) => UNSET.has(value));
}

/**
 * Tells whether a parameter has one of some texts, before the fragment or in its route (`#/search?q=abc`).
 *
 * @param isRoute tells whether an address has a route in its fragment
 */
export function holdsText(address: string, texts: ReadonlySet<string>, isRoute = hasRoute): boolean {
  if (texts.size === 0) return false;
  const url = parseUrl(address);
  if (!url) return false;
  const routed = isRoute(url) ? url.hash.split('?', 2)[1] : undefined;
  return [...url.searchParams.values(), ...new URLSearchParams(routed).values()].some((value) => texts.has(value));
}
