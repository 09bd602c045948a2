import { decoded } from '../url/parse.ts';
import { type Harm, harmOfName, harmOfText, saysToLeave, stronger, wordsOfName } from './text.ts';
import { addresses } from './words.ts';

/** Files that a browser shows or runs, whatever the name. */
const STATIC =
  /\.(?:js|mjs|css|map|png|jpe?g|gif|svg|webp|ico|avif|woff2?|ttf|otf|mp[34]|webm|pdf|docx?|xlsx?|pptx?|zip|txt|wasm)$/i;
/** Endings of programs and pages. */
const ENDING =
  /\.(?:php\d?|phtml|aspx?|ashx|jspx?|jsf|do|action|cgi|pl|py|rb|cfm|html?|xhtml|json|xml|axd|mvc|seam|xhr|ajax)$/i;
/** Objects of actions: a number, a UUID, a hash, a token. */
const THING =
  /^(?:(?!v\d)[a-z]{0,3}[-_:]?\d{1,20}|(?=[^/]*\d)[\da-f]{8,64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[^/]*\d)(?=[^/]*[a-z])[\w-]{12,}={0,2}|[\w.+-]+@[\w.-]+)$/i;
const YEAR = /^(?:19|20)\d\d$/;

interface Part {
  /** Text as written, unescaped and without ending. */
  readonly text: string;
  readonly words: readonly string[];
  /** True for the ending of a static document. */
  readonly isDocument: boolean;
}

/**
 * Returns the harm of an address by the last path parts (`/remove/3`), parameters (`?action=delete`) and fragment
 * route. Ignores words within names, in search terms and in articles: `/removed-items`, `?q=delete`, `/wiki/Delete`.
 */
export function harmOfAddress(url: URL): Harm | undefined {
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return undefined;
  const route = /^#!?(\/.*)$/.exec(url.hash)?.[1];
  return stronger([
    harmOfRoute(url.pathname, url.searchParams),
    route === undefined ? undefined : harmOfFragment(route),
  ]);
}

/** Tells whether following a link ends the session: pages without login have no such links. */
export function endsSession({ url, anchor }: { readonly url: string; readonly anchor: string }): boolean {
  const { pathname, searchParams, hash } = new URL(url);
  const named = [...pathname.split('/').slice(-2), ...[...searchParams].flat(), ...hash.split(/[#!/?]/)];
  const parts = named.map(partOf);
  return parts.some((part) => actionOf(part) === 'leave' || saysToLeave(part.words.join(' '))) || saysToLeave(anchor);
}

/**
 * Tells whether an address is a form for editing a page: `?do=edit`, `/issues/3/edit`. Such forms have no new links,
 * and some lock the page for others while open.
 */
export function asksToEdit({ pathname, searchParams }: URL): boolean {
  const parts = pathname.split('/').filter((part) => part !== '');
  const [before = '', last = ''] = parts.slice(-2);
  const isDoneTo = (action: string, thing: string) => /^edit$/i.test(action) && THING.test(thing) && !YEAR.test(thing);
  const isAsked = ([name, value]: [string, string]) =>
    addresses.actions.test(bare(name)) && !addresses.written.test(name) && /^edit$/i.test(value);
  return isDoneTo(last, before) || isDoneTo(before, last) || [...searchParams].some(isAsked);
}

function harmOfRoute(path: string, parameters: URLSearchParams): Harm | undefined {
  const hasThing = [...parameters].some(
    ([name, value]) => /id|item|no|num|key|^[a-z]$/i.test(name) && THING.test(value),
  );
  const byName = [...parameters].map(([name, value]) =>
    harmOfParameter(name, value, hasThing || /\/\d+(?:\/|$)/.test(path)),
  );
  return stronger([harmOfPath(path, hasThing), ...byName]);
}

function harmOfFragment(route: string): Harm | undefined {
  const [path = '', query = ''] = route.split('?', 2);
  return harmOfRoute(path, new URLSearchParams(query));
}

const partOf = (written: string): Part => {
  const whole = decoded(written).replace(/;.*$/s, '');
  const text = whole.replace(ENDING, '');
  return { text, words: wordsOfName(text), isDocument: /\.x?html?$/i.test(whole) };
};

/** Tells whether an address is an article's, or in a section with articles. */
export const isArticle = ({ pathname }: URL): boolean => {
  const folders = pathname
    .split('/')
    .filter((part) => part !== '')
    .slice(0, -1);
  return (
    folders.some((part) => addresses.telling.test(decoded(part).toLowerCase())) ||
    isProse(partOf(pathname.split('/').at(-1) ?? ''))
  );
};

const isProse = ({ words }: Part): boolean => words.length > 2 && words.some((word) => addresses.prose.test(word));

function harmOfPath(pathname: string, namesThing: boolean): Harm | undefined {
  if (STATIC.test(pathname)) return undefined;
  const parts = pathname
    .split('/')
    .filter((part) => part !== '')
    .map(partOf);
  // The thing, or a confirmation, follows the action: `/delete/items/3/confirm`.
  const places = [1, 2, 3].map((back) => parts.length - back);
  const lastTwo = parts.slice(-2);
  if (addresses.order.test(lastTwo.map(({ text }) => text.toLowerCase()).join(' '))) return 'sure';
  const at = places.find((place) => actionOf(parts[place]) !== undefined);
  const action = at === undefined ? undefined : parts[at];
  const kind = actionOf(action);
  if (at === undefined || !action || !kind) return undefined;
  const behind = parts.slice(at + 1);
  if (!behind.every((part, index) => isBehind(part) || (kind === 'sure' && index === 0 && isName(part, behind))))
    return undefined;
  const folders = parts.slice(0, at);
  const before = folders.at(-1);
  const hasThingBefore = before !== undefined && THING.test(before.text) && !YEAR.test(before.text);
  const hasThing = namesThing || hasThingBefore || behind.some(({ text }) => THING.test(text) && !YEAR.test(text));
  const isOrder = kind === 'order' || kind === 'doubtful-order' || kind === 'run';
  const isToldOf = folders.some(({ text }) =>
    (kind === 'leave' ? addresses.prosaic : addresses.telling).test(text.toLowerCase()),
  );
  if (isToldOf && (!hasThing || isOrder || kind === 'doubtful')) return undefined;
  if (kind === 'doubtful') return 'doubtful';
  if (kind === 'leave' || kind === 'sure' || kind === 'order') return 'sure';
  const together = besides(folders, action);
  if (together !== undefined) return together;
  if (kind === 'noun') return hasThingBefore ? 'doubtful' : undefined;
  if (hasThing || (isOrder && folders.some(({ words }) => addresses.machines.test(words.join(' '))))) return 'sure';
  // A page to request a new password.
  if (kind === 'doubtful-order') return /^passwords?$/i.test(before?.text ?? '') ? undefined : 'doubtful';
  return folders.length > 1 && addresses.doneToNames.test(action.text.toLowerCase()) ? 'doubtful' : undefined;
}

/** Judges a folder and an action together: `/subscription/cancel`, `/cart/empty`, `/cart/3/add`. */
function besides(folders: readonly Part[], { words, isDocument }: Part): Harm | undefined {
  const folder = folders.findLast(({ text }) => !THING.test(text));
  const both = [...(folder?.words ?? []), ...words];
  return harmOfName(both) === 'sure' || addresses.doneTo.test(both.join(' ')) || (!isDocument && isTogether(both))
    ? 'sure'
    : undefined;
}

function isTogether(words: readonly string[]): boolean {
  const [before = '', last = ''] = words.slice(-2);
  return (
    words.length <= 3 &&
    addresses.together.some(
      ([things, actions]) => (things.test(before) && actions.test(last)) || (actions.test(before) && things.test(last)),
    )
  );
}

const isBehind = ({ text }: Part): boolean => THING.test(text) || addresses.behind.test(text);

/** Tells whether a part after the action names the thing: `/remove/some-name`, `/delete/items/3`. */
const isName = (part: Part, behind: readonly Part[]): boolean =>
  !isProse(part) && (behind.length === 1 || behind.slice(1).every(isBehind));

type ActionKind = 'leave' | 'sure' | 'order' | 'doubtful-order' | 'run' | 'doubtful' | 'needs-thing' | 'noun';

/** Returns the kind of action that a part of an address names. */
function actionOf(part: Part | undefined): ActionKind | undefined {
  if (!part || part.words.length === 0 || part.words.length > 4) return undefined;
  const { words } = part;
  const joined = words.join(' ');
  if (addresses.doneTo.test(joined)) return 'sure';
  const hasNumber = /\d/.test(part.text);
  if (addresses.order.test(joined) && !hasNumber) return 'order';
  if (isProse(part)) return undefined;
  if (!part.isDocument && !hasNumber) {
    if (isTogether(words)) return 'sure';
    if (addresses.doubtfulOrder.test(joined)) return 'doubtful-order';
    if (addresses.run.test(joined)) return 'run';
    if (addresses.revise.test(joined)) return 'needs-thing';
  }
  if (addresses.needThing.test(joined)) return 'needs-thing';
  if (addresses.nouns.test(joined)) return 'noun';
  if (
    /^\p{L}*(?:log|sign)(?:out|off)$/u.test(words.at(-1) ?? '') &&
    words.length <= 3 &&
    !/^blog|^catalog|^design/.test(joined)
  )
    return 'leave';
  if (/(?:log|sign)(?:out|off)$/.test(words[0] ?? '') && words.length <= 2) return 'leave';
  // Names of programs are short: `delete`, `delete-item`, `confirmDelete`; others are the bare action: `cerrar-sesion`.
  // Reference manuals have names such as `rm-A-1.html`.
  if (part.isDocument && words[0] === 'rm') return undefined;
  const isHarm = harmOfName(words) === 'sure' || harmOfText(joined) === 'sure';
  if (!isHarm || words.length > 3) return undefined;
  return words.length === 3 ? 'doubtful' : 'sure';
}

/** Returns a parameter's name without leading underscores. */
const bare = (name: string): string => name.replace(/^_+/, '');

function harmOfParameter(name: string, value: string, hasThing: boolean): Harm | undefined {
  return (
    harmOfCommand(name, value, hasThing) ?? (value !== '' && addresses.looseTokens.test(name) ? 'doubtful' : undefined)
  );
}

function harmOfCommand(name: string, value: string, hasThing: boolean): Harm | undefined {
  const own = partOf(name);
  if (value !== '' && (/csrf|xsrf/i.test(name) || addresses.tokens.test(bare(name)))) return 'sure';
  if (addresses.switches.test(name.replace(/\d+$/, '')) && /^(?:off|on|cycle|toggle|reset)$/i.test(value))
    return 'sure';
  const isDenied = /^(?:0|false|no|off|none|null)$/i.test(value);
  if (!isDenied && own.words.length <= 3) {
    const kind = addresses.written.test(name) ? undefined : actionOf(own);
    if (kind === 'leave' || kind === 'sure') return 'sure';
    if (kind === 'order' || (kind === 'doubtful-order' && addresses.behind.test(value || 'now'))) return 'doubtful';
    if (kind === 'doubtful') return 'doubtful';
    if (kind === 'needs-thing' && (THING.test(value) || (hasThing && addresses.behind.test(value)))) return 'doubtful';
    if (kind === 'noun' && THING.test(value)) return undefined;
  }
  // Page parameters: `?title=Special:UserLogout`, `?q=node/3/delete`.
  if (/^title$/i.test(name) && /^\p{L}+:/u.test(value))
    return actionOf(partOf(value.replace(/^\p{L}+:/u, ''))) === 'leave' ? 'sure' : undefined;
  if (/^(?:q|r|route|path|page)$/i.test(name) && /^[\w-]*\/[\w/-]+$/.test(value)) return harmOfPath(value, false);
  if (addresses.written.test(name)) return undefined;
  const kind = actionOf(partOf(value.split(/[/.:|,]/).at(-1) ?? ''));
  if (kind === 'leave') return 'sure';
  if (!addresses.actions.test(bare(name)))
    return addresses.commanding.test(bare(name)) && addresses.command.test(value) ? 'sure' : undefined;
  if (kind === 'sure' || (addresses.commanding.test(bare(name)) && addresses.command.test(value))) return 'sure';
  if (kind === 'doubtful') return 'doubtful';
  if (kind === 'needs-thing') return hasThing ? 'sure' : addresses.commanding.test(bare(name)) ? 'doubtful' : undefined;
  if (kind === 'order') return 'sure';
  if (kind === 'doubtful-order' || (kind === 'run' && hasThing)) return 'doubtful';
  return kind === 'noun' && hasThing && !/^(?:page|p|view|mode|tool)$/i.test(name) ? 'doubtful' : undefined;
}
