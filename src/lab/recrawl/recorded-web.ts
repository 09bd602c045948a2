import { BadInput } from '../../domain/errors.ts';
import { fullAddress } from '../../frontier/visit/stored-address.ts';
import type { Difference } from '../../revisit-rules/revisit-rule.ts';
import { recordedCheckQueries } from '../../storage/observed.ts';
import type { Store } from '../../storage/open.ts';
import { patternOf } from '../../url/page-pattern.ts';
import type { VersionedWeb } from './versioned-web.ts';

/** A version of a page, by the night on which it was found. */
interface Version {
  readonly night: number;
  /** Characters of visible text; -1 where the page was gone. */
  readonly size: number;
  /** Share of the version before that stayed. */
  readonly kept: number;
}

/**
 * The versions that recrawls of a database found, as a web that can be recrawled by other rules. A page is taken to have
 * changed on the night on which that was found, and to have lost at each change a share of what it had then, whatever
 * that was: what lies between two checks is not known. So pages that were checked seldom look as if they changed seldom,
 * and a database that was recrawled evenly tells most.
 *
 * @throws BadInput for a database that was never recrawled
 */
export function recordedVersions(store: Store, name: string): VersionedWeb {
  const queries = recordedCheckQueries(store);
  const nights = queries.nights.get({})?.last ?? 0;
  if (nights === 0) throw new BadInput(`--web: ${name} was never recrawled; run forager recrawl first`);
  const numbers = new Map<string, number>();
  const pages = queries.pages.all({}).map(({ page, site, first, url, start_url, size }) => {
    const pattern = patternOf(new URL(fullAddress(url, new URL(start_url).origin)));
    const group = numberOf(`${site} ${pattern}`, numbers);
    const versions: Version[] = [{ night: first, size: size ?? 0, kept: 1 }];
    return { page, site, group, versions };
  });
  const places = new Map(pages.map(({ page }, place) => [page, place]));
  for (const { page, step, change, kept, gone, fresh } of queries.changes.all({})) {
    const versions = pages[places.get(page) ?? -1]?.versions;
    const isThere = change === 'changed' || change === 'back';
    versions?.push({
      night: step,
      size: isThere ? kept + fresh : -1,
      kept: isThere ? kept / Math.max(1, kept + gone) : 0,
    });
  }
  const versionsOf = (page: number): readonly Version[] => pages[page]?.versions ?? [];
  const size = (page: number, night: number): number => {
    const versions = versionsOf(page);
    return versions.findLast((version) => version.night <= night)?.size ?? -1;
  };
  const compare = (page: number, from: number, to: number): Difference => {
    const before = Math.max(0, size(page, from));
    const after = Math.max(0, size(page, to));
    const share = versionsOf(page)
      .filter(({ night }) => night > from && night <= to)
      .reduce((product, { kept }) => product * kept, 1);
    const kept = Math.min(after, Math.round(before * share));
    return { kept, gone: before - kept, fresh: after - kept };
  };
  return {
    name,
    nights,
    pages: pages.length,
    site: (page) => pages[page]?.site ?? 0,
    group: (page) => pages[page]?.group ?? 0,
    size,
    compare,
    check: compare,
    lastModified: () => Number.NaN,
  };
}

function numberOf(key: string, numbers: Map<string, number>): number {
  const known = numbers.get(key) ?? numbers.size;
  numbers.set(key, known);
  return known;
}
