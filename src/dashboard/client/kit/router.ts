import { signal } from '@preact/signals';

/** Current place: `#/links/external?site=a` is the page `links` with the path `external` and the query `site=a`. */
interface Route {
  readonly page: string;
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Properties of each page's component. */
export interface PageProps {
  readonly route: Route;
}

function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page = '', ...rest] = path.split('/').map(decoded);
  return { page, path: rest, query: Object.fromEntries(new URLSearchParams(query)) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = signal(routeOf(location.hash));
const read = () => {
  route.value = routeOf(location.hash);
};
window.addEventListener('hashchange', read);

/** Returns the address of a place, without empty values. */
export function hrefOf(
  page: string,
  path: readonly string[] = [],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  const behind = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `#/${[page, ...path].map(encodeURIComponent).join('/')}${behind}`;
}

/** Goes to an address of the dashboard. @param how `replace`: the Back button skips the current place */
export function goTo(href: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') location.hash = href;
  else {
    history.replaceState(null, '', href);
    read();
  }
}
