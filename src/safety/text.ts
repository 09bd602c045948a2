import {
  crosses,
  folded,
  type Hit,
  harmfulSigns,
  hitsIn,
  iconNames,
  type Meaning,
  names,
  reactingSigns,
  sentence,
  UNSPACED,
  unspaced,
  wordsIn,
} from './words.ts';

/**
 * Harm of an action. `sure`: ends a session or a subscription, deletes, buys, publishes; `doubtful`: does so, or only
 * requests a page: `Order`.
 */
export type Harm = 'sure' | 'doubtful';

export const stronger = (all: readonly (Harm | undefined)[]): Harm | undefined =>
  all.includes('sure') ? 'sure' : all.find((harm) => harm !== undefined);

/** Most letters of an action's name, and of a question; longer texts are prose. */
const LONGEST = 120;
const LONGEST_QUESTION = 600;
/** Most words of a text with an action at any place; longer texts have it at the start or end. */
const SHORT = 5;
/** Most words of a text such as `Back to the list`; longer ones are about something else. */
const MOST_OF_BACK = 4;
/** Most characters of an action's name in a script without blanks. */
const SHORT_UNSPACED = 16;

/** Most words of a function's name that may be an action. */
const MOST_OF_CALL = 4;

/** Headings of manuals, and their function names: `5.4.2. Removing a package`, `list.remove()`. */
const OF_MANUAL = /^\s*(?:(?:[A-Z]|\d+)(?:\.\d+)+\.?\s|[\w$.:]+\(\)$)/;
/** Words before an English verb; after any other word it is a noun: `Annual Report`, `Mail archive`. */
const BEFORE_VERB = /^(?:click|press|tap|please|yes|pre|re|now|quick|just|and|to|i)$/;

/** An amount of money. */
const PRICE = /[$€£¥₹]\s*\d[\d.,]*|\d[\d.,]*\s*(?:[$€£¥₹]|(?:eur|usd|gbp|chf)\b)/iu;

/** Caches the results of a function, since texts and names repeat from page to page. */
export function remembered<T>(judge: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly judgement: T }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.judgement;
    if (known.size >= MOST_KNOWN) known.clear();
    const judgement = judge(text);
    known.set(text, { judgement });
    return judgement;
  };
}
const MOST_KNOWN = 20_000;

/** Returns the harm of pressing an element with visible or spoken words; undefined if there is none. */
export const harmOfText = remembered(judge);

/** Folds a text, and returns the words with their meanings; empty for prose. */
function read(text: string) {
  const plain = text.length > LONGEST ? '' : folded(text).trim();
  const words = wordsIn(plain);
  return { plain, words, hits: hitsIn(words) };
}

const isInUnspaced = (meaning: Meaning, plain: string): boolean =>
  plain.length <= SHORT_UNSPACED && unspaced.some((one) => one.meaning === meaning && plain.includes(one.text));

/** Tells whether a text offers to end the session: `Log out`, `Abmelden`, `Выход (Anna)`. */
export function saysToLeave(text: string): boolean {
  const { plain, words, hits } = read(text);
  const isWayOut = ({ meaning, from, to }: Hit) =>
    (meaning === 'leave' && words.length <= SHORT) ||
    (meaning === 'exit' && from === 0 && (to === words.length || /[([{:|]/.test(plain)));
  return hits.some(isWayOut) || isInUnspaced('leave', plain);
}

/** Tells whether a text is on a button that submits a form: `Send`, `Send it`. */
export function saysToSend(text: string): boolean {
  const { plain, words, hits } = read(text);
  const isSaid = ({ meaning, from, to }: Hit) => meaning === 'send' && words.length <= to - from + 2;
  return hits.some(isSaid) || unspaced.some((one) => one.meaning === 'send' && one.text === plain);
}

/** Tells whether a function's name begins with an action other than deletion: `purchaseItem`, `voteFor`. */
export function isActionCall(words: readonly string[]): boolean {
  if (words.length === 0 || words.length > MOST_OF_CALL) return false;
  const hits = hitsIn(words);
  return hits.some(
    (hit) =>
      hit.from === 0 &&
      (hit.meaning === 'commit' || (hit.meaning === 'react' && words.length <= hit.to + 1)) &&
      !hits.some(({ meaning, from, to }) => meaning === 'matter' && from === 0 && hit.to <= to),
  );
}

/** Tells whether a question asks to do something harmful: `Do you really want to delete this?` */
export function asksForHarm(question: string): boolean {
  const plain = folded(question.slice(0, LONGEST_QUESTION));
  return (UNSPACED.test(plain) ? harmOfUnspaced(plain, true) : harmOfWords(wordsIn(plain), true)) === 'sure';
}

/** Tells whether a text offers to close something or leave it unchanged: `Cancel`. */
export function isClosing(text: string): boolean {
  const plain = folded(text);
  const words = wordsIn(plain);
  const closes = (meaning: Meaning) => meaning === 'close' || meaning === 'clear';
  const isSaid = words.length <= SHORT && hitsIn(words).some(({ meaning, from }) => closes(meaning) && from <= 1);
  return (
    (isSaid || unspaced.some(({ meaning, text: said }) => closes(meaning) && plain.includes(said))) &&
    judge(text) !== 'sure'
  );
}

/** Tells whether a text leads back to the page or view before: `Back`. */
export function isBackward(text: string): boolean {
  const { plain, words, hits } = read(text);
  const isSaid = ({ meaning, from }: Hit) => meaning === 'back' && from === 0;
  return (words.length <= MOST_OF_BACK && hits.some(isSaid)) || isInUnspaced('back', plain);
}

function judge(text: string): Harm | undefined {
  if (text.length > LONGEST || OF_MANUAL.test(text)) return undefined;
  if (harmfulSigns.test(text) || reactingSigns.test(text)) return 'sure';
  const plain = folded(text).trim();
  // `Выход (Anna)` is a log-out; `выход книги` is the edition of a book.
  const beforeSigns = wordsIn(plain.replace(/(?<=\p{L}\p{M}*)(?:\s+[^\p{L}\s]|[([{:|]).*$/u, ''));
  if (hitsIn(beforeSigns).some((hit) => hit.meaning === 'exit' && hit.to - hit.from === beforeSigns.length))
    return 'sure';
  // `Donate 5 €`: a text with a price is no page about the matter.
  if (PRICE.test(text) && harmOfWords(wordsIn(plain.replace(PRICE, ' '))) !== undefined) return 'sure';
  if (UNSPACED.test(plain)) return harmOfUnspaced(plain) ?? harmOfWords(wordsIn(plain.replace(/[^\p{ASCII}]/gu, ' ')));
  return harmOfWords(wordsIn(plain));
}

const hasIn = (hits: readonly Hit[]) => (meaning: Meaning, language: string) =>
  hits.some((one) => one.meaning === meaning && one.language === language);

function harmOfWords(words: readonly string[], isAnywhere = false): Harm | undefined {
  const all = hitsIn(words);
  const { length } = words;
  const has = hasIn(all);
  // `How to delete` is about the matter. Counts for one language, since `si` is "how" in one, and "yes" in another.
  const tells = ({ language }: Hit) =>
    !isAnywhere && all.some((one) => one.meaning === 'guide' && one.from === 0 && one.language === language);
  const isOfPage = ({ meaning, language }: Hit) =>
    (meaning === 'delete' || meaning === 'clear') && has('view', language) && !has('owned', language);
  // Words of several languages are harmless if harmless in one.
  const harmless = new Set(all.flatMap((hit) => (tells(hit) || isOfPage(hit) ? hit.from : [])));
  const isMatter = ({ from, to }: Hit) =>
    !isAnywhere &&
    all.some((one) => one.meaning === 'matter' && ((one.from <= from && to <= one.to) || one.to === length));
  const isAsked = isAnywhere || /^(?:click|press|tap|please|yes)$/.test(words[0] ?? '');
  const isInPlace = ({ from, to }: Hit) => length <= SHORT || from <= 1 || to === length || isAsked;
  let harm: Harm | undefined;
  for (const hit of all) {
    const { meaning, language, from, to } = hit;
    if (harmless.has(from) || !isInPlace(hit) || isMatter(hit)) continue;
    const isSure =
      meaning === 'leave' ||
      meaning === 'quit' ||
      meaning === 'delete' ||
      (meaning === 'clear' && (has('owned', language) || has('account', language))) ||
      (meaning === 'close' && has('account', language)) ||
      (meaning === 'commit' && length <= SHORT) ||
      (meaning === 'react' && length <= to - from + 1);
    if (isSure) return 'sure';
    const isNoun = language === 'en' && from > 0 && !BEFORE_VERB.test(words[from - 1] ?? '');
    if (meaning === 'submit' && !isNoun && length <= to - from + 1) harm = 'doubtful';
  }
  return harm;
}

function harmOfUnspaced(text: string, isAnywhere = false): Harm | undefined {
  if (text.length > SHORT_UNSPACED && !isAnywhere) return undefined;
  const has = new Set(unspaced.flatMap((phrase) => (text.includes(phrase.text) ? phrase.meaning : [])));
  if (has.has('guide') || (has.has('view') && !has.has('owned'))) return undefined;
  const isSure =
    has.has('leave') ||
    has.has('delete') ||
    has.has('quit') ||
    has.has('commit') ||
    (has.has('clear') && (has.has('owned') || has.has('account'))) ||
    (has.has('close') && has.has('account')) ||
    unspaced.some(({ meaning, text: said }) => (meaning === 'exit' || meaning === 'react') && said === text);
  return isSure ? 'sure' : has.has('submit') ? 'doubtful' : undefined;
}

/** Tells whether a text is only a cross, which closes or deletes the element around. */
export const isCross = (text: string): boolean => crosses.test(text.trim());

/** Tells whether readers ask a question, such as `Can I cancel my order?`, rather than being asked. */
export function isOfOthers(question: string): boolean {
  const words = wordsIn(folded(question));
  const isToReader = /^(?:do|are) you$/.test(words.slice(0, 2).join(' '));
  return !isToReader && hitsIn(words).some(({ meaning, from }) => meaning === 'guide' && from === 0);
}

/** Tells whether a question asks to be sure without saying of what: `Really?` */
export const asksToBeSure = (question: string): boolean => sentence.isAssurance.test(folded(question).trim());

/** Tells whether a sentence announces a final loss: `The file will be deleted.` */
export const tellsOfLoss = (text: string): boolean =>
  text.length <= LONGEST && (sentence.tellsOfLoss.test(folded(text)) || (UNSPACED.test(text) && asksForHarm(text)));

/** Tells whether an answer only agrees: `OK`. */
export const isAffirmation = (text: string): boolean => sentence.isAgreement.test(plainOf(text));

/** Tells whether an answer leaves everything unchanged: `No`, `Cancel`. */
export const isRefusal = (text: string): boolean => sentence.isRefusal.test(plainOf(text)) || isClosing(text);

const plainOf = (text: string): string => folded(text).replace(/['’-]/g, ' ').trim();

/** Returns the words of a name in a program, without numbers: `deleteItem_3` has two. */
export const wordsOfName = (name: string): string[] =>
  wordsIn(folded(name.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')));

const phrasesOf = (list: string): string[][] => list.split(',').map((phrase) => phrase.trim().split(' '));
const harmfulIcons = [iconNames.delete, iconNames.leave, iconNames.react].flatMap(phrasesOf);
const crossIcons = phrasesOf(iconNames.cross);

const contains = (words: readonly string[], phrase: readonly string[]): boolean =>
  words.some((_, from) => phrase.every((word, index) => words[from + index] === word));

/** Tells whether an abbreviation is too short to decide in a name of so many words: `rm` alone may mean "read more". */
const isTooLittle = (action: string, length: number): boolean =>
  names.abbreviated.test(action) && (length > 2 || (action === 'rm' && length === 1));
/** Most words of an element's or a function's name. */
const MOST_WORDS = 5;

/**
 * Returns the harm in the name of an element, a class, an icon, a function or a part of an address. Covers English
 * words, and verbs of deletion in other languages.
 */
export function harmOfName(words: readonly string[]): 'sure' | 'cross' | undefined {
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  if (
    crossIcons.some(
      (phrase) =>
        words.length <= phrase.length + 2 &&
        phrase.every((word, index) => words[words.length - phrase.length + index] === word) &&
        isIcon(words, phrase),
    )
  )
    return 'cross';
  const isNamed = (phrase: readonly string[]) => contains(words, phrase) && !isTooLittle(phrase[0] ?? '', words.length);
  if (harmfulIcons.some(isNamed) && !names.denying.test(words[0] ?? '')) {
    return contains(words, ['filter']) ? undefined : 'sure';
  }
  const hits = hitsIn(words);
  const has = hasIn(hits);
  const isHarm = hits.some(({ meaning, language, from, to }) => {
    if (names.denying.test(words[from - 1] ?? '')) return false;
    if (meaning === 'leave' || meaning === 'quit') return true;
    if (meaning === 'close') return has('account', language);
    if (meaning === 'delete') return !has('view', language) || has('owned', language);
    const isBeside = (other: Hit) =>
      (other.meaning === 'owned' || other.meaning === 'account') &&
      other.language === language &&
      (Math.abs(other.from - to) <= 1 || Math.abs(from - other.to) <= 1);
    return meaning === 'clear' && !names.places.test(words[from] ?? '') && hits.some(isBeside);
  });
  return isHarm ? 'sure' : undefined;
}

/** Tells whether only prefixes of icons precede a phrase. */
const isIcon = (words: readonly string[], phrase: readonly string[]): boolean =>
  words.slice(0, words.length - phrase.length).every((word) => names.iconParts.test(word));
