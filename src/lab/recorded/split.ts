import { bareHost } from '../../url/parse.ts';
import type { Split } from '../tasks.ts';
import type { RecordedSite, RecordedVisit } from './recording.ts';

/** A folder with more pages is split into the folders below it, if most of its pages lie there. */
const LARGE = 400;
/** A section of fewer pages is no site of its own. */
const SMALL = 25;

/**
 * Makes several sites of one: of each host; of each folder at the top of the path (`/math/`); or of its sections, folders
 * of about 25 to 400 pages at any depth. A part starts at the page that is nearest to the start of the whole; of a folder,
 * at one that lies directly in it, as its scope is what lies below. The links of a part to the others are external. By
 * `prefix`, what lies in no such folder is the first part: to it, all of the host is internal, and what the other parts
 * hold is not visited. By `section`, it is left out.
 */
export function splitSite(recorded: RecordedSite, by: Split): RecordedSite[] {
  return [...partsOf(recorded.visits, by)].flatMap(([part, visits]) => {
    const isWhole = by === 'host' || part === '/';
    const start = startOf(isWhole ? visits : visits.filter((visit) => isIn(visit.url, part)));
    if (!start) return [];
    const { origin } = new URL(start.url);
    const name = by === 'host' ? part : `${bareHost(new URL(origin))}${part}`;
    const scope = isWhole ? 'host' : 'prefix';
    return [{ site: { ...recorded.site, name, shortName: name, url: start.url, scope }, visits }];
  });
}

function partsOf(visits: readonly RecordedVisit[], by: Split): Map<string, readonly RecordedVisit[]> {
  if (by === 'section') return new Map(sectionsOf(visits, '/'));
  return grouped(visits, (url) => (by === 'host' ? bareHost(url) : (folderBelow('/', url) ?? '/')));
}

/** Sections of a folder, each with its visits. */
function* sectionsOf(visits: readonly RecordedVisit[], folder: string): Generator<[string, readonly RecordedVisit[]]> {
  const below = grouped(visits, (url) => folderBelow(folder, url) ?? '');
  const direct = below.get('')?.length ?? 0;
  if (visits.length <= LARGE || 2 * direct > visits.length) {
    if (visits.length >= SMALL) yield [folder, visits];
    return;
  }
  below.delete('');
  for (const [section, own] of below) yield* sectionsOf(own, section);
}

/** The folder directly below another that an address lies in, if it does. */
function folderBelow(folder: string, { pathname }: URL): string | undefined {
  const end = pathname.indexOf('/', folder.length);
  return end < 0 ? undefined : pathname.slice(0, end + 1);
}

function grouped(visits: readonly RecordedVisit[], groupOf: (url: URL) => string): Map<string, RecordedVisit[]> {
  const groups = new Map<string, RecordedVisit[]>();
  for (const visit of visits) {
    const group = groupOf(new URL(visit.url));
    const known = groups.get(group);
    if (known) known.push(visit);
    else groups.set(group, [visit]);
  }
  return groups;
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
