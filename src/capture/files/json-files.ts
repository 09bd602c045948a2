import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../addresses/json-addresses.ts';
import { markupLinks } from '../documents/read-document.ts';
import { decode } from '../encoding/decode.ts';
import type { FileKind, FileLink, OpenedFile } from './file-kind.ts';

/** Tells whether a file may be JSON. */
const isJson = (contentType: string, head: string): boolean => /[/+]json$/.test(contentType) && head.startsWith('{');

/** Parses a file. @throws SyntaxError for text that is no JSON, or is incomplete */
const jsonIn = ({ bytes, contentType }: OpenedFile): unknown =>
  parseJson(decode(bytes, contentType).text.replace(/^\uFEFF/, ''));

/** Optional text; other values count as absent. */
const text = z.string().optional().catch(undefined);

/** Makes a schema of a list that drops invalid items; empty for other values. */
const listOf = <T extends z.ZodType>(shape: T) =>
  z
    .array(shape.optional().catch(undefined))
    .catch([])
    .default([])
    .transform((items) => items.filter((item) => item !== undefined));

/** JSON Feed 1.1: addresses, attachments and content of its items. */
export const jsonFeed: FileKind = {
  name: 'feed',
  fits: (contentType, head) => isJson(contentType, head) && /"https?:\\?\/\\?\/jsonfeed\.org\\?\/version/.test(head),
  async *links(file) {
    const { items, ...self } = feed.parse(jsonIn(file));
    yield* addressesOf(self);
    for (const item of items) {
      yield* addressesOf(item);
      if (item.content_html === undefined) continue;
      // A feed may have thousands of such items.
      await nextTurn();
      yield* markupLinks(item.content_html, file.url, false);
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

const LEADS_ON = ['home_page_url', 'url', 'external_url'] as const;
const SHOWN = ['icon', 'favicon', 'image', 'banner_image'] as const;

/** Yields the addresses of the feed, or of an item. */
function* addressesOf(bearer: Partial<z.infer<typeof feed> & z.infer<typeof item>>): Generator<FileLink> {
  const { title: anchor = '', feed_url, next_url, author, authors = [], attachments = [] } = bearer;
  const place = (raw: string | undefined, role: 'link' | 'embedded', element: string): FileLink[] =>
    raw === undefined ? [] : [{ raw, role, element, anchor }];
  for (const name of LEADS_ON) yield* place(bearer[name], 'link', name);
  for (const raw of [feed_url, next_url]) yield* place(raw, 'link', 'link');
  for (const name of SHOWN) yield* place(bearer[name], 'embedded', name);
  for (const { url, avatar } of author ? [author, ...authors] : authors) {
    yield* place(url, 'link', 'author');
    yield* place(avatar, 'embedded', 'avatar');
  }
  for (const { url } of attachments) yield* place(url, 'embedded', 'attachment');
}

/** Web app manifests: start page, shortcuts, icons. */
export const manifest: FileKind = {
  name: 'manifest',
  fits: (contentType, head) =>
    isJson(contentType, head) && (contentType === 'application/manifest+json' || /"(start_url|icons)"\s*:/.test(head)),
  async *links(file) {
    const { start_url, scope, icons, screenshots, shortcuts, name } = shape.parse(jsonIn(file));
    for (const [element, raw] of Object.entries({ start_url, scope })) {
      if (raw !== undefined) yield { raw, role: 'link', element, anchor: name ?? '' };
    }
    for (const shortcut of shortcuts) {
      if (shortcut.url !== undefined) {
        yield { raw: shortcut.url, role: 'link', element: 'shortcut', anchor: shortcut.name ?? '' };
      }
    }
    yield* images(icons, 'icon');
    yield* images(
      shortcuts.flatMap((shortcut) => shortcut.icons),
      'icon',
    );
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

function* images(list: readonly z.infer<typeof image>[], element: string): Generator<FileLink> {
  for (const { src } of list) if (src !== undefined) yield { raw: src, role: 'embedded', element };
}
