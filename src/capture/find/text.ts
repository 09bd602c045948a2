import { guessesInLinkedTexts } from './data-urls.ts';
import { guessed, guessesInTexts } from './guesses.ts';
import type { Technique } from './technique.ts';

/** Addresses without a link in the page's text, or in text within the address of a link. */
export const plainText: Technique = {
  name: 'plain-text',
  level: 'thorough',
  summary: 'addresses in running text',
  readsTexts: true,
  find: async (page, walked) =>
    await guessed(page, walked, 'plain-text', [
      ...(await guessesInTexts(page, 'shown')),
      ...(await guessesInLinkedTexts(page, walked)),
    ]),
};

/** Links in comments, conditional ones included, and in pieces of pages that scripts fill in. */
export const comment: Technique = {
  name: 'comment',
  level: 'thorough',
  summary: 'links in comments',
  readsTexts: true,
  find: async (page, walked) => await guessed(page, walked, 'comment', await guessesInTexts(page, 'markup')),
};
