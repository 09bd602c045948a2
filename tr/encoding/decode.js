import { isAscii, isUtf8 } from 'node:buffer';
import { ResultType, Sniffer } from 'encoding-sniffer/sniffer';
import { decodeAs, encodingNamed } from './decoders.js';
import { detectEncoding } from './detect-encoding.js';
/** The text of a document, in the encoding that `encodingOf` finds. */
export function decode(bytes, contentType) {
    const { encoding } = encodingOf(bytes, contentType);
    return { text: decodeAs(bytes, encoding), encoding };
}
/**
 * How a document is encoded: what its BOM, the HTTP header or its markup says, the first of them that its bytes don't
 * belie; else what its bytes look like. Where header and markup say the same, it takes more to belie them.
 *
 * @param contentType the HTTP header as sent; empty for none
 */
export function encodingOf(bytes, contentType) {
    const marked = markedEncoding(bytes);
    if (marked !== undefined)
        return { encoding: marked, declared: true };
    const wide = wideEncoding(bytes);
    if (wide !== undefined)
        return { encoding: wide, declared: false };
    const content = new Content(bytes);
    const said = [headerLabel(contentType), markupLabel(bytes)].map(encodingNamed);
    const isSaidTwice = said[0] === said[1];
    for (const encoding of said) {
        if (encoding !== undefined && content.bears(encoding, isSaidTwice))
            return { encoding, declared: true };
    }
    if (content.isUtf8 ? !content.isAscii : content.bears('utf-8'))
        return { encoding: 'utf-8', declared: false };
    return { encoding: detectEncoding(bytes), declared: false };
}
function markedEncoding([first, second, third]) {
    if (first === 0xef && second === 0xbb && third === 0xbf)
        return 'utf-8';
    if (first === 0xfe && second === 0xff)
        return 'utf-16be';
    if (first === 0xff && second === 0xfe)
        return 'utf-16le';
    return undefined;
}
/** UTF-16 without a BOM: one of the two bytes of each character of the markup is zero, always the same one. */
function wideEncoding(bytes) {
    const head = bytes.subarray(0, 4096);
    if (!head.includes(0))
        return undefined;
    const zeros = [0, 0];
    head.forEach((byte, index) => {
        if (byte === 0)
            zeros[index % 2 === 0 ? 0 : 1]++;
    });
    const [even, odd] = zeros;
    if (Math.max(even, odd) < head.length / 20 || Math.min(even, odd) > Math.max(even, odd) / 10)
        return undefined;
    return even > odd ? 'utf-16be' : 'utf-16le';
}
/** The encoding that a `Content-Type` header names; undefined if it names none. */
export const headerEncoding = (contentType) => encodingNamed(headerLabel(contentType));
const headerLabel = (contentType) => /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];
/** Bytes of a document in which a declaration is looked for: heads of real pages are long. */
const HEAD = 16_384;
/** What a `meta` element or the XML declaration says. */
function markupLabel(bytes) {
    const sniffer = new Sniffer({ maxBytes: HEAD });
    sniffer.write(bytes);
    if (sniffer.resultType !== ResultType.DEFAULT)
        return sniffer.encoding;
    return UNKNOWN_TO_SNIFFER.exec(Buffer.from(bytes.subarray(0, HEAD)).toString('latin1'))?.[1];
}
/** Browsers know these labels, too. */
const UNKNOWN_TO_SNIFFER = /<(?:meta\b[^<>]*\bcharset|\?xml\b[^<>]*\bencoding)\s*=\s*(?:["']\s*)?(x-mac-cyrillic|x-mac-ukrainian|iso-8859-8-i|csiso88598i|logical|iso-2022-jp|csiso2022jp)\b/i;
/** Bytes by which a declared encoding is tried. */
const TRIED = 262_144;
/** A label is believed with one stray byte in so many, or one in so many characters beyond ASCII. */
const STRAY_BYTES = 20_000;
const STRAY_CHARACTERS = 20;
/** Both labels are believed with so many stray bytes, or with one for each character beyond ASCII. */
const STRAY_ANYWAY = 3;
/** Bytes beyond ASCII that form UTF-8 by accident at most in an encoding of two bytes a character. */
const ACCIDENTAL = 8;
const DOUBLE_BYTE = new Set(['big5', 'euc-jp', 'euc-kr', 'gb18030', 'shift_jis']);
/** A document's bytes, against which labels are held. */
class Content {
    isUtf8;
    isAscii;
    #bytes;
    constructor(bytes) {
        this.#bytes = bytes;
        this.isUtf8 = isUtf8(bytes);
        this.isAscii = this.isUtf8 && isAscii(bytes);
    }
    /** Whether the bytes may well be in this encoding. @param isSaidTwice both header and markup say so */
    bears(encoding, isSaidTwice = false) {
        if (encoding.startsWith('utf-16'))
            return false;
        if (this.isUtf8 && (this.isAscii || encoding === 'utf-8'))
            return true;
        if (this.isUtf8 && (!DOUBLE_BYTE.has(encoding) || this.#beyondAscii() > ACCIDENTAL))
            return false;
        const tried = this.#bytes.subarray(0, TRIED);
        // The last character may be cut off.
        const text = decodeAs(tried, encoding).replace(/\ufffd$/, '');
        const broken = text.split('\ufffd').length - 1;
        if (broken === 0)
            return true;
        const good = text.replace(/[\0-\x7f\ufffd]+/g, '').length;
        const forgiven = Math.max(good / STRAY_CHARACTERS, tried.length / STRAY_BYTES);
        return broken <= (isSaidTwice ? Math.max(forgiven, good, STRAY_ANYWAY) : forgiven);
    }
    #beyondAscii() {
        return this.#bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
    }
}
//# sourceMappingURL=decode.js.map