import { existsSync } from 'node:fs';
import { BadInput, NothingCrawled } from '../domain/errors.ts';
import { failureText } from '../domain/failure-text.ts';
import type { Claim } from '../frontier/frontier.ts';
import { storedTables } from '../frontier/queries.ts';
import { TableFrontier } from '../frontier/table-frontier.ts';
import { hasSession } from '../options/crawl.ts';
import { type Summary, summarise } from '../reports/summary.ts';
import { openStore, storageError } from '../storage/open.ts';
import { runQueries } from '../storage/runs.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import { strategyName } from '../strategies/strategy-name.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { admittance, linkLimits } from './link-limits.ts';
import { NeedlessParameters } from './needless-parameters.ts';
import { openSession } from './open-session.ts';
import {
  beginRun,
  fixedIdentity,
  forgetBounds,
  forgetOrder,
  hasSameBounds,
  isRankedOtherwise,
  keepBounds,
  keepOrder,
  resumedChoice,
} from './run-record.ts';
import { askOfRun, type RunChange, RunRequests } from './run-requests.ts';
import { searchesByAddress } from './search-results.ts';
import { SlashPages } from './slash-pages.ts';
import { SoftErrors } from './soft-errors.ts';
import { visit } from './visit.ts';
import { type CrawlEvents, visitPages } from './visit-pages.ts';
import { openWeb, type Web } from './web.ts';

const NO_SITES = 'no sites to crawl: give --url or --sites';
const ALL_REMOVED = 'no sites to crawl: those named were removed, and forager sites add brings them back';

/**
 * Runs a crawl, new or resumed: the same database goes on where it stopped, whatever stopped it.
 *
 * @throws BadInput for options that can't be, a database that is not ours or is held
 * @throws NothingCrawled if sites were asked and no page of any could be read
 */
export async function crawl(options: CrawlOptions, events: CrawlEvents, now: () => number): Promise<Summary> {
  const { workers, timeLimit, nofollow } = options;
  if (!existsSync(options.db)) {
    makeStrategy(options.choice, options.pageLimit);
    if (options.sites.length === 0) throw new BadInput(NO_SITES);
  }
  const store = await openStore(options.db, { isPrivate: hasSession(options), warn: events.warn });
  let web: Web | undefined;
  try {
    web = openWeb(options, store, events, now);
    const { capture } = web;
    const strategy = makeStrategy(resumedChoice(options.choice, store), options.pageLimit, {
      seed: options.seed,
      inThreads: true,
    });
    const identity = await store.write(() => fixedIdentity(store, options, strategy.foldCase));
    await capture.start();
    const isRankedAnew = isRankedOtherwise(store, strategy, options.seed);
    const isBoundAsBefore = hasSameBounds(store, options);
    const run = await store.write(() => {
      if (isRankedAnew) forgetOrder(store);
      // Until it ends well: a run that is killed may leave links aside that it was to let in.
      forgetBounds(store);
      return beginRun(store, options, strategy, now());
    });
    const limits = linkLimits(options, web, strategy.topic);
    let isBoundByOptions = true;
    const frontier = await TableFrontier.open({
      tables: storedTables(store),
      strategy,
      identity,
      limits,
      timeLimit,
      run,
      isRankedAnew,
      hasSameBounds: isBoundAsBefore,
    });
    await store.write(() => keepOrder(store, strategy, options.seed));
    await frontier.addSites(options.sites, run.startedAt);
    if (frontier.sites().length === 0) throw new BadInput(options.sites.length > 0 ? ALL_REMOVED : NO_SITES);

    const timeLeft = timeLimit === undefined ? undefined : timeLimit - run.spentBefore;
    const watch = openSession(options, { ...web, store, frontier, identity, now }, events);
    const { lookForSitemap } = web;
    const isInSession = hasSession(options);
    const searches = searchesByAddress(options.searches);
    const needless = options.traps ? new NeedlessParameters() : undefined;
    const isOne = !options.traps || isInSession || identity.foldCase;
    const slashPages = isOne ? undefined : new SlashPages({ ...web, frontier, now });
    const note = (line: string) => events.note?.(line);
    const found = { searches, seekSitemap: lookForSitemap, softErrors: new SoftErrors(), needless, slashPages, note };
    const tools = { ...web, ...found, frontier, identity, nofollow, watch, isInSession, now };
    const charged = frontier.sites().reduce((sum, site) => sum + site.visits, 0);
    let patterns: Required<Pick<RunChange, 'include' | 'exclude'>> = options;
    const visiting = {
      frontier,
      store,
      run: run.id,
      strategy: strategyName(strategy.choice),
      charged,
      workers,
      timeLeft,
      pageLimit: options.pageLimit,
      requests: new RunRequests(store, run.id),
      ask: (change: RunChange) => askOfRun(store, run.id, change),
      change: async ({ include, exclude, ...limits }: RunChange) => {
        if (include) patterns = { ...patterns, include };
        if (exclude) patterns = { ...patterns, exclude };
        const admits = (include ?? exclude) && { admits: admittance({ ...options, ...patterns }) };
        isBoundByOptions &&= admits === undefined && !('depth' in limits);
        const { pageLimit, timeLimit: longest } = await frontier.setLimits({ ...limits, ...admits }, now());
        return { pageLimit, timeLeft: longest === undefined ? undefined : longest - run.spentBefore };
      },
      now,
    };
    let isAsked = false;
    const read = (claim: Claim, storms: () => void) => {
      isAsked = true;
      return visit(claim, tools, storms);
    };
    const stopped = await visitPages(read, visiting, events);
    await watch?.save();
    const { id, startedAt } = run;
    await store.write(() => {
      runQueries(store).end.run({ id: id, ended_at: now(), milliseconds: now() - startedAt, stopped });
      if (isBoundByOptions && frontier.isPlaced) keepBounds(store, options);
    });
    const summary = summarise(store);
    if (isAsked && summary.pages === 0 && stopped !== 'interrupted') throw new NothingCrawled(nothingCrawled(summary));
    return summary;
  } catch (error) {
    throw storageError(error, options.db);
  } finally {
    await web?.close();
    await store.close();
  }
}

function nothingCrawled(summary: Summary): string {
  const reasons = summary.sites
    .slice(0, 3)
    .map(({ url, note }) => `${url} (${failureText(note) || 'no page could be read'})`);
  const more = summary.sites.length > 3 ? ` and ${summary.sites.length - 3} more` : '';
  return `no site could be reached: ${reasons.join(', ')}${more}`;
}
