import { readFileSync } from 'node:fs';
import { BadInput } from '../domain/errors.ts';
import type { NewSite, ScopeKind } from '../domain/site.ts';
import { parseSites, type SitesText } from '../url/sites-text.ts';
import type { Log } from './log.ts';

/**
 * Reads a sites file: CSV with the header `url,name,short_name,kind,scope` (only url is needed), or plain text with
 * an address a line, where `#` begins a comment. `-` is standard input.
 *
 * @throws BadInput if the file can't be read or holds no site; bad lines come back with their reasons
 */
export const readSitesFile = (file: string, scope: ScopeKind): SitesText =>
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

/** The good lines' sites; bad lines are skipped with a warning where that is asked for. @throws BadInput for the first */
export function goodSites({ sites, bad }: SitesText, file: string, skipBadLines: boolean, log: Log): NewSite[] {
  const [first] = bad;
  if (first && !skipBadLines) {
    const more = bad.length > 1 ? ` (and ${bad.length - 1} more bad line${bad.length === 2 ? '' : 's'})` : '';
    throw new BadInput(`${file}: line ${first.line}: ${first.reason}${more}; mend it, or go on with --skip-bad-lines`);
  }
  for (const { line, reason } of bad) log.warn(`${file}: line ${line} skipped: ${reason}`);
  return sites;
}
