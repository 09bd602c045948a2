import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BadInput } from '../domain/errors.ts';
import type { Need } from '../domain/rule-factory.ts';
import { openStoreToRead, type Store } from '../storage/open.ts';
import { storedIdentity } from '../storage/runs.ts';
import type { Identity } from '../url/normalise.ts';
import { bareHost } from '../url/parse.ts';
import { siteScope } from '../url/scope.ts';
import { readDatabase } from './recorded/database.ts';
import { readPages } from './recorded/pages.ts';
import { type RecordedSite, sharedWorld } from './recorded/recording.ts';
import { splitSite } from './recorded/split.ts';
import { RecordedTables } from './recorded/tables.ts';
import { readSpec } from './synthetic/spec.ts';
import { type SharedWeb, worldsOf } from './synthetic/synthetic-world.ts';
import { isMadeUp, type Split } from './tasks.ts';
import type { World } from './world.ts';

/** Identity of recorded pages: a default document is the same page as its folder. */
const OF_RECORDED_PAGES: Identity = { foldCase: false, ignored: new Set(['default-documents']) };

/** Worlds by random seed; recorded ones are equal for all seeds. */
interface OpenWorld {
  readonly name: string;
  /**
   * Returns notes for the user, one per line.
   *
   * @param needs needs of the strategies
   */
  notes(needs: ReadonlySet<Need>): readonly string[];
  of(seed: number): World;
  /** Web for other threads. */
  readonly shared: SharedWeb;
}

/** Most files to list by name; more are given as a number. */
const MOST_NAMES = 4;

/** File endings of recordings. */
const RECORDING = /\.(sqlite|jsonl(\.gz)?)$/i;

/**
 * Returns the files of a web: named files, and recordings directly in a named folder, by name.
 *
 * @throws BadInput for a missing file or a folder without recordings
 */
export function webFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) throw new BadInput(`--web: no file ${path}`);
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => RECORDING.test(name));
    if (names.length === 0) throw new BadInput(`--web: no recording in ${path} (.sqlite, .jsonl, .jsonl.gz)`);
    return names.sort().map((name) => join(path, name));
  });
}

/**
 * Opens a web from one or several files, whose sites form one set: databases of crawls, pages as JSON lines (`.jsonl`,
 * `.jsonl.gz`), or folders of these. A single spec file (`.yaml`, `.json`) gives a synthetic web.
 *
 * @param split splits each recorded site into several
 * @param named name of the web; default: by its files
 * @throws BadInput for unknown or invalid files, and for duplicate sites
 */
export async function openWorld(
  paths: readonly string[],
  split: Split | undefined,
  named?: string | undefined,
): Promise<OpenWorld> {
  const files = webFiles(paths);
  const made = files.find(isMadeUp);
  if (made !== undefined) {
    if (files.length > 1) throw new BadInput(`--web: ${made} is a synthetic web and can't be combined with others`);
    return openSynthetic(made, named);
  }
  const stores: Store[] = [];
  const recorded: RecordedSite[] = [];
  const tables = new RecordedTables();
  try {
    for (const file of files) {
      if (/\.jsonl(\.gz)?$/.test(file)) recorded.push(await readPages(file, tables));
      else {
        const store = await openStoreToRead(file);
        stores.push(store);
        recorded.push(...readDatabase(store, tables));
      }
    }
    const sites = split === undefined ? recorded : recorded.flatMap((site) => splitSite(site, split));
    refuseTwice(sites);
    const name = named ?? nameOf(files);
    const shared = sharedWorld(name, commonIdentity(stores), tables, sites);
    const outOfReach = split === undefined ? recorded.flatMap(hostsOutOfReach) : [];
    const notes = (needs: ReadonlySet<Need>) => [
      ...outOfReach,
      ...(needs.has('page-text') ? textsNotKept(sites) : []),
      ...(needs.has('tag-paths') && lacks(sites, tables, 'tagPath') ? [`${name}: ${NO_TAG_PATHS}`] : []),
      ...(needs.has('contexts') && lacks(sites, tables, 'context') ? [`${name}: ${NO_CONTEXTS}`] : []),
    ];
    return { name, notes, of: worldsOf(shared), shared };
  } finally {
    for (const store of stores) await store.close();
  }
}

/** Opens a synthetic web. Each seed gives another web of the same kind. */
function openSynthetic(file: string, named: string | undefined): OpenWorld {
  const read = readSpec(file);
  const spec = named === undefined ? read : { ...read, name: named };
  const notes = (needs: ReadonlySet<Need>) =>
    needs.has('page-text') ? [`${spec.name}: made-up pages have no text: they are judged by their titles`] : [];
  return { name: spec.name, notes, of: worldsOf(spec), shared: spec };
}

const nameOf = (files: readonly string[]): string =>
  files.length > MOST_NAMES
    ? `${files.length} webs`
    : files.map((file) => basename(file).replace(RECORDING, '')).join(' + ');

/** Returns a note if a recording has pages on hosts outside its site, as that of a whole university has. */
function hostsOutOfReach({ site, visits }: RecordedSite): string[] {
  const scope = siteScope(new URL(site.url), site.scope);
  const outside = visits.map(({ url }) => new URL(url)).filter((url) => !scope(url));
  const hosts = new Set(outside.map(bareHost)).size;
  if (hosts === 0) return [];
  return [
    `${site.name}: ${counted(outside.length)} of ${counted(visits.length)} recorded pages, on ${counted(hosts)} other hosts, are not reached from ${site.url}: --split host makes a site of each host`,
  ];
}

/** Returns a note if the full text of pages was not recorded. */
function textsNotKept(recorded: readonly RecordedSite[]): string[] {
  const pages = recorded.flatMap(({ visits }) => visits.filter(({ outcome }) => outcome === 'page'));
  const without = pages.filter(({ blocks }) => blocks === undefined).length;
  if (without === 0) return [];
  return [
    `the whole text of ${counted(without)} of ${counted(pages.length)} recorded pages was not kept: they are judged by their titles, what was kept and the texts of their links`,
  ];
}

const NO_TAG_PATHS = 'tag paths of links were not recorded, so link orders cannot learn from them';
const NO_CONTEXTS = 'the text around links was not recorded: links are judged by their own texts and addresses';
/** Number of a site's pages to sample for missing features. */
const SAMPLED = 20;

/** Tells whether no link has a feature, judging by a sample of pages. */
function lacks(recorded: readonly RecordedSite[], tables: RecordedTables, feature: 'tagPath' | 'context'): boolean {
  const pages = recorded.flatMap(({ visits }) => visits.filter(({ outcome }) => outcome === 'page').slice(0, SAMPLED));
  const links = pages.flatMap((page) => tables.links(page.links));
  return links.length > 0 && links.every((link) => link[feature] === '');
}

const counted = (pages: number): string => pages.toLocaleString('en');

function refuseTwice(sites: readonly RecordedSite[]): void {
  const seen = new Set<string>();
  for (const { site } of sites) {
    if (seen.has(site.url)) throw new BadInput(`--web: ${site.url} is in two files: remove one of them`);
    seen.add(site.url);
  }
  if (sites.length === 0) throw new BadInput('--web: nothing recorded yet; crawl something first');
}

/**
 * Returns the identity rules that all databases share.
 *
 * @throws BadInput if they differ
 */
function commonIdentity(stores: readonly Store[]): Identity {
  const identities = stores.map(storedIdentity);
  const texts = new Set(identities.map(({ foldCase, ignored }) => `${foldCase} ${[...ignored].sort()}`));
  if (texts.size > 1) {
    throw new BadInput('--web: the databases differ in --fold-case or --ignore-in-urls; replay them separately');
  }
  return identities[0] ?? OF_RECORDED_PAGES;
}
