import { z } from 'zod';
import { isJson, jsonIn, listOf, text } from './json.js';
import { markupLinks } from './markup-in-file.js';
/** JSON Feed 1.1: what its items are, attach and say. */
export const jsonFeed = {
    name: 'feed',
    fits: (contentType, head) => isJson(contentType, head) && /"https?:\\?\/\\?\/jsonfeed\.org\\?\/version/.test(head),
    async *links(file) {
        const { items, ...self } = feed.parse(jsonIn(file));
        yield* addressesOf(self);
        for (const item of items) {
            yield* addressesOf(item);
            if (item.content_html !== undefined)
                yield* await markupLinks(item.content_html, file.url, false);
        }
    },
};
const person = z.object({ url: text, avatar: text });
const shared = { authors: listOf(person), author: person.optional().catch(undefined) };
const item = z.object({
    ...shared,
    url: text,
    external_url: text,
    title: text,
    content_html: text,
    image: text,
    banner_image: text,
    attachments: listOf(z.object({ url: text })),
});
const feed = z.object({
    ...shared,
    title: text,
    home_page_url: text,
    feed_url: text,
    next_url: text,
    icon: text,
    favicon: text,
    items: listOf(item),
});
const LEADS_ON = ['home_page_url', 'url', 'external_url'];
const SHOWN = ['icon', 'favicon', 'image', 'banner_image'];
/** The addresses of the feed, or of one of its items. */
function* addressesOf(bearer) {
    const { title: anchor = '', feed_url, next_url, author, authors = [], attachments = [] } = bearer;
    const place = (raw, role, element) => raw === undefined ? [] : [{ raw, role, element, anchor }];
    for (const name of LEADS_ON)
        yield* place(bearer[name], 'link', name);
    for (const raw of [feed_url, next_url])
        yield* place(raw, 'link', 'link');
    for (const name of SHOWN)
        yield* place(bearer[name], 'embedded', name);
    for (const { url, avatar } of author ? [author, ...authors] : authors) {
        yield* place(url, 'link', 'author');
        yield* place(avatar, 'embedded', 'avatar');
    }
    for (const { url } of attachments)
        yield* place(url, 'embedded', 'attachment');
}
//# sourceMappingURL=json-feed.js.map