import type { Guess } from '../documents/guesses.ts';
import { type LoadedPage } from '../loaded-page.ts';
import type { Technique } from './technique.ts';
/** Strings that surely are addresses, in the data that the page's scripts have loaded: reading them costs next to nothing. */
export declare const loadedJson: Technique;
/** What looks like an address in data that the page has loaded. */
export declare function guessesInData(page: LoadedPage): Promise<Guess[]>;
