import { z } from 'zod';
import { requests } from './words.ts';

/** A request of a script. */
interface Sent {
  readonly url: URL;
  /** Body as text; undefined if there is none or it is too long. */
  readonly body: string | undefined;
}

/** Values for an order: a name, with a sign or direction, or none. A number may be a new position in a list. */
const ORDER = /^[-+]?(?:[a-z][\w.-]*(?:[ :,](?:asc|desc)\w*)?)?$/i;
const DIRECTION = /^(?:(?:asc|desc)(?:end|ending)?|true|false|-?1|0)?$/i;
/** Most characters of a search term: longer texts are written content. */
const LONGEST_SOUGHT = 100;

/** Most characters of an inspected body. */
const LONGEST = 100_000;

const record = z.record(z.string(), z.unknown());
const records = z.union([z.array(record).max(100), record.transform((one) => [one])]);

/**
 * Tells whether a script's POST only reads: a GraphQL query (GraphQL, October 2021, section 2.3), a call or address
 * with a reading name, a part of a list, a view of JavaServer Faces. A word of writing, a personal field, or no sign
 * mean no.
 */
export function asksOnly({ url, body = '' }: Sent): boolean {
  if (body.length > LONGEST) return false;
  const path = url.pathname.split('/').filter((part) => part !== '');
  const named = path.slice(-2).map(wordsOf);
  if ([...named.flat(), ...wordsOf(url.searchParams.get('action') ?? '')].some((word) => requests.writing.test(word)))
    return false;
  const calls = callsOf(body);
  if (calls.some(({ query }) => typeof query === 'string' && isGraphQL(query)))
    return calls.every(({ query }) => typeof query === 'string' && isGraphQL(query) && !isMutation(query));
  const names = calls.flatMap((call) => Object.entries(call)).filter(([name]) => requests.called.test(name));
  const called = names.flatMap(([, value]) => (typeof value === 'string' ? [wordsOf(value)] : []));
  if (called.flat().some((word) => requests.writing.test(word))) return false;
  const keys = calls.flatMap((call) => Object.keys(call));
  if (keys.some((key) => requests.personal.test(key))) return false;
  const asks = (words: readonly string[]) =>
    words.some(
      (word, at) => requests.asking.test(word) || (at === 0 && words.length > 1 && requests.askingFirst.test(word)),
    );
  if (called.length > 0) return called.every(asks);
  if (named.some(asks)) return true;
  const event = calls[0]?.['javax.faces.behavior.event'] ?? calls[0]?.['jakarta.faces.behavior.event'];
  if (typeof event === 'string') return requests.facesEvents.test(event);
  if (named.flat().some((word) => requests.keeping.test(word))) return false;
  const has = (name: RegExp) =>
    calls.some((call) => Object.entries(call).some(([key, value]) => name.test(key) && isCount(value)));
  if (has(requests.from) && has(requests.wanted)) return true;
  const [said, ...others] = calls.map((call) => Object.entries(call));
  return said !== undefined && others.length === 0 && isOfLists(said);
}

const isCount = (value: unknown): boolean => /^\d+$/.test(String(value));

/**
 * Tells whether a request has only list parameters: a search term, or a start with something more, as a page number
 * alone may be one to store.
 */
const isOfLists = (said: readonly (readonly [key: string, value: unknown])[]): boolean =>
  said.some(
    ([key, value]) => (requests.sought.test(key) && value !== '') || (requests.from.test(key) && said.length > 1),
  ) &&
  said.every(([key, value]) => {
    if (requests.from.test(key) || requests.wanted.test(key)) return isCount(value);
    const isBare = value === null || ['string', 'boolean'].includes(typeof value);
    const text = String(value ?? '');
    if (requests.ordered.test(key)) return isBare && ORDER.test(text);
    if (requests.directed.test(key)) return (isBare || typeof value === 'number') && DIRECTION.test(text);
    return requests.sought.test(key) && isBare && text.length <= LONGEST_SOUGHT;
  });

/** Returns the words of a name by capitals and signs: `getCourseList`, `core_course_get_courses`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/\.\w{1,5}$/, '')
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** Returns the calls in a body: one or several JSON objects, or the fields of a form. */
function callsOf(body: string): readonly Readonly<Record<string, unknown>>[] {
  if (/^\s*[[{]/.test(body)) {
    try {
      const calls = records.safeParse(JSON.parse(body));
      return calls.success ? calls.data : [];
    } catch {
      return [];
    }
  }
  return /^[\w.%+:[\]-]+=/.test(body) ? [Object.fromEntries(new URLSearchParams(body))] : [];
}

/** Returns a GraphQL document without comments and strings. */
const saidIn = (query: string): string => query.replace(/"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g, ' ');
const isGraphQL = (query: string): boolean =>
  /^\s*(?:\{|(?:query|mutation|subscription|fragment)\b[^{]*\{)/.test(saidIn(query));
/** Operations are at the start, or after the end of another one. */
const isMutation = (query: string): boolean => /(?:^|\})\s*(?:mutation|subscription)\b/.test(saidIn(query));
