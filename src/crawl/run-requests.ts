import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { crawlOptions } from '../options/crawl.ts';
import { asTexts, liveOf, pick, type Values } from '../options/option.ts';
import { askedIn, recordedOptions } from '../reports/runs.ts';
import type { Store } from '../storage/open.ts';
import { runQueries } from '../storage/runs.ts';

/** Options that may change during a crawl. */
export const liveOptions = liveOf(crawlOptions);

/** Changes of a running crawl's options. Missing options stay the same. */
export type RunChange = Partial<Values<typeof liveOptions>>;

const config = z.record(z.string(), z.unknown());

/**
 * Requests other limits or patterns for a run. A run in progress in any process applies the change within two seconds.
 * Later runs that continue the crawl use the new values, too.
 */
export async function askOfRun(store: Store, run: number, change: RunChange): Promise<void> {
  const { get, setConfig } = runQueries(store);
  await store.write(() => {
    const had = config.parse(JSON.parse(get.get({ id: run })?.config ?? '{}'));
    // JSON omits undefined values.
    const asked = { ...askedIn(had), ...asTexts(crawlOptions, change) };
    setConfig.run({ id: run, config: JSON.stringify({ ...had, ...change, asked }) });
  });
}

/** Requests the end of a run in any process. Pages in flight are finished. */
export const askToStop = (store: Store, run: number): void => void runQueries(store).askToStop.run({ id: run });

/** Requests to a running crawl, from any process. Stored in the run's row. */
export class RunRequests {
  /** Requests other limits or patterns for the run. */
  readonly ask: (change: RunChange) => Promise<void>;
  readonly #row: () => { readonly config: string; readonly stopped: string | null } | undefined;
  #config = '';
  #known: RunChange = {};

  /** @param run a begun run without requests so far */
  constructor(store: Store, run: number) {
    const { get } = runQueries(store);
    this.ask = (change) => askOfRun(store, run, change);
    this.#row = () => get.get({ id: run });
    this.changed();
  }

  /** True if the run is to end. */
  get isToStop(): boolean {
    return (this.#row()?.stopped ?? null) !== null;
  }

  /** Returns the changes since the last call; undefined without any. */
  changed(): RunChange | undefined {
    const text = this.#row()?.config ?? '{}';
    if (text === this.#config) return undefined;
    this.#config = text;
    const now: RunChange = pick(liveOptions, recordedOptions(JSON.parse(text)));
    const known: Readonly<Record<string, unknown>> = this.#known;
    this.#known = now;
    const changed = Object.entries(now).filter(([name, value]) => !isDeepStrictEqual(value, known[name]));
    return changed.length === 0 ? undefined : Object.fromEntries(changed);
  }
}
