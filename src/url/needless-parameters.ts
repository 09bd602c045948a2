/** Parameter name with its location: `?sid` in a query, `;sid` in a path, `#id` in the query of a route. */
export type Parameter = `${'?' | ';' | '#'}${string}`;

/** Parameter without effect on the page: a session's, or a place in the page of a route. */
export interface Needless {
  readonly kind: 'session' | 'section';
  readonly parameter: Parameter;
}

/** Learned parameters without effect on the pages of a host; see docs/identity.md. */
export class LeftOut {
  readonly #hosts: Map<string, Set<Parameter>>;

  /** @param entries entries of another thread's instance */
  constructor(entries: Iterable<readonly [string, ReadonlySet<Parameter>]> = []) {
    this.#hosts = new Map(Array.from(entries, ([host, parameters]) => [host, new Set(parameters)]));
  }

  get entries(): [string, ReadonlySet<Parameter>][] {
    return [...this.#hosts];
  }

  /** Returns the parameters of a host (`url.host`); undefined without any. */
  of(host: string): ReadonlySet<Parameter> | undefined {
    return this.isEmpty ? undefined : this.#hosts.get(host);
  }

  get isEmpty(): boolean {
    return this.#hosts.size === 0;
  }

  add(host: string, parameter: Parameter): void {
    const known = this.#hosts.get(host);
    if (known) known.add(parameter);
    else this.#hosts.set(host, new Set([parameter]));
  }

  delete(host: string, parameter: Parameter): void {
    this.#hosts.get(host)?.delete(parameter);
  }

  clear(): void {
    this.#hosts.clear();
  }
}

type Parts = Pick<URL, 'pathname' | 'search' | 'hash'>;

const IN_PATH = /;([^/;=]+)=([^/;]*)/g;

/** Returns the parameters of an address with their values. The last value of a name counts. */
export function parametersOf({ pathname, search, hash }: Parts): ReadonlyMap<Parameter, string> {
  const found = new Map<Parameter, string>();
  if (pathname.includes(';'))
    for (const [, name = '', value = ''] of pathname.matchAll(IN_PATH)) found.set(`;${name}`, value);
  const route = hash.indexOf('?');
  for (const [place, query] of [
    ['?', search],
    ['#', route < 0 ? '' : hash.slice(route)],
  ] as const)
    for (const one of query.slice(1).split('&')) {
      const at = one.indexOf('=');
      if (at > 0) found.set(`${place}${one.slice(0, at)}`, one.slice(at + 1));
    }
  return found;
}

/** Returns the parts of an address without some parameters. */
export function withoutParameters({ pathname, search, hash }: Parts, isLeftOut: (one: Parameter) => boolean): Parts {
  const route = hash.indexOf('?');
  return {
    pathname: pathname.includes(';')
      ? pathname.replace(IN_PATH, (written, name: string) => (isLeftOut(`;${name}`) ? '' : written))
      : pathname,
    search: withoutSome(search, '?', isLeftOut),
    hash: route < 0 ? hash : hash.slice(0, route) + withoutSome(hash.slice(route), '#', isLeftOut),
  };
}

function withoutSome(query: string, place: '?' | '#', isLeftOut: (one: Parameter) => boolean): string {
  if (query === '') return query;
  const kept = query
    .slice(1)
    .split('&')
    .filter((one) => !one.includes('=') || !isLeftOut(`${place}${one.slice(0, one.indexOf('='))}`));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/**
 * Returns the pattern for a host's links with a parameter, as shown by `traps`.
 *
 * @param root empty for the site's own origin
 */
export const patternOf = (root: string, parameter: Parameter): string => `${root}/…${parameter.replace(/^#/, '#…?')}=…`;

/** Returns the parts of a pattern made by `patternOf`. */
export function readPattern(pattern: string): { readonly root: string; readonly parameter: Parameter } | undefined {
  const [, root = '', place, name] = /^(.*?)\/…(\?|;|#…\?)(.+)=…$/.exec(pattern) ?? [];
  if (place === undefined) return undefined;
  return { root, parameter: `${place === '?' || place === ';' ? place : '#'}${name ?? ''}` };
}
