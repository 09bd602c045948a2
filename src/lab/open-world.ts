import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BadInput } from '../domain/errors.ts';
import type { Need } from '../domain/maker.ts';
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

/** Recorded pages stand under the address of their folder, whose links may name its default document. */
const OF_RECORDED_PAGES: Identity = { foldCase: false, ignored: new Set(['default-documents']) };

/** A world for each random seed: recorded ones are the same for all. */
interface OpenWorld {
  readonly name: string;
  /** What its user should know of it, a line each. @param needs what those who crawl it need */
  notes(needs: ReadonlySet<Need>): readonly string[];
  of(seed: number): World;
  /** The same web for other threads. */
  readonly shared: SharedWeb;
}

/** More files than that are named by their number. */
const MOST_NAMES = 4;

/** Recordings have these endings. */
const RECORDING = /\.(sqlite|jsonl(\.gz)?)$/i;

/**
 * The files of a web: those that are named, and of a folder the recordings that lie directly in it, by name.
 *
 * @throws BadInput for what is not there, and for a folder without a recording
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
 * Opens the web of one file or of several, whose sites then make one set: databases of crawls, pages as JSON lines
 * (`.jsonl`, `.jsonl.gz`), or a folder of these; or makes up one from the spec of one file (`.yaml`, `.json`).
 *
 * @param split makes several sites of each recorded one
 * @param named what to call it, instead of by its files
 * @throws BadInput for a file that is none of these, for one that is not good, and for sites that are there twice
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

/** Another seed makes another web of the same kind. */
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

/** Says so where a recording has pages on hosts that its site does not hold, as that of a whole university has. */
function hostsOutOfReach({ site, visits }: RecordedSite): string[] {
  const scope = siteScope(new URL(site.url), site.scope);
  const outside = visits.map(({ url }) => new URL(url)).filter((url) => !scope(url));
  const hosts = new Set(outside.map(bareHost)).size;
  if (hosts === 0) return [];
  return [
    `${site.name}: ${counted(outside.length)} of ${counted(visits.length)} recorded pages, on ${counted(hosts)} other hosts, are not reached from ${site.url}: --split host makes a site of each host`,
  ];
}

/** Says so where the whole text of pages was not recorded. */
function textsNotKept(recorded: readonly RecordedSite[]): string[] {
  const pages = recorded.flatMap(({ visits }) => visits.filter(({ outcome }) => outcome === 'page'));
  const without = pages.filter(({ blocks }) => blocks === undefined).length;
  if (without === 0) return [];
  return [
    `the whole text of ${counted(without)} of ${counted(pages.length)} recorded pages was not kept: they are judged by their titles, what was kept and the texts of their links`,
  ];
}

const NO_TAG_PATHS = 'where its links stand in their pages was not recorded: link orders can learn nothing from that';
const NO_CONTEXTS = 'what stands around its links was not recorded: they are judged by their own texts and addresses';
/** Pages of a site whose links are looked at. */
const SOME = 20;

/** Whether no link has a feature, as far as some pages tell. */
function lacks(recorded: readonly RecordedSite[], tables: RecordedTables, feature: 'tagPath' | 'context'): boolean {
  const pages = recorded.flatMap(({ visits }) => visits.filter(({ outcome }) => outcome === 'page').slice(0, SOME));
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

/** How the databases tell addresses apart. */
function commonIdentity(stores: readonly Store[]): Identity {
  const identities = stores.map(storedIdentity);
  const texts = new Set(identities.map(({ foldCase, ignored }) => `${foldCase} ${[...ignored].sort()}`));
  if (texts.size > 1) {
    throw new BadInput('--web: the databases differ in --fold-case or --ignore-in-urls; replay them separately');
  }
  return identities[0] ?? OF_RECORDED_PAGES;
}
