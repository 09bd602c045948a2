import { parseUrl } from '../../url/parse.ts';
import type { Guess } from '../documents/guesses.ts';
import { inThread } from '../documents/in-thread.ts';
import { type LoadedPage, readItems } from '../loaded-page.ts';
import { guessed, guessesInTexts } from './guesses.ts';
import type { Technique } from './technique.ts';

/** What is no name of a folder or a part of something in data, as relative paths may be. */
const IS_ROOTED = /^(?:https?:)?\//i;

/** Strings that surely are addresses, in the data that the page's scripts have loaded: reading them costs next to nothing. */
export const loadedJson: Technique = {
  name: 'loaded-json',
  level: 'active',
  summary: 'web addresses and paths from the root in JSON that scripts have loaded',
  find: async (page, walked) =>
    await guessed(
      page,
      walked,
      'loaded-json',
      (await guessesInData(page)).filter(({ raw }) => IS_ROOTED.test(raw)),
    ),
};

/** What looks like an address in data that the page has loaded. */
async function guessesInData(page: LoadedPage): Promise<Guess[]> {
  const data = await page.loaded(/[/+]json$/);
  const found = await Promise.all(
    data.map(async ({ text, url }) =>
      readItems(page, await inThread('json', text)).map((raw) => ({
        raw,
        url: parseUrl(raw, url)?.href,
        element: 'json',
      })),
    ),
  );
  return found.flat();
}

/** Strings that look like addresses, in data that the documents hold or load. */
export const jsonText: Technique = {
  name: 'json-text',
  level: 'thorough',
  summary: 'strings in JSON that look like addresses',
  readsTexts: true,
  find: async (page, walked) =>
    await guessed(page, walked, 'json-text', [...(await guessesInTexts(page, 'json')), ...(await guessesInData(page))]),
};
