import { joinWhenAllowed, type PlannedRecrawl, waitForOthers } from '../cluster/shared-recrawl.ts';
import { onBase } from '../crawl/run.ts';
import type { CrawlEvents } from '../crawl/visit-pages.ts';
import { isPostgres } from '../domain/database.ts';
import type { RecrawlRunOptions } from '../options/recrawl.ts';
import { existing, type Store } from '../storage/open.ts';
import { recrawlRunQueries } from '../storage/recrawl.ts';
import { runQueries, storedIdentity } from '../storage/runs.ts';
import { closeRecrawlRun, openRecrawlRun, type RecrawlRun, wantedBy } from './open-run.ts';
import { crawlOptionsOf, type RecrawlOptions, refuseEmpty, refuseImpossible } from './recrawl-request.ts';
import { type RecrawlSummary, summariseRecrawl } from './recrawl-summary.ts';
import { readSitemapSignals } from './sitemap-signals.ts';
import { pagesOf, revisitsBySite, visitRecrawlRun } from './visit-run.ts';

/**
 * Revisits the most valuable pages of a crawl, compares them with the stored ones, and visits new pages within the
 * same budget. Continues an unfinished recrawl run and waits for workers that join.
 *
 * @throws BadInput for impossible options, a missing database, or a database without pages
 */
export async function recrawl(
  options: RecrawlOptions,
  events: CrawlEvents,
  now: () => number,
): Promise<RecrawlSummary> {
  const { recrawl: asked, ...reach } = options;
  const { db } = reach;
  refuseImpossible(asked);
  const optionsOf = (store: Store) => {
    refuseEmpty(store, db);
    return crawlOptionsOf(store, reach);
  };
  const place = isPostgres(db)
    ? ({ db, joins: true, alone: 'the plan of a recrawl run' } as const)
    : { db: existing(db) };
  const visitPart = (step: number | undefined) =>
    onBase({ ...reach, ...place }, { events, now }, optionsOf, async (base): Promise<RecrawlSummary | number> => {
      const { store, session } = base;
      await base.web.capture.start();
      if (step === undefined) await readSitemapSignals({ ...base.web, store, identity: storedIdentity(store) });
      const { recrawlRun, pagesLeft } = await store.write(() => recrawlWithBudget(store, asked, now(), step));
      await session?.beginRecrawlRun(planOf(store, recrawlRun, asked, pagesLeft));
      const { run, stopped, took, putOff } = await visitRecrawlRun(base, { recrawlRun, asked, pagesLeft });
      const isShared = session !== undefined && !(await session.endRecrawlRun(recrawlRun.step, LAST_WORK, stopped));
      if (isShared && stopped !== 'interrupted') return recrawlRun.step;
      if (stopped !== 'interrupted') await store.write(() => closeRecrawlRun(store, recrawlRun.step, now()));
      const milliseconds = run.spentBefore + took;
      return summariseRecrawl(store, recrawlRun, asked, { run: run.id, stopped, putOff, milliseconds });
    });
  const isStopping = () => events.isStopping?.() ?? false;
  for (let step: number | undefined; ; ) {
    const part = await (step === undefined ? visitPart(step) : joinWhenAllowed(() => visitPart(step), isStopping));
    if (typeof part !== 'number') return part;
    step = part;
    events.note?.('waiting for the other workers to end this recrawl run');
    await waitForOthers(db, step, isStopping);
  }
}

/** Work that allows no other worker, for messages. */
const LAST_WORK = 'the end of a recrawl run';

/** Returns the plan of a recrawl run for other workers. */
function planOf(
  store: Store,
  recrawlRun: RecrawlRun,
  asked: RecrawlRunOptions,
  pages: number | undefined,
): PlannedRecrawl {
  const { step, choice } = recrawlRun;
  const revisits = new Map(revisitsBySite(store, recrawlRun));
  if (asked.newShare > 0)
    for (const { site, links } of recrawlRunQueries(store).waiting.all({}))
      revisits.set(site, (revisits.get(site) ?? 0) + links);
  // If each site has its share, priorities of different sites are not comparable.
  const least = pages === undefined || asked.over === 'site' ? undefined : choice.priorities[pages - 1];
  return { step, pages, least, revisits };
}

/**
 * Returns the recrawl run to work on and its remaining pages. An unfinished recrawl run without budget left is ended.
 *
 * @param own step of the recrawl run begun by this process, which continues in any case
 */
function recrawlWithBudget(store: Store, asked: RecrawlRunOptions, now: number, own: number | undefined) {
  const { pageLimit } = asked;
  const wanted = wantedBy(asked);
  const leftOf = (recrawlRun: RecrawlRun) =>
    pageLimit === undefined ? undefined : pageLimit - pagesOf(store, recrawlRun);
  const isSpent = (recrawlRun: RecrawlRun, left = leftOf(recrawlRun)) =>
    (left !== undefined && left <= 0) ||
    (asked.timeLimit !== undefined &&
      (runQueries(store).runMilliseconds.get({ step: recrawlRun.step })?.milliseconds ?? 0) >= asked.timeLimit);
  let recrawlRun = openRecrawlRun(store, asked, { wanted }, now);
  if (recrawlRun.goesOn && recrawlRun.step !== own && isSpent(recrawlRun)) {
    closeRecrawlRun(store, recrawlRun.step, now);
    recrawlRun = openRecrawlRun(store, asked, { wanted }, now);
  }
  return { recrawlRun, pagesLeft: leftOf(recrawlRun) };
}
