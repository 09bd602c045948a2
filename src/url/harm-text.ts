import {
  affirmations,
  assurances,
  crosses,
  harmfulSigns,
  harmWords,
  iconNames,
  losses,
  type Meaning,
  meanings,
  refusals,
} from './harm-words.ts';

/**
 * `sure`: it ends a session, deletes, ends an account or a subscription, buys, publishes; `doubtful`: it may do so, or ask
 * for a page only: `Order`.
 */
export type Harm = 'sure' | 'doubtful';

/** Longer texts are prose: nobody names a deed in so many characters. */
const LONGEST = 120;
const LONGEST_QUESTION = 600;
/** Words of a text that may hold its deed anywhere; in longer ones it begins or ends them. */
const SHORT = 5;
/** `Back to the list` leads back; longer texts tell of more. */
const MOST_OF_BACK = 4;
/** Texts of scripts without blanks are as long as this if they name a deed, in characters. */
const SHORT_UNSPACED = 16;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const THAI = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** So much money. */
const PRICE = /[$€£¥₹]\s*\d[\d.,]*|\d[\d.,]*\s*(?:[$€£¥₹]|(?:eur|usd|gbp|chf)\b)/iu;

/** In lower case, without accents, vowel points and variants of letters. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0655\u0640\u200b-\u200f\u00ad]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\u0307/g, '')
    .replace(/[ıłđøßæœ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى|ي/g, 'ی')
    .replace(/ك/g, 'ک');
const LETTERS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', đ: 'd', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe' };

/** The words of a folded text. */
const wordsIn = (text: string): string[] =>
  THAI.test(text)
    ? [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
    : (text.match(/[\p{L}\p{M}]+/gu) ?? []);

/** Words that mean something in a language. */
interface Phrase {
  readonly words: readonly string[];
  /** The last word may have any ending. */
  readonly isOpen: boolean;
  readonly meaning: Meaning;
  readonly language: string;
}

/** By their first word; those of languages without blanks, and such as may have any ending, in lists. */
const byWord = new Map<string, Phrase[]>();
const unspaced: (Phrase & { readonly text: string })[] = [];
const open: Phrase[] = [];
for (const [language, words] of Object.entries(harmWords)) {
  for (const meaning of meanings) {
    for (const written of words[meaning]?.split(',') ?? []) {
      const text = folded(written.trim());
      const phrase = { words: wordsIn(text), isOpen: text.endsWith('*'), meaning, language };
      const [first] = phrase.words;
      if (first === undefined) continue;
      if (UNSPACED.test(text)) unspaced.push({ ...phrase, text });
      else if (phrase.isOpen && phrase.words.length === 1) open.push(phrase);
      else byWord.set(first, [...(byWord.get(first) ?? []), phrase]);
    }
  }
}

/** Where words of a meaning stand, counted in words: the first, and the one behind the last. */
interface Hit extends Pick<Phrase, 'meaning' | 'language'> {
  readonly from: number;
  readonly to: number;
}

function hitsIn(words: readonly string[]): Hit[] {
  return words.flatMap((word, from) => {
    const fits = ({ words: wanted, isOpen }: Phrase) =>
      wanted.every((one, index) => {
        const own = words[from + index];
        return own === one || (isOpen && index === wanted.length - 1 && (own?.startsWith(one) ?? false));
      });
    const found = (byWord.get(word) ?? []).filter(fits);
    found.push(...open.filter(({ words: [stem = ''] }) => word.startsWith(stem)));
    return found.map(({ meaning, language, words: { length } }) => ({ meaning, language, from, to: from + length }));
  });
}

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

/** Texts come again and again, from page to page. */
const judged = new Map<string, Harm | ''>();
const MOST_JUDGED = 20_000;

/** Whether somebody is asked whether a thing shall be done that harms: `Do you really want to delete this?` */
export function asksForHarm(question: string): boolean {
  const plain = folded(question.slice(0, LONGEST_QUESTION));
  return (UNSPACED.test(plain) ? harmOfUnspaced(plain, true) : harmOfWords(wordsIn(plain), true)) === 'sure';
}

/** Whether a question is one that readers ask, `Can I cancel my order?`, and not one that they are asked. */
export function isOfOthers(question: string): boolean {
  const words = wordsIn(folded(question));
  const isToReader = /^(?:do|are) you$/.test(words.slice(0, 2).join(' '));
  return !isToReader && hitsIn(words).some(({ meaning, from }) => meaning === 'guide' && from === 0);
}

/** Whether somebody is asked to be sure, and is not told of what: `Really?` It may be anything. */
export const asksToBeSure = (question: string): boolean => assurances.test(folded(question).trim());

/** Whether a sentence says that something will be gone for good: `The file will be deleted.` */
export const tellsOfLoss = (sentence: string): boolean =>
  sentence.length <= LONGEST && (losses.test(folded(sentence)) || (UNSPACED.test(sentence) && asksForHarm(sentence)));

/** Whether an answer agrees to whatever it is that was asked: `OK`. */
export const isAffirmation = (text: string): boolean => affirmations.test(plainOf(text));

/** Whether an answer leaves all as it is: `No`, `Cancel`. */
export const isRefusal = (text: string): boolean => refusals.test(plainOf(text)) || isClosing(text);

const plainOf = (text: string): string => folded(text).replace(/['’-]/g, ' ').trim();

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
  if (text.length > LONGEST) return undefined;
  if (harmfulSigns.test(text)) return 'sure';
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
  const isAsked = isAnywhere || /^(?:click|press|tap|please|yes)$/.test(words[0] ?? '');
  const isInPlace = ({ from, to }: Hit) => length <= SHORT || from <= 1 || to === length || isAsked;
  let harm: Harm | undefined;
  for (const hit of all) {
    const { meaning, language, from, to } = hit;
    if (harmless.has(from) || !isInPlace(hit)) continue;
    const isSure =
      meaning === 'leave' ||
      meaning === 'quit' ||
      meaning === 'delete' ||
      (meaning === 'clear' && (has('owned', language) || has('account', language))) ||
      (meaning === 'close' && has('account', language)) ||
      (meaning === 'commit' && length <= SHORT);
    if (isSure) return 'sure';
    if (meaning === 'submit' && length <= to - from + 1) harm = 'doubtful';
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
    unspaced.some((phrase) => phrase.meaning === 'exit' && phrase.text === text);
  return isSure ? 'sure' : has.has('submit') ? 'doubtful' : undefined;
}

/** The words of a name that programs read: those of `deleteItem_3` are two. Numbers are left out. */
export const wordsOfName = (name: string): string[] =>
  wordsIn(folded(name.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')));

const phrasesOf = (list: string): string[][] => list.split(',').map((phrase) => phrase.trim().split(' '));
const harmfulIcons = [...phrasesOf(iconNames.delete), ...phrasesOf(iconNames.leave)];
const crossIcons = phrasesOf(iconNames.cross);

const contains = (words: readonly string[], phrase: readonly string[]): boolean =>
  words.some((_, from) => phrase.every((word, index) => words[from + index] === word));

/** Words before a deed that say that it is not done: `can-delete` is what may be deleted. */
const TELLS = /^(?:can|is|has|no|not|non|un|if|hide|show|without|allow|enable|disable|data|aria|undo)$/;
/** Short for a deed in short names only: `del` is a word of other languages. */
const ABBREVIATED = /^(?:del|rm)$/;
/** Whether it says too little in a name of so many words: `rm` alone may be what reads more. */
const isTooLittle = (deed: string, length: number): boolean =>
  ABBREVIATED.test(deed) && (length > 2 || (deed === 'rm' && length === 1));
/** In names these say where something stands, or how it is. */
const PLACES = /^(?:end|stop|disable|void|forget)$/;
/** Words of a name that make it one of an element or a function. */
const MOST_WORDS = 5;

/**
 * What the name of an element, a class, an icon, a function or a part of an address says to be done; English words, and
 * others where they are verbs of deletion.
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
  if (harmfulIcons.some(isNamed) && !TELLS.test(words[0] ?? '')) {
    return contains(words, ['filter']) ? undefined : 'sure';
  }
  const hits = hitsIn(words);
  const has = (meaning: Meaning, language: string) =>
    hits.some((one) => one.meaning === meaning && one.language === language);
  const isHarm = hits.some(({ meaning, language, from, to }) => {
    if (TELLS.test(words[from - 1] ?? '')) return false;
    if (meaning === 'leave' || meaning === 'quit') return true;
    if (meaning === 'close') return hits.some((other) => other.meaning === 'account' && other.language === language);
    if (meaning === 'delete') return !has('view', language) || has('owned', language);
    const isBeside = (other: Hit) =>
      (other.meaning === 'owned' || other.meaning === 'account') &&
      other.language === language &&
      (Math.abs(other.from - to) <= 1 || Math.abs(from - other.to) <= 1);
    return meaning === 'clear' && !PLACES.test(words[from] ?? '') && hits.some(isBeside);
  });
  return isHarm ? 'sure' : undefined;
}

/** Prefixes that icons have, and what stands before a cross that closes. */
const isIcon = (words: readonly string[], phrase: readonly string[]): boolean =>
  words
    .slice(0, words.length - phrase.length)
    .every((word) =>
      /^(?:fa|fas|far|fal|fab|bi|mdi|ti|ri|icon|icons|ico|i|svg|glyphicon|btn|button|lucide|feather|tabler|ph|ion|la|las|pi|sl|md|heroicon|material|symbol|octicon|codicon|cil|bx|bxs|ft|fe|ui|dashicons|genericon|eva|uil)$/.test(
        word,
      ),
    );

/** Whether a text is nothing but a cross: it closes or deletes what it stands in. */
export const isCross = (text: string): boolean => crosses.test(text.trim());
