import { commentedAddresses, jsonAddresses, scriptAddresses, shownAddresses } from '../addresses/guessed-addresses.js';
import { isRoutePattern } from '../addresses/like-address.js';
import { addressResolver } from '../addresses/resolve-address.js';
import { TextMemory } from '../addresses/text-memory.js';
import { walkRules } from '../walk/walk-rules.js';
import { readDocument } from './read-document.js';
/** What looks like an address in a document's texts. */
export async function guessesIn({ kind, texts, base, encoding }) {
    const resolve = addressResolver(base, encoding);
    const guesses = [];
    for (const text of texts) {
        for (const guess of await guessesOf[kind](text, resolve, base ?? ''))
            guesses.push(guess);
        if (guesses.length > walkRules.mostLinks)
            break;
    }
    return guesses.slice(0, walkRules.mostLinks);
}
/** Scripts that stand in many pages of a site. */
const scripts = new TextMemory(async (text) => scriptAddresses(text));
const guessesOf = {
    script: async (text, resolve) => ((await scripts.read(text)) ?? []).map(({ raw, method }) => ({
        raw,
        url: resolve(raw),
        element: 'script',
        method,
    })),
    json: (text, resolve) => jsonAddresses(text).map((raw) => ({ raw, url: resolve(raw), element: 'script' })),
    shown: (text, resolve) => shownAddresses(text).map((raw) => shown(raw, 'text', resolve)),
    markup: inMarkup,
};
const shown = (raw, element, resolve) => ({
    raw,
    url: resolve(/^www\./i.test(raw) ? `http://${raw}` : raw),
    element,
});
/** What a comment holds, or a piece of a page. */
function inMarkup(markup, resolve, base) {
    const text = markup.replace(/^\s*\[if\b[^\]]*\]>|<!\[endif\]\s*$/gi, '');
    const named = commentedAddresses(withoutTags(text)).map((raw) => shown(raw, 'comment', resolve));
    if (!/<[a-z]/i.test(text) || !text.includes('='))
        return named;
    const { walked } = readDocument({ url: base, parentUrl: '', markup: { text, encoding: 'utf-8' }, isXml: false });
    const links = walked.links.filter(({ raw }) => !isRoutePattern(raw));
    return [...links.map(({ raw, method }) => ({ ...shown(raw, 'comment', resolve), method })), ...named];
}
/** With a blank for each tag; what is never closed is none. */
function withoutTags(text) {
    const pieces = [];
    let at = 0;
    for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
        const close = text.indexOf('>', open);
        if (close < 0)
            break;
        pieces.push(text.slice(at, open));
        at = close + 1;
    }
    return [...pieces, text.slice(at)].join(' ');
}
//# sourceMappingURL=guesses.js.map