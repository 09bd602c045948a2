import { type ScriptAddress } from '../addresses/guessed-addresses.ts';
import { type FileInput, type FileLinks } from '../files/file-links.ts';
import type { WalkedLink } from '../walk/walked-links.ts';
import { type Guess, type GuessInput } from './guesses.ts';
import { type LostLinksInput } from './lost-links.ts';
import { type DocumentReading, type Source } from './read-document.ts';
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
/** Reads what came from a server; plain data in and out, as both may go from one thread to another. */
interface Reader<I, R> {
    /** Bytes or characters to read. */
    size(input: I): number;
    /**
     * @param mostParts parts of markup that may be parsed
     * @throws TooManyParts where there are more and the input did not ask for fewer
     */
    read(input: I, mostParts?: number): R | Promise<R>;
}
/** Small as it is, it has more parts than are parsed at once. */
export declare class TooManyParts extends Error {
}
export declare const readers: {
    readonly [N in ReaderName]: Reader<Inputs[N], Results[N]>;
};
export {};
