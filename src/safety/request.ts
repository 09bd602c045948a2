import { z } from 'zod';
import { requests } from './words.ts';

/** What a script sends. */
interface Sent {
  readonly url: URL;
  /** As text; undefined if there is none, or it is too long to be told. */
  readonly body: string | undefined;
}

/** What an order is said by: a name, with a sign or a direction, or none. A number is a place in a row, which may be a new one. */
const ORDER = /^[-+]?(?:[a-z][\w.-]*(?:[ :,](?:asc|desc)\w*)?)?$/i;
const DIRECTION = /^(?:(?:asc|desc)(?:end|ending)?|true|false|-?1|0)?$/i;
/** Most that is looked for, in characters: more is written by somebody. */
const LONGEST_SOUGHT = 100;

/** Most that is looked into, in characters. */
const LONGEST = 100_000;

const record = z.record(z.string(), z.unknown());
const records = z.union([z.array(record).max(100), record.transform((one) => [one])]);

/**
 * Whether a POST of a script asks for something and, as far as that can be told, writes nothing: a GraphQL query
 * (GraphQL, October 2021, section 2.3: operations say what they are), a call or an address whose name says that it reads,
 * a part of a list (with how much is wanted, or by nothing else than how lists are asked for), a view of JavaServer Faces. A single word of writing, or a field of what somebody tells of himself, is
 * enough to say no, and so is no sign at all.
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
  if (keys.some((key) => requests.told.test(key))) return false;
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

/** Whether nothing else is said than how lists are asked for: what is looked for, or where one begins and something more, as a page alone may be one to be kept in mind. */
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

/** The words of a name, by its capitals, dots, hyphens and underscores: `getCourseList`, `core_course_get_courses`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/\.\w{1,5}$/, '')
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** What a body calls: objects of JSON, one or several, or the fields of a form. */
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

/** What a GraphQL document says, without comments and texts. */
const saidIn = (query: string): string => query.replace(/"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g, ' ');
const isGraphQL = (query: string): boolean =>
  /^\s*(?:\{|(?:query|mutation|subscription|fragment)\b[^{]*\{)/.test(saidIn(query));
/** Operations stand at the top, or behind the end of another one. */
const isMutation = (query: string): boolean => /(?:^|\})\s*(?:mutation|subscription)\b/.test(saidIn(query));
