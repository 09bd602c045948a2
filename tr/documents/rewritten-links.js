import { bareHost } from '../../url/bare-host.js';
import { parseUrl } from '../../url/parse.js';
/** Elements of one text that are compared with one that was rewritten. */
const MOST_COMPARED = 30;
/** Addresses of a page that must be rewritten alike where an address alone does not tell that it is another form. */
const ALIKE = 2;
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
/**
 * The links among those gone whose elements are still shown, and bear another form of their address: other parameters,
 * another scheme or host, another beginning of the path, a redirect that names them. Elements are known again by their
 * name with their text, or where they have none, with their place; each shown one stands for one that is gone.
 *
 * @param gone links of the document as it came that are not shown any more
 * @param fresh links that are shown, and did not come with the document
 */
export function rewritten(gone, fresh) {
    const shown = shownByKeys(fresh);
    const changed = new Map();
    /** Addresses that were changed in the same way. */
    const alike = new Map();
    for (const link of gone) {
        const url = parseUrl(link.url ?? '');
        const changes = url && changesOf(url, keysOf(link, [url]), shown);
        if (!changes)
            continue;
        changed.set(link, changes);
        for (const { way } of changes)
            alike.set(way, (alike.get(way) ?? new Set()).add(url.href));
    }
    const isForm = ({ isSure, way }) => isSure || (alike.get(way)?.size ?? 0) >= ALIKE;
    return new Set([...changed].flatMap(([link, changes]) => (changes.every(isForm) ? [link] : [])));
}
function shownByKeys(links) {
    const shown = new Map();
    for (const link of links) {
        const url = parseUrl(link.url ?? '');
        if (!url)
            continue;
        const one = { url, named: namedIn(url), isTaken: false };
        for (const key of keysOf(link, [url, ...one.named])) {
            const known = shown.get(key);
            if (known)
                known.push(one);
            else
                shown.set(key, [one]);
        }
    }
    return shown;
}
/** How the address has become that of a shown element, if there is one: rather one of which that is sure. */
function changesOf(url, keys, shown) {
    const candidates = new Set(keys.flatMap((key) => firstFree(shown.get(key) ?? [])));
    const possible = [...candidates].flatMap((one) => {
        const changes = changesTo(url, one);
        return changes ? [{ one, changes }] : [];
    });
    const best = possible.find(({ changes }) => changes.every(({ isSure }) => isSure)) ?? possible[0];
    if (best)
        best.one.isTaken = true;
    return best?.changes;
}
/** The first ones that stand for none yet. Those in front are taken first, and left out for good. */
function firstFree(shown) {
    while (shown[0]?.isTaken)
        shown.shift();
    return shown.slice(0, MOST_COMPARED).filter(({ isTaken }) => !isTaken);
}
/** What elements are found by: their address's path, or the end of it, with what they are known by. */
function keysOf({ element, anchor, tagPath }, urls) {
    const known = anchor === '' ? `at ${tagPath}` : `is ${anchor}`;
    const paths = new Set(urls.flatMap((url) => [pathOf(url), withoutFirst(pathOf(url))]));
    return [...paths].map((path) => `${path} ${element} ${known}`);
}
const pathOf = ({ pathname }) => pathname.replace(/(?<!\/)\/+$/, '');
const withoutFirst = (path) => path.replace(/^\/[^/]*/, '');
const firstOf = (path) => /^\/([^/]*)/.exec(path)?.[1] ?? '';
/** What has changed; undefined where it is another address. */
function changesTo(from, { url: to, named }) {
    if (named.some((one) => one.host === from.host && pathOf(one) === pathOf(from) && one.search === from.search))
        return [];
    const [beginning, query] = [changeOfBeginning(pathOf(from), pathOf(to)), changeOfQuery(from, to)];
    return beginning && query ? [...changeOfHost(from, to), ...beginning, ...query] : undefined;
}
/** Another host has another page, unless it is asked for more than its start. */
function changeOfHost(from, to) {
    const [one, other] = [bareHost(from), bareHost(to)];
    return one === other ? [] : [{ way: `host ${one} ${other}`, isSure: pathOf(from) !== '' }];
}
/** A first part of the path that was added, left out or changed, such as a language. */
function changeOfBeginning(from, to) {
    if (from === to)
        return [];
    const [mine, theirs] = [firstOf(from), firstOf(to)];
    const change = (old, now) => {
        const isSure = [old, now].every((part) => part === '' || LANGUAGE.test(part));
        return [{ way: `path ${old} ${now}`, isSure }];
    };
    if (withoutFirst(to) === from)
        return change('', theirs);
    if (withoutFirst(from) === to)
        return change(mine, '');
    if (withoutFirst(from) !== withoutFirst(to))
        return undefined;
    // Of one part alone nothing is left that tells them to be one.
    const changed = change(mine, theirs);
    return withoutFirst(from) !== '' || changed[0]?.isSure ? changed : undefined;
}
/** Parameters that were added or left out; where a value has changed, if others have got that one, too. */
function changeOfQuery(from, to) {
    const [mine, theirs] = [from, to].map(({ search }) => search
        .slice(1)
        .split('&')
        .filter((one) => one !== ''));
    const lost = mine?.filter((one) => !theirs?.includes(one)) ?? [];
    const added = theirs?.filter((one) => !mine?.includes(one)) ?? [];
    if (lost.length === 0 || added.length === 0)
        return [];
    const names = new Set(added.map(nameOf));
    return lost.every((one) => names.has(nameOf(one))) ? [{ way: `query ${added.join('&')}`, isSure: false }] : undefined;
}
const nameOf = (parameter) => parameter.split('=', 1)[0] ?? '';
/** Addresses that stand in another one, in a parameter, its fragment or its path, escaped or not, also in base 64. */
function namedIn(url) {
    const beginning = url.href.slice(url.origin.length);
    const inPath = /[/=](https?:\/\/?.+)$/i.exec(beginning)?.[1];
    const values = [...url.searchParams.values(), url.hash.slice(1), ...(inPath === undefined ? [] : [inPath])];
    return values.flatMap((value) => {
        const texts = [value, unescaped(value), ofBase64(value)].filter((text) => /^(?:https?:\/\/?[^/]|\/(?!\/))/i.test(text));
        return [...new Set(texts)].flatMap((text) => parseUrl(text, url) ?? []);
    });
}
function unescaped(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}
/** An absolute address, as its base 64 begins. */
const ofBase64 = (text) => /^aHR0c/.test(text) ? Buffer.from(text, 'base64url').toString().replace(/\0/g, '') : '';
//# sourceMappingURL=rewritten-links.js.map