import { guessed, guessesInTexts } from './guessed.js';
/** Links in comments, conditional ones too, and in pieces of pages that scripts fill in. */
export const comment = {
    name: 'comment',
    level: 'thorough',
    summary: 'links in comments',
    readsTexts: true,
    find: async (page, walked) => await guessed(page, walked, 'comment', await guessesInTexts(page, 'markup')),
};
//# sourceMappingURL=comment.js.map