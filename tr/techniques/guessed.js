import { parseUrl } from '../../url/parse.js';
import { writtenBy } from '../addresses/script-methods.js';
import { TextMemory } from '../addresses/text-memory.js';
import { inThread } from '../documents/in-thread.js';
import { TOO_LARGE } from '../loaded-page.js';
import { walkRules } from '../walk/walk-rules.js';
/** What looks like an address in the documents' texts of one kind. */
export async function guessesInTexts(page, kind) {
    const all = await Promise.all((await page.texts()).map(async ({ texts, base, encoding }, index) => {
        const ofKind = texts.filter((one) => one.kind === kind).map(({ text }) => text);
        const frame = page.frames[index];
        if (!frame || ofKind.length === 0)
            return [];
        const guesses = await inThread('guesses', { kind, texts: ofKind, base, encoding });
        if (!guesses)
            page.limit(TOO_LARGE);
        return (guesses ?? []).map((guess) => ({ ...guess, frame }));
    }));
    return all.flat();
}
/** Guesses as links, each once, and none that stands in the page's markup. */
export async function guessed(page, walked, technique, guesses) {
    const seen = new Set((await walked.allLinks()).map(({ url }) => url));
    const hosts = new Set(page.frames.map(({ url }) => parseUrl(url)?.host));
    const asked = new Map();
    for (const { url, method } of guesses)
        if (method !== undefined)
            asked.set(url, (asked.get(url) ?? new Set()).add(method));
    const deeds = await deedsOf(page);
    let left = walkRules.mostLinks;
    return guesses.flatMap(({ raw, url, element, frame }) => {
        const method = deeds.has(raw) ? DEED : (writtenBy(asked.get(url) ?? new Set()) ?? 'GET');
        const parsed = url === undefined || seen.has(url) ? undefined : parseUrl(url);
        // Names without a dot are made up.
        if (!parsed || !/^https?:$/.test(parsed.protocol))
            return [];
        if (!hosts.has(parsed.host) && !parsed.hostname.includes('.'))
            return [];
        if (left-- <= 0)
            return [];
        seen.add(url);
        const place = { anchor: '', context: '', rel: '', tagPath: '', frame: frame && !frame.isMain ? frame.url : '' };
        return [{ raw: raw.slice(0, 5000), url, role: 'guess', method, element, ...place, technique }];
    });
}
/** What a control asks for that says that it harms is taken for what writes, by whatever method it is asked for. */
const DEED = 'POST';
const handlers = new TextMemory((source) => inThread('script', source));
/** The addresses that such controls would ask for, as they are written. */
async function deedsOf({ leftAlone }) {
    const read = await Promise.all(leftAlone.map((source) => handlers.read(source)));
    return new Set(read.flatMap((addresses) => (addresses ?? []).map(({ raw }) => raw)));
}
//# sourceMappingURL=guessed.js.map