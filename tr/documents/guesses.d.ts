import type { FrameText } from '../walk/walk-texts.ts';
/** An address that was guessed, and what it stood in. */
export interface Guess {
    readonly raw: string;
    readonly url: string | undefined;
    readonly element: string;
    /** Undefined where nothing tells by which one it is asked for. */
    readonly method?: string | undefined;
}
/** Texts of a document, all of one kind, and what addresses in them are resolved by. */
export interface GuessInput {
    readonly kind: FrameText['kind'];
    readonly texts: readonly string[];
    readonly base: string | undefined;
    readonly encoding: string;
}
/** What looks like an address in a document's texts. */
export declare function guessesIn({ kind, texts, base, encoding }: GuessInput): Promise<readonly Guess[]>;
