import { hasHoles, isLikeAddress } from '../addresses/like-address.js';
import { decodeAs } from '../encoding/decoders.js';
import { readDocument } from './read-document.js';
import { rewritten } from './rewritten-links.js';
/** The links that a document came with, and does not show any more, not in another form either. */
export function lostLinks({ url, parentUrl, bytes, encoding, isXml, shown }) {
    const markup = { text: decodeAs(bytes, encoding), encoding };
    if (!hasOthers(markup.text, new Set(shown.map(({ raw }) => raw.trim()))))
        return [];
    const { walked } = readDocument({ url, parentUrl, markup, isXml });
    const keys = new Set(shown.flatMap((link) => [keyOf(link), keyOf({ ...link, role: 'embedded' })]));
    // One that is shown as it was written leads elsewhere only because the document has another address now.
    const written = new Set(shown.map(asWritten));
    const lost = walked.links.filter((link) => link.url !== undefined && !hasHoles(link.raw) && !keys.has(keyOf(link)) && !written.has(asWritten(link)));
    if (lost.length === 0)
        return lost;
    const others = rewritten(lost, fresh(shown, walked.links));
    return lost.filter((link) => !others.has(link));
}
/** What is shown more often than the document came with it. */
function fresh(shown, came) {
    const left = new Map();
    for (const link of came)
        left.set(keyOf(link), (left.get(keyOf(link)) ?? 0) + 1);
    return shown.filter((link) => {
        const times = left.get(keyOf(link)) ?? 0;
        left.set(keyOf(link), times - 1);
        return times <= 0;
    });
}
const keyOf = ({ role, method, url, raw }) => `${role} ${method} ${url ?? raw}`;
const asWritten = ({ role, method, element, anchor, raw }) => `${role} ${method} ${element} ${raw} ${anchor}`;
const ADDRESSES = /[\s"'/](href|src|action|formaction|cite|data|poster|background|content|data-[\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>=][^\s"'>]*))/gi;
/** What may have no links: comments, scripts, and elements whose addresses are none. */
const WITHOUT_LINKS = /<!--.*?(?:-->|$)|(?<=<script\b[^<>]*>).*?(?=<\/script|$)|<(base|link)\b[^<>]*>/gis;
const ONLY_CONNECTS = /\b(?:dns-prefetch|preconnect)\b/i;
/** A part of the page itself, or an address that no server is asked for. */
const NOT_ASKED = /^(?:$|#|(?!https?:|wss?:|ftp:)[a-z][\w+.-]*:)/i;
/** Whether the markup seems to hold an address that is not among those known: a cheap look before it is parsed. */
function hasOthers(markup, known) {
    const asked = markup.replace(WITHOUT_LINKS, (whole, name) => name?.toLowerCase() === 'link' && !ONLY_CONNECTS.test(whole) ? whole : '');
    for (const [, name = '', double, single, bare] of asked.matchAll(ADDRESSES)) {
        const raw = (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&');
        if (/^(?:content$|data-)/i.test(name) && !isLikeAddress(raw))
            continue;
        if (!NOT_ASKED.test(raw) && !known.has(raw))
            return true;
    }
    return false;
}
//# sourceMappingURL=lost-links.js.map