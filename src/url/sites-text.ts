import { parse as parseCsv } from 'csv-parse/sync';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { defaultShortName, type NewSite, type ScopeKind, siteKinds } from '../domain/site.ts';
import { namedSite, siteFields, withoutSecrets } from './named-site.ts';

interface BadLine {
  readonly line: number;
  readonly reason: string;
}

/** Sites listed in a text. */
export interface SitesText {
  readonly sites: NewSite[];
  readonly bad: BadLine[];
  /** Ignored values, each once, with the first line. */
  readonly ignored: BadLine[];
}

interface NumberedFields {
  readonly line: number;
  readonly fields: z.input<typeof siteFields>;
}

/** Maximum number of reported ignored values: a column of free text may have another one in each line. */
const MOST_IGNORED = 20;

const columns = ['url', 'name', 'short_name', 'kind', 'scope'] as const;

/**
 * Parses sites: CSV with the header `url,name,short_name,kind,scope` (only url is required), or one address a line
 * with `#` comments. Returns bad lines with reasons. Ignores unknown columns and kinds.
 *
 * @param name source of the text, for errors
 * @throws BadInput for a text without sites, or a header with a duplicate column
 */
export function parseSites(text: string, name: string, scope: ScopeKind): SitesText {
  const bad: BadLine[] = [];
  const ignored = new Map<string, BadLine>();
  const ignore = (line: number, reason: string) => {
    if (!ignored.has(reason) && ignored.size < MOST_IGNORED) ignored.set(reason, { line, reason });
  };
  const sites: NewSite[] = [];
  const urls = new Map<string, number>();
  const names = new Map<string, number>();
  const delimiter = separator(text);
  const rows = delimiter === undefined ? plainRows(text, bad) : csvRows(text, delimiter, name, bad, ignore);
  for (const { line, fields } of rows) {
    const kind = fields.kind?.toLowerCase() ?? '';
    const isKnown = kind === '' || siteKinds.some((one) => one === kind);
    if (!isKnown) ignore(line, `unknown kind "${kind}" (using "other"); known kinds are ${siteKinds.join(', ')}`);
    const site = namedSite(isKnown ? fields : { ...fields, kind: '' }, scope);
    if (typeof site === 'string') {
      bad.push({ line, reason: site });
      continue;
    }
    const twin = urls.get(site.url);
    const namesake = names.get(site.shortName);
    if (twin !== undefined) bad.push({ line, reason: `same address as line ${twin}` });
    else if (namesake !== undefined && site.shortName !== defaultShortName(new URL(site.url)))
      bad.push({ line, reason: `same short name "${site.shortName}" as line ${namesake}` });
    else {
      urls.set(site.url, line);
      names.set(site.shortName, line);
      sites.push(site);
    }
  }
  if (sites.length === 0 && bad.length === 0) throw new BadInput(`${name} contains no site`);
  return { sites, bad: bad.sort((a, b) => a.line - b.line), ignored: [...ignored.values()] };
}

/** Returns the column separator, if the first line is a header: comma, semicolon (as in spreadsheets) or tab. */
function separator(text: string): string | undefined {
  const first = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
  const isHeader = (mark: string) =>
    first.split(mark).some((field) => field.trim().replace(/^"|"$/g, '').toLowerCase() === 'url');
  return [',', ';', '\t'].find(isHeader);
}

function* csvRows(
  text: string,
  delimiter: string,
  name: string,
  bad: BadLine[],
  ignore: (line: number, reason: string) => void,
): Generator<NumberedFields> {
  let header: string[] | undefined;
  const records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));
  const parsed = records.parse(
    parseCsv(text, {
      ...{ delimiter, info: true, relax_column_count: true, trim: true },
      ...{ skip_empty_lines: true, skip_records_with_empty_values: true, skip_records_with_error: true },
      on_skip(error) {
        const line = badQuote(error, text);
        // The parser reports each quote of a line as a separate error.
        if (bad.at(-1)?.line !== line.line) bad.push(line);
        return undefined;
      },
    }),
  );
  for (const { record, info } of parsed) {
    if (!header) {
      header = record.map((field) => field.toLowerCase());
      for (const field of header)
        if (field !== '' && !columns.some((column) => column === field))
          ignore(info.lines, `ignoring unknown column "${field}"; known columns are ${columns.join(', ')}`);
      const double = columns.find((column) => header?.indexOf(column) !== header?.lastIndexOf(column));
      if (double !== undefined) throw new BadInput(`${name}: duplicate column "${double}"`);
    } else if (record.slice(header.length).some((field) => field !== '')) {
      bad.push({ line: info.lines, reason: `${record.length} fields, but the header has ${header.length}` });
    } else
      yield {
        line: info.lines,
        fields: siteFields.parse(Object.fromEntries(header.map((field, i) => [field, record[i] ?? '']))),
      };
  }
}

/** Returns the line that is not valid CSV, with the reason. */
function badQuote(error: unknown, text: string): BadLine {
  const { lines, code } = csvError.parse(error);
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? { line: lineOfOpenQuote(text), reason: 'unclosed quote' }
    : { line: lines, reason: 'not valid CSV: a quote in the middle of a field' };
}

const csvError = z.object({ lines: z.number(), code: z.string() });

/** Returns the line of an unclosed quote, which swallows all lines after it. */
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
