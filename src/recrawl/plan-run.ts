import type { RecrawlRunOptions } from '../options/recrawl.ts';
import { existing, openStore } from '../storage/open.ts';
import { recrawlRunQueries, revisitQueries } from '../storage/recrawl.ts';
import { planner } from './choose-pages.ts';
import { openRecrawlRun } from './open-run.ts';
import { refuseEmpty, refuseImpossible } from './recrawl-request.ts';

/** Planned revisit of a recrawl run, with the reason. */
export interface PlannedVisit {
  /** Position in the order of the recrawl run, from 1. */
  readonly place: number;
  readonly url: string;
  /** Priority by the rule, larger first; scent in nats. Null for a page that was gone. */
  readonly worth: number | null;
  /** Time of the last revisit, as ISO 8601 in UTC. */
  readonly lastChecked: string;
  /** Number of revisits so far, and of those that found a change. */
  readonly revisits: number;
  readonly changes: number;
}

/** Plan of a recrawl run, printed by `recrawl --dry-run`. Planning visits and stores nothing. */
interface RecrawlPlan {
  readonly recrawlRun: number;
  readonly rule: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Pages available for revisits. */
  readonly pages: number;
  readonly visits: readonly PlannedVisit[];
}

/** Error that rolls back the transaction of a plan. */
class Undo extends Error {}

/** Maximum number of listed visits of a recrawl run without a page limit. */
const LISTED = 1000;

/**
 * Plans a recrawl run without any visits.
 *
 * @throws BadInput as `recrawl` does
 */
export async function planRecrawl(
  db: string,
  options: RecrawlRunOptions,
  now: number,
  isInSession = false,
): Promise<RecrawlPlan> {
  refuseImpossible(options);
  const store = await openStore(existing(db));
  let plan: RecrawlPlan | undefined;
  try {
    refuseEmpty(store, db);
    const wanted = options.pageLimit ?? LISTED;
    await store.write(() => {
      const recrawlRun = openRecrawlRun(store, options, { wanted }, now);
      const { step, chosen, choice } = recrawlRun;
      const at = planner(store, choice, isInSession);
      const sql = revisitQueries(store);
      const visits = Array.from(choice.pages).flatMap((page, place): PlannedVisit[] => {
        const check = at(place);
        const row = sql.address.get({ page });
        if (!check || !row) return [];
        const { revisits, changes, checked_at: at_ } = row;
        const worth = chosen.rule.strength?.(check.priority, recrawlRun.pool) ?? check.priority;
        return [
          {
            ...{ place: place + 1, url: check.url, revisits, changes, lastChecked: new Date(at_).toISOString() },
            worth: Number.isFinite(worth) ? worth : null,
          },
        ];
      });
      const { pages = 0 } = recrawlRunQueries(store).get.get({ step }) ?? {};
      plan = { recrawlRun: step, rule: chosen.name, params: chosen.shown, pages, visits: visits.slice(0, wanted) };
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  } finally {
    await store.close();
  }
  if (!plan) throw new Error('no plan was made');
  return plan;
}
