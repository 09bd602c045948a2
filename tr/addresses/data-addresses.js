import { hasHoles, isLikeAddress } from './like-address.js';
import { parseJson } from './parse-json.js';
/** Deepest level of data looked into. */
const DEEPEST = 100;
/** The strings of a JSON text; none where it is not JSON. */
export function stringsInJson(text) {
    let data;
    try {
        data = parseJson(text.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)|(?:-->|\/\/\]\]>)\s*$/g, ''));
    }
    catch {
        return [];
    }
    const entries = [];
    const collect = (value, key, depth) => {
        if (typeof value === 'string')
            entries.push({ key, text: value.trim() });
        else if (depth > DEEPEST || typeof value !== 'object' || value === null)
            return;
        else if (Array.isArray(value))
            for (const one of value)
                collect(one, key, depth + 1);
        else
            for (const [name, one] of Object.entries(value))
                collect(one, name, depth + 1);
    };
    collect(data, '', 0);
    return entries;
}
/** Keys of JSON-LD whose values are addresses, relative ones too. */
const LINKED = /^(?:@id|url|sameas|\w*url|image|logo|item|mainentityofpage|target|thumbnail|significantlinks?|relatedlinks?)$/i;
/** Names of terms, not of pages. */
export const VOCABULARY = /^https?:\/\/(?:www\.)?(?:schema\.org|purl\.org\/goodrelations|w3\.org\/(?:\d{4}|XML|ns))(?:\/|$)/i;
/** The addresses in JSON-LD, as written. */
export const linkedDataAddresses = (text) => stringsInJson(text)
    .filter(({ key, text }) => {
    if (key === '@context' || key === '@type' || VOCABULARY.test(text) || hasHoles(text))
        return false;
    return /^https?:\/\//i.test(text)
        ? isLikeAddress(text)
        : LINKED.test(key) && /^[^\s:#][^\s:/.?]*[/.?]\S*$/.test(text);
})
    .map(({ text }) => text);
/** The addresses in an import map, as written: those of modules and of folders of them. */
export const importMapAddresses = (text) => stringsInJson(text)
    .map((entry) => entry.text)
    .filter((address) => /^(?:https?:\/)?\.{0,2}\//i.test(address));
/** The addresses in speculation rules, as written. */
export const speculatedAddresses = (text) => stringsInJson(text)
    .filter(({ key }) => key === 'urls')
    .map((entry) => entry.text);
//# sourceMappingURL=data-addresses.js.map