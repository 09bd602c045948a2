/**
 * Why a link is held for one of endlessly many; docs/traps.md. The first three are seen by the address alone, the next three by
 * what the pages of its kind have brought. The last two are other addresses of known pages: they bear a parameter that was
 * learned to make no difference.
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

/** Segments of the longest path that is visited; recorded webs have 10 at most. */
const MOST_SEGMENTS = 20;
/** Times that segments may follow one another. */
const MOST_REPEATS = 2;

/** What links of a trap have in common, for its report. */
export interface Trap {
  readonly kind: TrapKind;
  readonly pattern: string;
}

/** The trap that an address betrays by itself. */
export const trapOfAddress = (address: string): Trap | undefined => trapOfPath(address) ?? trapOfQuery(address);

function trapOfPath(address: string): Trap | undefined {
  if (slashes(address) <= MOST_REPEATS) return undefined;
  const origin = address.startsWith('/') ? '' : (/^https?:\/\/[^/?]*/.exec(address)?.[0] ?? '');
  const query = address.indexOf('?', origin.length);
  const path = address.slice(origin.length, query < 0 ? undefined : query);
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length <= MOST_REPEATS) return undefined;
  // A longer path is one in any case.
  const repeated = repeatedFrom(segments.length > MOST_SEGMENTS ? segments.slice(0, MOST_SEGMENTS) : segments);
  if (repeated) {
    const before = segments.slice(0, repeated.at).map((segment) => `/${segment}`);
    const run = segments.slice(repeated.at, repeated.at + repeated.length).join('/');
    return { kind: 'repeated-segments', pattern: numberless(`${origin}${before.join('')}/(${run})…`) };
  }
  if (segments.length <= MOST_SEGMENTS) return undefined;
  return { kind: 'endless-path', pattern: numberless(`${origin}/${segments[0]}/…`) };
}

/** An address whose query holds its own path, or one of its own parameters again, as links that lead back may nest. */
function trapOfQuery(address: string): Trap | undefined {
  const at = address.indexOf('?');
  if (at < 0) return undefined;
  const before = address.slice(0, at);
  // Of a route of an application, its own path.
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

/** A parameter's value without escapes, however often it was escaped; where it is Base64 of an address, that address. */
function decodedFully(value: string): string {
  // Each time a text is escaped, `25` comes between a percent sign and what stands behind it.
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

/** Where a run of segments stands three times in a row; numbers may, as in `/0/0/0`. */
function repeatedFrom(segments: readonly string[]): { at: number; length: number } | undefined {
  for (let length = 1; length * (MOST_REPEATS + 1) <= segments.length; length++) {
    // Segments in a row that are those of `length` places before.
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

/** Addresses that may be made from one another without end: those of one path with a query, or with a date. */
export interface Family {
  readonly kind: 'calendar' | 'parameters';
  readonly pattern: string;
  /** The same for all paths of its folder; of a calendar its own. */
  readonly folder: string;
  /** The query's parameters, as written. */
  readonly parameters: readonly string[];
  /** Its date is a year alone, which may as well be any number: it only belongs to a calendar that is known as one. */
  readonly isYear: boolean;
}

/** The family of an address; undefined as a rule, and at little cost. */
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

/** Cheaper than the next one, which it comes before. */
const yearAnywhere = new RegExp(YEAR);
/** `/2019/03`, `/2019/03/15/`, `/2019-03`, `/day-2019-03-15.html`, `/20190315`; `/2019`: a year alone */
const dateAtEnd = new RegExp(
  `^(.*[/_.-])${YEAR}(([/_.-])${MONTH}(?:\\3${DAY})?|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01]))?(?:\\.[a-z]+\\d?)?/?$`,
  'i',
);
const dateValue = new RegExp(
  `^(?:${YEAR}([./-])${MONTH}(?:\\1${DAY})?|${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])|${DAY}([./-])${MONTH}\\2${YEAR}|${MONTH}[./-]${YEAR})(?:[T +].*)?$`,
);
const dateName = /(?:^|[_.\W-])(?:d|m|day|date|month|week|time|from|start|when)$/i;
/** Milliseconds or seconds since 1970, or a year and a month: dates under the name of one. */
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

/** With `N` for each number. */
const numberless = (text: string): string => text.replace(/\d+/g, 'N');
