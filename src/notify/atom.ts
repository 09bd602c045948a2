import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Feed } from 'feed';
import { Parser } from 'htmlparser2';
import { BadInput } from '../domain/errors.ts';
import { html, uuid } from '../export/atom.ts';
import type { Channel } from './channel.ts';
import { bodyOf, subjectOf } from './notice.ts';

const PREFIX = 'atom:';
/** Notices in the feed, at most. */
const MOST_ENTRIES = 50;

/** Entry of the feed, with texts in HTML. */
interface Entry {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly content: string;
}

/** Atom feed (RFC 4287) in a file, newest notice first. */
export const atom: Channel = {
  name: 'atom',
  form: 'atom:FILE',
  takes: (target) => target.startsWith(PREFIX),
  open(target) {
    const file = target.slice(PREFIX.length);
    if (file === '') throw new BadInput('--notify: atom: needs a file, for example atom:news.xml');
    return async (notice) => {
      const entry: Entry = {
        ...{ id: uuid(['forager news', notice.db, String(notice.at)]), updated: new Date(notice.at).toISOString() },
        ...{ title: html(subjectOf(notice)), content: `<pre>${html(bodyOf(notice))}</pre>` },
      };
      const earlier = existsSync(file) ? entriesOf(readFileSync(file, 'utf8')) : [];
      writeFileSync(`${file}.part`, feedOf([entry, ...earlier].slice(0, MOST_ENTRIES)));
      renameSync(`${file}.part`, file);
    };
  },
};

function feedOf(entries: readonly Entry[]): string {
  const feed = new Feed({
    ...{ id: uuid(['forager news']), title: 'Forager', author: { name: 'Forager' }, generator: 'Forager' },
    updated: new Date(entries[0]?.updated ?? 0),
  });
  for (const { id, title, updated, content } of entries)
    feed.addItem({ id, title, link: '', date: new Date(updated), content });
  return `${feed.atom1()}\n`;
}

const FIELDS = ['id', 'title', 'updated', 'content'] as const;

/** Reads the entries of an earlier feed. */
function entriesOf(feed: string): Entry[] {
  const entries: { -readonly [K in keyof Entry]: Entry[K] }[] = [];
  let inEntry = false;
  let field: (typeof FIELDS)[number] | undefined;
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'entry') {
          inEntry = true;
          entries.push({ id: '', title: '', updated: '', content: '' });
        }
        field = inEntry ? FIELDS.find((one) => one === name) : undefined;
      },
      ontext(text) {
        const entry = entries.at(-1);
        if (entry && field) entry[field] += text;
      },
      onclosetag(name) {
        field = undefined;
        if (name === 'entry') inEntry = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(feed);
  return entries.filter(({ updated }) => !Number.isNaN(Date.parse(updated)));
}
