import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/**
 * Meanings of words on controls and links, by the effect on the server when one is pressed.
 *
 * - `leave`: ends the session; `exit`: the same where it is all that is said, as it means a way out as well
 * - `delete`: takes something away; `quit`: ends an account, a subscription or a permission
 * - `clear`: takes something away if it is named with one of `owned`, and else is a matter of the page only: a filter, a
 *   dialog, a choice; `close`: the same with one of `account`;
 *   `back`: leads to what was shown before, and not through a list, as `previous` does
 * - `commit`: buys, publishes, votes, blocks; `submit`: the same, or only asks for a page;
 *   `react`: tells a site of an opinion or a wish where little else is said: `Follow`; `send`: sends what a form holds
 * - `view`: what is a matter of the page: `Remove filter`; `guide`: begins a text about the matter: `How to delete …`;
 *   `matter`: a name of a thing that has a deed's word in it, or ends one: `Vote results`, `Delete key theorem`
 */
const meanings = [
  'leave',
  'exit',
  'delete',
  'quit',
  'clear',
  'close',
  'back',
  'owned',
  'account',
  'commit',
  'submit',
  'react',
  'send',
  'view',
  'guide',
  'matter',
] as const;
export type Meaning = (typeof meanings)[number];

/**
 * Words by language and meaning, separated by commas; the words of a phrase follow each other. `*` stands for any ending.
 * Accents and case make no difference. Where a language writes no blanks, a word counts wherever it stands.
 */
const wordsFile = z.object({
  languages: z.record(z.string(), z.partialRecord(z.enum(meanings), z.string())),
  /** Names of icons; `cross`: it closes or deletes, depending on where it stands. */
  icons: z.record(z.enum(['delete', 'leave', 'react', 'cross']), z.string()),
});
const path = join(dirname(createRequire(import.meta.url).resolve('forager/package.json')), 'data', 'harm-words.json');
const file = wordsFile.parse(JSON.parse(readFileSync(path, 'utf8')));

/** What names of elements, functions and files of icons say beside words: what `trash-2` shows. */
export const iconNames = file.icons;

export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const THAI = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** In lower case, without accents, vowel points and variants of letters. */
export const folded = (text: string): string =>
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
export const wordsIn = (text: string): string[] =>
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
export const unspaced: (Phrase & { readonly text: string })[] = [];
const open: Phrase[] = [];
for (const [language, words] of Object.entries(file.languages)) {
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
export interface Hit extends Pick<Phrase, 'meaning' | 'language'> {
  readonly from: number;
  readonly to: number;
}

export function hitsIn(words: readonly string[]): Hit[] {
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

/** Signs that delete, or end a session, wherever they stand. */
export const harmfulSigns =
  /[🗑🚮⌫⌦⏻⏼🚪🧹\u{e020}\u{f014}\u{f1f8}\u{f2ed}\u{f829}\u{f82a}\u{f5de}\u{f011}\u{f08b}\u{f2f5}]/u;
/** Signs that tell a site of an opinion where they stand alone, or with a count. */
export const reactingSigns = /^\s*(?:[👍👎\u{f164}\u{f165}][\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f]*)+[\s\d.,()k]*$/iu;
/** Crosses. */
export const crosses = /^(?:[×xXＸ✕✖✗✘╳❌❎⨯⨉⨂⊗⊠☒🗙🗴🗵🅧🅇ⓧⓍⅩⅹХх⮽⮾⮿]|[\u{f00d}\u{f62a}\u{f659}])\p{M}?$/u;
