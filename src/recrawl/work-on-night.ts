import { onBase } from '../crawl/run.ts';
import type { CrawlEvents } from '../crawl/visit-pages.ts';
import { crawlOptionsOf, type RecrawlOptions } from './asked-night.ts';
import { askedOfOpenNight, openNight, wantedBy } from './open-night.ts';
import { visitNight } from './visit-night.ts';

type WorkOptions = Omit<RecrawlOptions, 'night'>;

/** Result of a worker's part in a recrawl run. */
interface NightWork {
  readonly pages: number;
  readonly stopped: 'done' | 'interrupted';
}

/**
 * Works on another worker's recrawl run until no work is left or the user ends the work. Returns the number of pages
 * visited here.
 */
export async function workOnNight(options: WorkOptions, events: CrawlEvents, now: () => number): Promise<NightWork> {
  let pages = 0;
  for (let isMore = true; isMore; ) {
    isMore = await onBase(
      { ...options, joins: true, joinsNight: true },
      { events, now },
      (store) => crawlOptionsOf(store, options),
      async (base) => {
        const { store, session } = base;
        if (!session || !(await session.sitesOfNight(() => events.isStopping?.() ?? false))) return false;
        const asked = askedOfOpenNight(store);
        if (!asked) return false;
        await base.web.capture.start();
        const least = session.members.last?.night_cut ?? undefined;
        const night = await store.write(() => openNight(store, asked, { wanted: wantedBy(asked), least }, now()));
        const { stopped } = await visitNight(base, {
          night,
          asked: { ...asked, timeLimit: undefined },
          pagesLeft: undefined,
        });
        pages += session.set.charged;
        return stopped !== 'interrupted';
      },
    );
  }
  return { pages, stopped: events.isStopping?.() ? 'interrupted' : 'done' };
}
