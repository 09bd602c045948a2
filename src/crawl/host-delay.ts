import { type HostRules, isLoopback } from '../capture/network/host-rules.ts';
import type { SiteDelays } from '../frontier/hosts/hosts.ts';
import type { RobotsCache } from './robots-cache.ts';

/** Milliseconds between two requests to a host above which a visit asks for nothing besides its page. */
export const LONGEST_DELAY = 10_000;

/** Pause between two requests to one host, in milliseconds, where nothing else is said; hosts of this machine need none. */
const DEFAULT_DELAY = 1000;

interface HostDelayParts {
  /** What the crawl's user asked for, in milliseconds. */
  readonly asked: number | undefined;
  readonly hostRules: HostRules;
  readonly robots: RobotsCache | undefined;
  readonly siteDelays: SiteDelays;
}

/** Milliseconds between two requests to a host: its site's own, or the crawl's; what robots.txt asks for, if that is longer. */
export const hostDelay =
  ({ asked, hostRules, robots, siteDelays }: HostDelayParts) =>
  (host: string): number =>
    Math.max(siteDelays.of(host) ?? asked ?? defaultDelay(host, hostRules), robots?.crawlDelay(host) ?? 0);

const defaultDelay = (host: string, hostRules: HostRules): number =>
  isLoopback(new URL(`http://${host}`), hostRules) ? 0 : DEFAULT_DELAY;
