import { folded, type Hit, hitsIn, iconNames, type Meaning, wordsIn } from './vocabulary.ts';

/** The words of a name that programs read: those of `deleteItem_3` are two. Numbers are left out. */
export const wordsOfName = (name: string): string[] =>
  wordsIn(folded(name.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')));

const phrasesOf = (list: string): string[][] => list.split(',').map((phrase) => phrase.trim().split(' '));
const harmfulIcons = [iconNames.delete, iconNames.leave, iconNames.react].flatMap(phrasesOf);
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
