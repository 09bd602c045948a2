import { existsSync } from 'node:fs';
import { LeaseLost } from '../cluster/record.ts';
import { isPostgres } from '../domain/database.ts';
import { BadInput, NothingCrawled } from '../domain/errors.ts';
import { failureText } from '../domain/wording.ts';
import { hasSession } from '../options/crawl.ts';
import { type Summary, summarise } from '../reports/summary.ts';
import { makeStrategy } from '../strategies/strategy.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { SlashPages } from './probes/slash-pages.ts';
import { admittance, begin, end, onBase, visitAll } from './run.ts';
import { fixedIdentity, keepLimits, resumedChoice } from './run-record.ts';
import { visit } from './visit.ts';
import type { CrawlEvents } from './visit-pages.ts';

const NO_SITES = 'no sites to crawl: give --url or --sites';
const ALL_REMOVED = 'no sites to crawl: the named ones were removed; restore them with forager sites add';

/**
 * Runs a crawl. A stopped crawl of the same database continues, for whatever reason the crawl was stopped.
 *
 * @throws BadInput for impossible options, or a database that is foreign or locked
 * @throws NothingCrawled if no page of any site was captured
 */
export async function crawl(options: CrawlOptions, events: CrawlEvents, now: () => number): Promise<Summary> {
  if (!isPostgres(options.db) && !existsSync(options.db)) {
    makeStrategy(options.choice, options.pageLimit);
    if (options.sites.length === 0) throw new BadInput(NO_SITES);
  }
  for (let asked = options; ; asked = { ...options, joins: true, isBack: true }) {
    try {
      return await crawlOnce(asked, events, now);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      events.warn?.(`this worker lost its leases: ${error.message}; it joins the crawl again`);
    }
  }
}

/** Runs the crawl from the opening of its database. Fails if a worker loses its leases; `crawl` then tries again. */
async function crawlOnce(options: CrawlOptions, events: CrawlEvents, now: () => number): Promise<Summary> {
  const { pageLimit, timeLimit } = options;
  return await onBase(
    options,
    { events, now },
    () => options,
    async (base) => {
      const { store, web, session } = base;
      const choice = resumedChoice(options.choice, store);
      const strategy = makeStrategy(choice, pageLimit, { seed: options.seed, inThreads: true });
      if (strategy.needs.has('one-worker')) await session?.workAlone(`the link order ${strategy.names.linkOrder}`);
      const identity = await store.write(() => fixedIdentity(store, options, strategy.foldCase));
      await web.capture.start();
      const run = await begin(base, { strategy, identity, timeLimit });
      const { frontier } = run;
      // Sites of a shared crawl are already in the record.
      if (!session) await frontier.addSites(options.sites, run.record.startedAt);
      if (frontier.sites().length === 0) throw new BadInput(options.sites.length > 0 ? ALL_REMOVED : NO_SITES);

      const isOne = !options.traps || hasSession(options) || identity.foldCase;
      let isAsked = false;
      let { include, exclude } = options;
      let isBoundByOptions = true;
      const stopped = await visitAll(run, {
        ...{ frontier: run.shared ?? frontier, pageLimit, timeLimit },
        pagesUsed: frontier.sites().reduce((sum, site) => sum + site.visits, 0),
        slashPages: isOne ? undefined : new SlashPages({ ...web, frontier, now }),
        read(claim, tools, onOverload) {
          isAsked = true;
          return visit(claim, tools, onOverload);
        },
        async change({ include: included, exclude: excluded, ...limits }) {
          include = included ?? include;
          exclude = excluded ?? exclude;
          const admits = (included ?? excluded) && { admits: admittance({ ...options, include, exclude }) };
          isBoundByOptions &&= admits === undefined && !('depth' in limits);
          return await frontier.setLimits({ ...limits, ...admits }, now());
        },
      });
      await end(run, stopped, () => {
        if (isBoundByOptions && frontier.isPlaced) keepLimits(store, options);
      });
      const summary = summarise(store);
      if (isAsked && summary.pages === 0 && stopped !== 'interrupted')
        throw new NothingCrawled(nothingCrawled(summary));
      return summary;
    },
  );
}

function nothingCrawled(summary: Summary): string {
  const reasons = summary.sites
    .slice(0, 3)
    .map(({ url, note }) => `${url} (${failureText(note) || 'no page could be read'})`);
  const more = summary.sites.length > 3 ? ` and ${summary.sites.length - 3} more` : '';
  return `no site could be reached: ${reasons.join(', ')}${more}`;
}
