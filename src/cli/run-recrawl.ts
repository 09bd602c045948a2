import { z } from 'zod';
import type { CrawlOptions } from '../crawl/crawl-options.ts';
import type { CrawlRun } from '../crawl/start-run.ts';
import { isPostgres } from '../domain/database.ts';
import { BadInput, StopCommand } from '../domain/errors.ts';
import { reachOptions } from '../options/crawl.ts';
import { type AskedOptions, flagsOf, grouped, pick } from '../options/option.ts';
import { recrawlRunOptions } from '../options/recrawl.ts';
import type { RecrawlOptions } from '../recrawl/recrawl-request.ts';
import type { RecrawlSummary } from '../recrawl/recrawl-summary.ts';
import { revisitRules } from '../revisit-rules/registry.ts';
import { reachFlags } from './options/crawl-flags.ts';
import { readAndRecall } from './options/flags.ts';
import { newsOptions } from './options/news.ts';
import { type Memory, memoryLine, recall, toRemember } from './options/saved-options.ts';
import { commonOptions, logOptions, names, offSwitch } from './options/shared-options.ts';
import type { Log, LogChoice } from './progress/log.ts';

/** Options that `recrawl` and `schedule` share. */
export const recrawlFlags = {
  ...flagsOf(recrawlRunOptions, { 'revisit rules': names(revisitRules) }),
  ...reachFlags,
  ...logOptions,
};

/** Options for the time after a recrawl run. */
export const afterRecrawlRun = {
  ...grouped('After the run', {
    checkLinks: offSwitch('check external and failed links afterwards, as forager dead does'),
  }),
  ...newsOptions,
};

const schema = z.strictObject({ ...recrawlFlags, ...commonOptions });

type Given = z.infer<z.ZodObject<typeof recrawlFlags>> & { readonly db: string };

/** Returns one line that names the options used again by a recrawl run, and the new ones. */
export const recrawlMemoryLine = (memory: Memory): string | undefined => memoryLine(memory, schema);

/** Returns the options of a recrawl run, from the values of a command's options. */
export const recrawlRunOf = (given: Given, memory: Memory): RecrawlOptions => ({
  ...pick(reachOptions, given),
  db: given.db,
  recrawl: pick(recrawlRunOptions, given),
  headed: given.headed || given.devtools,
  asked: toRemember(memory, schema, given.proxy),
});

/**
 * Starts a recrawl run for a caller other than the command line; options that are not given keep the values of the last
 * run.
 * @throws BadInput
 */
export async function startAskedRecrawl(db: string, asked: AskedOptions): Promise<CrawlRun<RecrawlSummary>> {
  const { options, memory } = await readAndRecall(schema, { ...asked, db }, (all) => recall(all, schema));
  const { makeLog } = await import('./progress/log.ts');
  const asking = recrawlRunOf(options, memory);
  const { startHere } = await import('./run-crawl.ts');
  const { recrawl } = await import('../recrawl/recrawl.ts');
  return await startHere(makeLog(options), (events, now) => recrawl(asking, events, now));
}

/** Works, for a command, on a recrawl run that other machines work on, too. */
export async function runOnRecrawl(options: CrawlOptions, log: Log, choice: LogChoice) {
  const { watched } = await import('./run-crawl.ts');
  return await watched({ log, choice, doing: 'recrawling' }, async (events, now) => {
    const { workOnRecrawl } = await import('../recrawl/work-on-run.ts');
    return await workOnRecrawl({ ...pick(reachOptions, options), db: options.db, asked: options.asked }, events, now);
  });
}

/** Options of a command for a recrawl run. */
export interface RecrawlChoice extends LogChoice {
  /** True to check links after the run. */
  readonly checkLinks: boolean;
}

/** Does a recrawl run for a command, with progress and signals. @throws BadInput, CommandFailed */
export async function runRecrawl(options: RecrawlOptions, log: Log, choice: RecrawlChoice): Promise<RecrawlSummary> {
  refuseSharedChecks(options.db, choice);
  const { watched } = await import('./run-crawl.ts');
  const summary = await watched({ log, choice, doing: 'recrawling' }, async (events, now) => {
    // Loaded here, because the engine takes a second to load, and mistakes need not wait.
    const { recrawl } = await import('../recrawl/recrawl.ts');
    return await recrawl(options, events, now);
  });
  if (choice.checkLinks && summary.stopped !== 'interrupted') {
    const { runChecks } = await import('./check-links.ts');
    // The run is over and stored, even if the checks fail.
    await runChecks({ ...options, once: false, again: false, most: undefined }, (line) => log.info(line)).catch(
      (error: unknown) => {
        if (!(error instanceof StopCommand)) throw error;
        log.warn(error.message);
      },
    );
  }
  return summary;
}

/** Refuses link checks of a shared crawl: they need a file, such as a copy by `forager pull`. @throws BadInput */
export function refuseSharedChecks(db: string, { checkLinks }: Pick<RecrawlChoice, 'checkLinks'>): void {
  if (checkLinks && isPostgres(db))
    throw new BadInput(
      '--check-links does not work with a shared crawl; copy it with forager pull, then run forager dead',
    );
}
