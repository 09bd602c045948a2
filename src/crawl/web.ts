import { guardAddresses } from '../capture/address-guard.ts';
import { askRobots } from '../capture/ask-robots.ts';
import { BrowserCapture, type BrowserCaptureOptions } from '../capture/browser.ts';
import type { Capture } from '../capture/capture.ts';
import { type HostRules, isLoopback, parseHostRules } from '../capture/host-rules.ts';
import { HttpCapture } from '../capture/http.ts';
import { HttpClient } from '../capture/http-client.ts';
import { SecondWay } from '../capture/second-way.ts';
import { readSession } from '../capture/session-state.ts';
import { chosenTechniques } from '../capture/techniques/choice.ts';
import { plainUserAgent } from '../capture/user-agent.ts';
import { BadInput } from '../domain/errors.ts';
import type { Store } from '../storage/open.ts';
import { bareHost } from '../url/scope.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { RobotsBook } from './robots-book.ts';

/** Pause between two requests to one host, in milliseconds, where nothing else is said; hosts of this machine need none. */
const DEFAULT_DELAY = 1000;

/** How a crawl reaches the Web: what loads pages, what asks for robots.txt, and how often a host is asked. */
export interface Web {
  readonly capture: Capture;
  readonly robots: RobotsBook | undefined;
  /** Milliseconds between two requests to a host. */
  readonly delay: (host: string) => number;
  close(): Promise<void>;
}

/** @throws BadInput for options that can't be */
export function openWeb(options: CrawlOptions, store: Store, say: (line: string) => void, now: () => number): Web {
  const { contact, proxy, allowPrivate } = options;
  if (options.render === 'http') refuseWindow(options);
  const hostRules = parseHostRules(options.hostRules);
  const guard = allowPrivate ? undefined : guardAddresses({ hostRules, isProxied: proxy !== undefined, now });
  const storageState = readSession(options.storageState, options.cookies);
  const userAgent = plainUserAgent(contact);
  const techniques = chosenTechniques(options.capture);
  const reach = { guard, proxy, storageState, techniques, contact, now };
  const client = new HttpClient({ hostRules, guard, proxy, now });
  const robots = options.robots
    ? new RobotsBook({ store, ask: (url, mostBytes) => askRobots(url, mostBytes, { client, userAgent, now }), now })
    : undefined;
  const delay = (host: string) =>
    Math.max(options.delay ?? defaultDelay(host, hostRules), robots?.crawlDelay(host) ?? 0);
  const http = new HttpCapture({ ...reach, hostRules, userAgent });
  const pause = (url: string) => delay(bareHost(new URL(url)));
  const capture = options.render === 'http' ? http : new SecondWay(browser(options, reach, say), http, pause);
  return {
    ...{ capture, robots, delay },
    async close() {
      await capture.close();
      await client.close();
    },
  };
}

/** @throws BadInput for what needs a browser */
function refuseWindow({ headed, devtools, traceOnFailure }: CrawlOptions): void {
  const window = devtools ? '--devtools' : headed ? '--headed' : undefined;
  const flag = window ?? (traceOnFailure === undefined ? undefined : '--trace-on-failure');
  if (flag === undefined) return;
  throw new BadInput(`${flag} needs a browser, and --render http starts none: leave one of them out`);
}

type Reach = Pick<BrowserCaptureOptions, 'guard' | 'proxy' | 'storageState' | 'techniques' | 'contact' | 'now'>;

function browser(options: CrawlOptions, reach: Reach, say: (line: string) => void): Capture {
  const { headed, devtools, slowMo, workers, hostRules, traceOnFailure: traceFolder } = options;
  return new BrowserCapture({ ...reach, headed, devtools, slowMo, workers, hostRules, traceFolder, say });
}

const defaultDelay = (host: string, hostRules: HostRules): number =>
  isLoopback(new URL(`http://${host}`), hostRules) ? 0 : DEFAULT_DELAY;
