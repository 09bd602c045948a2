import { joinWhenAllowed } from '../cluster/shared-recrawl.ts';
import { onBase } from '../crawl/run.ts';
import type { CrawlEvents } from '../crawl/visit-pages.ts';
import { askedOfOpenRun, openRecrawlRun, wantedBy } from './open-run.ts';
import { crawlOptionsOf, type RecrawlOptions } from './recrawl-request.ts';
import { visitRecrawlRun } from './visit-run.ts';

type WorkOptions = Omit<RecrawlOptions, 'recrawl'>;

/** Result of a worker's part in a recrawl run. */
interface RecrawlWork {
  readonly pages: number;
  readonly stopped: 'done' | 'interrupted';
}

/**
 * Works on another worker's recrawl run until no work is left or the user ends the work. Returns the number of pages
 * visited here.
 */
export async function workOnRecrawl(
  options: WorkOptions,
  events: CrawlEvents,
  now: () => number,
): Promise<RecrawlWork> {
  let pages = 0;
  const isStopping = () => events.isStopping?.() ?? false;
  const visitPart = () =>
    onBase(
      { ...options, joins: true, joinsRecrawl: true },
      { events, now },
      (store) => crawlOptionsOf(store, options),
      async (base) => {
        const { store, session } = base;
        if (!session || !(await session.sitesOfRecrawl(isStopping))) return false;
        const asked = askedOfOpenRun(store);
        if (!asked) return false;
        await base.web.capture.start();
        const least = session.members.last?.least_rank ?? undefined;
        const recrawlRun = await store.write(() =>
          openRecrawlRun(store, asked, { wanted: wantedBy(asked), least }, now()),
        );
        const { stopped } = await visitRecrawlRun(base, {
          recrawlRun,
          asked: { ...asked, timeLimit: undefined },
          pagesLeft: undefined,
        });
        pages += session.set.pagesUsed;
        return stopped !== 'interrupted';
      },
    );
  while (await joinWhenAllowed(visitPart, isStopping));
  return { pages, stopped: isStopping() ? 'interrupted' : 'done' };
}
