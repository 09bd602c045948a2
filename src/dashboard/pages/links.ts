import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { type LinkKind, linkKinds, linkSortKeys } from '../../domain/link.ts';
import { exportFormats } from '../../export/registry.ts';
import { linkFilter } from '../../storage/lists/link-filter.ts';
import type { LinkPage } from '../../storage/lists/links.ts';
import { isSearched } from '../found-links.ts';
import {
  aheadRead,
  countRead,
  deleteEdit,
  deletionsRead,
  detailRead,
  exportRead,
  firstRead,
  foundIdsRead,
  idsRead,
  linkRead,
  linkReads,
  restoreEdit,
  rowsRead,
} from '../link-reads.ts';
import { PictureControls } from '../picture-controls.ts';
import { bodyOf, queryOf, type ServerPage, type Tools } from '../server-page.ts';

/** Rows in one answer, at most. */
const MOST_ROWS = 500;

const whole = z.coerce.number().int().min(0);
const rows = z.object({ from: whole, limit: whole.max(MOST_ROWS) });
const formats = exportFormats.map(({ name }) => name);

const linkKindParam = z.enum(linkKinds);

/** Conditions and order of a list: `url`, or `-url` for descending. */
const linkQuery = linkFilter.extend({
  deleted: z.enum(['true']).optional(),
  sort: z
    .string()
    .transform((given, context): LinkPage['sort'] => {
      const key = linkSortKeys.find((name) => name === given.replace(/^-/, ''));
      if (key) return { key, descending: given.startsWith('-') };
      context.addIssue({ code: 'custom', message: `must be one of ${linkSortKeys.join(', ')}` });
      return z.NEVER;
    })
    .optional(),
});

/** Snapshot of a list at the time of the request; `list` identifies it in requests for rows. */
export interface LinkList {
  readonly list: string;
  readonly count: number;
}

/** Links of each kind: lists, details, deletions and exports. */
export const linksPage: ServerPage = {
  key: 'links',
  reads: linkReads,
  routes(app, tools) {
    const lists = new LinkLists();
    const pictures = new PictureControls(tools);

    app.get('/api/deletions', async (context) => context.json(await tools.read(deletionsRead, undefined)));

    app.post('/api/deletions/undo', async (context) => {
      const given = await bodyOf(context, z.strictObject({ kind: linkKindParam, batch: z.int().positive() }));
      return context.json({ links: await tools.read(restoreEdit, { ...given, now: tools.now() }) });
    });

    app.get('/api/links/:kind/list', async (context) => {
      const asked = askedOf(context);
      const ids = await tools.read(isSearched(asked.kind, asked.filter) ? foundIdsRead : idsRead, asked);
      const answer: LinkList = { list: lists.add({ kind: asked.kind, ids }), count: ids.length };
      return context.json(answer);
    });

    // Loads in small steps: a search in the meantime waits for one step only.
    app.post('/api/links/:kind/ahead', async (context) => {
      const kind = kindOf(context);
      while (!tools.closing.aborted && !(await tools.read(aheadRead, { kind })));
      return context.json({ ok: true });
    });

    app.get('/api/links/:kind/first', async (context) =>
      context.json(await tools.read(firstRead, { ...askedOf(context), limit: 100 })),
    );

    app.get('/api/lists/:list', async (context) => {
      const list = lists.get(context.req.param('list'));
      if (!list) return context.json({ error: 'this list has expired: refresh it' }, 410);
      const { from, limit } = queryOf(context, rows);
      return context.json(
        await tools.read(rowsRead, { kind: list.kind, ids: [...list.ids.subarray(from, from + limit)] }),
      );
    });

    app.get('/api/links/:kind/count', async (context) => {
      const asked = askedOf(context);
      const found = isSearched(asked.kind, asked.filter) ? await tools.read(foundIdsRead, asked) : undefined;
      return context.json({ count: found?.length ?? (await tools.read(countRead, asked)) });
    });

    app.post('/api/links/:kind/delete', async (context) => {
      const kind = kindOf(context);
      const body = z.strictObject({ filter: linkFilter, expect: z.int().min(0) });
      const { filter, expect } = await bodyOf(context, body);
      const done = await tools.read(deleteEdit, { kind, filter, expect, now: tools.now() });
      if (!('found' in done)) return context.json(done);
      const error = `there are ${done.found} such links now, not ${expect}; nothing was deleted`;
      return context.json({ error, ...done }, 409);
    });

    app.get('/api/links/:kind/export', (context) => exported(context, tools));

    app.post('/api/links/:kind/:id{\\d+}/picture', async (context) => {
      const link = await tools.read(linkRead, { kind: kindOf(context), id: Number(context.req.param('id')) });
      if (!link) return context.json({ error: 'no such link' }, 404);
      const { sourceUrl } = link;
      if (sourceUrl === null) return context.json({ error: 'no page has this link' }, 404);
      return context.json(await pictures.ask({ ...link, sourceUrl }, context.req.raw.signal));
    });

    app.get('/api/pictures/:name', (context) => {
      const picture = pictures.picture(context.req.param('name'));
      if (!picture) return context.json({ error: 'this picture has expired: take it again' }, 410);
      return context.body(picture, 200, { 'content-type': 'image/png' });
    });

    app.get('/api/links/:kind/:id{\\d+}', async (context) => {
      const detail = await tools.read(detailRead, { kind: kindOf(context), id: Number(context.req.param('id')) });
      return detail ? context.json(detail) : context.json({ error: 'no such link' }, 404);
    });
  },
};

function kindOf(context: Context) {
  const { data } = linkKindParam.safeParse(context.req.param('kind'));
  if (data === undefined) throw new BadInput('no such kind of links');
  return data;
}

function askedOf(context: Context) {
  const { sort, deleted, ...conditions } = queryOf(context, linkQuery);
  return { kind: kindOf(context), filter: conditions, deleted: deleted !== undefined, sort };
}

/** Sends the filtered links as a file, which is written in a thread and removed afterwards. */
async function exported(context: Context, tools: Tools): Promise<Response> {
  const { format } = queryOf(context, z.object({ format: z.enum(formats) }));
  const asked = askedOf(context);
  const folder = await mkdtemp(join(tmpdir(), 'forager-export-'));
  const remove = () => void rm(folder, { recursive: true, force: true });
  try {
    const name = `${asked.kind}-links.${format}`;
    const file = join(folder, name);
    await tools.read(exportRead, { ...asked, format, file });
    const { size } = await stat(file);
    const stream = createReadStream(file).once('close', remove);
    return context.body(Readable.toWeb(stream) as ReadableStream, 200, {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${name}"`,
    });
  } catch (error) {
    remove();
    throw error;
  }
}

/** Lists kept in memory, at most: one of a million links takes 8 MB. */
const MOST = 8;

interface KeptList {
  readonly kind: LinkKind;
  readonly ids: Float64Array;
}

/** Lists open in browsers, by filter: ids only, for access to any row. */
class LinkLists {
  /** Lists in order of use, the latest at the end. */
  readonly #kept = new Map<string, KeptList>();

  add(list: KeptList): string {
    const name = randomUUID();
    this.#kept.set(name, list);
    for (const first of this.#kept.keys()) {
      if (this.#kept.size <= MOST) break;
      this.#kept.delete(first);
    }
    return name;
  }

  get(name: string): KeptList | undefined {
    const list = this.#kept.get(name);
    if (!list) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, list);
    return list;
  }
}
