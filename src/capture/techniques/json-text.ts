import { parseUrl } from '../../url/parse.ts';
import { inThread } from '../documents/in-thread.ts';
import { TOO_LARGE } from '../loaded-page.ts';
import { guessed, guessesInTexts } from './guessed.ts';
import type { Technique } from './technique.ts';

/** Strings that look like addresses, in data that the documents hold or load. */
export const jsonText: Technique = {
  name: 'json-text',
  level: 'thorough',
  summary: 'strings in JSON that look like addresses',
  readsTexts: true,
  async find(page) {
    const inline = await guessesInTexts(page, 'json');
    const data = await page.loaded(/[/+]json$/);
    const loaded = await Promise.all(
      data.map(async ({ text, url }) => {
        const addresses = await inThread('json', text);
        if (!addresses) page.limit(TOO_LARGE);
        return (addresses ?? []).map((raw) => ({ raw, url: parseUrl(raw, url)?.href, element: 'json' }));
      }),
    );
    return await guessed(page, 'json-text', [...inline, ...loaded.flat()]);
  },
};
