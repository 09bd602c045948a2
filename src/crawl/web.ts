import { guardAddresses } from '../capture/address-guard.ts';
import { askRobots } from '../capture/ask-robots.ts';
import { BrowserCapture } from '../capture/browser.ts';
import { type HostRules, isLoopback, parseHostRules } from '../capture/host-rules.ts';
import { HttpClient } from '../capture/http-client.ts';
import { readSession } from '../capture/session-state.ts';
import { plainUserAgent } from '../capture/user-agent.ts';
import type { Store } from '../storage/open.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { RobotsBook } from './robots-book.ts';

/** Pause between two requests to one host, in milliseconds, where nothing else is said; hosts of this machine need none. */
const DEFAULT_DELAY = 1000;

/** How a crawl reaches the Web: what loads pages, what asks for robots.txt, and how often a host is asked. */
export interface Web {
  readonly capture: BrowserCapture;
  readonly robots: RobotsBook | undefined;
  /** Milliseconds between two requests to a host. */
  readonly delay: (host: string) => number;
}

/** @throws BadInput for options that can't be */
export function openWeb(options: CrawlOptions, store: Store, say: (line: string) => void, now: () => number): Web {
  const { headed, workers, contact, proxy, allowPrivate } = options;
  const hostRules = parseHostRules(options.hostRules);
  const guard = allowPrivate ? undefined : guardAddresses({ hostRules, isProxied: proxy !== undefined, now });
  const storageState = readSession(options.storageState, options.cookies);
  const capture = new BrowserCapture({
    ...{ headed, workers, contact, proxy, guard, storageState, say, now },
    hostRules: hostRules.text,
  });
  const client = new HttpClient({ hostRules, now });
  const asking = { client, userAgent: plainUserAgent(contact), guard, now };
  const robots = options.robots
    ? new RobotsBook({ store, ask: (url, mostBytes) => askRobots(url, mostBytes, asking), now })
    : undefined;
  const delay = (host: string) =>
    Math.max(options.delay ?? defaultDelay(host, hostRules), robots?.crawlDelay(host) ?? 0);
  return { capture, robots, delay };
}

const defaultDelay = (host: string, hostRules: HostRules): number =>
  isLoopback(new URL(`http://${host}`), hostRules) ? 0 : DEFAULT_DELAY;
