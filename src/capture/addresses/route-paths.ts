import { isRoutePattern } from './like-address.ts';

/** Members that make an object with a path a route of a router. */
const OF_ROUTE =
  /^(?:component|components|Component|element|children|loadChildren|loadComponent|redirectTo|redirect|lazy|name|meta|handler|render)$/;
/** Members with a redirect target: the path of another route. */
const REDIRECT_KEYS = /^(?:redirectTo|redirect)$/;
/** Members with the base of a router, and functions that take the base. */
const BASE = /^(?:base|basename)$/;
const GIVEN_BASE = /^(?:createWebHistory|createBrowserHistory)$/;
/** Routers with routes behind the hash. */
const HASH = /^(?:createWebHashHistory|createHashHistory|createHashRouter|HashRouter|useHash)$/;
/** Path of a route, without the parents' paths. */
const ROUTE_PATH = /^\/?[\w%~-][\w%~.:@/-]*$/;
const MOST_ROUTES = 5000;

/** An unfinished object, list or call. */
interface Open {
  readonly callee: string;
  readonly isObject: boolean;
  readonly children: Route[];
  path: string | undefined;
  isRoute: boolean;
}

interface Route {
  readonly path: string;
  readonly children: readonly Route[];
}

/**
 * Collects the route paths of a script's router, such as `{ path: '/users', children: [{ path: 'new' }] }`, joined with
 * the parents' paths and the router's base. Takes the script's tokens in order.
 */
export class RoutePaths {
  readonly #open: Open[] = [];
  readonly #routes: Route[] = [];
  readonly #redirects = new Set<string>();
  #base: string | undefined;
  #isHash = false;
  #name = '';
  #member = '';
  #count = 0;

  /** Returns the joined paths, and in `bare` strings of the script that are only parts of joined paths. */
  paths(): { readonly joined: readonly string[]; readonly bare: ReadonlySet<string> } {
    while (this.#open.length > 0) this.#close();
    const joined: string[] = [];
    const bare = new Set<string>();
    const base = this.#isHash ? '#' : this.#base;
    const list = (routes: readonly Route[], above: string) => {
      for (const { path, children } of routes) {
        const whole = path.startsWith('/') && path.startsWith(above) ? path : join(above, path);
        const address = base === undefined ? whole : join(base, whole.startsWith('/') ? whole : `/${whole}`);
        for (const part of [path, whole]) if (address !== part) bare.add(part);
        if (path !== '' && ROUTE_PATH.test(path) && !isRoutePattern(whole)) joined.push(address);
        list(children, whole);
      }
    };
    list(this.#routes, '');
    // Routers with paths without a leading slash write one in redirects.
    for (const path of this.#redirects) if (joined.includes(path.replace(/^\//, ''))) bare.add(path);
    return { joined, bare };
  }

  token(kind: 'name' | 'sign', value: string): void {
    if (kind === 'name') {
      this.#name = value;
      if (HASH.test(value)) this.#isHash = true;
      return;
    }
    if (value === ':') {
      this.#member = this.#name;
      this.#noteMember();
    } else if (value === '(' || value === '{' || value === '[') {
      const callee = value === '(' ? this.#name : '';
      this.#open.push({ callee, isObject: value === '{', children: [], path: undefined, isRoute: false });
      this.#member = '';
    } else if (value === ')' || value === '}' || value === ']') this.#close();
    else {
      // Matches `{ path: '/x', component }`.
      if (value === ',') this.#noteMember();
      this.#member = '';
    }
    this.#name = '';
  }

  string(text: string): void {
    const open = this.#open.at(-1);
    const isBase = BASE.test(this.#member) || GIVEN_BASE.test(open?.callee ?? '');
    if (open?.isObject && this.#member === 'path') open.path ??= text;
    else if (open?.isObject && REDIRECT_KEYS.test(this.#member)) this.#redirects.add(text);
    else if (isBase && /^\/[\w%~.-]/.test(text)) this.#base ??= text;
    this.#member = '';
    this.#name = '';
  }

  #noteMember(): void {
    const open = this.#open.at(-1);
    if (open?.isObject && OF_ROUTE.test(this.#name)) open.isRoute = true;
  }

  #close(): void {
    this.#noteMember();
    const closed = this.#open.pop();
    if (!closed) return;
    const into = this.#open.at(-1)?.children ?? this.#routes;
    const { path, isRoute, children } = closed;
    if (path === undefined || !isRoute) into.push(...children);
    else if (this.#count++ < MOST_ROUTES) into.push({ path, children });
    this.#name = '';
    this.#member = '';
  }
}

const join = (above: string, path: string): string => {
  if (above === '') return path;
  if (path === '') return above;
  return `${above.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
};
