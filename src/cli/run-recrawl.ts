import { z } from 'zod';
import type { AskedOptions } from '../crawl/asked-options.ts';
import type { CrawlSession } from '../crawl/session.ts';
import {
  budgetKinds,
  DEFAULT_NEW_SHARE,
  DEFAULT_RULE,
  type NightOptions,
  overKinds,
} from '../recrawl/night-options.ts';
import type { NightSummary } from '../recrawl/night-summary.ts';
import type { RecrawlOptions } from '../recrawl/recrawl-options.ts';
import { revisitRules } from '../revisit-rules/registry.ts';
import type { Log, LogChoice } from './log.ts';
import { duration, flag, grouped, positive, readAndRecall } from './options.ts';
import { type Memory, memoryLine, recall, rememberedByNights, toRemember } from './remembered.ts';
import { politenessOptions, runOptions } from './run-options.ts';
import { commonOptions, names, reachOptions } from './shared-options.ts';

const SHARE_RANGE = 'must be between 0 and 1';

/** Parameters of a revisit rule: numbers, or words such as `auto`. */
const ruleParameters = z
  .union([z.record(z.string(), z.union([z.number(), z.string()])), z.array(z.string())])
  .transform((value, context) => {
    if (!Array.isArray(value)) return value;
    const pairs = value.map((text) => /^([\w-]+)=(\S+)$/.exec(text));
    if (pairs.every((pair) => pair !== null))
      return Object.fromEntries(pairs.map(([, name = '', given = '']) => [name, numberOr(given)]));
    context.addIssue({ code: 'custom', message: 'write NAME=VALUE' });
    return z.NEVER;
  });

const numberOr = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

/** What `recrawl` and `schedule` have in common. */
export const recrawlOptions = {
  ...grouped('The night', {
    pageLimit: flag(positive.optional(), { value: 'N', description: 'pages to visit, known and new ones together' }),
    timeLimit: flag(duration.optional(), { value: 'TIME', description: 'time it may take: 90s, 15m, 2h' }),
    newShare: flag(z.coerce.number(SHARE_RANGE).min(0, SHARE_RANGE).max(1, SHARE_RANGE).default(DEFAULT_NEW_SHARE), {
      value: 'SHARE',
      description: 'how much of it new pages may have, from 0 to 1; what they do not need goes to known pages',
    }),
  }),
  ...grouped('Which pages', {
    rule: flag(z.string().optional(), {
      value: 'NAME',
      description: `${names(revisitRules)}; if not given, that of the last night, or ${DEFAULT_RULE}`,
    }),
    param: flag(ruleParameters.default({}), {
      value: 'NAME=VALUE',
      description: 'parameter of the rule; again for each',
      repeatable: true,
    }),
    budgetBy: flag(z.enum(budgetKinds, `must be one of ${budgetKinds.join(', ')}`).default('pages'), {
      value: 'WHAT',
      description: 'pages: a check is a check; time: what a page is worth is divided by the time that it takes',
    }),
    over: flag(z.enum(overKinds, `must be one of ${overKinds.join(', ')}`).default('all'), {
      value: 'WHAT',
      description: 'all: the strongest pages of all sites; site: each site has its share of the night',
    }),
  }),
  ...politenessOptions,
  ...reachOptions,
  ...runOptions,
};

type Given = z.infer<z.ZodObject<typeof recrawlOptions>> & { readonly db: string };

const schema = z.object(recrawlOptions);

/** One line that says what a night goes on with, and what is new. */
export const nightMemoryLine = (memory: Memory): string | undefined => memoryLine(memory, schema, rememberedByNights);

/** What the options of a command come to. */
export function nightOf(given: Given, memory: Memory): RecrawlOptions {
  const { pageLimit, timeLimit, newShare, rule, param, budgetBy, over, delay, headed, devtools } = given;
  const night: NightOptions = { pageLimit, timeLimit, newShare, rule, params: param, budgetBy, over };
  const { db, workers, delayBy, robots, contact, allowPrivate, proxy, storageState, cookies, insecure, hostRules } =
    given;
  const { render, capture, slowMo, seed } = given;
  const reach = {
    db,
    workers,
    delayBy,
    robots,
    contact,
    allowPrivate,
    proxy,
    storageState,
    cookies,
    insecure,
    hostRules,
  };
  return {
    ...{ ...reach, night, render, capture, devtools, slowMo, seed },
    delay: delay === undefined ? undefined : delay * 1000,
    headed: headed || devtools,
    asked: toRemember(memory, schema, rememberedByNights, proxy),
  };
}

const askable = z.strictObject({ ...recrawlOptions, ...commonOptions });

/**
 * Starts a night that is asked for from elsewhere than the command line: what is not asked for goes on as in the last run.
 * @throws BadInput
 */
export async function startAskedNight(db: string, asked: AskedOptions): Promise<CrawlSession<NightSummary>> {
  const recallAll = (given: AskedOptions) => recall(given, db, askable, rememberedByNights);
  const { options, memory } = await readAndRecall(askable, { ...asked, db }, recallAll);
  const { makeLog } = await import('./log.ts');
  const night = nightOf(options, memory);
  const { startHere } = await import('./start-here.ts');
  const { recrawl } = await import('../recrawl/recrawl.ts');
  return await startHere(makeLog(options), (events, now) => recrawl(night, events, now));
}

/** A night as a command runs it: with progress, and with signals. */
export async function runRecrawl(options: RecrawlOptions, log: Log, choice: LogChoice): Promise<NightSummary> {
  const { watched } = await import('./watched.ts');
  return await watched({ log, choice, doing: 'recrawling' }, async (events, now) => {
    // Loaded here, as the engine takes a second to load: mistakes need not wait for it.
    const { recrawl } = await import('../recrawl/recrawl.ts');
    return await recrawl(options, events, now);
  });
}
