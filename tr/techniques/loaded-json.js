import { parseUrl } from '../../url/parse.js';
import { inThread } from '../documents/in-thread.js';
import { TOO_LARGE } from '../loaded-page.js';
import { guessed } from './guessed.js';
/** What is no name of a folder or a part of something in data, as relative paths may be. */
const IS_ROOTED = /^(?:https?:)?\//i;
/** Strings that surely are addresses, in the data that the page's scripts have loaded: reading them costs next to nothing. */
export const loadedJson = {
    name: 'loaded-json',
    level: 'active',
    summary: 'web addresses and paths from the root in JSON that scripts have loaded',
    find: async (page, walked) => await guessed(page, walked, 'loaded-json', (await guessesInData(page)).filter(({ raw }) => IS_ROOTED.test(raw))),
};
/** What looks like an address in data that the page has loaded. */
export async function guessesInData(page) {
    const data = await page.loaded(/[/+]json$/);
    const found = await Promise.all(data.map(async ({ text, url }) => {
        const addresses = await inThread('json', text);
        if (!addresses)
            page.limit(TOO_LARGE);
        return (addresses ?? []).map((raw) => ({ raw, url: parseUrl(raw, url)?.href, element: 'json' }));
    }));
    return found.flat();
}
//# sourceMappingURL=loaded-json.js.map