import { bareHost } from '../../url/parse.ts';
import type { Split } from '../tasks.ts';
import type { RecordedSite, RecordedVisit } from './recording.ts';

/** Number of pages above which a folder is split, if most of its pages are in subfolders. */
const LARGE = 400;
/** Least number of pages of a section. */
const SMALL = 25;

/**
 * Splits a site by host, by top folder (`/math/`), or by section: a folder of about 25 to 400 pages at any depth. Links
 * between parts are external. A part starts at its page closest to the start page.
 *
 * @param by `prefix`: pages outside all folders are the first part, with the whole host as internal; `section`: pages
 * outside all sections are left out
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

/** Yields the sections of a folder with their visits. */
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

/** Returns the folder directly below another that contains an address, if any. */
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

/** Tells whether an address is directly in a folder, as a part's start page must be: its scope is the folder. */
const isIn = (url: string, folder: string): boolean => !new URL(url).pathname.slice(folder.length).includes('/');

/** Returns the page with the lowest level, the first recorded among equals; undefined without pages. */
function startOf(visits: readonly RecordedVisit[]): RecordedVisit | undefined {
  const depth = ({ level }: RecordedVisit) => level ?? Number.POSITIVE_INFINITY;
  const pages = visits.filter(({ outcome }) => outcome === 'page');
  return pages.reduce<RecordedVisit | undefined>(
    (first, page) => (first === undefined || depth(page) < depth(first) ? page : first),
    undefined,
  );
}
