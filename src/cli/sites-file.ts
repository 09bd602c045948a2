import { readFileSync } from 'node:fs';
import { BadInput } from '../domain/errors.ts';
import type { NewSite, ScopeKind } from '../domain/site.ts';
import { counted } from '../domain/wording.ts';
import { parseSites, type SitesText } from '../url/sites-text.ts';
import type { Log } from './progress/log.ts';

/**
 * Reads a sites file: CSV with the header `url,name,short_name,kind,scope` (only url is required), or plain text with
 * one address per line and comments after `#`. `-` is standard input.
 * @throws BadInput if the file can't be read or contains no site; bad lines are returned with their reasons
 */
export const readSitesFile = (file: string, scope: ScopeKind): SitesText =>
  parseSites(decoded(readInput(file, '--sites'), `--sites: ${file}`), `--sites: ${file}`, scope);

/** Reads a file; `-` is standard input. @throws BadInput that begins with the option */
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
 * Decodes a sites file: UTF-8, or UTF-16 with a byte order mark, as spreadsheets write "Unicode text".
 * @throws BadInput for another encoding, which would corrupt names
 */
export function decoded(content: Buffer, name: string): string {
  const encoding = ['utf-16le', 'utf-16be'].find((_, big) => content[big] === 0xff && content[1 - big] === 0xfe);
  try {
    return new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(content);
  } catch {
    throw new BadInput(`${name} is not in UTF-8: save it as "CSV UTF-8" or as text in UTF-8`);
  }
}

/** Maximum number of bad lines shown. */
const MOST_SHOWN = 100;

/**
 * Returns the sites of the good lines, and logs ignored and bad lines.
 * @throws BadInput for bad lines, unless `skipBadLines` is set
 */
export function goodSites(
  { sites, bad, ignored }: SitesText,
  file: string,
  skipBadLines: boolean,
  log: Log,
): NewSite[] {
  for (const { line, reason } of ignored) log.warn(`${file}: line ${line}: ${reason}`);
  const [first] = bad;
  if (first && !skipBadLines && bad.length === 1)
    throw new BadInput(`${file}: line ${first.line}: ${first.reason}. Fix the line, or skip it with --skip-bad-lines`);
  for (const { line, reason } of bad.slice(0, MOST_SHOWN))
    log.warn(`${file}: line ${line}${skipBadLines ? ' skipped' : ''}: ${reason}`);
  if (bad.length > MOST_SHOWN) log.warn(`${file}: ${counted(bad.length - MOST_SHOWN, 'more bad line')}`);
  if (first && !skipBadLines)
    throw new BadInput(`${file} has ${bad.length} bad lines. Fix them, or skip them with --skip-bad-lines`);
  return sites;
}
