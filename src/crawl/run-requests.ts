import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { crawlOptions } from '../options/crawl.ts';
import { asTexts, liveOf, pick, type Values } from '../options/option.ts';
import { askedIn, recordedOptions } from '../reports/runs.ts';
import type { Store } from '../storage/open.ts';
import { runQueries } from '../storage/runs.ts';

/** The options that may change while a crawl runs. */
export const liveOptions = liveOf(crawlOptions);

/** What may be asked of a run while it goes on; what is not named stays. */
export type RunChange = Partial<Values<typeof liveOptions>>;

const config = z.record(z.string(), z.unknown());

/**
 * Asks for other limits or patterns in a run: if it goes on, in this process or in another, it takes them up within a second
 * or two; the runs that go on with it have them as if they had been given to the command.
 */
export async function askOfRun(store: Store, run: number, change: RunChange): Promise<void> {
  const { get, setConfig } = runQueries(store);
  await store.write(() => {
    const had = config.parse(JSON.parse(get.get({ id: run })?.config ?? '{}'));
    // JSON leaves out what is undefined.
    const asked = { ...askedIn(had), ...asTexts(crawlOptions, change) };
    setConfig.run({ id: run, config: JSON.stringify({ ...had, ...change, asked }) });
  });
}

/** Asks a run that goes on, in any process, to end: the pages in flight are finished. */
export const askToStop = (store: Store, run: number): void => void runQueries(store).askToStop.run({ id: run });

/** What is asked of a run that goes on: it stands in the run's row, whoever asks. */
export class RunRequests {
  /** Asks the run for other limits or patterns itself. */
  readonly ask: (change: RunChange) => Promise<void>;
  readonly #row: () => { readonly config: string; readonly stopped: string | null } | undefined;
  #config = '';
  #known: RunChange = {};

  /** @param run it has begun, and nothing is asked of it yet */
  constructor(store: Store, run: number) {
    const { get } = runQueries(store);
    this.ask = (change) => askOfRun(store, run, change);
    this.#row = () => get.get({ id: run });
    this.changed();
  }

  /** Whether it is to end. */
  get isToStop(): boolean {
    return (this.#row()?.stopped ?? null) !== null;
  }

  /** What has changed since the last call; undefined: nothing. */
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
