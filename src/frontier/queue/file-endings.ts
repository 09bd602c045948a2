import type { SiteId } from '../../domain/site.ts';
import { one } from '../../storage/statement.ts';
import { endingOf } from '../../url/file-types.ts';
import { parseUrl } from '../../url/parse.ts';
import type { FrontierQueries } from '../queries.ts';

/** Links of a site that are looked through at a time. */
const LINKS_AT_A_TIME = 1000;

/**
 * What the links of a site are whose addresses end like those of files. An ending is a guess: the first link of each is asked
 * behind all pages, and where it proves a page the others are pages. Kept in `link_families`: its `parameters` are then 1.
 */
export class FileEndings {
  readonly #sql: Pick<FrontierQueries, 'traps' | 'resumed'>;

  constructor(sql: Pick<FrontierQueries, 'traps' | 'resumed'>) {
    this.#sql = sql;
  }

  /** What a link is: of an ending that was not met before, of pages, or of files as far as is known. */
  kindOf(site: SiteId, url: string): 'first' | 'page' | 'file' {
    const row = this.#sql.traps.family.get({ site, pattern: patternOf(url) });
    if (!row) return 'first';
    return row.parameters > 0 ? 'page' : 'file';
  }

  /** A link of the ending waits to be asked. */
  begin(site: SiteId, url: string): void {
    one(this.#sql.traps.addFamily, { site, pattern: patternOf(url), barren: 0, parameters: 0 });
  }

  /** A link of the ending is a page: returns the others that were taken for files. */
  *prove(site: SiteId, url: string, file: number) {
    const pattern = patternOf(url);
    const row = this.#sql.traps.family.get({ site, pattern });
    if (!row || row.parameters > 0) return;
    this.#sql.traps.setParameters.run({ id: row.id, parameters: 1 });
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const links = this.#sql.resumed.ofSite.all({ site, after, limit: LINKS_AT_A_TIME });
      yield* links.filter((link) => link.status === file && patternOf(link.url) === pattern);
      const last = links.at(-1);
      if (!last || links.length < LINKS_AT_A_TIME) return;
      after = last.hash;
    }
  }
}

/** `*.jpg`; apart stand names with a prefix, as in wikis (`File:*.jpg`), and what has a query (`*.exe?`). */
function patternOf(address: string): string {
  const { pathname = '', search = '' } = parseUrl(address, 'http://site.invalid') ?? {};
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const prefix = /^[^:]{1,20}:/.exec(name)?.[0] ?? '';
  return `${prefix.toLowerCase()}*.${endingOf(pathname)}${search === '' ? '' : '?'}`;
}
