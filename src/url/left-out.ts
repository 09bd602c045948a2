/** A parameter by where it stands and its name: `?sid` in a query, `;sid` in a path, `#id` in the query of a route. */
export type Parameter = `${'?' | ';' | '#'}${string}`;

/** A parameter that makes no difference: a session's, or the place in the page that a route shows. */
export interface Needless {
  readonly kind: 'session' | 'section';
  readonly parameter: Parameter;
}

/** Parameters that make no difference to the pages of a host, as crawls have learned; docs/identity.md. */
export class LeftOut {
  readonly #hosts: Map<string, Set<Parameter>>;

  /** @param entries of another thread's */
  constructor(entries: Iterable<readonly [string, ReadonlySet<Parameter>]> = []) {
    this.#hosts = new Map(Array.from(entries, ([host, parameters]) => [host, new Set(parameters)]));
  }

  get entries(): [string, ReadonlySet<Parameter>][] {
    return [...this.#hosts];
  }

  /** Those of a host (`url.host`); undefined: none is known. */
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

/** The parameters of an address, each with its value; of one name the last. */
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

/** An address without some of its parameters. */
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

/** The links of a host that have a parameter, as `traps` names them. @param root empty for the site's own origin */
export const patternOf = (root: string, parameter: Parameter): string => `${root}/…${parameter.replace(/^#/, '#…?')}=…`;

/** What `patternOf` made a pattern of. */
export function readPattern(pattern: string): { readonly root: string; readonly parameter: Parameter } | undefined {
  const [, root = '', place, name] = /^(.*?)\/…(\?|;|#…\?)(.+)=…$/.exec(pattern) ?? [];
  if (place === undefined) return undefined;
  return { root, parameter: `${place === '?' || place === ';' ? place : '#'}${name ?? ''}` };
}
