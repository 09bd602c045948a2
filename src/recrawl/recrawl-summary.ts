import type { RecrawlRunOptions } from '../options/recrawl.ts';
import { harvest, value } from '../revisit-rules/revisit-rule.ts';
import type { Store } from '../storage/open.ts';
import { recrawlRunQueries, revisitQueries } from '../storage/recrawl.ts';
import type { StopReason } from '../storage/runs.ts';
import { seedQueries } from '../storage/seeds.ts';
import type { PageChange } from '../storage/tables/recrawl-tables.ts';
import type { RecrawlRun } from './open-run.ts';

/** Summary of a recrawl run over all its runs, printed by `recrawl --json`. */
export interface RecrawlSummary {
  /** Number of the last run. */
  readonly run: number;
  /** Step of the recrawl run, from 1. */
  readonly recrawlRun: number;
  readonly rule: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Reason for the end of the last run. */
  readonly stopped: StopReason;
  /** Pages available for revisits at the start, without those that were gone. */
  readonly pages: number;
  /** Revisited or requested pages: the sum of the next seven. */
  readonly revisits: number;
  readonly unchanged: number;
  readonly changed: number;
  readonly gone: number;
  readonly back: number;
  readonly moved: number;
  readonly unreachable: number;
  readonly doubted: number;
  /** Pages gone or moved that were so before. */
  readonly stillAway: { readonly gone: number; readonly moved: number };
  /** Revisits answered without sending the page. */
  readonly notModified: number;
  /** First visits to new pages. */
  readonly newPages: number;
  /** Links new to their site, on revisited and on new pages. */
  readonly newLinks: number;
  /** Links that no page has any more, and links that returned. */
  readonly removedLinks: number;
  readonly returnedLinks: number;
  /** Sum of ln(1 + characters gone or fresh) over the revisits, in nats (Sotnik, SCENT, CalcInfo). */
  readonly harvest: number;
  /**
   * Q of the revisited pages before the revisits, as a share of Q when they were stored (Sotnik, SCENT, eq. 1 and 2);
   * null if nothing was stored.
   */
  readonly stillTrue: number | null;
  /** Cost model T = perCharacter * size + perPage, in milliseconds, at the start (Sotnik, SCENT, eq. 3). */
  readonly revisitTime: { readonly perCharacter: number; readonly perPage: number; readonly pages: number };
  readonly budgetBy: RecrawlRunOptions['budgetBy'];
  readonly pageLimit: number | null;
  /** Hosts that did not answer. Their remaining revisits wait. */
  readonly putOff: readonly string[];
  /** Short names of sites that asked to log in. Their remaining pages wait. */
  readonly sessionEnded: readonly string[];
  readonly seconds: number;
}

interface Ending {
  readonly run: number;
  readonly stopped: StopReason;
  readonly putOff: readonly string[];
  /** Duration of all runs of the recrawl run. */
  readonly milliseconds: number;
}

export function summariseRecrawl(
  store: Store,
  recrawlRun: RecrawlRun,
  options: RecrawlRunOptions,
  ending: Ending,
): RecrawlSummary {
  const { step, chosen, lastVisit, cost } = recrawlRun;
  const found = recrawlRunQueries(store).newVisits.get({ step, after: lastVisit });
  const changes: Record<PageChange, number> = {
    unchanged: 0,
    changed: 0,
    gone: 0,
    back: 0,
    moved: 0,
    unreachable: 0,
    doubted: 0,
  };
  const sums = { notModified: 0, newLinks: 0, removedLinks: 0, returnedLinks: 0, harvest: 0, before: 0, stored: 0 };
  const stillAway = { gone: 0, moved: 0 };
  const revisits = revisitQueries(store).revisitsOf.all({ step });
  for (const check of revisits) {
    const { change, kept, gone } = check;
    changes[change]++;
    if ((change === 'gone' || change === 'moved') && kept + gone === 0) stillAway[change]++;
    if (check.way === 'conditional') sums.notModified++;
    sums.newLinks += check.new_links;
    sums.removedLinks += check.removed_links;
    sums.returnedLinks += check.returned_links;
    if (check.change === 'unreachable' || check.change === 'doubted') continue;
    sums.harvest += harvest(check);
    sums.before += value(check);
    sums.stored += Math.log1p(check.kept + check.gone);
  }
  const { notModified, newLinks, removedLinks, returnedLinks } = sums;
  return {
    run: ending.run,
    recrawlRun: step,
    rule: chosen.name,
    params: chosen.shown,
    stopped: ending.stopped,
    pages: recrawlRunQueries(store).get.get({ step })?.pages ?? 0,
    revisits: revisits.length,
    ...changes,
    stillAway,
    notModified,
    newPages: found?.pages ?? 0,
    newLinks: newLinks + (found?.internal ?? 0) + (found?.external ?? 0),
    ...{ removedLinks, returnedLinks },
    harvest: sums.harvest,
    stillTrue: sums.stored > 0 ? sums.before / sums.stored : null,
    revisitTime: cost,
    budgetBy: options.budgetBy,
    pageLimit: options.pageLimit ?? null,
    putOff: ending.putOff,
    sessionEnded: loggedOutSites(store),
    seconds: ending.milliseconds / 1000,
  };
}

const loggedOutSites = (store: Store): string[] =>
  seedQueries(store)
    .all.all({})
    .filter(({ removed, status }) => removed === null && status === 'session-ended')
    .map((site) => site.short_name);
