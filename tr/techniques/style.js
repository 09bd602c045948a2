import { parseUrl } from '../../url/parse.js';
import { TextMemory } from '../addresses/text-memory.js';
import { inThread } from '../documents/in-thread.js';
import { TOO_LARGE } from '../loaded-page.js';
const memory = new TextMemory((sheet) => inThread('style', sheet));
/** What the page's style sheets import and load; those in the document's own markup are found with it. */
export const style = {
    name: 'style',
    level: 'passive',
    summary: 'addresses in style sheets',
    find: async (page) => (await Promise.all((await page.loaded(/^text\/css$/)).map((sheet) => inSheet(sheet, page)))).flat(),
};
async function inSheet(sheet, page) {
    const addresses = await memory.read(sheet.text);
    if (!addresses)
        page.limit(TOO_LARGE);
    return (addresses ?? []).flatMap((raw) => {
        const url = parseUrl(raw, sheet.url)?.href;
        if (url === undefined || !/^https?:/.test(url))
            return [];
        const place = { anchor: '', context: '', rel: '', element: 'style', tagPath: '', frame: '' };
        return [{ raw, url, role: 'embedded', method: 'GET', ...place, technique: 'style' }];
    });
}
//# sourceMappingURL=style.js.map