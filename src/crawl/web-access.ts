import { AdaptiveCapture } from '../capture/adaptive/adaptive.ts';
import { TemplateStatistics } from '../capture/adaptive/template-statistics.ts';
import { BrowserCapture, type BrowserCaptureOptions } from '../capture/browser/browser.ts';
import type { Capture } from '../capture/capture.ts';
import { FallbackCapture } from '../capture/fallback-capture.ts';
import type { SitemapEntry } from '../capture/files/sitemap.ts';
import { chosenTechniques } from '../capture/find/registry.ts';
import { askAgain, askRobots, isPageAt } from '../capture/http/ask-server.ts';
import { HttpCapture } from '../capture/http/http.ts';
import { type Asked, HttpClient } from '../capture/http/http-client.ts';
import { askSitemap, SoughtSitemaps } from '../capture/http/sitemaps.ts';
import { DocumentSchedule, HostPlaces, type PlaceOf } from '../capture/network/document-schedule.ts';
import { guardAddresses, parseHostRules } from '../capture/network/host-rules.ts';
import { plainUserAgent } from '../capture/network/user-agent.ts';
import { isUnread } from '../capture/network/visit-error.ts';
import { joined, readSessionFiles, type SessionFile } from '../capture/session/session-state.ts';
import { BadInput } from '../domain/errors.ts';
import type { Validators } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';
import { SiteDelays } from '../frontier/hosts/hosts.ts';
import { captureOf, hasSession } from '../options/crawl.ts';
import type { Store } from '../storage/open.ts';
import { templateQueries } from '../storage/runs.ts';
import { bareHost } from '../url/parse.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { hostDelay } from './host-delay.ts';
import { RobotsCache } from './robots-cache.ts';

/** Web access of a crawl: page capture, robots.txt, and delays. */
export interface Web {
  readonly capture: Capture;
  /** Fetches a page by plain requests. */
  readonly readPlain: Capture['read'];
  readonly robots: RobotsCache | undefined;
  /** Returns the milliseconds between two requests to a host. */
  readonly delay: (host: string) => number;
  /** Returns the place with the delay of a host; undefined: each host has its own delay. */
  readonly placeOf: PlaceOf | undefined;
  /** Delays of individual sites, used by `delay`. */
  readonly siteDelays: SiteDelays;
  /**
   * Asks whether a document is unchanged; undefined in a log-in session, where pages depend on more than the address.
   */
  readonly askAgain: ((url: string, validators: Validators) => Promise<Again>) | undefined;
  /** Files of the log-in session; empty without a session. */
  readonly session: readonly SessionFile[];
  /** Fetches a sitemap, see capture/http/sitemaps.ts. */
  readonly askSitemap: (url: URL) => Promise<AsyncIterable<SitemapEntry> | undefined>;
  /** Looks for a `/sitemap.xml` that robots.txt doesn't name. `askedAt`: time of the host's last request. */
  readonly lookForSitemap: (url: URL, site: SiteId) => Promise<{ readonly isThere: boolean; readonly askedAt: number }>;
  /**
   * Tells whether an address that ends like a file's is a page. `askedAt`: time of the request; see
   * capture/http/ask-server.ts.
   */
  readonly isPageAt: (url: URL) => Promise<{ readonly isPage: boolean; readonly askedAt: number }>;
  close(): Promise<void>;
}

/** Answer to a conditional request, with the time of the request. */
interface Again {
  readonly isSame: boolean;
  readonly askedAt: number;
}

/** Callbacks for messages to the user. */
interface WebEvents {
  note?(line: string): void;
  detail?(line: string): void;
}

/**
 * Opens the web access of a crawl.
 *
 * @throws BadInput for impossible options
 */
export function openWeb(options: CrawlOptions, store: Store, events: WebEvents, now: () => number): Web {
  const { contact, proxy, allowPrivate } = options;
  if (options.render === 'http') refuseWindow(options);
  if (options.delayBy === 'address' && proxy !== undefined)
    throw new BadInput('--delay-by address does not work with --proxy, which resolves the names');
  const hostRules = parseHostRules(options.hostRules);
  const session = readSessionFiles(options.storageState, options.cookies);
  const storageState = joined(session);
  const guard = allowPrivate ? undefined : guardAddresses(hostRules);
  // A man in the middle would get the session, too.
  const checksCertificates = storageState !== undefined && !options.insecure;
  const userAgent = plainUserAgent(contact);
  const techniques = chosenTechniques(captureOf(options));
  if (hasSession(options) && options.capture === undefined)
    events.note?.('Logged in: pages are read but not clicked. Add --capture active to click and scroll.');
  const client = new HttpClient({ hostRules, guard, proxy, checksCertificates, now });
  const files = {
    /** Fetches with the browser if a server answers only browsers. */
    fetch: async (asked: Asked) =>
      await client.fetch(asked).catch((error: unknown) => {
        if (!inBrowser || !isUnread(error)) throw error;
        return inBrowser.fetch(asked);
      }),
  };
  const ask = (url: URL, mostBytes: number) => {
    turns.asked(url);
    return askRobots(url, mostBytes, { client: files, userAgent, now });
  };
  const robots = options.robots ? new RobotsCache({ store, ask, now }) : undefined;
  const siteDelays = new SiteDelays();
  const delay = hostDelay({ asked: options.delay, hostRules, robots, siteDelays });
  const placeOf = options.delayBy === 'address' ? new HostPlaces(hostRules).of : undefined;
  const turns = new DocumentSchedule(delay, placeOf);
  const reach = { guard, proxy, storageState, checksCertificates, techniques, contact, now, turns };
  const http = new HttpCapture({ ...reach, hostRules, userAgent });
  const pause = (url: string) => delay(bareHost(new URL(url)));
  const say = (line: string) => events.note?.(line);
  const inBrowser = options.render === 'http' ? undefined : browser(options, reach, say);
  const bothWays = inBrowser && new FallbackCapture(inBrowser, http);
  const readAdaptive = (capture: FallbackCapture) => {
    const statistics = openTemplateStatistics(store, now, (line) => events.detail?.(line));
    return new AdaptiveCapture({ browser: capture, http, statistics, pause, seed: options.seed });
  };
  const reading = !bothWays ? http : isAdaptive(options) ? readAdaptive(bothWays) : bothWays;
  const capture = new SoughtSitemaps(reading, http);
  return {
    ...{ capture, robots, delay, placeOf, siteDelays, session },
    readPlain: (target) => http.read(target),
    askSitemap: (url) => askSitemap(url, { client: files, userAgent }),
    isPageAt(url) {
      turns.asked(url);
      return isPageAt(url, { client, userAgent, now });
    },
    async lookForSitemap(url, site) {
      const isThere = await capture.seek({ url: url.href, site });
      return { isThere, askedAt: turns.askedAt(url, now()) };
    },
    askAgain: storageState ? undefined : (url, validators) => askAgain(url, validators, { client, userAgent, now }),
    async close() {
      await capture.close();
      await client.close();
    },
  };
}

/** Tells whether pages may be fetched without the browser. Users who watch the browser want to see every page. */
const isAdaptive = ({ render, headed, devtools, traceOnFailure }: CrawlOptions): boolean =>
  render === 'adaptive' && !headed && !devtools && traceOnFailure === undefined;

/** Opens the statistics of templates, which are stored in the database. */
function openTemplateStatistics(store: Store, now: () => number, detail: (line: string) => void): TemplateStatistics {
  const { all, put } = templateQueries(store);
  return new TemplateStatistics(all.all({}), async (template, url) => {
    const changedAt = now();
    await store.write(() => put.run({ ...template, example: url, changed_at: changedAt }));
    const { pattern, shape, state, equal, different } = template;
    const counts = `${equal} in a row the same, ${different} different`;
    detail(`${url}: read both ways; ${pattern} of shape ${shape} is ${state} (${counts})`);
  });
}

/**
 * Rejects options that need a browser.
 *
 * @throws BadInput
 */
function refuseWindow({ headed, devtools, traceOnFailure }: CrawlOptions): void {
  const window = devtools ? '--devtools' : headed ? '--headed' : undefined;
  const flag = window ?? (traceOnFailure === undefined ? undefined : '--trace-on-failure');
  if (flag === undefined) return;
  throw new BadInput(`${flag} does not work with --render http, which uses no browser`);
}

type Reach = Omit<BrowserCaptureOptions, 'workers' | 'headed' | 'hostRules' | 'say'>;

function browser(options: CrawlOptions, reach: Reach, say: (line: string) => void): BrowserCapture {
  const { headed, devtools, slowMo, workers, hostRules, traceOnFailure: traceFolder } = options;
  return new BrowserCapture({ ...reach, headed, devtools, slowMo, workers, hostRules, traceFolder, say });
}
