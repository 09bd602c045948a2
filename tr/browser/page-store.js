import { z } from 'zod';
import { parseUrl } from '../../url/parse.js';
import { pageFunction } from './page-functions.js';
const KEEP = pageFunction(keep.toString());
const PUT_BACK = pageFunction(putBack.toString());
/** Notes what the page has stored. */
export async function storedBy(page) {
    const { frames, tab } = page;
    await Promise.all(frames.map((frame) => frame.ask(`${KEEP}()`)));
    return { cookies: await tab.page.context().cookies(), frames, usage: await usageOf(tab) };
}
/** Makes everything as it was noted. A tab in which that can't be done reads no other page. */
export async function restore({ tab }, { cookies, frames, usage }) {
    const context = tab.page.context();
    const done = await Promise.all(frames.map((frame) => frame.evaluate(`${PUT_BACK}()`, z.boolean()).catch(() => !frame.isMain)));
    // A database that is open can't be taken away.
    if (done.includes(false) || (await usageOf(tab)) > usage)
        tab.spoil();
    if (JSON.stringify(await context.cookies()) === JSON.stringify(cookies))
        return;
    await context.clearCookies();
    await context.addCookies(cookies);
}
/** Bytes that its origin keeps beside cookies and local storage. */
async function usageOf({ page, cdp }) {
    const origin = parseUrl(page.url())?.origin ?? '';
    const { usage } = await cdp.send('Storage.getUsageAndQuota', { origin }).catch(() => ({ usage: 0 }));
    return usage;
}
/** Runs in the page, in a world of our own. */
function keep() {
    const all = (store) => {
        try {
            return Object.entries(store());
        }
        catch {
            return [];
        }
    };
    const kept = { local: all(() => localStorage), session: all(() => sessionStorage), name: window.name };
    Reflect.set(globalThis, Symbol.for('kept'), kept);
    return true;
}
/** Runs in the page, in a world of our own: whether all is as it was. */
function putBack() {
    const kept = Reflect.get(globalThis, Symbol.for('kept'));
    if (!kept)
        return false;
    const put = (store, before) => {
        try {
            const storage = store();
            if (JSON.stringify(Object.entries(storage)) === JSON.stringify(before))
                return;
            storage.clear();
            for (const [key, value] of before)
                storage.setItem(key, value);
        }
        catch {
            // A document that may not store has nothing to put back.
        }
    };
    put(() => localStorage, kept.local);
    put(() => sessionStorage, kept.session);
    window.name = kept.name;
    return true;
}
//# sourceMappingURL=page-store.js.map