import { addressResolver } from '../addresses/resolve-address.js';
import { isScriptAddress } from '../addresses/script-address.js';
import { guessed } from './guessed.js';
/** Strings that look like addresses, in variables of the page's scripts as they are when it is read. */
export const globals = {
    name: 'global',
    level: 'thorough',
    summary: 'strings in global variables that look like addresses',
    readsTexts: true,
    async find(page, walked) {
        const addresses = (await page.globals()).map((text) => text.trim()).filter(isScriptAddress);
        if (addresses.length === 0)
            return [];
        const [own] = await page.texts();
        const resolve = addressResolver(own?.base, own?.encoding ?? 'utf-8');
        return await guessed(page, walked, 'global', addresses.map((raw) => ({ raw, url: resolve(raw), element: 'script' })));
    },
};
//# sourceMappingURL=globals.js.map