import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { parseUrl } from '../../url/parse.ts';
import type { RecordedSite, RecordedVisit } from './recording.ts';
import type { RecordedTables } from './tables.ts';

/** Default duration of a visit, in milliseconds. */
const VISIT = 1000;

const header = z.object({
  web: z.string(),
  /** Host of addresses written as paths. */
  host: z.string(),
  start: z.string(),
  tagpaths: z.array(z.string()).default([]),
});

const pageLine = z.object({
  url: z.string(),
  level: z.number().int().nullable().default(null),
  title: z.string().default(''),
  /** Beginning of the visible text. */
  text: z.string().optional(),
  /** HTTP status; an error status makes a failed visit. */
  status: z.number().int().default(200),
  links: z
    .array(
      z.object({
        url: z.string(),
        anchor: z.string().default(''),
        kind: z.string().default('a'),
        tagpath: z.number().int().optional(),
      }),
    )
    .default([]),
});

type Page = z.infer<typeof pageLine>;

/**
 * Reads a web from JSON lines, optionally gzipped: a header line, then a page with its links per line. The format is in
 * docs/lab-webs.md.
 *
 * @param tables receives the links and texts of the pages
 * @throws BadInput for an unreadable file or an invalid line
 */
export async function readPages(file: string, tables: RecordedTables): Promise<RecordedSite> {
  let head: z.infer<typeof header> | undefined;
  const visits = new Map<string, RecordedVisit>();
  let line = 0;
  try {
    for await (const text of linesOf(file)) {
      line++;
      if (text.trim() === '') continue;
      if (head === undefined) head = parsed(header, text, file, line);
      else {
        const visit = visitOf(parsed(pageLine, text, file, line), head, `${file}:${line}`, tables);
        visits.set(visit.url, visit);
      }
    }
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput(`can't read ${file}: ${error instanceof Error ? error.message : error}`);
  }
  if (!head) throw new BadInput(`${file} is empty: a recorded web needs a header line`);
  const recorded = [...visits.values()];
  const first = recorded.find(({ level }) => level === 0);
  const url = first?.url ?? absolute(head.start, head, `${file}:1`);
  const site = { name: head.web, shortName: head.web, url, kind: 'other', scope: 'host' } as const;
  return { site, visits: recorded };
}

/** @throws errors of the file system and of gzip */
async function* linesOf(file: string): AsyncGenerator<string> {
  const raw = createReadStream(file);
  const input: Readable = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  raw.on('error', (error) => input.destroy(error));
  // Waits for the first data, as an early error would be an unhandled rejection.
  await once(input, 'readable');
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

function visitOf(page: Page, head: z.infer<typeof header>, place: string, tables: RecordedTables): RecordedVisit {
  const { links, level, title, text, status } = page;
  const url = absolute(page.url, head, place);
  const isRead = status < 400;
  return {
    ...{ url, level, title, landed: url, httpStatus: status, contentType: 'text/html', milliseconds: VISIT },
    outcome: isRead ? 'page' : 'failed',
    reason: isRead ? '' : `HTTP ${status}`,
    text: text === undefined ? undefined : tables.addText(text),
    links: tables.addLinks(
      links.map((link) => ({
        url: absolute(link.url, head, place, url),
        anchor: link.anchor,
        context: '',
        rel: '',
        element: link.kind,
        tagPath: head.tagpaths[link.tagpath ?? -1] ?? '',
      })),
    ),
  };
}

/**
 * Returns an absolute address. An invalid link stays as it is, and is a bad link.
 *
 * @throws BadInput for an invalid address without `base`
 */
function absolute(url: string, { host }: { host: string }, place: string, base?: string): string {
  const resolved = parseUrl(url, base ?? `http://${host}/`);
  if (!resolved && base === undefined) throw new BadInput(`${place}: ${JSON.stringify(url)} is not an address`);
  return resolved?.href ?? url;
}

function parsed<T>(schema: z.ZodType<T>, text: string, file: string, line: number): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadInput(`${file}:${line}: not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new BadInput(`${file}:${line}: ${issue?.path.join('.')}: ${issue?.message}`);
}
