import type { FoundLink } from '../../domain/link.ts';
import type { Guess } from '../documents/guesses.ts';
import { type LoadedFrame, type LoadedPage } from '../loaded-page.ts';
import type { FrameText } from '../walk/walk-texts.ts';
import type { WalkedPage } from './walked.ts';
/** What looks like an address in the documents' texts of one kind. */
export declare function guessesInTexts(page: LoadedPage, kind: FrameText['kind']): Promise<(Guess & {
    readonly frame: LoadedFrame;
})[]>;
/** Guesses as links, each once, and none that stands in the page's markup. */
export declare function guessed(page: LoadedPage, walked: WalkedPage, technique: string, guesses: readonly (Guess & {
    readonly frame?: LoadedFrame;
})[]): Promise<FoundLink[]>;
