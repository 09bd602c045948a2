import type { ElementWords } from './element-words.ts';
/**
 * Runs in a page, in a world of our own: what a list to choose from says by one of its options, and without them; what
 * another option would do is none of its matters. It is sent into browsers as it stands, so it uses nothing from outside.
 */
export declare function optionWords(): {
    wordsOfOption: ({ text, value }: HTMLOptionElement) => ElementWords;
    wordsWithout: (list: HTMLSelectElement, of: ElementWords) => ElementWords;
};
