import { guessed, guessesInTexts } from './guessed.ts';
import type { Technique } from './technique.ts';

/** Links in comments, conditional ones too, and in pieces of pages that scripts fill in. */
export const comment: Technique = {
  name: 'comment',
  level: 'thorough',
  summary: 'links in comments',
  readsTexts: true,
  find: async (page, walked) => await guessed(page, walked, 'comment', await guessesInTexts(page, 'markup')),
};
