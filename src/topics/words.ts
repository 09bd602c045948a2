import { type Language, languageOf, type Script, scripts } from './languages.ts';

/** Words of a text that are read; what stands further behind changes little. */
const MOST_WORDS = 20_000;
/** Stems that are remembered of each language. */
const MOST_STEMS = 50_000;
/** What a word that says nothing has in place of a stem. */
const STOP = '';

/** Runs of letters of one script; of Han, Hiragana and Katakana together, as words are not separated there. */
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{Script=Latin}[\p{Script=Latin}\p{M}]*|[\p{Script=Cyrillic}\p{M}]+|[\p{Script=Greek}\p{M}]+|[\p{Script=Arabic}\p{M}]+|\p{Script=Hangul}+/gu;

/** Most texts of most sites, in a tenth of the time that the runs of all scripts take. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_RUNS = /[a-z]+/g;

const OF_SCRIPT: Readonly<Record<Script, RegExp>> = {
  Latin: /^\p{Script=Latin}/u,
  Cyrillic: /^\p{Script=Cyrillic}/u,
  Greek: /^\p{Script=Greek}/u,
  Arabic: /^\p{Script=Arabic}/u,
  Han: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Hangul: /^\p{Script=Hangul}/u,
};

/**
 * Reads the words of texts in some languages: their stems, in the texts' order, without stop words and single letters.
 * Which language a word is of, its script tells; among languages of one script, the text's stop words do (the first
 * language that was named, where they do not). Words of other scripts stay as they are.
 */
export class WordReader {
  readonly #languages: readonly Language[];
  readonly #segmenter: Intl.Segmenter;
  readonly #stems = new Map<Language, Map<string, string>>();

  /** @param codes ISO 639-1, at least one */
  constructor(codes: readonly string[]) {
    this.#languages = codes.map(languageOf);
    this.#segmenter = new Intl.Segmenter(codes, { granularity: 'word' });
  }

  read(text: string): string[] {
    const stems: string[] = [];
    this.#each(text, (stem) => stems.push(stem));
    return stems;
  }

  /** The same, each with the word itself in lower-case letters. */
  words(text: string): { readonly stem: string; readonly word: string }[] {
    const words: { readonly stem: string; readonly word: string }[] = [];
    this.#each(text, (stem, word) => words.push({ stem, word }));
    return words;
  }

  #each(text: string, tell: (stem: string, word: string) => void): void {
    if (ASCII.test(text)) {
      const words = (text.toLowerCase().match(ASCII_RUNS) ?? []).slice(0, MOST_WORDS);
      const stemOf = this.#stemOf(this.#spoken('Latin', words));
      for (const word of words) {
        const stem = word.length < 2 ? STOP : stemOf(word);
        if (stem !== STOP) tell(stem, word);
      }
      return;
    }
    const words = this.#words(text);
    const stemOf = new Map<Script, (word: string) => string>();
    for (const { word, script } of words) {
      let ofScript = stemOf.get(script);
      if (!ofScript) {
        const alike = words.flatMap((one) => (one.script === script ? [one.word] : []));
        ofScript = this.#stemOf(this.#spoken(script, alike));
        stemOf.set(script, ofScript);
      }
      const stem = script !== 'Han' && word.length < 2 ? STOP : ofScript(word);
      if (stem !== STOP) tell(stem, word);
    }
  }

  /** Words in lower-case letters. */
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

  /** The language of a text's words in a script; undefined: none of ours is written so. */
  #spoken(script: Script, words: readonly string[]): Language | undefined {
    const candidates = this.#languages.filter((language) => language.script === script);
    if (candidates.length < 2) return candidates[0];
    const hits = ({ stops }: Language) => words.filter((word) => stops.has(word)).length;
    const counted = candidates.map((language) => ({ language, hits: hits(language) }));
    return counted.reduce((best, one) => (one.hits > best.hits ? one : best)).language;
  }

  /** How words are stemmed; of no language of ours they stay as they are. `STOP` for a stop word. */
  #stemOf(language: Language | undefined): (word: string) => string {
    if (!language) return (word) => word;
    let stems = this.#stems.get(language);
    if (!stems || stems.size > MOST_STEMS) {
      stems = new Map();
      this.#stems.set(language, stems);
    }
    const known = stems;
    return (word) => {
      let stem = known.get(word);
      if (stem === undefined) {
        stem = language.stops.has(word) ? STOP : language.stem(word);
        known.set(word, stem);
      }
      return stem;
    };
  }
}
