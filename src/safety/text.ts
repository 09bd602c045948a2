import {
  crosses,
  folded,
  type Hit,
  harmfulSigns,
  hitsIn,
  type Meaning,
  reactingSigns,
  UNSPACED,
  unspaced,
  wordsIn,
} from './vocabulary.ts';

/**
 * `sure`: it ends a session, deletes, ends an account or a subscription, buys, publishes; `doubtful`: it may do so, or ask
 * for a page only: `Order`.
 */
export type Harm = 'sure' | 'doubtful';

export const stronger = (all: readonly (Harm | undefined)[]): Harm | undefined =>
  all.includes('sure') ? 'sure' : all.find((harm) => harm !== undefined);

/** Longer texts are prose, not the names of deeds. */
export const LONGEST = 120;
const LONGEST_QUESTION = 600;
/** Words of a text that may hold its deed anywhere; in longer ones it begins or ends them. */
const SHORT = 5;
/** `Back to the list` leads back; longer texts tell of more. */
const MOST_OF_BACK = 4;
/** Texts of scripts without blanks are as long as this if they name a deed, in characters. */
const SHORT_UNSPACED = 16;

/** Words of a function's name that may be a deed. */
const MOST_OF_CALL = 4;

/** Headings of manuals, and what they call functions: `5.4.2. Removing a package`, `list.remove()`. */
const OF_MANUAL = /^\s*(?:(?:[A-Z]|\d+)(?:\.\d+)+\.?\s|[\w$.:]+\(\)$)/;
/** Words before an English verb that is a noun behind any other: `Annual Report`, `Mail archive`. */
const BEFORE_VERB = /^(?:click|press|tap|please|yes|pre|re|now|quick|just|and|to|i)$/;

/** So much money. */
const PRICE = /[$€£¥₹]\s*\d[\d.,]*|\d[\d.,]*\s*(?:[$€£¥₹]|(?:eur|usd|gbp|chf)\b)/iu;

/** What the words that a reader sees, or hears read out, do if they are pressed; undefined: no harm. */
export function harmOfText(text: string): Harm | undefined {
  const known = judged.get(text);
  if (known !== undefined) return known || undefined;
  if (judged.size >= MOST_JUDGED) judged.clear();
  const harm = judge(text);
  judged.set(text, harm ?? '');
  return harm;
}

/** Whether a text offers to end the session: `Log out`, `Abmelden`, `Выход (Anna)`. */
export function saysToLeave(text: string): boolean {
  if (text.length > LONGEST) return false;
  const plain = folded(text).trim();
  const words = wordsIn(plain);
  const hits = hitsIn(words);
  const isSaid = words.length <= SHORT && hits.some(({ meaning }) => meaning === 'leave');
  return (
    isSaid ||
    hits.some(
      ({ meaning, from, to }) => meaning === 'exit' && from === 0 && (to === words.length || /[([{:|]/.test(plain)),
    ) ||
    (plain.length <= SHORT_UNSPACED &&
      unspaced.some(({ meaning, text: said }) => meaning === 'leave' && plain.includes(said)))
  );
}

/** Whether a text is that of a button that sends what a form holds: `Send`, `Send it`. */
export function saysToSend(text: string): boolean {
  if (text.length > LONGEST) return false;
  const plain = folded(text).trim();
  const words = wordsIn(plain);
  return (
    hitsIn(words).some(({ meaning, from, to }) => meaning === 'send' && words.length <= to - from + 2) ||
    unspaced.some((one) => one.meaning === 'send' && one.text === plain)
  );
}

/** What a function does whose name begins with a deed that is no deletion: `purchaseItem`, `voteFor`. */
export function isDeedOfCall(words: readonly string[]): boolean {
  if (words.length === 0 || words.length > MOST_OF_CALL) return false;
  const hits = hitsIn(words);
  return hits.some(
    (hit) =>
      hit.from === 0 &&
      (hit.meaning === 'commit' || (hit.meaning === 'react' && words.length <= hit.to + 1)) &&
      !hits.some(({ meaning, from, to }) => meaning === 'matter' && from === 0 && hit.to <= to),
  );
}

/** Texts come again and again, from page to page. */
const judged = new Map<string, Harm | ''>();
const MOST_JUDGED = 20_000;

/** Whether somebody is asked whether a thing shall be done that harms: `Do you really want to delete this?` */
export function asksForHarm(question: string): boolean {
  const plain = folded(question.slice(0, LONGEST_QUESTION));
  return (UNSPACED.test(plain) ? harmOfUnspaced(plain, true) : harmOfWords(wordsIn(plain), true)) === 'sure';
}

/** Whether a text says that something is closed or left as it is: `Cancel`. */
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

/** Whether a text says that it leads to what was shown before: `Back`. */
export function isBackward(text: string): boolean {
  if (text.length > LONGEST) return false;
  const plain = folded(text).trim();
  const words = wordsIn(plain);
  const isSaid = ({ meaning, from }: Hit) => meaning === 'back' && from === 0;
  if (words.length <= MOST_OF_BACK && hitsIn(words).some(isSaid)) return true;
  return plain.length <= SHORT_UNSPACED && unspaced.some((one) => one.meaning === 'back' && plain.includes(one.text));
}

function judge(text: string): Harm | undefined {
  if (text.length > LONGEST || OF_MANUAL.test(text)) return undefined;
  if (harmfulSigns.test(text) || reactingSigns.test(text)) return 'sure';
  const plain = folded(text).trim();
  // `Выход (Anna)` is a way out; of a book's edition (`выход книги`) it is not.
  const beforeSigns = wordsIn(plain.replace(/(?<=\p{L}\p{M}*)(?:\s+[^\p{L}\s]|[([{:|]).*$/u, ''));
  if (hitsIn(beforeSigns).some((hit) => hit.meaning === 'exit' && hit.to - hit.from === beforeSigns.length))
    return 'sure';
  // `Donate 5 €`: what names a price is no page about the matter.
  if (PRICE.test(text) && harmOfWords(wordsIn(plain.replace(PRICE, ' '))) !== undefined) return 'sure';
  if (UNSPACED.test(plain)) return harmOfUnspaced(plain) ?? harmOfWords(wordsIn(plain.replace(/[^\p{ASCII}]/gu, ' ')));
  return harmOfWords(wordsIn(plain));
}

function harmOfWords(words: readonly string[], isAnywhere = false): Harm | undefined {
  const all = hitsIn(words);
  const { length } = words;
  const has = (meaning: Meaning, language: string) =>
    all.some((one) => one.meaning === meaning && one.language === language);
  // `How to delete` tells of it. A language's own words only: `si` is how in one, and yes in another.
  const tells = ({ language }: Hit) =>
    !isAnywhere && all.some((one) => one.meaning === 'guide' && one.from === 0 && one.language === language);
  const isOfPage = ({ meaning, language }: Hit) =>
    (meaning === 'delete' || meaning === 'clear') && has('view', language) && !has('owned', language);
  // Words that several languages share are harmless if they are so in one of them.
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

/** Whether a text is nothing but a cross: it closes or deletes what it stands in. */
export const isCross = (text: string): boolean => crosses.test(text.trim());
