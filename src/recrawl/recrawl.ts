import { type PlannedRecrawl, untilOthersEnd } from '../cluster/shared-recrawl.ts';
import { onBase } from '../crawl/run.ts';
import type { CrawlEvents } from '../crawl/visit-pages.ts';
import { isPostgres } from '../domain/database.ts';
import type { RecrawlRunOptions } from '../options/night.ts';
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
  const { night: asked, ...reach } = options;
  const { db } = reach;
  refuseImpossible(asked);
  const optionsOf = (store: Store) => {
    refuseEmpty(store, db);
    return crawlOptionsOf(store, reach);
  };
  const place = isPostgres(db)
    ? ({ db, joins: true, alone: 'the plan of a recrawl run' } as const)
    : { db: existing(db) };
  for (let step: number | undefined; ; ) {
    const part: RecrawlSummary | number = await onBase(
      { ...reach, ...place },
      { events, now },
      optionsOf,
      async (base) => {
        const { store, session } = base;
        await base.web.capture.start();
        if (step === undefined) await readSitemapSignals({ ...base.web, store, identity: storedIdentity(store) });
        const { night, pagesLeft } = await store.write(() => recrawlWithBudget(store, asked, now(), step));
        await session?.beginRecrawlRun(planOf(store, night, asked, pagesLeft));
        const { run, stopped, took, putOff } = await visitRecrawlRun(base, { night, asked, pagesLeft });
        const isShared =
          session !== undefined && !(await session.endRecrawlRun(night.step, NIGHT_ENDS, stopped === 'time-limit'));
        if (isShared && stopped !== 'interrupted') return night.step;
        if (stopped !== 'interrupted') await store.write(() => closeRecrawlRun(store, night.step, now()));
        const milliseconds = run.spentBefore + took;
        return summariseRecrawl(store, night, asked, { run: run.id, stopped, putOff, milliseconds });
      },
    );
    if (typeof part !== 'number') return part;
    step = part;
    events.note?.('waiting for the other workers to end this recrawl run');
    await untilOthersEnd(db, step, () => events.isStopping?.() ?? false);
  }
}

/** Work that allows no other worker, for messages. */
const NIGHT_ENDS = 'the end of a recrawl run';

/** Returns the plan of a recrawl run for other workers. */
function planOf(store: Store, night: RecrawlRun, asked: RecrawlRunOptions, pages: number | undefined): PlannedRecrawl {
  const { step, choice } = night;
  const checks = new Map(revisitsBySite(store, night));
  if (asked.newShare > 0)
    for (const { site, links } of recrawlRunQueries(store).waiting.all({}))
      checks.set(site, (checks.get(site) ?? 0) + links);
  // If each site has its share, priorities of different sites are not comparable.
  const least = pages === undefined || asked.over === 'site' ? undefined : choice.priorities[pages - 1];
  return { step, pages, least, checks };
}

/**
 * Returns the recrawl run to work on and its remaining pages. An unfinished recrawl run without budget left is ended.
 *
 * @param own step of the recrawl run begun by this process, which continues in any case
 */
function recrawlWithBudget(store: Store, asked: RecrawlRunOptions, now: number, own: number | undefined) {
  const { pageLimit } = asked;
  const wanted = wantedBy(asked);
  const leftOf = (night: RecrawlRun) => (pageLimit === undefined ? undefined : pageLimit - pagesOf(store, night));
  const isSpent = (night: RecrawlRun, left = leftOf(night)) =>
    (left !== undefined && left <= 0) ||
    (asked.timeLimit !== undefined &&
      (runQueries(store).runMilliseconds.get({ night: night.step })?.milliseconds ?? 0) >= asked.timeLimit);
  let night = openRecrawlRun(store, asked, { wanted }, now);
  if (night.goesOn && night.step !== own && isSpent(night)) {
    closeRecrawlRun(store, night.step, now);
    night = openRecrawlRun(store, asked, { wanted }, now);
  }
  return { night, pagesLeft: leftOf(night) };
}
