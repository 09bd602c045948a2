import { parse as parseCsv } from 'csv-parse/sync';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { scopeKinds } from '../domain/site.ts';
import { parseUrl } from '../url/parse.ts';
import { type PlaceScope, scopeFrom, scopeKey } from '../url/site-scopes.ts';

/** Site to count links to, crawled or not. */
export interface Target {
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  /** Country code in lower case. */
  readonly country: string | undefined;
  readonly scope: PlaceScope;
}

const text = z.string().default('');
const targetFields = z.object({
  ...{ url: text, host: text, domain: text, scope: text },
  ...{ name: text, short_name: text, kind: text, country: text },
});
type TargetFields = z.output<typeof targetFields>;
const columns = Object.keys(targetFields.shape);
const PLACES = ['url', 'host', 'domain'] as const;

/**
 * Parses a list of targets: CSV whose header names `url`, `host` or `domain`, and optionally `name`, `short_name`,
 * `kind`, `country` and the `scope` of a `url`, as in a sites file.
 *
 * @param source name of the list in errors
 * @throws BadInput for the first bad line, with its number
 */
export function parseTargets(content: string, source: string): Target[] {
  const fail = (line: number, reason: string) => new BadInput(`${source}: line ${line}: ${reason}`);
  const lines = readCsv(content, fail);
  const [head] = lines;
  const header = head?.record.map((field) => field.toLowerCase()) ?? [];
  if (!head || !PLACES.some((column) => header.includes(column)))
    throw new BadInput(
      `${source} has no header; the first line must be name,url,kind,country (or host or domain instead of url)`,
    );
  for (const [place, column] of header.entries()) {
    if (!columns.includes(column))
      throw fail(head.info.lines, `unknown column "${column}"; there are ${columns.join(', ')}`);
    if (header.indexOf(column) !== place) throw fail(head.info.lines, `the column "${column}" is there twice`);
  }
  const names = new Map<string, number>();
  const scopes = new Map<string, number>();
  const targets = lines.slice(1).map(({ record, info: { lines: line } }): Target => {
    if (record.length > header.length) throw fail(line, `${record.length} fields, but the header has ${header.length}`);
    const fields = targetFields.parse(Object.fromEntries(header.map((column, at) => [column, record[at] ?? ''])));
    const scope = scopeOf(fields);
    if (typeof scope === 'string') throw fail(line, scope);
    const name = fields.short_name || fields.name || scopeKey(scope).replace(/^\w+ /, '');
    const namesake = names.get(name);
    if (namesake !== undefined) throw fail(line, `the name "${name}" is that of line ${namesake}, too`);
    const twin = scopes.get(scopeKey(scope));
    if (twin !== undefined) throw fail(line, `the same ${scope.kind} as in line ${twin}`);
    names.set(name, line);
    scopes.set(scopeKey(scope), line);
    return { line, name, kind: fields.kind, country: fields.country.toLowerCase() || undefined, scope };
  });
  if (targets.length === 0) throw new BadInput(`${source} contains no target; add one line for each below the header`);
  return targets;
}

const records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));
const csvError = z.object({ lines: z.number() });

function readCsv(content: string, fail: (line: number, reason: string) => BadInput): z.output<typeof records> {
  const [first = ''] = content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const delimiter = ['\t', ';'].find((mark) => first.includes(mark)) ?? ',';
  try {
    return records.parse(
      parseCsv(content, {
        ...{ delimiter, info: true, bom: true, relax_column_count: true, trim: true },
        ...{ skip_empty_lines: true, skip_records_with_empty_values: true },
      }),
    );
  } catch (error) {
    throw fail(csvError.catch({ lines: 1 }).parse(error).lines, 'not valid CSV: unclosed or misplaced quote');
  }
}

/** Returns the scope of a line's target, or an error message. */
function scopeOf(fields: TargetFields): PlaceScope | string {
  const [given, another] = PLACES.filter((column) => fields[column] !== '');
  if (given === undefined || another !== undefined)
    return `${given === undefined ? 'no target' : `both ${given} and ${another}`}; give one of ${PLACES.join(', ')}`;
  const written = fields[given];
  if (given === 'url') {
    const url = parseUrl(written);
    if (!url || !/^https?:$/.test(url.protocol)) return `"${written}" is not an http(s) address`;
    const preset = url.pathname === '/' ? 'host' : 'prefix';
    const { success, data } = z.enum(scopeKinds).safeParse(fields.scope.toLowerCase() || preset);
    return success
      ? scopeFrom(url, data)
      : `unknown scope "${fields.scope}"; known scopes are ${scopeKinds.join(', ')}`;
  }
  const url = hostAsWritten(written);
  if (!url || (given === 'domain' && url.port !== '')) return `"${written}" is not a ${given} name`;
  if (fields.scope !== '') return 'only a url may have a scope';
  return given === 'host' ? scopeFrom(url, 'host') : { kind: 'domain', domain: url.hostname };
}

/** Parses a host name with an optional port; undefined for other text. */
function hostAsWritten(text: string): URL | undefined {
  if (/[\s/\\?#@]/.test(text)) return undefined;
  const url = parseUrl(`http://${text}/`);
  return url && url.hostname !== '' ? url : undefined;
}
