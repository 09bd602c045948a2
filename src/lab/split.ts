import { bareHost } from '../url/bare-host.ts';
import type { RecordedSite, RecordedVisit } from './recording.ts';
import type { Split } from './tasks.ts';

/**
 * Makes several sites of one: of each host, or of each folder at the top of the path (`/math/`). A part starts at the page
 * that is nearest to the start of the whole; of a folder, at one that lies directly in it, as its scope is what lies below.
 * The links of a part to the others are external. What lies in no such folder is the first part: to it, all of the host is
 * internal, and what the other parts hold is not visited.
 */
export function splitSite(recorded: RecordedSite, by: Split): RecordedSite[] {
  const parts = new Map<string, RecordedVisit[]>();
  for (const visit of recorded.visits) {
    const url = new URL(visit.url);
    const part = by === 'host' ? bareHost(url) : (/^\/[^/]+\//.exec(url.pathname)?.[0] ?? '/');
    const known = parts.get(part);
    if (known) known.push(visit);
    else parts.set(part, [visit]);
  }
  return [...parts].flatMap(([part, visits]) => {
    const start = startOf(by === 'host' || part === '/' ? visits : visits.filter((visit) => isIn(visit.url, part)));
    if (!start) return [];
    const { origin } = new URL(start.url);
    const name = by === 'host' ? part : `${bareHost(new URL(origin))}${part}`;
    const scope = by === 'host' || part === '/' ? 'host' : 'prefix';
    return [{ site: { ...recorded.site, name, shortName: name, url: start.url, scope }, visits }];
  });
}

/** Whether an address lies directly in a folder. */
const isIn = (url: string, folder: string): boolean => !new URL(url).pathname.slice(folder.length).includes('/');

/** The page of the least level; among equals the first that was recorded. Undefined without a page. */
function startOf(visits: readonly RecordedVisit[]): RecordedVisit | undefined {
  const depth = ({ level }: RecordedVisit) => level ?? Number.POSITIVE_INFINITY;
  const pages = visits.filter(({ outcome }) => outcome === 'page');
  return pages.reduce<RecordedVisit | undefined>(
    (first, page) => (first === undefined || depth(page) < depth(first) ? page : first),
    undefined,
  );
}
