import { shownAddresses } from '../guessed-addresses.ts';
import { guessed, guessesInTexts } from './guessed.ts';
import type { Technique } from './technique.ts';

/** Addresses that stand in the text of the page, but are no links. */
export const plainText: Technique = {
  name: 'plain-text',
  level: 'thorough',
  summary: 'addresses in running text',
  async find(page) {
    const guesses = await guessesInTexts(page, 'shown', (text, resolve) =>
      shownAddresses(text).map((raw) => ({
        raw,
        url: resolve(/^www\./i.test(raw) ? `http://${raw}` : raw),
        element: 'text',
      })),
    );
    return await guessed(page, 'plain-text', guesses);
  },
};
