import { z } from 'zod';
import type { RunLimits } from '../frontier/frontier.ts';
import type { Store } from '../storage/open.ts';
import { runQueries } from '../storage/runs.ts';
import { askedIn } from './asked-options.ts';

/** What may be asked of a run while it goes on; what is not named stays. Patterns as `--include` and `--exclude` have them. */
export type RunChange = Partial<
  RunLimits & { readonly include: readonly string[]; readonly exclude: readonly string[] }
>;

const limit = z.number().optional();
const patterns = z.array(z.string()).default([]);
/** What a run's row says of that. */
const changeable = z.object({
  ...{ pageLimit: limit, sitePageLimit: limit, timeLimit: limit, depth: limit },
  ...{ newSites: limit, newSitePages: limit, include: patterns, exclude: patterns },
});

const config = z.record(z.string(), z.unknown());

/**
 * Asks for other limits or patterns in a run: if it goes on, in this process or in another, it takes them up within a second
 * or two; the runs that go on with it have them as if they had been given to the command.
 */
export async function askOfRun(store: Store, run: number, change: RunChange): Promise<void> {
  const { get, setConfig } = runQueries(store);
  await store.write(() => {
    const had = config.parse(JSON.parse(get.get({ id: run })?.config ?? '{}'));
    // As the command line has it: in seconds. What is undefined is left out.
    const { timeLimit } = change;
    const asked = { ...askedIn(had), ...change, ...(timeLimit !== undefined && { timeLimit: timeLimit / 1000 }) };
    setConfig.run({ id: run, config: JSON.stringify({ ...had, ...change, asked }) });
  });
}

/** Asks a run that goes on, in any process, to end: the pages in flight are finished. */
export const askToStop = (store: Store, run: number): void => void runQueries(store).askToStop.run({ id: run });

/** What is asked of a run that goes on: it stands in the run's row, whoever asks. */
export class RunRequests {
  readonly #row: () => { readonly config: string; readonly stopped: string | null } | undefined;
  #config = '';
  #known: RunChange = {};

  /** @param run it has begun, and nothing is asked of it yet */
  constructor(store: Store, run: number) {
    const { get } = runQueries(store);
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
    const now: RunChange = changeable.parse(JSON.parse(text));
    const known = this.#known;
    this.#known = now;
    const names = changeable
      .keyof()
      .options.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(known[name]));
    return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, now[name]]));
  }
}
