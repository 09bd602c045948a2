import { harmOfName, wordsOfName } from './names.ts';
import { type Harm, harmOfText, isCross, saysToLeave } from './text.ts';

/** Parts of sites that tell of things: `/wiki/Delete`, `/docs/api/delete`. What is done to a thing is done there, too: `/blog/3/delete`. */
const TELLING =
  /^(?:wiki|w|blogs?|news|docs?|documentation|articles?|help|faqs?|kb|knowledge(?:-?base)?|guides?|tutorials?|manuals?|man|dictionary|glossary|lexicon|thesaurus|encyclopa?edia|reference|questions|tag|tags|tagged|topics?|category|categories|press|stor(?:y|ies)|magazine|learn|define|definition|words?|how-?to|hilfe|aide|ayuda|aiuto|помощь|вики)$/u;
/** Those that tell of it even where nothing else does: leaving is done on pages of every part. */
const PROSAIC =
  /^(?:wiki|docs?|documentation|blogs?|help|faqs?|articles?|news|dictionary|glossary|manuals?|reference)$/;
/** What a browser shows or runs, whatever it is called. */
const STATIC =
  /\.(?:js|mjs|css|map|png|jpe?g|gif|svg|webp|ico|avif|woff2?|ttf|otf|mp[34]|webm|pdf|docx?|xlsx?|pptx?|zip|txt|wasm)$/i;
/** Endings of programs and pages. */
const ENDING =
  /\.(?:php\d?|phtml|aspx?|ashx|jspx?|jsf|do|action|cgi|pl|py|rb|cfm|html?|xhtml|json|xml|axd|mvc|seam|xhr|ajax)$/i;
/** What is done to: a number, a UUID, a hash, a token. */
const THING =
  /^(?:(?!v\d)[a-z]{0,3}[-_:]?\d{1,20}|(?=[^/]*\d)[\da-f]{8,64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[^/]*\d)(?=[^/]*[a-z])[\w-]{12,}={0,2}|[\w.+-]+@[\w.-]+)$/i;
const YEAR = /^(?:19|20)\d\d$/;
/** What stands behind a deed, and is part of it. */
const BEHIND = /^(?:now|confirm(?:ed|ation)?|yes|ok|all|do|go|submit|me|process|execute|action|true|1|ajax|json)$/i;
/** Words that make a name a sentence. */
const PROSE =
  /^(?:your|the|an?|how|what|why|when|which|is|are|and|or|with|without|for|in|on|to|from|of|should|can|or|before|after|safely|de|la|le|les|el|los|das|der|die|den|il|lo)$/;
/** Deeds that are done to something only: without it the address is that of a form, or of a part of the site. */
const NEEDS_THING =
  /^(?:send|submit|publish|unpublish|buy|pay|purchase|checkout|approve|reject|accept|decline|deny|confirm|vote|upvote|downvote|like|unlike|dislike|follow|unfollow|flag|ban|unban|mute|block|unblock|kick|subscribe|join|leave|enroll|enrol|unlock|lock|close|reopen|cancel|clear|empty|reset|disable|enable|restore|undelete|toggle|merge|hide|dismiss|expire|void|refund|suspend|activate|forget|abort|end|stop|restart|shutdown|reboot|terminate)$/;
/** The same, and words for things as well, so that the thing must come first: `/messages/3/archive`, not `/archive/3`. */
const NOUNS =
  /^(?:archive|unarchive|report|order|book|register|move|mark|copy|transfer|post|star|unstar|pin|unpin|favou?rite|bookmark|spam|trash|read|unread|share|run|execute|start)$/;
/** In two words: `mark-read`, `add-to-cart`. */
const DONE_TO =
  /^(?:mark (?:all )?(?:as )?(?:un)?read|mark (?:as )?(?:spam|done)|add to (?:cart|basket|bag)|add (?:cart|basket)|vote (?:up|down)|(?:up|down) vote|move to (?:trash|bin)|place order|send (?:mail|message)|empty (?:cart|trash|basket)|clear (?:cart|history|all|log|logs|cache|data)|cart (?:clear|empty))$/;

/** Parameters whose value says what is to be done. */
const ACTION =
  /^_?(?:(?:ve)?actions?|act|do|op|opt|option|operation|oper|cmd|command|method|mode|task|event|todo|func|fn|function|route|r|page|p|view|submit|button|btn|what|verb|request|job|step|cmd|ajax|m|a|c|q|path|controller|tool)$/i;
/** Parameters that hold what somebody wrote or searches for, or an address to go back to. */
const WRITTEN =
  /^(?:q|query|s|search|keywords?|text|term|terms|title|name|subject|topic|tag|filter|return\w*|next|redirect\w*|url|uri|ref|referer|referrer|from|back\w*|continue|dest\w*|callback|utm_\w+|lang|sort\w*|order(?:by)?|word|phrase|message|msg|label|lemma|target|goto|service)$/i;

interface Part {
  /** As it is written, unescaped and without an ending. */
  readonly text: string;
  readonly words: readonly string[];
}

/**
 * What asking for an address does, by its parts: the last of its path or the one before (`/items/3/delete`, `/remove/3`),
 * a parameter that names a deed (`?action=delete`, `?logout=1`), a route behind the fragment. Words in the middle of a
 * name, in what somebody searches for, and in parts of a site that tell of things are none: `/removed-items`,
 * `?q=delete`, `/wiki/Delete`. `doubtful`: it may be a deed, or a page about it.
 */
export function harmOfAddress(url: URL): Harm | undefined {
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return undefined;
  const route = /^#!?(\/.*)$/.exec(url.hash)?.[1];
  return stronger([
    harmOfRoute(url.pathname, url.searchParams),
    route === undefined ? undefined : harmOfFragment(route),
  ]);
}

/** Whether following a link may harm, by its address and by what it is called. */
export function harmOfLink({ url, anchor }: { readonly url: string; readonly anchor: string }): Harm | undefined {
  const address = new URL(url);
  const byAddress = harmOfAddress(address);
  if (byAddress === 'sure' || anchor === '') return byAddress;
  const byText = isCross(anchor) && !/\p{L}/u.test(anchor) ? 'doubtful' : harmOfText(anchor);
  return stronger([byAddress, isTelling(address) ? undefined : byText]);
}

/** Whether following a link ends the session: pages that others than those who are logged in see have none. */
export function endsSession({ url, anchor }: { readonly url: string; readonly anchor: string }): boolean {
  const { pathname, searchParams, hash } = new URL(url);
  const named = [...pathname.split('/').slice(-2), ...[...searchParams].flat(), ...hash.split(/[#!/?]/)];
  const parts = named.map(partOf);
  return parts.some((part) => deedOf(part) === 'leave') || saysToLeave(anchor);
}

/**
 * Whether an address is that of a form in which a page is edited: `?do=edit`, `/issues/3/edit`. It has no links of its own,
 * and some lock the page for all others as long as the form is open.
 */
export function asksToEdit({ pathname, searchParams }: URL): boolean {
  const parts = pathname.split('/').filter((part) => part !== '');
  const [before = '', last = ''] = parts.slice(-2);
  const isDoneTo = (deed: string, thing: string) => /^edit$/i.test(deed) && THING.test(thing) && !YEAR.test(thing);
  const isAsked = ([name, value]: [string, string]) =>
    ACTION.test(name) && !WRITTEN.test(name) && /^edit$/i.test(value);
  return isDoneTo(last, before) || isDoneTo(before, last) || [...searchParams].some(isAsked);
}

const stronger = (all: readonly (Harm | undefined)[]): Harm | undefined =>
  all.includes('sure') ? 'sure' : all.find((harm) => harm !== undefined);

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
  const text = unescaped(written).replace(/;.*$/s, '').replace(ENDING, '');
  return { text, words: wordsOfName(text) };
};

const isTelling = ({ pathname }: URL): boolean => {
  const folders = pathname
    .split('/')
    .filter((part) => part !== '')
    .slice(0, -1);
  return (
    folders.some((part) => TELLING.test(unescaped(part).toLowerCase())) ||
    isProse(partOf(pathname.split('/').at(-1) ?? ''))
  );
};

const isProse = ({ words }: Part): boolean => words.length > 2 && words.some((word) => PROSE.test(word));

function harmOfPath(pathname: string, namesThing: boolean): Harm | undefined {
  if (STATIC.test(pathname)) return undefined;
  const parts = pathname
    .split('/')
    .filter((part) => part !== '')
    .map(partOf);
  // Behind the deed stands what it is done to, or that it is meant: `/delete/items/3/confirm`.
  const places = [1, 2, 3].map((back) => parts.length - back);
  const at = places.find((place) => deedOf(parts[place]) !== undefined);
  const deed = at === undefined ? undefined : parts[at];
  const kind = deedOf(deed);
  if (at === undefined || !deed || !kind) return undefined;
  const behind = parts.slice(at + 1);
  if (!behind.every((part, index) => isBehind(part) || (kind === 'sure' && index === 0 && isName(part, behind))))
    return undefined;
  const folders = parts.slice(0, at);
  const before = folders.at(-1);
  const hasThingBefore = before !== undefined && THING.test(before.text) && !YEAR.test(before.text);
  const hasThing = namesThing || hasThingBefore || behind.some(({ text }) => THING.test(text) && !YEAR.test(text));
  if (folders.some(({ text }) => (kind === 'leave' ? PROSAIC : TELLING).test(text.toLowerCase())) && !hasThing)
    return undefined;
  if (kind === 'needs-thing') return hasThing ? 'sure' : besides(folders, deed);
  if (kind === 'noun') return hasThingBefore ? 'doubtful' : undefined;
  return kind === 'doubtful' ? 'doubtful' : 'sure';
}

/** `/subscription/cancel`, `/cart/empty`: the folder and the deed are one. */
const besides = (folders: readonly Part[], { words }: Part): Harm | undefined =>
  harmOfName([...(folders.at(-1)?.words ?? []), ...words]) === 'sure' ? 'sure' : undefined;

const isBehind = ({ text }: Part): boolean => THING.test(text) || BEHIND.test(text);

/** `/remove/some-name`, `/delete/items/3`. */
const isName = (part: Part, behind: readonly Part[]): boolean =>
  !isProse(part) && (behind.length === 1 || behind.slice(1).every(isBehind));

type Deed = 'leave' | 'sure' | 'doubtful' | 'needs-thing' | 'noun';

/** What one part of an address names. */
function deedOf(part: Part | undefined): Deed | undefined {
  if (!part || part.words.length === 0 || part.words.length > 4) return undefined;
  const { words } = part;
  const joined = words.join(' ');
  if (DONE_TO.test(joined)) return 'sure';
  if (isProse(part)) return undefined;
  if (NEEDS_THING.test(joined)) return 'needs-thing';
  if (NOUNS.test(joined)) return 'noun';
  if (
    /^\p{L}*(?:log|sign)(?:out|off)$/u.test(words.at(-1) ?? '') &&
    words.length <= 3 &&
    !/^blog|^catalog|^design/.test(joined)
  )
    return 'leave';
  if (/(?:log|sign)(?:out|off)$/.test(words[0] ?? '') && words.length <= 2) return 'leave';
  // Names of programs are short: `delete`, `delete-item`, `item_delete`, `confirmDelete`; others say no more than the deed: `cerrar-sesion`.
  const isHarm = harmOfName(words) === 'sure' || harmOfText(joined) === 'sure';
  if (!isHarm || words.length > 3) return undefined;
  return words.length === 3 ? 'doubtful' : 'sure';
}

function harmOfParameter(name: string, value: string, hasThing: boolean): Harm | undefined {
  const own = partOf(name);
  const isDenied = /^(?:0|false|no|off|none|null)$/i.test(value);
  if (!isDenied && own.words.length <= 3) {
    const kind = WRITTEN.test(name) ? undefined : deedOf(own);
    if (kind === 'leave' || kind === 'sure') return 'sure';
    if (kind === 'doubtful') return 'doubtful';
    if ((kind === 'needs-thing' || kind === 'noun') && THING.test(value))
      return kind === 'noun' ? undefined : 'doubtful';
  }
  // `?title=Special:UserLogout`, `?q=node/3/delete`
  if (/^title$/i.test(name) && /^\p{L}+:/u.test(value))
    return deedOf(partOf(value.replace(/^\p{L}+:/u, ''))) === 'leave' ? 'sure' : undefined;
  if (/^(?:q|r|route|path|page)$/i.test(name) && /^[\w-]*\/[\w/-]+$/.test(value)) return harmOfPath(value, false);
  if (WRITTEN.test(name)) return undefined;
  const kind = deedOf(partOf(value.split(/[/.:|,]/).at(-1) ?? ''));
  if (kind === 'leave') return 'sure';
  if (!ACTION.test(name)) return undefined;
  if (kind === 'sure') return 'sure';
  if (kind === 'doubtful') return 'doubtful';
  if (kind === 'needs-thing') return hasThing ? 'sure' : undefined;
  return kind === 'noun' && hasThing && !/^(?:page|p|view|mode|tool)$/i.test(name) ? 'doubtful' : undefined;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
