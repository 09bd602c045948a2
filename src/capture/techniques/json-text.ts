import { parseUrl } from '../../url/parse.ts';
import { inThread } from '../in-thread.ts';
import { guessed, guessesInTexts } from './guessed.ts';
import { type Technique, TOO_LARGE } from './technique.ts';

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
