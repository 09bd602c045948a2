import { decoded } from '../url/parse.ts';
import { harmOfName, wordsOfName } from './names.ts';
import { type Harm, harmOfText, saysToLeave, stronger } from './text.ts';

/** Parts of sites that tell of things: `/wiki/Delete`, `/docs/api/delete`. What is done to a thing is done there, too: `/blog/3/delete`. */
const TELLING =
  /^(?:wiki|w|blogs?|news|docs?|documentation|articles?|help|faqs?|kb|knowledge(?:-?base)?|guides?|tutorials?|manuals?|man\d?|dictionary|glossary|lexicon|thesaurus|encyclopa?edia|reference|questions|tag|tags|tagged|topics?|category|categories|press|stor(?:y|ies)|magazine|learn|define|definition|words?|how-?to|hilfe|aide|ayuda|aiuto|помощь|вики)$/u;
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
/** Stands behind a deed, and is part of it. */
const BEHIND =
  /^(?:now|up|down|plus|minus|on|off|add|confirm(?:ed|ation)?|yes|ok|all|do|go|submit|me|process|execute|action|true|1|ajax|json)$/i;
/** Words that make a name a sentence. */
const PROSE =
  /^(?:your|the|an?|how|what|why|when|which|is|are|and|or|with|without|for|in|on|to|from|of|should|can|or|before|after|safely|de|la|le|les|el|los|das|der|die|den|il|lo)$/;
/** Deeds that are done to something only: without it the address is that of a form, or of a part of the site. */
const NEEDS_THING =
  /^(?:send|submit|publish|unpublish|buy|pay|purchase|checkout|approve|reject|accept|decline|deny|confirm|vote|upvote|downvote|like|unlike|dislike|follow|unfollow|flag|ban|unban|mute|block|unblock|kick|subscribe|join|leave|enroll|enrol|unlock|lock|close|reopen|cancel|clear|empty|reset|disable|enable|restore|undelete|toggle|merge|hide|dismiss|expire|void|refund|suspend|activate|forget|abort|end|stop|terminate)$/;
/** The same, and words of technical manuals as well: static documents are called so, too. */
const REVISES =
  /^(?:revert|undo|redo|resend|reinvite|regenerate|reissue|rotate|renew|promote|demote|impersonate|requeue|rerun|retry|reassign|drop|kill|rm|overwrite|checkin|redeem|unwatch|unmute)$/;
/** The same, and words for things as well, so that the thing must come first: `/messages/3/archive`, not `/archive/3`. */
const NOUNS =
  /^(?:add|rate|save|extend|borrow|request|reserve|invite|complete|archive|unarchive|report|order|book|register|move|mark|copy|transfer|post|star|unstar|pin|unpin|favou?rite|bookmark|spam|trash|read|unread|share|run|execute|start)$/;
/** Deeds whose object may be a name: `/users/anna/follow`, `/follow/anna`. */
const DONE_TO_NAMES =
  /^(?:follow|unfollow|like|unlike|upvote|downvote|ban|unban|mute|unmute|kick|block|unblock|approve|reject|toggle|dismiss|suspend|impersonate|promote|demote|resend|regenerate|rotate|undo)$/;
/** Orders to a machine: sure by themselves, … */
const ORDER =
  /^(?:power (?:off|on|cycle)|poweroff|reboot|shut ?down|factory reset|hard reset|(?:wp |run |do )?cron|cron run|flush ?all|umount|mkfs)$/;
/** … doubtful by themselves, … */
const DOUBTFUL_ORDER = /^(?:restart|reset|halt|reindex|redeploy|rollback|truncate|flush)$/;
/** … or orders only where a thing is named, or in the parts of a site that run machines. */
const RUN = /^(?:restore|clear|stop|rebuild|reload|migrate|deploy|reinstall|upgrade|vacuum|cleanup|hibernate)$/;
const RUNS_MACHINES =
  /^(?:wp )?admin(?:istrator|istration)?$|^(?:system|sys|servers?|daemon|maintenance|console|actuator|devices?|router|modem|cgi bin|goform|ops|internal|machines?|vms?|instances?|containers?|docker|cluster|queues?|workers?|cache|db|database|power|relay|settings|config|setup|cpanel|debug)$/;
/** Parameters that prove that the reader has seen the page before: only requests that change something need it. */
const TOKEN =
  /csrf|xsrf|^_*(?:authenticity_?token|requestverificationtoken|anti_?forgery\w*|form_?(?:token|key)|request_?token)$/i;
/** The same; some sites have them in other addresses, too. */
const LOOSE_TOKEN =
  /^(?:sess?_?key|sectok|_*wp_?nonce|_token|stoken|security_?token|ctoken|crumb|formhash|atoken|(?:edit|action|confirm)_?token|form_build_id)$/i;
/** Parameters that hold nothing but a command. */
const COMMANDING =
  /^_?(?:actions?|act|do|op|operation|oper|cmd|command|task|exec|execute|run|method|func|fn|function|job|verb)$/i;
const COMMAND =
  /^(?:rm|rmdir|del|kill|killall|drop|dd|mkfs|halt|poweroff|reboot|shutdown|restart|reset|truncate|exec)$/i;
/** Switches of machines. */
const SWITCH = /^(?:power|relay|switch|outlet|led)\d*$/i;

/** In several words: `mark-read`, `add-to-cart`. */
const DONE_TO =
  /^(?:mark (?:all )?(?:as )?(?:(?:un)?read|spam|done|completed?|resolved|seen)|add ?to ?(?:cart|basket|bag|wish ?list|favou?rites|bookmarks|shelf|watchlist|queue|compare)|vote (?:up|down)|(?:up|down) vote|thumbs? (?:up|down)|move to (?:trash|bin)|place order|send (?:mail|message)|clear (?:data|all)|(?:switch|impersonate) user|(?:enrol|enroll|register|sign) me(?: up)?)$/;
const wordSets = (lists: readonly string[]): readonly ReadonlySet<string>[] =>
  lists.map((list) => new Set(list.split(' ')));
/** Things and deeds that are one in either order, in one name or in two parts of an address: `/cart/add`, `/add-cart`. */
const TOGETHER = [
  [
    'cart basket bag wishlist favorites favourites bookmarks watchlist shelf trash',
    'add put insert update increase decrease clear empty',
  ],
  [
    'checkout order orders payment payments purchase booking bookings reservation reservations enrolment enrollment registration subscription donation',
    'confirm complete finish finalize finalise place pay commit',
  ],
  [
    'cron job jobs task tasks queue queues worker workers scheduler batch pipeline script scripts backup server daemon',
    'run start trigger execute exec work stop retry restart kill',
  ],
  [
    'key keys apikey token tokens secret secrets credential credentials certificate',
    'regenerate rotate renew reset roll reissue',
  ],
  ['invite invitation invitations email mail code confirmation activation verification', 'resend'],
  ['cache caches session sessions log logs history queue database db', 'clear flush empty reset rebuild truncate'],
].map(wordSets);

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
  /** Whether its ending is that of a static document. */
  readonly isDocument: boolean;
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

/** Whether following a link ends the session: pages that others than those who are logged in see have none. */
export function endsSession({ url, anchor }: { readonly url: string; readonly anchor: string }): boolean {
  const { pathname, searchParams, hash } = new URL(url);
  const named = [...pathname.split('/').slice(-2), ...[...searchParams].flat(), ...hash.split(/[#!/?]/)];
  const parts = named.map(partOf);
  return parts.some((part) => deedOf(part) === 'leave' || saysToLeave(part.words.join(' '))) || saysToLeave(anchor);
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

/** Whether it is that of an article, or in a part of a site that tells of things. */
export const isTelling = ({ pathname }: URL): boolean => {
  const folders = pathname
    .split('/')
    .filter((part) => part !== '')
    .slice(0, -1);
  return (
    folders.some((part) => TELLING.test(decoded(part).toLowerCase())) ||
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
  const lastTwo = parts.slice(-2);
  if (ORDER.test(lastTwo.map(({ text }) => text.toLowerCase()).join(' '))) return 'sure';
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
  const isOrder = kind === 'order' || kind === 'doubtful-order' || kind === 'run';
  const isToldOf = folders.some(({ text }) => (kind === 'leave' ? PROSAIC : TELLING).test(text.toLowerCase()));
  if (isToldOf && (!hasThing || isOrder || kind === 'doubtful')) return undefined;
  if (kind === 'doubtful') return 'doubtful';
  if (kind === 'leave' || kind === 'sure' || kind === 'order') return 'sure';
  const together = besides(folders, deed);
  if (together !== undefined) return together;
  if (kind === 'noun') return hasThingBefore ? 'doubtful' : undefined;
  if (hasThing || (isOrder && folders.some(({ words }) => RUNS_MACHINES.test(words.join(' '))))) return 'sure';
  // The page on which somebody asks for a new password.
  if (kind === 'doubtful-order') return /^passwords?$/i.test(before?.text ?? '') ? undefined : 'doubtful';
  return folders.length > 1 && DONE_TO_NAMES.test(deed.text.toLowerCase()) ? 'doubtful' : undefined;
}

/** `/subscription/cancel`, `/cart/empty`, `/cart/3/add`: the folder and the deed are one. */
function besides(folders: readonly Part[], { words, isDocument }: Part): Harm | undefined {
  const folder = folders.findLast(({ text }) => !THING.test(text));
  const both = [...(folder?.words ?? []), ...words];
  return harmOfName(both) === 'sure' || DONE_TO.test(both.join(' ')) || (!isDocument && isTogether(both))
    ? 'sure'
    : undefined;
}

function isTogether(words: readonly string[]): boolean {
  const [before = '', last = ''] = words.slice(-2);
  return (
    words.length <= 3 &&
    TOGETHER.some(
      ([things, deeds]) => (things?.has(before) && deeds?.has(last)) || (deeds?.has(before) && things?.has(last)),
    )
  );
}

const isBehind = ({ text }: Part): boolean => THING.test(text) || BEHIND.test(text);

/** `/remove/some-name`, `/delete/items/3`. */
const isName = (part: Part, behind: readonly Part[]): boolean =>
  !isProse(part) && (behind.length === 1 || behind.slice(1).every(isBehind));

type Deed = 'leave' | 'sure' | 'order' | 'doubtful-order' | 'run' | 'doubtful' | 'needs-thing' | 'noun';

/** What one part of an address names. */
function deedOf(part: Part | undefined): Deed | undefined {
  if (!part || part.words.length === 0 || part.words.length > 4) return undefined;
  const { words } = part;
  const joined = words.join(' ');
  if (DONE_TO.test(joined)) return 'sure';
  const hasNumber = /\d/.test(part.text);
  if (ORDER.test(joined) && !hasNumber) return 'order';
  if (isProse(part)) return undefined;
  if (!part.isDocument && !hasNumber) {
    if (isTogether(words)) return 'sure';
    if (DOUBTFUL_ORDER.test(joined)) return 'doubtful-order';
    if (RUN.test(joined)) return 'run';
    if (REVISES.test(joined)) return 'needs-thing';
  }
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
  // Reference manuals are called `rm-A-1.html`.
  if (part.isDocument && words[0] === 'rm') return undefined;
  const isHarm = harmOfName(words) === 'sure' || harmOfText(joined) === 'sure';
  if (!isHarm || words.length > 3) return undefined;
  return words.length === 3 ? 'doubtful' : 'sure';
}

function harmOfParameter(name: string, value: string, hasThing: boolean): Harm | undefined {
  return harmOfCommand(name, value, hasThing) ?? (value !== '' && LOOSE_TOKEN.test(name) ? 'doubtful' : undefined);
}

function harmOfCommand(name: string, value: string, hasThing: boolean): Harm | undefined {
  const own = partOf(name);
  if (value !== '' && TOKEN.test(name)) return 'sure';
  if (SWITCH.test(name) && /^(?:off|on|cycle|toggle|reset)$/i.test(value)) return 'sure';
  const isDenied = /^(?:0|false|no|off|none|null)$/i.test(value);
  if (!isDenied && own.words.length <= 3) {
    const kind = WRITTEN.test(name) ? undefined : deedOf(own);
    if (kind === 'leave' || kind === 'sure') return 'sure';
    if (kind === 'order' || (kind === 'doubtful-order' && BEHIND.test(value || 'now'))) return 'doubtful';
    if (kind === 'doubtful') return 'doubtful';
    if (kind === 'needs-thing' && (THING.test(value) || (hasThing && BEHIND.test(value)))) return 'doubtful';
    if (kind === 'noun' && THING.test(value)) return undefined;
  }
  // `?title=Special:UserLogout`, `?q=node/3/delete`
  if (/^title$/i.test(name) && /^\p{L}+:/u.test(value))
    return deedOf(partOf(value.replace(/^\p{L}+:/u, ''))) === 'leave' ? 'sure' : undefined;
  if (/^(?:q|r|route|path|page)$/i.test(name) && /^[\w-]*\/[\w/-]+$/.test(value)) return harmOfPath(value, false);
  if (WRITTEN.test(name)) return undefined;
  const kind = deedOf(partOf(value.split(/[/.:|,]/).at(-1) ?? ''));
  if (kind === 'leave') return 'sure';
  if (!ACTION.test(name)) return COMMANDING.test(name) && COMMAND.test(value) ? 'sure' : undefined;
  if (kind === 'sure' || (COMMANDING.test(name) && COMMAND.test(value))) return 'sure';
  if (kind === 'doubtful') return 'doubtful';
  if (kind === 'needs-thing') return hasThing ? 'sure' : COMMANDING.test(name) ? 'doubtful' : undefined;
  if (kind === 'order') return 'sure';
  if (kind === 'doubtful-order' || (kind === 'run' && hasThing)) return 'doubtful';
  return kind === 'noun' && hasThing && !/^(?:page|p|view|mode|tool)$/i.test(name) ? 'doubtful' : undefined;
}
