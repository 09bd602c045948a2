import { type HostRules, isLoopback } from '../capture/network/host-rules.ts';
import type { SiteDelays } from '../frontier/hosts/hosts.ts';
import type { RobotsCache } from './robots-cache.ts';

/** Milliseconds between two requests to a host above which visits make no additional requests. */
export const LONGEST_DELAY = 10_000;

/** Default pause between two requests to one host, in milliseconds. Hosts of this machine have no pause. */
const DEFAULT_DELAY = 1000;

interface HostDelayParts {
  /** Delay requested by the user, in milliseconds. */
  readonly asked: number | undefined;
  readonly hostRules: HostRules;
  readonly robots: RobotsCache | undefined;
  readonly siteDelays: SiteDelays;
}

/**
 * Returns the milliseconds between two requests to a host: the site's delay or else the crawl's, or the longer one of
 * robots.txt.
 */
export const hostDelay =
  ({ asked, hostRules, robots, siteDelays }: HostDelayParts) =>
  (host: string): number =>
    Math.max(siteDelays.of(host) ?? asked ?? defaultDelay(host, hostRules), robots?.crawlDelay(host) ?? 0);

const defaultDelay = (host: string, hostRules: HostRules): number =>
  isLoopback(new URL(`http://${host}`), hostRules) ? 0 : DEFAULT_DELAY;
