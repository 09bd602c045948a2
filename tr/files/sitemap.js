import { rootOf, tagPathOf, xmlElements } from './xml-elements.js';
/** Sitemaps and sitemap indexes (sitemaps.org), with Google's additions for images, videos and languages. */
export const sitemap = {
    name: 'sitemap',
    fits: (_, head) => /^(urlset|sitemapindex)$/.test(rootOf(head) ?? ''),
    async *links(file) {
        for await (const element of xmlElements(file)) {
            const { attributes, base, text } = element;
            const place = placeOf(element);
            if (!place)
                continue;
            const rel = attributes.rel ?? '';
            yield { raw: attributes.href ?? text, element: element.tag, ...place, rel, tagPath: tagPathOf(element), base };
        }
    },
};
/** What the address in an element is; undefined if it has none. */
function placeOf({ name, parent, attributes }) {
    if (name === 'loc' && parent?.name === 'sitemap')
        return SITEMAP;
    if (name === 'loc')
        return parent?.name === 'image' ? { role: 'embedded' } : { role: 'link' };
    if (name === 'license' || (name === 'link' && attributes.href !== undefined))
        return { role: 'link' };
    return /^(content_loc|thumbnail_loc|player_loc)$/.test(name) ? { role: 'embedded' } : undefined;
}
/** Marks a link that leads to a sitemap; see crawl/worth-a-visit.ts. */
const SITEMAP = { role: 'link', element: 'sitemap' };
//# sourceMappingURL=sitemap.js.map