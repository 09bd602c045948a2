import { z } from 'zod';
import type { CrawlOptions } from '../crawl/crawl-options.ts';
import type { CrawlRun } from '../crawl/start-run.ts';
import { isPostgres } from '../domain/database.ts';
import { BadInput, StopCommand } from '../domain/errors.ts';
import { reachOptions } from '../options/crawl.ts';
import { nightOptions } from '../options/night.ts';
import { type AskedOptions, flagsOf, grouped, pick } from '../options/option.ts';
import type { RecrawlOptions } from '../recrawl/asked-night.ts';
import type { NightSummary } from '../recrawl/night-summary.ts';
import { revisitRules } from '../revisit-rules/registry.ts';
import { reachFlags } from './options/crawl-flags.ts';
import { readAndRecall } from './options/flags.ts';
import { newsOptions } from './options/news.ts';
import { type Memory, memoryLine, recall, toRemember } from './options/remembered.ts';
import { commonOptions, logOptions, names, offSwitch } from './options/shared-options.ts';
import type { Log, LogChoice } from './progress/log.ts';

/** What `recrawl` and `schedule` have in common. */
export const recrawlFlags = {
  ...flagsOf(nightOptions, { 'revisit rules': names(revisitRules) }),
  ...reachFlags,
  ...logOptions,
};

/** Options for the time when a night is over. */
export const afterNight = {
  ...grouped('After the run', {
    checkLinks: offSwitch('check external and failed links afterwards, as forager dead does'),
  }),
  ...newsOptions,
};

const schema = z.strictObject({ ...recrawlFlags, ...commonOptions });

type Given = z.infer<z.ZodObject<typeof recrawlFlags>> & { readonly db: string };

/** One line that says what a night goes on with, and what is new. */
export const nightMemoryLine = (memory: Memory): string | undefined => memoryLine(memory, schema);

/** What the options of a command come to. */
export const nightOf = (given: Given, memory: Memory): RecrawlOptions => ({
  ...pick(reachOptions, given),
  db: given.db,
  night: pick(nightOptions, given),
  headed: given.headed || given.devtools,
  asked: toRemember(memory, schema, given.proxy),
});

/**
 * Starts a night that is asked for from elsewhere than the command line: what is not asked for goes on as in the last run.
 * @throws BadInput
 */
export async function startAskedNight(db: string, asked: AskedOptions): Promise<CrawlRun<NightSummary>> {
  const { options, memory } = await readAndRecall(schema, { ...asked, db }, (all) => recall(all, schema));
  const { makeLog } = await import('./progress/log.ts');
  const night = nightOf(options, memory);
  const { startHere } = await import('./run-crawl.ts');
  const { recrawl } = await import('../recrawl/recrawl.ts');
  return await startHere(makeLog(options), (events, now) => recrawl(night, events, now));
}

/** Works on the night that other machines are at, as a command does. */
export async function runOnNight(options: CrawlOptions, log: Log, choice: LogChoice) {
  const { watched } = await import('./run-crawl.ts');
  return await watched({ log, choice, doing: 'recrawling' }, async (events, now) => {
    const { workOnNight } = await import('../recrawl/work-on-night.ts');
    return await workOnNight({ ...pick(reachOptions, options), db: options.db, asked: options.asked }, events, now);
  });
}

/** How a command runs a night. */
export interface NightChoice extends LogChoice {
  /** Whether links are checked behind it. */
  readonly checkLinks: boolean;
}

/** A night as a command runs it: with progress, and with signals. @throws BadInput, CommandFailed */
export async function runRecrawl(options: RecrawlOptions, log: Log, choice: NightChoice): Promise<NightSummary> {
  refuseSharedChecks(options.db, choice);
  const { watched } = await import('./run-crawl.ts');
  const summary = await watched({ log, choice, doing: 'recrawling' }, async (events, now) => {
    // Loaded here, as the engine takes a second to load: mistakes need not wait for it.
    const { recrawl } = await import('../recrawl/recrawl.ts');
    return await recrawl(options, events, now);
  });
  if (choice.checkLinks && summary.stopped !== 'interrupted') {
    const { runChecks } = await import('./check-links.ts');
    // The night is over and stored, whatever comes of the checks.
    await runChecks({ ...options, once: false, again: false, most: undefined }, (line) => log.info(line)).catch(
      (error: unknown) => {
        if (!(error instanceof StopCommand)) throw error;
        log.warn(error.message);
      },
    );
  }
  return summary;
}

/** Links are checked in a file: of a shared crawl, in the one that `pull` makes. @throws BadInput */
export function refuseSharedChecks(db: string, { checkLinks }: Pick<NightChoice, 'checkLinks'>): void {
  if (checkLinks && isPostgres(db))
    throw new BadInput(
      '--check-links does not work with a shared crawl; copy it with forager pull, then run forager dead',
    );
}
