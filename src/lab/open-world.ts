import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { BadInput } from '../domain/errors.ts';
import type { Store } from '../storage/open.ts';
import { storedIdentity } from '../storage/settings.ts';
import type { Identity } from '../url/identity.ts';
import { readDatabase } from './recorded-database.ts';
import { readPages } from './recorded-pages.ts';
import { type RecordedSite, RecordedWorld } from './recording.ts';
import { splitSite } from './split.ts';
import { readSpec } from './synthetic/spec.ts';
import { syntheticWorld } from './synthetic/synthetic-world.ts';
import type { Split } from './tasks.ts';
import type { World } from './world.ts';

/** Recorded pages stand under the address of their folder, whose links may name its default document. */
const OF_RECORDED_PAGES: Identity = { foldCase: false, ignored: new Set(['default-documents']) };

/** A world for each random seed: recorded ones are the same for all. */
export interface OpenWorld {
  readonly name: string;
  of(seed: number): World;
  close(): Promise<void>;
}

/**
 * Opens the web of one file or of several, whose sites then make one set: databases of crawls, pages as JSON lines
 * (`.jsonl`, `.jsonl.gz`); or makes up one from the spec of one file (`.yaml`, `.json`).
 *
 * @param split makes several sites of each recorded one
 * @throws BadInput for a file that is none of these, for one that is not good, and for sites that are there twice
 */
export async function openWorld(files: readonly string[], split: Split | undefined): Promise<OpenWorld> {
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) throw new BadInput(`--web: there is no file ${missing}`);
  const made = files.find((file) => /\.(ya?ml|json)$/i.test(file));
  if (made !== undefined) {
    if (files.length > 1) throw new BadInput(`--web: ${made} is a made-up web: it can't be one of several`);
    return openSynthetic(made);
  }
  const stores: Store[] = [];
  const recorded: RecordedSite[] = [];
  const close = async () => {
    for (const store of stores) await store.close();
  };
  try {
    for (const file of files) {
      if (/\.jsonl(\.gz)?$/.test(file)) recorded.push(await readPages(file));
      else {
        // Loaded here: threads that read no database are ended at any time, also while they would load it.
        const { openStoreToRead } = await import('../storage/open.ts');
        const store = await openStoreToRead(file);
        stores.push(store);
        recorded.push(...readDatabase(store));
      }
    }
    const sites = split === undefined ? recorded : recorded.flatMap((site) => splitSite(site, split));
    refuseTwice(sites);
    const name = files.map((file) => basename(file).replace(/\.(sqlite|jsonl(\.gz)?)$/, '')).join(' + ');
    const world = new RecordedWorld(name, commonIdentity(stores), sites);
    return { name, of: () => world, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Another seed makes another web of the same kind. */
function openSynthetic(file: string): OpenWorld {
  const spec = readSpec(file);
  let last: { readonly seed: number; readonly world: World } | undefined;
  const of = (seed: number): World => {
    if (last?.seed !== seed) last = { seed, world: syntheticWorld(spec, String(seed)) };
    return last.world;
  };
  return { name: spec.name, of, close: async () => undefined };
}

function refuseTwice(sites: readonly RecordedSite[]): void {
  const seen = new Set<string>();
  for (const { site } of sites) {
    if (seen.has(site.url))
      throw new BadInput(`--web: the site ${site.url} is there twice: leave one of its files out`);
    seen.add(site.url);
  }
  if (sites.length === 0) throw new BadInput('--web: nothing is recorded there: crawl something first');
}

/** How the databases tell addresses apart. */
function commonIdentity(stores: readonly Store[]): Identity {
  const identities = stores.map(storedIdentity);
  const texts = new Set(identities.map(({ foldCase, ignored }) => `${foldCase} ${[...ignored].sort()}`));
  if (texts.size > 1) {
    throw new BadInput(
      '--web: the databases were begun with different --fold-case or --ignore-in-urls: replay them apart',
    );
  }
  return identities[0] ?? OF_RECORDED_PAGES;
}
