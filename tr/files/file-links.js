import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseUrl } from '../../url/parse.js';
import { usableBase } from '../../url/usable-base.js';
import { plainText } from '../walk/plain-text.js';
import { MANY_LINKS, walkRules } from '../walk/walk-rules.js';
import { fileKinds } from './registry.js';
/** Longest address kept: what is longer is a bad link in any case. */
const LONGEST = 5000;
/** Links after which others get their turn. */
const LINKS_A_TURN = 1000;
/** Of which kind a file is; undefined if of none that bears links. */
export const kindOf = (type, head) => fileKinds.find((kind) => kind.fits(type, head));
/** The links of a file. A damaged one gives what can be had of it; nothing is thrown. */
export async function fileLinks({ url, type, contentType, head, bytes }) {
    const links = [];
    const limits = new Set();
    const text = [];
    const kind = kindOf(type, head);
    const file = {
        ...{ url, contentType, bytes },
        limit: (name) => void limits.add(name),
        text: (block) => void text.push(plainText.parse(block.replace(/\s+/g, ' ').trim())),
    };
    try {
        for await (const link of kind?.links(file) ?? []) {
            const found = kind && foundLink(link, url, kind);
            if (!found)
                continue;
            if (links.length === walkRules.mostLinks) {
                limits.add(MANY_LINKS);
                break;
            }
            links.push(found);
            if (links.length % LINKS_A_TURN === 0)
                await nextTurn();
        }
    }
    catch {
        limits.add('damaged');
    }
    return { links, limits: [...limits], text };
}
function foundLink(link, url, { name: technique }) {
    const { role, method = 'GET', element, base = url, anchor = '', context = '', rel = '', tagPath = '' } = link;
    const raw = plainText.parse(link.raw).trim().slice(0, LONGEST);
    if (raw === '')
        return undefined;
    return {
        ...{ raw, role, method, technique, frame: '' },
        url: (link.url ?? parseUrl(raw, usableBase(base))?.href)?.slice(0, LONGEST),
        anchor: plainText.parse(anchor.replace(/\s+/g, ' ').trim().slice(0, 300)),
        context: plainText.parse(context),
        rel: plainText.parse(rel.slice(0, 100)),
        element: plainText.parse(element.slice(0, 100)),
        tagPath: plainText.parse(tagPath.slice(-1000)),
    };
}
//# sourceMappingURL=file-links.js.map