import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { parseUrl } from '../../url/parse.js';
import { usableBase } from '../../url/usable-base.js';
import { decode } from '../encoding/decode.js';
/** Characters parsed before others get their turn. */
const SLICE = 16_384;
/** Elements inside each other; what is deeper is no document of ours. */
const DEEPEST = 500;
/**
 * Reads a document's elements, each when it ends, and processing instructions. Broken markup is read as far as it goes.
 *
 * @throws Error where elements stand too deep in each other; nothing behind them is read
 */
export async function* xmlElements({ bytes, contentType, url }) {
    const { text } = decode(bytes, contentType);
    let ended = [];
    const open = [];
    let isTooDeep = false;
    const begin = (tag, attributes) => {
        const parent = open.at(-1);
        const above = parent?.base ?? url;
        const own = attributes['xml:base'];
        const base = (own === undefined ? undefined : parseUrl(own, usableBase(above))?.href) ?? above;
        return { tag, name: tag.slice(tag.indexOf(':') + 1), attributes, parent, base, text: '', title: '' };
    };
    const parser = new Parser({
        onopentag(tag, attributes) {
            open.push(begin(tag, attributes));
            isTooDeep ||= open.length > DEEPEST;
        },
        ontext(data) {
            const element = open.at(-1);
            if (element)
                element.text += data;
        },
        onclosetag() {
            const element = open.pop();
            if (!element)
                return;
            if (element.name === 'title' && element.parent)
                element.parent.title = element.text.replace(/\s+/g, ' ').trim();
            ended.push(element);
        },
        onprocessinginstruction(tag, data) {
            ended.push(begin(tag, pseudoAttributes(data)));
        },
    }, { xmlMode: true, decodeEntities: true });
    for (let from = 0; from < text.length && !isTooDeep; from += SLICE) {
        parser.write(text.slice(from, from + SLICE));
        yield* ended;
        ended = [];
        await nextTurn();
    }
    if (isTooDeep)
        throw new Error('elements stand too deep in each other');
    parser.end();
    yield* ended;
}
const pseudoAttributes = (data) => Object.fromEntries([...data.matchAll(/(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map((m) => [m[1], m[2] ?? m[3] ?? '']));
/** Tags from the root to the element, separated by blanks; the innermost ones where there are many. */
export function tagPathOf(element) {
    const tags = [];
    for (let at = element; at && tags.length < 20; at = at.parent)
        tags.push(at.tag.slice(0, 100));
    return tags.reverse().join(' ');
}
/** Local name of a document's root element, in its first characters; undefined where it is no XML. */
export function rootOf(head) {
    const markup = head.replace(/<\?.*?\?>|<!--.*?-->|<!doctype[^[>]*(?:\[.*?\]\s*)?>/gis, '').trimStart();
    return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(markup)?.[1];
}
//# sourceMappingURL=xml-elements.js.map