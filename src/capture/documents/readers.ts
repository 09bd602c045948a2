import { jsonAddresses } from '../addresses/json-addresses.ts';
import { type ScriptAddress, scriptAddresses } from '../addresses/script-addresses.ts';
import { styleAddresses } from '../addresses/style-addresses.ts';
import { type FileInput, type FileLinks, fileLinks } from '../files/file-links.ts';
import type { WalkedLink } from '../walk/walked-links.ts';
import { type Guess, type GuessInput, guessesIn } from './guesses.ts';
import { type LostLinksInput, lostLinks } from './lost-links.ts';
import { MOST_PARTS } from './parse-markup.ts';
import { type DocumentReading, readDocument, type Source } from './read-document.ts';

interface Inputs {
  document: Source;
  lost: LostLinksInput;
  file: FileInput;
  guesses: GuessInput;
  script: string;
  json: string;
  style: string;
}

interface Results {
  document: DocumentReading;
  lost: readonly WalkedLink[];
  file: FileLinks;
  guesses: readonly Guess[];
  script: readonly ScriptAddress[];
  json: readonly string[];
  style: readonly string[];
}

export type ReaderName = keyof Inputs;
export type ReaderInput<N extends ReaderName> = Inputs[N];
export type ReaderResult<N extends ReaderName> = Results[N];

/** Reads data from a server; input and output are plain data, which can move between threads. */
interface Reader<I, R> {
  /** Returns the number of bytes or characters to read. */
  size(input: I): number;
  /**
   * Reads the input.
   *
   * @param mostParts parts of markup that may be parsed
   * @throws TooManyParts if there are more and the input did not ask for fewer
   */
  read(input: I, mostParts?: number): R | Promise<R>;
}

/** Error for short markup with more parts than are parsed outside of a thread. */
export class TooManyParts extends Error {}

export const readers: { readonly [N in ReaderName]: Reader<Inputs[N], Results[N]> } = {
  document: {
    size: ({ markup }) => ('text' in markup ? markup.text : markup.bytes).length,
    read(source, mostParts = MOST_PARTS) {
      const asked = source.mostParts ?? MOST_PARTS;
      const reading = readDocument({ ...source, mostParts: Math.min(asked, mostParts) });
      if (reading.isTooLarge && mostParts < asked) throw new TooManyParts();
      return reading;
    },
  },
  lost: { size: ({ bytes }) => bytes.length, read: lostLinks },
  file: { size: ({ bytes }) => bytes.length, read: fileLinks },
  guesses: { size: ({ texts }) => texts.reduce((sum, text) => sum + text.length, 0), read: guessesIn },
  script: { size: (text) => text.length, read: scriptAddresses },
  json: { size: (text) => text.length, read: jsonAddresses },
  style: { size: (text) => text.length, read: (text) => [...new Set(styleAddresses(text))] },
};

/** Reads large data in a thread of the pool. */
export default async <N extends ReaderName>({ name, input }: { name: N; input: ReaderInput<N> }) => {
  const result: ReaderResult<N> = await readers[name].read(input);
  return result;
};
