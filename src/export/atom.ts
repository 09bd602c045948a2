import { createHash } from 'node:crypto';
import { Feed } from 'feed';
import type { ChangeRecord } from '../storage/lists/history.ts';

/**
 * Formats changes as an Atom feed (RFC 4287), newest first. Ids depend only on what changed and when, so that readers
 * show each change once although later feeds repeat it.
 *
 * @param since start of the feed's period, in milliseconds since the epoch
 */
export function changesAsAtom(changes: Iterable<ChangeRecord>, since: number, site: string | undefined): string {
  const newestFirst = [...changes].reverse();
  const about = site === undefined ? '' : ` of ${site}`;
  const feed = new Feed({
    id: uuid(['forager changes', site ?? '']),
    title: text(`Changes${about}`),
    updated: new Date(newestFirst[0]?.at ?? since),
    author: { name: 'Forager' },
    generator: 'Forager',
  });
  for (const change of newestFirst) {
    const { at, kind, url, sourceUrl } = change;
    feed.addItem({
      id: uuid([kind, change.change, String(at), change.site, url]),
      title: html(titleOf(change)),
      link: kind === 'bad' ? (sourceUrl ?? '') : url,
      date: new Date(at),
      description: html(descriptionOf(change)),
    });
  }
  return `${feed.atom1()}\n`;
}

const titleOf = ({ kind, change, site, url }: ChangeRecord): string =>
  `${site}: ${change} ${kind === 'page' ? 'page' : `${kind} link`} ${url}`;

function descriptionOf({ kind, anchor, sourceUrl, size, kept, gone, fresh, movedTo }: ChangeRecord): string {
  if (kind === 'page') {
    const place = movedTo === null ? '' : `, moved to ${movedTo}`;
    return `${size} characters: ${kept} kept, ${fresh} new, ${gone} gone${place}`;
  }
  return [anchor && `"${anchor}"`, sourceUrl && `found first on ${sourceUrl}`].filter(Boolean).join(', ');
}

/** Returns a name-based UUID as a URN (RFC 9562; version 5 in form). */
export function uuid(parts: readonly string[]): string {
  const hex = createHash('sha1').update(parts.join('\n')).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  const fields = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return `urn:uuid:${fields.join('-')}`;
}

/** Removes characters that are invalid in XML 1.0. */
const text = (written: string): string =>
  written.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');

/** Escapes text for HTML, the format of the feed's texts. */
export const html = (written: string): string =>
  text(written).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
