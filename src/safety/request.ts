import { z } from 'zod';

/** What a script sends. */
interface Sent {
  readonly url: URL;
  /** As text; undefined if there is none, or it is too long to be told. */
  readonly body: string | undefined;
}

/** Words of names that say that something is asked for, wherever they stand; … */
const ASKING = new Set(
  'autocomplete browse facets fetch filter find get lookup msearch paginate queries search suggest suggestions'.split(
    ' ',
  ),
);
/** … or at the beginning of a name, as they are things as well: `list_courses` is asked, a `mailing_list` is joined; … */
const ASKING_FIRST = new Set('list load query select'.split(' '));
/** … and those that say that something is written: one of them is enough. */
const WRITING = new Set(
  'accept activate add answer append apply approve assign book buy cancel change checkout clear close comment confirm copy create delete destroy disable drop edit empty enable enrol enroll erase export follow import insert invite join leave like lock log login logout logoff mark merge move mutate mutation order pay patch post publish purge put rate register reject remove rename renew reply report request reserve reset revoke save send set share signin signout signup start stop store submit subscribe sync track trash unlike unlock unregister unsubscribe update upload upsert vote withdraw write'.split(
    ' ',
  ),
);
/** Parameters that name what is called: of JSON-RPC, Moodle's web services, WordPress and many others. */
const CALLED = /^(?:action|method|methodname|operation|operationname|op|cmd|command|do|task|func|function|call)$/i;
/** What somebody tells of himself, or has written: a form, whatever its address is called. */
const TOLD =
  /(?:^|[^a-z])(?:e-?mail|mail|phone|tel|mobile|message|comment|subject|pass(?:word|wd)?|pwd|first_?name|last_?name|surname|iban)(?![a-z])/i;
/** Parameters of a part of a list: where it begins, how much is wanted, … */
const FROM =
  /^(?:start|offset|from|skip|first|draw|page|current|page_?(?:number|num|no|index)|current_?page|start_?(?:index|row))$/i;
const WANTED =
  /^(?:rows|limit|length|size|take|count|results|page_?size|per_?page|(?:hits|rows|items|results)_?per_?page)$/i;
/** … by what it is ordered, in which direction, and what is looked for. */
const ORDERED = /^(?:sort|order|sidx|(?:sort|order)_?(?:by|field|column|key|prop|property))$/i;
const DIRECTED = /^(?:dir|direction|sord|asc|desc|ascending|descending|(?:sort|order)_?(?:order|dir|direction))$/i;
const SOUGHT = /^(?:q|query|search|term|keywords?|search_?(?:term|text|query|string)|filters?)$/i;
/** What an order is said by: a name, with a sign or a direction, or none. A number is a place in a row, which may be a new one. */
const ORDER = /^[-+]?(?:[a-z][\w.-]*(?:[ :,](?:asc|desc)\w*)?)?$/i;
const DIRECTION = /^(?:(?:asc|desc)(?:end|ending)?|true|false|-?1|0)?$/i;
/** Most that is looked for, in characters: more is written by somebody. */
const LONGEST_SOUGHT = 100;
/** Places that keep how somebody looks at a list, or that he did: they are told the same as one that answers with it. */
const KEEPING = new Set(
  'analytics beacon bookmark bookmarks collect config configuration favorite favorites favourite favourites history hit hits layout metrics pageview pageviews ping position prefs preference preferences progress session sessions setting settings state stats statistics telemetry tracking usage view views visit visits'.split(
    ' ',
  ),
);
/** Reads of a server's view of the page: parts of lists, tabs, rows and trees, by PrimeFaces' names for the events that ask for them. */
const FACES_EVENT =
  /^(?:page|sort|filter|query|rowtoggle|rowselect|rowunselect|tabchange|toggle|expand|collapse|scroll|load|select|unselect|viewchange|datechange|virtualscroll)$/i;

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
  if ([...named.flat(), ...wordsOf(url.searchParams.get('action') ?? '')].some((word) => WRITING.has(word)))
    return false;
  const calls = callsOf(body);
  if (calls.some(({ query }) => typeof query === 'string' && isGraphQL(query)))
    return calls.every(({ query }) => typeof query === 'string' && isGraphQL(query) && !isMutation(query));
  const names = calls.flatMap((call) => Object.entries(call)).filter(([name]) => CALLED.test(name));
  const called = names.flatMap(([, value]) => (typeof value === 'string' ? [wordsOf(value)] : []));
  if (called.flat().some((word) => WRITING.has(word))) return false;
  const keys = calls.flatMap((call) => Object.keys(call));
  if (keys.some((key) => TOLD.test(key))) return false;
  const asks = (words: readonly string[]) =>
    words.some((word, at) => ASKING.has(word) || (at === 0 && words.length > 1 && ASKING_FIRST.has(word)));
  if (called.length > 0) return called.every(asks);
  if (named.some(asks)) return true;
  const event = calls[0]?.['javax.faces.behavior.event'] ?? calls[0]?.['jakarta.faces.behavior.event'];
  if (typeof event === 'string') return FACES_EVENT.test(event);
  if (named.flat().some((word) => KEEPING.has(word))) return false;
  const has = (name: RegExp) =>
    calls.some((call) => Object.entries(call).some(([key, value]) => name.test(key) && isCount(value)));
  if (has(FROM) && has(WANTED)) return true;
  const [said, ...others] = calls.map((call) => Object.entries(call));
  return said !== undefined && others.length === 0 && isOfLists(said);
}

const isCount = (value: unknown): boolean => /^\d+$/.test(String(value));

/** Whether nothing else is said than how lists are asked for: what is looked for, or where one begins and something more, as a page alone may be one to be kept in mind. */
const isOfLists = (said: readonly (readonly [key: string, value: unknown])[]): boolean =>
  said.some(([key, value]) => (SOUGHT.test(key) && value !== '') || (FROM.test(key) && said.length > 1)) &&
  said.every(([key, value]) => {
    if (FROM.test(key) || WANTED.test(key)) return isCount(value);
    const isBare = value === null || ['string', 'boolean'].includes(typeof value);
    const text = String(value ?? '');
    if (ORDERED.test(key)) return isBare && ORDER.test(text);
    if (DIRECTED.test(key)) return (isBare || typeof value === 'number') && DIRECTION.test(text);
    return SOUGHT.test(key) && isBare && text.length <= LONGEST_SOUGHT;
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
