import { guessed, guessesInTexts } from './guessed.js';
/** Addresses that stand in the text of the page, but are no links. */
export const plainText = {
    name: 'plain-text',
    level: 'thorough',
    summary: 'addresses in running text',
    readsTexts: true,
    find: async (page, walked) => await guessed(page, walked, 'plain-text', await guessesInTexts(page, 'shown')),
};
//# sourceMappingURL=plain-text.js.map