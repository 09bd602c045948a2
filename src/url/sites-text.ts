import { parse as parseCsv } from 'csv-parse/sync';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { defaultShortName, type NewSite, type ScopeKind } from '../domain/site.ts';
import { namedSite, siteFields, withoutSecrets } from './named-site.ts';

interface BadLine {
  readonly line: number;
  readonly reason: string;
}

/** What a text names. */
export interface SitesText {
  readonly sites: NewSite[];
  readonly bad: BadLine[];
}

interface NumberedFields {
  readonly line: number;
  readonly fields: z.input<typeof siteFields>;
}

const columns = ['url', 'name', 'short_name', 'kind', 'scope'] as const;

/**
 * The sites of a text: CSV with the header `url,name,short_name,kind,scope` (only url is needed), or an address a line,
 * where `#` begins a comment. Bad lines come back with their reasons.
 *
 * @param name says in errors where the text comes from
 * @throws BadInput if it names no site, or its header is wrong
 */
export function parseSites(text: string, name: string, scope: ScopeKind): SitesText {
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
    const told = csvError.safeParse(error);
    if (!told.success) throw error;
    const { lines, code } = told.data;
    if (code === 'CSV_QUOTE_NOT_CLOSED') bad.push({ line: lineOfOpenQuote(text), reason: 'a quote is not closed' });
    else bad.push({ line: lines, reason: 'is no CSV: a quote stands in the middle of a field' });
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

const csvError = z.object({ lines: z.number(), code: z.string() });

/** Where the quote begins that is not closed: it takes all lines behind it for its own. */
function lineOfOpenQuote(text: string): number {
  let begin: number | undefined;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (begin === undefined) begin = at;
    else if (text[at + 1] === '"') at++;
    else begin = undefined;
  }
  return text.slice(0, begin).split('\n').length;
}

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
