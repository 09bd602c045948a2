import { hasRoute } from '../../url/normalise.ts';
import { parseUrl } from '../../url/parse.ts';

/**
 * Whether an address has one of some texts for a parameter, before its fragment or in its route (`#/search?q=abc`).
 *
 * @param isRoute whether an address has a route for its fragment
 */
export function holdsText(address: string, texts: ReadonlySet<string>, isRoute = hasRoute): boolean {
  if (texts.size === 0) return false;
  const url = parseUrl(address);
  if (!url) return false;
  const routed = isRoute(url) ? url.hash.split('?', 2)[1] : undefined;
  return [...url.searchParams.values(), ...new URLSearchParams(routed).values()].some((value) => texts.has(value));
}
