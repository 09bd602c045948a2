import { createRequire } from 'node:module';
import { z } from 'zod';

/** Stop words and stemmer of a language. */
export interface Language {
  readonly code: string;
  /** Script of the language; stop words tell languages of one script apart. */
  readonly script: Script;
  /** Stop words in lower case. */
  readonly stops: ReadonlySet<string>;
  readonly stem: (word: string) => string;
}

export const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Han', 'Hangul'] as const;
export type Script = (typeof scripts)[number];

interface Entry {
  readonly script: Script;
  /** Name of the list of stop words: ISO 639-3. */
  readonly stops: string;
  /** Name of the Snowball stemmer; without one, whole words are compared. */
  readonly stemmer?: string;
}

/** Languages by ISO 639-1 code. */
const entries: Readonly<Record<string, Entry>> = {
  ar: { script: 'Arabic', stops: 'ara', stemmer: 'arabic' },
  // The package's Bulgarian stemmer throws in strict mode.
  bg: { script: 'Cyrillic', stops: 'bul' },
  cs: { script: 'Latin', stops: 'ces' },
  da: { script: 'Latin', stops: 'dan', stemmer: 'danish' },
  de: { script: 'Latin', stops: 'deu', stemmer: 'german' },
  el: { script: 'Greek', stops: 'ell', stemmer: 'greek' },
  en: { script: 'Latin', stops: 'eng', stemmer: 'english' },
  es: { script: 'Latin', stops: 'spa', stemmer: 'spanish' },
  fi: { script: 'Latin', stops: 'fin', stemmer: 'finnish' },
  fr: { script: 'Latin', stops: 'fra', stemmer: 'french' },
  hu: { script: 'Latin', stops: 'hun', stemmer: 'hungarian' },
  it: { script: 'Latin', stops: 'ita', stemmer: 'italian' },
  ja: { script: 'Han', stops: 'jpn' },
  ko: { script: 'Hangul', stops: 'kor' },
  nl: { script: 'Latin', stops: 'nld', stemmer: 'dutch' },
  no: { script: 'Latin', stops: 'nob', stemmer: 'norwegian' },
  pl: { script: 'Latin', stops: 'pol' },
  pt: { script: 'Latin', stops: 'por', stemmer: 'portuguese' },
  ro: { script: 'Latin', stops: 'ron', stemmer: 'romanian' },
  ru: { script: 'Cyrillic', stops: 'rus', stemmer: 'russian' },
  sv: { script: 'Latin', stops: 'swe', stemmer: 'swedish' },
  tr: { script: 'Latin', stops: 'tur', stemmer: 'turkish' },
  uk: { script: 'Cyrillic', stops: 'ukr', stemmer: 'ukrainian' },
  zh: { script: 'Han', stops: 'zho' },
};

/** ISO 639-1 codes of the supported languages. */
export const languageCodes: readonly string[] = Object.keys(entries);

/** Loads stemmers and stop words only for languages in use. */
const load = createRequire(import.meta.url);
const stemmerModule = z.object({
  stemmer: z.custom<(word: string) => string>((value) => typeof value === 'function'),
});

const stopWords = z.record(z.string(), z.unknown());

const loaded = new Map<string, Language>();

/** Returns a language, loaded on first use. @param code one of `languageCodes` */
export function languageOf(code: string): Language {
  const known = loaded.get(code);
  if (known) return known;
  const entry = entries[code];
  if (!entry) throw new Error(`there is no language ${code}`);
  const { script, stops, stemmer } = entry;
  const stem = stemmer === undefined ? (word: string) => word : stemmerOf(stemmer);
  const language = { code, script, stops: stopsOf(stops), stem };
  loaded.set(code, language);
  return language;
}

const stemmerOf = (name: string): ((word: string) => string) =>
  stemmerModule.parse(load(`@orama/stemmers/${name}`)).stemmer;

const stopsOf = (name: string): ReadonlySet<string> =>
  new Set(z.array(z.string()).parse(stopWords.parse(load('stopword'))[name]));
