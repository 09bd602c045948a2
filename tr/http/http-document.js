import { isOtherType, isPageType, typeOf } from '../network/answer-rules.js';
import { sniffedType } from '../network/sniff-type.js';
/**
 * @param parentUrl address of the document that holds the frame; undefined for a page's own document
 * @param read how a document is read
 */
export async function contentOf({ answer, url }, parentUrl, read) {
    const { status, headers, body: bytes } = answer;
    // Of several the last counts, as in browsers.
    const header = [headers['content-type'] ?? []].flat().at(-1) ?? '';
    const declared = typeOf(header);
    const isSaved = /^\s*attachment/i.test(String(headers['content-disposition'] ?? ''));
    if (isSaved || BODILESS.has(status))
        return { kind: 'file', contentType: declared, isShown: false };
    const contentType = isPageType(declared) || isOtherType(declared) ? declared : sniffedType(bytes);
    if (!isPageType(contentType))
        return { kind: 'file', contentType, isShown: SHOWN.test(contentType) };
    const isXml = contentType === 'application/xhtml+xml';
    return {
        kind: 'page',
        contentType,
        document: await read({ url, parentUrl, markup: { bytes, contentType: header }, isXml }),
    };
}
const BODILESS = new Set([204, 205, 304]);
const SHOWN = /^(text|image|audio|video)\/|[/+](json|xml)$|\/javascript$/;
//# sourceMappingURL=http-document.js.map