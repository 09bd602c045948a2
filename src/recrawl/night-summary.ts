import type { NightOptions } from '../options/night.ts';
import { harvest, value } from '../revisit-rules/revisit-rule.ts';
import type { Store } from '../storage/open.ts';
import { nightQueries, revisitQueries } from '../storage/recrawl.ts';
import type { StopReason } from '../storage/runs.ts';
import { seedQueries } from '../storage/seeds.ts';
import type { PageChange } from '../storage/tables/recrawl-tables.ts';
import type { Night } from './open-night.ts';

/** What `recrawl --json` prints: what came of a night, over all its runs. */
export interface NightSummary {
  /** Number of the last run. */
  readonly run: number;
  /** Its step, from 1. */
  readonly night: number;
  readonly rule: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Why the last run ended. */
  readonly stopped: StopReason;
  /** Pages that could be checked when it began, without those that were gone. */
  readonly pages: number;
  /** Pages checked or asked for: the sum of the next seven. */
  readonly checks: number;
  readonly unchanged: number;
  readonly changed: number;
  readonly gone: number;
  readonly back: number;
  readonly moved: number;
  readonly unreachable: number;
  readonly doubted: number;
  /** Of the pages that are gone or moved, those that had been so before. */
  readonly stillAway: { readonly gone: number; readonly moved: number };
  /** Checks that a server answered without sending the page. */
  readonly notModified: number;
  /** Visits of pages that were never visited before. */
  readonly newPages: number;
  /** Links that were new to their site, on checked and on new pages … */
  readonly newLinks: number;
  /** … that no page has any more, and that came back. */
  readonly removedLinks: number;
  readonly returnedLinks: number;
  /** The sum of ln(1 + characters gone or fresh) over the checks, in nats (Sotnik, SCENT, CalcInfo). */
  readonly harvest: number;
  /**
   * Q of the checked pages before their checks, as a share of what it was when they were stored (Sotnik, SCENT, eq. 1
   * and 2); null where nothing was stored of them.
   */
  readonly stillTrue: number | null;
  /** T = perCharacter * size + perPage, in milliseconds, as it was when the night began (Sotnik, SCENT, eq. 3). */
  readonly checkTime: { readonly perCharacter: number; readonly perPage: number; readonly pages: number };
  readonly budgetBy: NightOptions['budgetBy'];
  readonly pageLimit: number | null;
  /** Hosts that did not answer: what was left of their checks waits. */
  readonly putOff: readonly string[];
  /** Sites that asked to log in: the rest of them waits, by short name. */
  readonly sessionEnded: readonly string[];
  readonly seconds: number;
}

interface Ending {
  readonly run: number;
  readonly stopped: StopReason;
  readonly putOff: readonly string[];
  /** Of all runs of the night. */
  readonly milliseconds: number;
}

export function summariseNight(store: Store, night: Night, options: NightOptions, ending: Ending): NightSummary {
  const { step, chosen, lastVisit, cost } = night;
  const found = nightQueries(store).newVisits.get({ night: step, after: lastVisit });
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
  const checks = revisitQueries(store).checksOf.all({ step });
  for (const check of checks) {
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
    night: step,
    rule: chosen.name,
    params: chosen.shown,
    stopped: ending.stopped,
    pages: nightQueries(store).get.get({ step })?.pages ?? 0,
    checks: checks.length,
    ...changes,
    stillAway,
    notModified,
    newPages: found?.pages ?? 0,
    newLinks: newLinks + (found?.internal ?? 0) + (found?.external ?? 0),
    ...{ removedLinks, returnedLinks },
    harvest: sums.harvest,
    stillTrue: sums.stored > 0 ? sums.before / sums.stored : null,
    checkTime: cost,
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
