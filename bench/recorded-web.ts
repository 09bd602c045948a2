import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const header = z.object({ web: z.string(), host: z.string(), start: z.string() });
const recordedPage = z.object({ url: z.string(), links: z.array(z.object({ url: z.string() })) });

/** A web from an earlier crawl: the links of its pages by address. */
export interface RecordedWeb {
  readonly name: string;
  /** Absolute address of the start page, the first that was recorded. */
  readonly start: string;
  readonly pages: ReadonlyMap<string, readonly string[]>;
}

/** Reads a recorded graph: gzip, one JSON document per line, the first about the web and each other a page. */
export function readRecordedWeb(file: string): RecordedWeb {
  const [first = '{}', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const { host, start } = header.parse(JSON.parse(first));
  const base = new URL(start, `http://${host}`);
  const pages = new Map<string, string[]>();
  for (const line of lines) {
    const { url, links } = recordedPage.parse(JSON.parse(line));
    const page = new URL(url, base);
    pages.set(
      page.href,
      links.map((link) => link.url),
    );
  }
  const [startPage = base.href] = pages.keys();
  return { name: basename(file, '.jsonl.gz'), start: startPage, pages };
}
