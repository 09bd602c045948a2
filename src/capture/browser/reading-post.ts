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
/** Parameters of a part of a list: where it begins, and how much is wanted. */
const FROM = /^(?:start|offset|from|skip|page|pagenumber|page_number|current|first|draw)$/i;
const WANTED =
  /^(?:rows|limit|length|size|pagesize|page_size|per_page|perpage|take|count|results|hitsperpage|rowsperpage)$/i;
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
 * a part of a list, a view of JavaServer Faces. A single word of writing, or a field of what somebody tells of himself, is
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
  const has = (name: RegExp) =>
    calls.some((call) => Object.entries(call).some(([key, value]) => name.test(key) && /^\d+$/.test(String(value))));
  return has(FROM) && has(WANTED);
}

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
