import { parseUrl } from '../../url/parse.ts';
import type { Guess } from '../documents/guesses.ts';
import { inThread } from '../documents/in-thread.ts';
import { type LoadedPage, readItems } from '../loaded-page.ts';
import { guessed, guessesInTexts } from './guesses.ts';
import type { Technique } from './technique.ts';

/** Addresses with a leading slash or a host, since a relative path in data may be just a name. */
const IS_ROOTED = /^(?:https?:)?\//i;

/** Addresses with a leading slash or a host in JSON loaded by scripts; cheap to read, seldom wrong. */
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

/** Returns guesses in the JSON that the page has loaded. */
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

/** Strings that look like addresses, in JSON that the documents contain or load. */
export const jsonText: Technique = {
  name: 'json-text',
  level: 'thorough',
  summary: 'strings in JSON that look like addresses',
  readsTexts: true,
  find: async (page, walked) =>
    await guessed(page, walked, 'json-text', [...(await guessesInTexts(page, 'json')), ...(await guessesInData(page))]),
};
