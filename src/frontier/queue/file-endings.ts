import type { SiteId } from '../../domain/site.ts';
import { getOne } from '../../storage/statement.ts';
import { endingOf } from '../../url/file-types.ts';
import { parseUrl } from '../../url/parse.ts';
import type { FrontierQueries } from '../queries.ts';

/** Links of a site to read at a time. */
const LINKS_AT_A_TIME = 1000;

/**
 * File endings of a site's links. An ending is a guess: its first link is requested after all pages, and if that is a
 * page, all links of the ending are pages. Stored in `link_families`, with `parameters` = 1 for pages.
 */
export class FileEndings {
  readonly #sql: Pick<FrontierQueries, 'traps' | 'resumed'>;

  constructor(sql: Pick<FrontierQueries, 'traps' | 'resumed'>) {
    this.#sql = sql;
  }

  /** Tells whether a link is the first of its ending, or whether the ending means pages or (as far as known) files. */
  kindOf(site: SiteId, url: string): 'first' | 'page' | 'file' {
    const row = this.#sql.traps.family.get({ site, pattern: patternOf(url) });
    if (!row) return 'first';
    return row.parameters > 0 ? 'page' : 'file';
  }

  /** Notes that a link of the ending waits for its request. */
  begin(site: SiteId, url: string): void {
    getOne(this.#sql.traps.addFamily, { site, pattern: patternOf(url), unproductive: 0, parameters: 0 });
  }

  /** Notes that a link of the ending is a page. Yields the others that were taken for files. */
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

/** Returns the ending, such as `*.jpg`; prefixes (in wikis: `File:*.jpg`) and queries (`*.exe?`) are separate. */
function patternOf(address: string): string {
  const { pathname = '', search = '' } = parseUrl(address, 'http://site.invalid') ?? {};
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const prefix = /^[^:]{1,20}:/.exec(name)?.[0] ?? '';
  return `${prefix.toLowerCase()}*.${endingOf(pathname)}${search === '' ? '' : '?'}`;
}
