import { addressResolver } from '../addresses/resolve-address.js';
import { TextMemory } from '../addresses/text-memory.js';
import { inThread } from '../documents/in-thread.js';
import { TOO_LARGE } from '../loaded-page.js';
import { guessed, guessesInTexts } from './guessed.js';
const memory = new TextMemory((script) => inThread('script', script));
/** Strings that look like addresses, in the documents' scripts and in those that they load. */
export const scriptText = {
    name: 'script-text',
    level: 'thorough',
    summary: 'strings in scripts that look like addresses',
    readsTexts: true,
    async find(page, walked) {
        const inline = await guessesInTexts(page, 'script');
        const [own] = await page.texts();
        // A script's addresses are relative to the page that runs it.
        const resolve = addressResolver(own?.base, own?.encoding ?? 'utf-8');
        const loaded = await Promise.all((await page.loaded(/(?:java|ecma)script$/)).map(async ({ text }) => {
            const addresses = await memory.read(text);
            if (!addresses)
                page.limit(TOO_LARGE);
            return (addresses ?? []).map(({ raw, method }) => {
                return { raw, url: resolve(raw), element: 'script', method };
            });
        }));
        return await guessed(page, walked, 'script-text', [...inline, ...loaded.flat()]);
    },
};
//# sourceMappingURL=script-text.js.map