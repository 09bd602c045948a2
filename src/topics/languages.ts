import { createRequire } from 'node:module';
import * as stopWords from 'stopword';
import { z } from 'zod';

/** How words of a language are read. */
export interface Language {
  readonly code: string;
  /** Letters that its words are written with; languages of one script are told apart by their stop words. */
  readonly script: Script;
  /** In lower-case letters. */
  readonly stops: ReadonlySet<string>;
  readonly stem: (word: string) => string;
}

export const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Han', 'Hangul'] as const;
export type Script = (typeof scripts)[number];

interface Entry {
  readonly script: Script;
  readonly stops: readonly string[];
  /** Name of its Snowball stemmer; languages without one are compared by whole words. */
  readonly stemmer?: string;
}

/** By ISO 639-1. */
const entries: Readonly<Record<string, Entry>> = {
  ar: { script: 'Arabic', stops: stopWords.ara, stemmer: 'arabic' },
  // The package's Bulgarian stemmer throws in strict mode.
  bg: { script: 'Cyrillic', stops: stopWords.bul },
  cs: { script: 'Latin', stops: stopWords.ces },
  da: { script: 'Latin', stops: stopWords.dan, stemmer: 'danish' },
  de: { script: 'Latin', stops: stopWords.deu, stemmer: 'german' },
  el: { script: 'Greek', stops: stopWords.ell, stemmer: 'greek' },
  en: { script: 'Latin', stops: stopWords.eng, stemmer: 'english' },
  es: { script: 'Latin', stops: stopWords.spa, stemmer: 'spanish' },
  fi: { script: 'Latin', stops: stopWords.fin, stemmer: 'finnish' },
  fr: { script: 'Latin', stops: stopWords.fra, stemmer: 'french' },
  hu: { script: 'Latin', stops: stopWords.hun, stemmer: 'hungarian' },
  it: { script: 'Latin', stops: stopWords.ita, stemmer: 'italian' },
  ja: { script: 'Han', stops: stopWords.jpn },
  ko: { script: 'Hangul', stops: stopWords.kor },
  nl: { script: 'Latin', stops: stopWords.nld, stemmer: 'dutch' },
  no: { script: 'Latin', stops: stopWords.nob, stemmer: 'norwegian' },
  pl: { script: 'Latin', stops: stopWords.pol },
  pt: { script: 'Latin', stops: stopWords.por, stemmer: 'portuguese' },
  ro: { script: 'Latin', stops: stopWords.ron, stemmer: 'romanian' },
  ru: { script: 'Cyrillic', stops: stopWords.rus, stemmer: 'russian' },
  sv: { script: 'Latin', stops: stopWords.swe, stemmer: 'swedish' },
  tr: { script: 'Latin', stops: stopWords.tur, stemmer: 'turkish' },
  uk: { script: 'Cyrillic', stops: stopWords.ukr, stemmer: 'ukrainian' },
  zh: { script: 'Han', stops: stopWords.zho },
};

/** ISO 639-1 codes of the languages that texts can be read in. */
export const languageCodes: readonly string[] = Object.keys(entries);

const load = createRequire(import.meta.url);
const stemmerModule = z.object({
  stemmer: z.custom<(word: string) => string>((value) => typeof value === 'function'),
});

const loaded = new Map<string, Language>();

/** @param code one of `languageCodes` */
export function languageOf(code: string): Language {
  const known = loaded.get(code);
  if (known) return known;
  const entry = entries[code];
  if (!entry) throw new Error(`there is no language ${code}`);
  const { script, stops, stemmer } = entry;
  const stem = stemmer === undefined ? (word: string) => word : stemmerOf(stemmer);
  const language = { code, script, stops: new Set(stops), stem };
  loaded.set(code, language);
  return language;
}

const stemmerOf = (name: string): ((word: string) => string) =>
  stemmerModule.parse(load(`@orama/stemmers/${name}`)).stemmer;
