/**
 * Kinds of endless URL patterns; see docs/traps.md. The address alone proves the first three, the yield of similar
 * pages the next three. The last two are other addresses of known pages, with a parameter known to have no effect.
 */
export const trapKinds = [
  'endless-path',
  'repeated-segments',
  'nested-query',
  'calendar',
  'parameters',
  'chain',
  'session',
  'section',
] as const;
export type TrapKind = (typeof trapKinds)[number];

/** Maximum number of path segments to visit; recorded webs have 10 at most. */
const MOST_SEGMENTS = 20;
/** Maximum number of consecutive repeats of segments. */
const MOST_REPEATS = 2;

/** Trap with the common pattern of its links, for reports. */
export interface Trap {
  readonly kind: TrapKind;
  readonly pattern: string;
}

/** Returns the trap that the address alone proves, if any. */
export const trapOfAddress = (address: string): Trap | undefined => trapOfPath(address) ?? trapOfQuery(address);

function trapOfPath(address: string): Trap | undefined {
  if (slashes(address) <= MOST_REPEATS) return undefined;
  const origin = address.startsWith('/') ? '' : (/^https?:\/\/[^/?]*/.exec(address)?.[0] ?? '');
  const query = address.indexOf('?', origin.length);
  const path = address.slice(origin.length, query < 0 ? undefined : query);
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length <= MOST_REPEATS) return undefined;
  // A longer path is a trap in any case.
  const repeated = repeatedFrom(segments.length > MOST_SEGMENTS ? segments.slice(0, MOST_SEGMENTS) : segments);
  if (repeated) {
    const before = segments.slice(0, repeated.at).map((segment) => `/${segment}`);
    const run = segments.slice(repeated.at, repeated.at + repeated.length).join('/');
    return { kind: 'repeated-segments', pattern: numberless(`${origin}${before.join('')}/(${run})…`) };
  }
  if (segments.length <= MOST_SEGMENTS) return undefined;
  return { kind: 'endless-path', pattern: numberless(`${origin}/${segments[0]}/…`) };
}

/** Finds a query that contains the address's own path or repeats a parameter, as nested return links do. */
function trapOfQuery(address: string): Trap | undefined {
  const at = address.indexOf('?');
  if (at < 0) return undefined;
  const before = address.slice(0, at);
  // For a route of an application: the route's path.
  const path = before.slice(before.indexOf('#') + 1).replace(/^!|^https?:\/\/[^/]*|\/+$/g, '');
  const file = path.slice(path.lastIndexOf('/') + 1);
  const isOwn = (text: string) => {
    const named = text.replace(/^(?:https?:)?\/\/[^/]*|\/+$/gi, '').replace(/^#!?/, '');
    return named !== '' && (named === path || (named === file && file.includes('.')));
  };
  for (const parameter of address.slice(at + 1).split('&')) {
    const [name = '', ...written] = parameter.split('=');
    const value = decodedFully(written.join('='));
    if (!/[/?&.]/.test(value)) continue;
    const parts = value.split(/[?&=#]/);
    const isNested =
      name !== '' &&
      value
        .split(/[?&]/)
        .slice(1)
        .some((one) => one.startsWith(`${name}=`));
    if (isNested || parts.some(isOwn)) return { kind: 'nested-query', pattern: numberless(`${before}?${name}=…`) };
  }
  return undefined;
}

/**
 * Returns a parameter's value without escapes, however often escaped. Base64 of an address is decoded to the address.
 */
function decodedFully(value: string): string {
  // Each additional escaping inserts `25` after the percent sign.
  const text = value
    .replace(/%(?:25)+(?=[\da-f]{2})/gi, '%')
    .replace(/%[\da-f]{2}/gi, (octet) => String.fromCharCode(Number.parseInt(octet.slice(1), 16)));
  const plain = /^[\w+/-]{8,}={0,2}$/.test(text) ? Buffer.from(text, 'base64').toString('latin1') : '';
  return /^(?:https?:\/\/|\/|[\w-]+\.\w+\?)[ -~]*$/.test(plain) ? plain : text;
}

function slashes(address: string): number {
  let count = 0;
  for (let at = address.indexOf('/'); at >= 0; at = address.indexOf('/', at + 1)) count++;
  return count;
}

/** Returns the start and length of segments repeated three times in a row. Numbers alone may repeat, as in `/0/0/0`. */
function repeatedFrom(segments: readonly string[]): { at: number; length: number } | undefined {
  for (let length = 1; length * (MOST_REPEATS + 1) <= segments.length; length++) {
    // Consecutive segments equal to those `length` places before.
    let alike = 0;
    for (let at = length; at < segments.length; at++) {
      alike = segments[at] === segments[at - length] ? alike + 1 : 0;
      const from = at + 1 - length * (MOST_REPEATS + 1);
      if (alike === length * MOST_REPEATS && segments.slice(from, from + length).some((one) => !/^\d+$/.test(one)))
        return { at: from, length };
    }
  }
  return undefined;
}

/** Family of addresses that may generate each other endlessly: one path with a query, or with a date. */
export interface Family {
  readonly kind: 'calendar' | 'parameters';
  readonly pattern: string;
  /** Pattern for all paths in the folder; for a calendar the same as `pattern`. */
  readonly folder: string;
  /** Query parameters as written. */
  readonly parameters: readonly string[];
  /** True if the date is only a year, which may be any number. Counts only for a known calendar. */
  readonly isYear: boolean;
}

/** Returns the family of an address; undefined, at low cost, for most addresses. */
export function familyOf(address: string): Family | undefined {
  const at = address.indexOf('?');
  const path = at < 0 ? address : address.slice(0, at);
  const parameters =
    at < 0
      ? []
      : address
          .slice(at + 1)
          .split('&')
          .filter((one) => one !== '');
  const dated = yearAnywhere.test(path) ? dateAtEnd.exec(path) : null;
  if (dated) return calendar(`${numberless(dated[1] ?? '')}(date)`, parameters, dated[2] === undefined);
  if (parameters.length === 0) return undefined;
  const own = numberless(path);
  if (hasDate(parameters)) return calendar(`${own}?(date)`, parameters, false);
  const folder = own.slice(0, own.lastIndexOf('/') + 1);
  return { kind: 'parameters', pattern: `${own}?…`, folder: `${folder}*?…&…`, parameters, isYear: false };
}

const calendar = (pattern: string, parameters: readonly string[], isYear: boolean): Family => ({
  kind: 'calendar',
  pattern,
  folder: pattern,
  parameters,
  isYear,
});

const YEAR = '(?:19|2[0-4])\\d\\d';
const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';

/** Cheap test before `dateAtEnd`. */
const yearAnywhere = new RegExp(YEAR);
/**
 * Pattern of dates at the end: `/2019/03`, `/2019/03/15/`, `/2019-03`, `/day-2019-03-15.html`, `/20190315`, `/2019`.
 */
const dateAtEnd = new RegExp(
  `^(.*[/_.-])${YEAR}(([/_.-])${MONTH}(?:\\3${DAY})?|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01]))?(?:\\.[a-z]+\\d?)?/?$`,
  'i',
);
const dateValue = new RegExp(
  `^(?:${YEAR}([./-])${MONTH}(?:\\1${DAY})?|${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])|${DAY}([./-])${MONTH}\\2${YEAR}|${MONTH}[./-]${YEAR})(?:[T +].*)?$`,
);
const dateName = /(?:^|[_.\W-])(?:d|m|day|date|month|week|time|from|start|when)$/i;
/** Pattern of numbers that are dates under a date's name: milliseconds or seconds since 1970, or year and month. */
const dateNumber = new RegExp(`^(?:1\\d{9}|1\\d{12}|${YEAR}(?:0[1-9]|1[0-2]))$`);
const yearName = /(?:^|[_.\W-])(?:y|yr|year|jahr|god|annee|ano)$/i;
const yearValue = new RegExp(`^${YEAR}$`);
const monthName = /(?:^|[_.\W-])(?:m|mo|mon|month|monat|mois|mes|w|week)$/i;

function hasDate(parameters: readonly string[]): boolean {
  let year = false;
  let month = false;
  for (const parameter of parameters) {
    const at = parameter.indexOf('=');
    if (at < 0) continue;
    const name = parameter.slice(0, at);
    const value = parameter
      .slice(at + 1)
      .replace(/%2F/gi, '/')
      .replace(/%20/g, ' ');
    if (dateValue.test(value) || (dateNumber.test(value) && dateName.test(name))) return true;
    year ||= yearName.test(name) && yearValue.test(value);
    month ||= monthName.test(name) && /^\d{1,2}$/.test(value);
  }
  return year && month;
}

/** Replaces each number by `N`. */
const numberless = (text: string): string => text.replace(/\d+/g, 'N');
