import { RunMeter, SiteNames } from '../../crawl/start-run.ts';
import type { CrawlEvents, RunningCrawl } from '../../crawl/visit-pages.ts';
import type { SiteId } from '../../domain/site.ts';
import { failureText } from '../../domain/wording.ts';
import type { Claim, CompletedVisit, Failed, NamedSite } from '../../frontier/frontier.ts';
import { type LiveProgress, liveView, progressLine } from './live-view.ts';
import type { Log } from './log.ts';
import { stderrScreen } from './screen.ts';

/** Milliseconds between two plain lines of progress. */
const LINE_EVERY = 5000;
/** Span of the recent rate, in milliseconds. */
const RECENT = 10_000;
/** Number of sites named in the view. */
const BEST = 3;
/** Maximum number of failures logged for a site; further ones need --verbose. */
const MOST_SHOWN_FAILURES = 3;
/** Routine failures: pages that are gone. */
const DEAD_LINK = /^HTTP (404|410)$/;

/** Listener that gets a crawl's events, too. */
export type Follower = Pick<CrawlEvents, 'completed' | 'ended'>;

interface ProgressOptions {
  readonly log: Log;
  /** Default: `crawling`. */
  readonly doing?: string;
  /** True to draw a view on the terminal; false to log progress. */
  readonly isLive: boolean;
  /** Milliseconds between two plain lines. */
  readonly lineEvery?: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Gets visits and the end of the crawl, too. */
  readonly follower?: Follower | undefined;
}

/** Shows the progress of a crawl on stderr, as a redrawn view on a terminal or as plain lines, and logs its pages. */
export class Progress implements CrawlEvents {
  readonly #options: ProgressOptions;
  readonly #log: Log;
  #crawl: RunningCrawl | undefined;
  #meter: RunMeter | undefined;
  readonly #shownFailures = new Map<SiteId, number>();
  readonly #names = new SiteNames(() => this.#crawl?.sites() ?? []);
  /** Numbers of visited pages at recent moments, oldest first. */
  #samples: { readonly elapsed: number; readonly visited: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#log = options.log;
  }

  started(crawl: RunningCrawl): void {
    this.#crawl = crawl;
    const meter = new RunMeter(crawl, this.#options.now);
    this.#meter = meter;
    const { length } = crawl.sites();
    const { pagesUsed, strategy, pageLimit } = crawl;
    const by = strategy === undefined ? '' : ` by ${strategy}`;
    const { doing = 'crawling' } = this.#options;
    const been = pagesUsed > 0 ? `, ${pagesUsed} page${pagesUsed === 1 ? '' : 's'} visited before` : '';
    const isUsedUp = pageLimit !== undefined && pagesUsed >= pageLimit;
    const isTimeUp = crawl.timeLeft !== undefined && crawl.timeLeft <= 0;
    const limit = isUsedUp
      ? `; page limit ${pageLimit} reached; raise --page-limit to continue`
      : isTimeUp
        ? '; time limit reached; raise --time-limit to continue'
        : '';
    this.#log.info(`${doing} ${length} site${length === 1 ? '' : 's'}${by}${been}${limit}`);
    if (this.#options.isLive) stderrScreen.show((columns) => liveView(this.#look(crawl, meter), columns));
    else this.#timer = setInterval(() => this.#line(crawl, meter), this.#options.lineEvery ?? LINE_EVERY);
  }

  note(line: string): void {
    this.#log.info(line);
  }

  warn(line: string): void {
    this.#log.warn(line);
  }

  detail(line: string): void {
    this.#log.debug(line);
  }

  completed(claim: Claim, completed: CompletedVisit): void {
    const { outcome, reason, reward, newInternal, newExternal, newBad, rendering } = completed;
    this.#options.follower?.completed?.(claim, completed);
    this.#meter?.completed(completed);
    if (!this.#log.isLevelEnabled('debug')) return;
    const milliseconds = this.#options.now() - claim.claimedAt;
    const visit = { url: claim.url, site: this.#names.of(claim.site), outcome, reason, milliseconds };
    const why = reason === '' ? '' : ` (${reason})`;
    const how = rendering === 'http' ? ' without a browser' : '';
    this.#log.debug(
      { ...visit, rendering, reward, newInternal, newExternal, newBad },
      `${claim.url}: ${outcome}${how}${why}, ${newInternal} new internal and ${newExternal} new external links, ${milliseconds} ms`,
    );
  }

  failed(claim: Claim, reason: string, failed: Failed): void {
    const { willRetry, givenBack, outage } = failed;
    this.#meter?.failed(failed);
    if (outage) this.#log.warn(outageLine(claim.host, outage, givenBack, this.#options.now()));
    const visit = { url: claim.url, site: this.#names.of(claim.site), reason, tries: claim.attempts + 1 };
    if (willRetry) {
      this.#log.debug(visit, `${claim.url}: ${failureText(reason)}; will try again`);
      return;
    }
    const failure = { ...visit, outcome: 'failed', milliseconds: this.#options.now() - claim.claimedAt };
    const shownFailures = this.#shownFailures.get(claim.site) ?? 0;
    if (DEAD_LINK.test(reason) || shownFailures >= MOST_SHOWN_FAILURES) {
      this.#log.debug(failure, `${claim.url}: ${failureText(reason)}`);
      return;
    }
    this.#shownFailures.set(claim.site, shownFailures + 1);
    const last =
      shownFailures + 1 === MOST_SHOWN_FAILURES ? '; further failures of this site are shown only with --verbose' : '';
    this.#log.info(failure, `${claim.url}: ${failureText(reason)}${last}`);
  }

  ended(): void {
    this.#options.follower?.ended?.();
    stderrScreen.end();
    clearInterval(this.#timer);
  }

  #line(crawl: RunningCrawl, meter: RunMeter): void {
    const { best, ...figures } = this.#look(crawl, meter);
    this.#log.info(figures, progressLine({ best, ...figures }));
  }

  #look(crawl: RunningCrawl, meter: RunMeter): LiveProgress {
    const { pageLimit } = crawl;
    const progress = meter.progress();
    const { pages, elapsed } = progress;
    const rate = { recent: this.#recentRate(meter.visited, elapsed), overall: perSecond(meter.visited, elapsed) };
    const limits = [
      pageLimit === undefined || rate.recent === 0 ? undefined : (1000 * (pageLimit - pages)) / rate.recent,
      crawl.timeLeft === undefined ? undefined : crawl.timeLeft - elapsed,
    ].filter((left) => left !== undefined);
    const left = limits.length === 0 ? undefined : Math.min(...limits);
    return { ...progress, pageLimit, left, rate, best: bestOf(crawl.sites()) };
  }

  #recentRate(visited: number, elapsed: number): number {
    this.#samples = [...this.#samples.filter((sample) => elapsed - sample.elapsed <= RECENT), { elapsed, visited }];
    const first = this.#samples.length > 1 ? this.#samples[0] : undefined;
    const since = first ?? { elapsed: 0, visited: 0 };
    return perSecond(visited - since.visited, elapsed - since.elapsed);
  }
}

/** Describes an outage. */
function outageLine(
  host: string,
  { of, until }: NonNullable<Failed['outage']>,
  givenBack: number,
  now: number,
): string {
  const said = of === 'busy' ? 'is still busy' : 'no longer answers';
  const who = of === 'all' ? 'no host answers any longer' : `${host} ${said}`;
  const charges = givenBack === 0 ? '' : `; ${givenBack} failed visit${givenBack === 1 ? ' does' : 's do'} not count`;
  if (until === Number.POSITIVE_INFINITY)
    return `${who}: skipped for this run; run the same command to continue${charges}`;
  return `${who}: next try in ${Math.ceil((until - now) / 1000)} s${charges}`;
}

const perSecond = (count: number, milliseconds: number): number => count / Math.max(0.001, milliseconds / 1000);

function bestOf(sites: readonly NamedSite[]): readonly NamedSite[] {
  const best: NamedSite[] = [];
  for (const site of sites) {
    if (site.rewardSum <= (best[BEST - 1]?.rewardSum ?? 0)) continue;
    best.push(site);
    best.sort((a, b) => b.rewardSum - a.rewardSum).splice(BEST);
  }
  return best;
}
