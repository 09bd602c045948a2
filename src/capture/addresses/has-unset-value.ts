import { hasRoute } from '../../url/normalise.ts';
import { decoded, parseUrl } from '../../url/parse.ts';

/** What scripts write where a value is missing. */
const UNSET = new Set(['undefined', 'null', 'NaN', '[object Object]']);

const endsUnset = (path: string): boolean => UNSET.has(decoded(path.replace(/\/+$/, '').replace(/^.*\//s, '')));

/** Whether an address was put together without a value: its last path segment, or a parameter as a whole, is none. */
export function hasUnsetValue(address: string, isRoute = hasRoute): boolean {
  const url = parseUrl(address);
  if (!url) return false;
  const isUnsetRoute = isRoute(url) && endsUnset(url.hash.slice(1).replace(/\?.*/s, ''));
  return endsUnset(url.pathname) || isUnsetRoute || [...url.searchParams.values()].some((value) => UNSET.has(value));
}
