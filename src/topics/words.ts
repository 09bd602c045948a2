import { type Language, languageOf, type Script, scripts } from './languages.ts';

const LETTER_A = 97;
const LETTER_Z = 122;
const UPPER_A = 65;
const UPPER_Z = 90;
const TO_LOWER = 32;
/** Constants of the two hashes: FNV-1a's offset and prime, and the multiplier of Java's `String.hashCode`. */
const OFFSET = 0x811c9dc5 | 0;
const FNV = 0x01000193;
const JAVA = 31;

/**
 * Numbers the words of ASCII texts from 0: runs of letters in lower case. Known words allocate no string; two words
 * with equal 32-bit hashes, both of them, count as one.
 */
export class WordTable {
  /** Words in lower case by number. */
  readonly words: string[] = [];
  readonly #mask: number;
  /** Word numbers + 1 in an open-addressing hash table; 0 marks a free slot. */
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;

  /** @param most capacity in words: callers clear the table before it overflows */
  constructor(most: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * most));
    this.#mask = slots - 1;
    this.#slots = new Int32Array(slots);
    this.#hashes = new Int32Array(2 * most);
  }

  /** Returns the numbers of a text's first words, at most `most`. */
  read(text: string, most: number): number[] {
    const numbers: number[] = [];
    let one = 0;
    let other = 0;
    let begin = -1;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      const letter = code >= UPPER_A && code <= UPPER_Z ? code + TO_LOWER : code;
      if (letter >= LETTER_A && letter <= LETTER_Z) {
        if (begin < 0) {
          if (numbers.length === most) break;
          begin = at;
          one = OFFSET;
          other = 0;
        }
        one = Math.imul(one ^ letter, FNV);
        other = (Math.imul(other, JAVA) + letter) | 0;
      } else if (begin >= 0) {
        numbers.push(this.#numberOf(one, other, text, begin, at));
        begin = -1;
      }
    }
    return numbers;
  }

  clear(): void {
    this.#slots.fill(0);
    this.words.length = 0;
  }

  #numberOf(one: number, other: number, text: string, begin: number, end: number): number {
    let slot = (one ^ (one >>> 15)) & this.#mask;
    for (let known = this.#slots[slot] ?? 0; known !== 0; known = this.#slots[slot] ?? 0) {
      const first = 2 * (known - 1);
      if (this.#hashes[first] === one && this.#hashes[first + 1] === other) return known - 1;
      slot = (slot + 1) & this.#mask;
    }
    const number = this.words.length;
    this.#slots[slot] = number + 1;
    this.#hashes[2 * number] = one;
    this.#hashes[2 * number + 1] = other;
    this.words.push(text.slice(begin, end).toLowerCase());
    return number;
  }
}

/** Words of a text that are read, at most; later ones change little. */
const MOST_WORDS = 20_000;
/** Words with cached stems, at most. */
const MOST_STEMS = 65_536;

/** Runs of letters of one script; Han, Hiragana and Katakana share runs, as Japanese mixes them without spaces. */
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{Script=Latin}[\p{Script=Latin}\p{M}]*|[\p{Script=Cyrillic}\p{M}]+|[\p{Script=Greek}\p{M}]+|[\p{Script=Arabic}\p{M}]+|\p{Script=Hangul}+/gu;

/** ASCII text, which has a path a hundred times as fast as `RUNS`. */
const ASCII = /^[\0-\x7f]*$/;

const OF_SCRIPT: Readonly<Record<Script, RegExp>> = {
  Latin: /^\p{Script=Latin}/u,
  Cyrillic: /^\p{Script=Cyrillic}/u,
  Greek: /^\p{Script=Greek}/u,
  Arabic: /^\p{Script=Arabic}/u,
  Han: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Hangul: /^\p{Script=Hangul}/u,
};

/** Stems of a language's words; null for stop words. */
interface Stems<Stem> {
  readonly byWord: Map<string, Stem | null>;
  /** Stems of ASCII words by word number. */
  readonly byNumber: (Stem | null | undefined)[];
}

/**
 * Reads texts as stems, in text order, without stop words and single letters. Words of unknown scripts are kept. Among
 * languages of one script the text's stop words decide, or else the first named language. `made` converts each stem
 * once.
 */
export class WordReader<Stem> {
  readonly #languages: readonly Language[];
  readonly #segmenter: Intl.Segmenter;
  readonly #made: (stem: string) => Stem;
  readonly #ascii = new WordTable(MOST_STEMS);
  readonly #stems = new Map<Language | undefined, Stems<Stem>>();
  readonly #known = new Map<string, Stem>();

  /**
   * @param codes ISO 639-1, at least one
   * @param made converts a stem
   */
  constructor(codes: readonly string[], made: (stem: string) => Stem) {
    this.#languages = codes.map(languageOf);
    this.#segmenter = new Intl.Segmenter(codes, { granularity: 'word' });
    this.#made = made;
  }

  read(text: string): Stem[] {
    const stems: Stem[] = [];
    this.#read(text, stems, []);
    return stems;
  }

  /** Reads a text as stems, each with its word in lower case. */
  words(text: string): { readonly stem: Stem; readonly word: string }[] {
    const stems: Stem[] = [];
    const words: string[] = [];
    this.#read(text, stems, words);
    return stems.map((stem, at) => ({ stem, word: words[at] ?? '' }));
  }

  #read(text: string, stems: Stem[], words: string[]): void {
    if (Math.max(this.#ascii.words.length, this.#known.size) + MOST_WORDS > MOST_STEMS) this.#forget();
    if (ASCII.test(text)) this.#readAscii(text, stems, words);
    else this.#readAny(text, stems, words);
  }

  #readAscii(text: string, stems: Stem[], words: string[]): void {
    const numbers = this.#ascii.read(text, MOST_WORDS);
    const { words: known } = this.#ascii;
    const spoken = this.#spoken('Latin', ({ stops }) =>
      numbers.reduce((hits, number) => hits + (stops.has(known[number] ?? '') ? 1 : 0), 0),
    );
    const { byNumber } = this.#stemsOf(spoken);
    for (const number of numbers) {
      let stem = byNumber[number];
      if (stem === undefined) {
        const word = known[number] ?? '';
        stem = word.length < 2 ? null : this.#stem(spoken, word);
        byNumber[number] = stem;
      }
      if (stem === null) continue;
      stems.push(stem);
      words.push(known[number] ?? '');
    }
  }

  #readAny(text: string, stems: Stem[], words: string[]): void {
    const found = this.#words(text);
    const languages = new Map<Script, Language | undefined>();
    for (const { word, script } of found) {
      if (!languages.has(script)) {
        const alike = found.filter((one) => one.script === script);
        const hits = ({ stops }: Language) => alike.filter((one) => stops.has(one.word)).length;
        languages.set(script, this.#spoken(script, hits));
      }
      if (script !== 'Han' && word.length < 2) continue;
      const language = languages.get(script);
      const { byWord } = this.#stemsOf(language);
      let stem = byWord.get(word);
      if (stem === undefined) {
        stem = this.#stem(language, word);
        byWord.set(word, stem);
      }
      if (stem === null) continue;
      stems.push(stem);
      words.push(word);
    }
  }

  /** Splits a text into words in lower case, with their scripts. */
  #words(text: string): { readonly word: string; readonly script: Script }[] {
    const words: { readonly word: string; readonly script: Script }[] = [];
    for (const [run] of text.matchAll(RUNS)) {
      if (words.length >= MOST_WORDS) break;
      const script = run.charCodeAt(0) < 128 ? 'Latin' : (scripts.find((one) => OF_SCRIPT[one].test(run)) ?? 'Latin');
      if (script !== 'Han') words.push({ word: run.toLowerCase(), script });
      else for (const { segment } of this.#segmenter.segment(run)) words.push({ word: segment, script });
    }
    return words;
  }

  /**
   * Returns the language of a text's words in a script; undefined without a language of this script.
   *
   * @param hits counts the stop words of a language in the text
   */
  #spoken(script: Script, hits: (language: Language) => number): Language | undefined {
    const candidates = this.#languages.filter((language) => language.script === script);
    if (candidates.length < 2) return candidates[0];
    const counted = candidates.map((language) => ({ language, hits: hits(language) }));
    return counted.reduce((best, one) => (one.hits > best.hits ? one : best)).language;
  }

  /** Returns a word's stem, or the word if its language is unknown; null for a stop word. */
  #stem(language: Language | undefined, word: string): Stem | null {
    if (language?.stops.has(word)) return null;
    const text = language ? language.stem(word) : word;
    if (text === '') return null;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const stem = this.#made(text);
    this.#known.set(text, stem);
    return stem;
  }

  #stemsOf(language: Language | undefined): Stems<Stem> {
    let stems = this.#stems.get(language);
    if (!stems) {
      stems = { byWord: new Map(), byNumber: [] };
      this.#stems.set(language, stems);
    }
    return stems;
  }

  #forget(): void {
    this.#ascii.clear();
    this.#stems.clear();
    this.#known.clear();
  }
}

/** Creates a reader that returns stems as strings. */
export const stemReader = (codes: readonly string[]): WordReader<string> => new WordReader(codes, (stem) => stem);
