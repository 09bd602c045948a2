import { chosenTechniques } from '../capture/techniques/choice.ts';
import type { Topic } from '../domain/topic.ts';
import type { FrontierLimits } from '../frontier/frontier.ts';
import { captureOf, hasSession } from '../options/crawl.ts';
import { harmOfVisit } from '../safety/harm.ts';
import { avoidance } from '../url/avoidance.ts';
import { admission } from '../url/patterns.ts';
import type { CrawlOptions } from './crawl-options.ts';
import type { Web } from './web.ts';

/** Which links a run may visit, and how many. */
export function linkLimits(
  options: CrawlOptions,
  { robots, delay, placeOf, siteDelays }: Web,
  topic: Topic | undefined,
): FrontierLimits {
  const { pageLimit, sitePageLimit, depth, traps } = options;
  return {
    ...{ pageLimit, sitePageLimit, depth, traps, delay, placeOf, siteDelays },
    asksFiles: true,
    admits: admittance(options),
    follow: following(options),
    visitsDocuments: topic?.definition.targets.read
      ? 'ranked'
      : chosenTechniques(captureOf(options)).has('document')
        ? 'last'
        : undefined,
    admitForbidden: (origin) => robots?.isStale(origin) ?? true,
    retryFailed: options.retryFailed ? { lasting: 0 } : undefined,
    admitNofollow: options.nofollow.length === 0,
  };
}

/** Which external links are followed; undefined: none. */
function following({ follow, openAs, newSites, newSitePages, followExcept }: CrawlOptions): FrontierLimits['follow'] {
  if (follow === 'sites') return undefined;
  return { reach: follow, openAs, newSites, newSitePages, avoids: avoidance(followExcept) };
}

/** Which links may be visited: by the crawl's patterns, and without harm. */
export function admittance(
  options: Pick<CrawlOptions, 'include' | 'exclude' | 'storageState' | 'cookies'>,
): FrontierLimits['admits'] {
  const admits = admission(options.include, options.exclude);
  const isInSession = hasSession(options);
  return ({ url, anchor, rel }, isGuess, isStart) =>
    (admits?.(url, isStart) ?? true) && harmOfVisit({ url, anchor, rel, isGuess }, isInSession) === undefined;
}
