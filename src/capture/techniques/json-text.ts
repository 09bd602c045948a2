import { parseUrl } from '../../url/parse.ts';
import { jsonAddresses } from '../guessed-addresses.ts';
import { guessed, guessesInTexts } from './guessed.ts';
import type { Technique } from './technique.ts';

/** Strings that look like addresses, in data that the documents hold or load. */
export const jsonText: Technique = {
  name: 'json-text',
  level: 'thorough',
  summary: 'strings in JSON that look like addresses',
  async find(page) {
    const inline = await guessesInTexts(page, 'json', (text, resolve) =>
      jsonAddresses(text).map((raw) => ({ raw, url: resolve(raw), element: 'script' })),
    );
    const data = (await page.loaded()).filter(({ contentType }) => /[/+]json$/.test(contentType));
    const loaded = data.flatMap(({ text, url }) =>
      jsonAddresses(text).map((raw) => ({ raw, url: parseUrl(raw, url)?.href, element: 'json' })),
    );
    return await guessed(page, 'json-text', [...inline, ...loaded]);
  },
};
