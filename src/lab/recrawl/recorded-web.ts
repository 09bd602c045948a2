import { BadInput } from '../../domain/errors.ts';
import { fullAddress } from '../../frontier/visit/stored-address.ts';
import type { Difference } from '../../revisit-rules/revisit-rule.ts';
import type { Store } from '../../storage/open.ts';
import { recordedRevisitQueries } from '../../storage/past-visits.ts';
import { patternOf } from '../../url/page-pattern.ts';
import { numberOf } from '../oracle/graph.ts';
import type { VersionedWeb } from './versioned-web.ts';

/** Version of a page, with the run that found the version. */
interface Version {
  readonly step: number;
  /** Characters of visible text; -1 for a missing page. */
  readonly size: number;
  /** Share of the previous version that was kept. */
  readonly kept: number;
}

/**
 * Makes a web from a database's recrawl runs, for simulating other rules. A page changes in the run that found the
 * change, so rarely revisited pages seem to change rarely. Each change keeps the recorded share of the text.
 *
 * @throws BadInput for a database without recrawl runs
 */
export function recordedVersions(store: Store, name: string): VersionedWeb {
  const queries = recordedRevisitQueries(store);
  const steps = queries.recrawlRuns.get({})?.last ?? 0;
  if (steps === 0) throw new BadInput(`--web: ${name} was never recrawled; run forager recrawl first`);
  const numbers = new Map<string, number>();
  const pages = queries.pages.all({}).map(({ page, site, first, url, start_url, size }) => {
    const pattern = patternOf(new URL(fullAddress(url, new URL(start_url).origin)));
    const group = numberOf(`${site} ${pattern}`, numbers);
    const versions: Version[] = [{ step: first, size: size ?? 0, kept: 1 }];
    return { page, site, group, versions };
  });
  const places = new Map(pages.map(({ page }, place) => [page, place]));
  for (const { page, step, change, kept, gone, fresh } of queries.changes.all({})) {
    const versions = pages[places.get(page) ?? -1]?.versions;
    const isThere = change === 'changed' || change === 'back';
    versions?.push({
      step,
      size: isThere ? kept + fresh : -1,
      kept: isThere ? kept / Math.max(1, kept + gone) : 0,
    });
  }
  const versionsOf = (page: number): readonly Version[] => pages[page]?.versions ?? [];
  const size = (page: number, step: number): number => {
    const versions = versionsOf(page);
    return versions.findLast((version) => version.step <= step)?.size ?? -1;
  };
  const compare = (page: number, from: number, to: number): Difference => {
    const before = Math.max(0, size(page, from));
    const after = Math.max(0, size(page, to));
    const share = versionsOf(page)
      .filter(({ step }) => step > from && step <= to)
      .reduce((product, { kept }) => product * kept, 1);
    const kept = Math.min(after, Math.round(before * share));
    return { kept, gone: before - kept, fresh: after - kept };
  };
  return {
    name,
    steps,
    pages: pages.length,
    site: (page) => pages[page]?.site ?? 0,
    group: (page) => pages[page]?.group ?? 0,
    size,
    compare,
    check: compare,
    lastModified: () => Number.NaN,
  };
}
