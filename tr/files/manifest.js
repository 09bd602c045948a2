import { z } from 'zod';
import { isJson, jsonIn, listOf, text } from './json.js';
/** Web app manifests: where the application starts, its shortcuts, its icons. */
export const manifest = {
    name: 'manifest',
    fits: (contentType, head) => isJson(contentType, head) && (contentType === 'application/manifest+json' || /"(start_url|icons)"\s*:/.test(head)),
    async *links(file) {
        const { start_url, scope, icons, screenshots, shortcuts, name } = shape.parse(jsonIn(file));
        for (const [element, raw] of Object.entries({ start_url, scope })) {
            if (raw !== undefined)
                yield { raw, role: 'link', element, anchor: name ?? '' };
        }
        for (const shortcut of shortcuts) {
            if (shortcut.url !== undefined) {
                yield { raw: shortcut.url, role: 'link', element: 'shortcut', anchor: shortcut.name ?? '' };
            }
        }
        yield* images(icons, 'icon');
        yield* images(shortcuts.flatMap((shortcut) => shortcut.icons), 'icon');
        yield* images(screenshots, 'screenshot');
    },
};
const image = z.object({ src: text });
const shape = z.object({
    name: text,
    start_url: text,
    scope: text,
    icons: listOf(image),
    screenshots: listOf(image),
    shortcuts: listOf(z.object({ name: text, url: text, icons: listOf(image) })),
});
function* images(list, element) {
    for (const { src } of list)
        if (src !== undefined)
            yield { raw: src, role: 'embedded', element };
}
//# sourceMappingURL=manifest.js.map