import { decode } from '../encoding/decode.js';
import { markupLinks } from './markup-in-file.js';
import { rootOf, tagPathOf, xmlElements } from './xml-elements.js';
/** Any other XML: what XLink names, style sheets, links of drawings; XHTML that is served as XML. */
export const xml = {
    name: 'xml',
    fits: (contentType, head) => rootOf(head) !== undefined && (/[/+]xml$/.test(contentType) || head.startsWith('<?xml')),
    async *links(file) {
        const { text } = decode(file.bytes, file.contentType);
        if (rootOf(text.slice(0, 4096).trimStart()) === 'html')
            return yield* await markupLinks(text, file.url, true);
        for await (const element of xmlElements(file))
            yield* linksOf(element);
    },
};
/** What Blink takes for a style sheet of XSLT, by the type that a processing instruction names. */
const TRANSFORMS = /<\?xml-stylesheet\s[^>]*\btype\s*=\s*["'](?:text\/xsl|(?:text|application)\/xml|application\/(?:xhtml|rss|atom)\+xml)["']/;
/** Whether a document names a style sheet by which browsers make a page of it. @param head its first characters */
export const hasTransform = (head) => TRANSFORMS.test(head);
/** What every XML document may say: an XLink, or the style sheet that it is shown with. */
export function* linksOf(element) {
    const { tag, name, attributes, base, text } = element;
    const place = { base, tagPath: tagPathOf(element), element: tag.replace('?', '') };
    if (tag === '?xml-stylesheet' && attributes.href)
        yield { ...place, raw: attributes.href, role: 'embedded' };
    const raw = attributes['xlink:href'] ?? (name === 'a' ? attributes.href : undefined);
    // What begins with # is a part of the document itself.
    if (raw === undefined || raw.startsWith('#'))
        return;
    const isShown = attributes['xlink:show'] === 'embed' || /^(image|use|feImage|script|pattern|filter)$/.test(name);
    const anchor = text.replace(/\s+/g, ' ').trim() || attributes['xlink:title'] || '';
    yield { ...place, raw, role: isShown ? 'embedded' : 'link', anchor };
}
//# sourceMappingURL=xml.js.map