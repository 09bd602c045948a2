import { guessed, guessesInTexts } from './guessed.js';
import { guessesInData } from './loaded-json.js';
/** Strings that look like addresses, in data that the documents hold or load. */
export const jsonText = {
    name: 'json-text',
    level: 'thorough',
    summary: 'strings in JSON that look like addresses',
    readsTexts: true,
    find: async (page, walked) => await guessed(page, walked, 'json-text', [...(await guessesInTexts(page, 'json')), ...(await guessesInData(page))]),
};
//# sourceMappingURL=json-text.js.map