import { readFileSync } from 'node:fs';
import { parse as parseCsv } from 'csv-parse/sync';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { defaultShortName, type NewSite, type ScopeKind } from '../domain/site.ts';
import { namedSite, siteFields, withoutSecrets } from '../url/named-site.ts';
import type { Log } from './log.ts';

interface BadLine {
  readonly line: number;
  readonly reason: string;
}

interface SitesFile {
  readonly sites: NewSite[];
  readonly bad: BadLine[];
}

interface NumberedFields {
  readonly line: number;
  readonly fields: z.input<typeof siteFields>;
}

const columns = ['url', 'name', 'short_name', 'kind', 'scope'] as const;

/**
 * Reads a sites file: CSV with the header `url,name,short_name,kind,scope` (only url is needed), or plain text with
 * an address a line, where `#` begins a comment. `-` is standard input.
 *
 * @throws BadInput if the file can't be read or holds no site; bad lines come back with their reasons
 */
export const readSitesFile = (file: string, scope: ScopeKind): SitesFile =>
  parseSites(decoded(readInput(file, '--sites'), `--sites: ${file}`), `--sites: ${file}`, scope);

/** What a file holds; `-` is standard input. @throws BadInput that begins with the option */
export function readInput(file: string, option: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new BadInput(
      isMissing ? `${option}: no file ${file}` : `${option}: can't read ${file}: ${(error as Error).message}`,
    );
  }
}

/**
 * The text of a sites file: UTF-8, or UTF-16 with a byte order mark, as spreadsheets write "Unicode text".
 * @throws BadInput for another encoding, in which names would be stored as nonsense
 */
export function decoded(content: Buffer, name: string): string {
  const encoding = ['utf-16le', 'utf-16be'].find((_, big) => content[big] === 0xff && content[1 - big] === 0xfe);
  try {
    return new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(content);
  } catch {
    throw new BadInput(`${name} is not in UTF-8: save it as "CSV UTF-8" or as text in UTF-8`);
  }
}

/** The sites of a sites file's text; `name` says in errors where that comes from. @throws BadInput as readSitesFile */
export function parseSites(text: string, name: string, scope: ScopeKind): SitesFile {
  const bad: BadLine[] = [];
  const sites: NewSite[] = [];
  const urls = new Map<string, number>();
  const names = new Map<string, number>();
  const delimiter = separator(text);
  for (const { line, fields } of delimiter === undefined ? plainRows(text, bad) : csvRows(text, delimiter, name, bad)) {
    const site = namedSite(fields, scope);
    if (typeof site === 'string') {
      bad.push({ line, reason: site });
      continue;
    }
    const twin = urls.get(site.url);
    const namesake = names.get(site.shortName);
    if (twin !== undefined) bad.push({ line, reason: `the same address as line ${twin}` });
    else if (namesake !== undefined && site.shortName !== defaultShortName(new URL(site.url)))
      bad.push({ line, reason: `the same short name "${site.shortName}" as line ${namesake}` });
    else {
      urls.set(site.url, line);
      names.set(site.shortName, line);
      sites.push(site);
    }
  }
  if (sites.length === 0 && bad.length === 0) throw new BadInput(`${name} names no site`);
  return { sites, bad: bad.sort((a, b) => a.line - b.line) };
}

/** The good lines' sites; bad lines are skipped with a warning where that is asked for. @throws BadInput for the first */
export function goodSites({ sites, bad }: SitesFile, file: string, skipBadLines: boolean, log: Log): NewSite[] {
  const [first] = bad;
  if (first && !skipBadLines) {
    const more = bad.length > 1 ? ` (and ${bad.length - 1} more bad line${bad.length === 2 ? '' : 's'})` : '';
    throw new BadInput(`${file}: line ${first.line}: ${first.reason}${more}; mend it, or go on with --skip-bad-lines`);
  }
  for (const { line, reason } of bad) log.warn(`${file}: line ${line} skipped: ${reason}`);
  return sites;
}

/** What separates the columns, if the first line is a header: comma, semicolon (as spreadsheets write) or tab. */
function separator(text: string): string | undefined {
  const first = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
  const isHeader = (mark: string) =>
    first.split(mark).some((field) => field.trim().replace(/^"|"$/g, '').toLowerCase() === 'url');
  return [',', ';', '\t'].find(isHeader);
}

function* csvRows(text: string, delimiter: string, name: string, bad: BadLine[]): Generator<NumberedFields> {
  let header: string[] | undefined;
  const records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));
  let parsed: z.infer<typeof records>;
  try {
    parsed = records.parse(
      parseCsv(text, { delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: true }),
    );
  } catch (error) {
    bad.push({ line: lineOf(error), reason: 'is no CSV: a quote is not closed or stands in the middle of a field' });
    return;
  }
  for (const { record, info } of parsed) {
    if (!header) {
      header = record.map((field) => field.toLowerCase());
      const unknown = header.find((field) => !columns.some((column) => column === field));
      if (unknown !== undefined)
        throw new BadInput(`${name}: unknown column "${unknown}"; there are ${columns.join(', ')}`);
      const double = header.find((field, i, all) => all.indexOf(field) !== i);
      if (double !== undefined) throw new BadInput(`${name}: the column "${double}" is there twice`);
    } else if (record.length > header.length) {
      bad.push({ line: info.lines, reason: `${record.length} fields where the header has ${header.length}` });
    } else
      yield {
        line: info.lines,
        fields: siteFields.parse(Object.fromEntries(header.map((field, i) => [field, record[i] ?? '']))),
      };
  }
}

const lineOf = (error: unknown): number => z.object({ lines: z.number() }).safeParse(error).data?.lines ?? 1;

function* plainRows(text: string, bad: BadLine[]): Generator<NumberedFields> {
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    const url = content.replace(/(^|\s)#.*$/, '').trim();
    const line = index + 1;
    if (url.includes(','))
      bad.push({
        line,
        reason: `"${withoutSecrets(url)}" has commas: for CSV, begin the file with the header url,name,short_name,kind`,
      });
    else if (url !== '') yield { line, fields: { url } };
  }
}
