import { chosenTechniques } from '../capture/techniques/choice.ts';
import type { FrontierLimits } from '../frontier/frontier.ts';
import { admission } from '../url/patterns.ts';
import { endsSession } from '../url/session-end.ts';
import type { CrawlOptions } from './crawl-options.ts';
import type { Web } from './web.ts';

/** Which links a run may visit, and how many. */
export function linkLimits(options: CrawlOptions, { robots, delay }: Web): FrontierLimits {
  const { pageLimit, sitePageLimit, depth, traps } = options;
  return {
    ...{ pageLimit, sitePageLimit, depth, traps, delay },
    admits: admittance(options),
    visitsDocuments: chosenTechniques(options.capture).has('document'),
    admitForbidden: (origin) => robots?.isStale(origin) ?? true,
    retryFailed: options.retryFailed ? { lasting: 0 } : undefined,
    admitNofollow: options.nofollow.length === 0,
  };
}

/** Which links may be visited, by the crawl's patterns, and in a session without ending it; undefined: each. */
function admittance({ include, exclude, storageState, cookies }: CrawlOptions): FrontierLimits['admits'] {
  const admits = admission(include, exclude);
  const hasSession = storageState !== undefined || cookies !== undefined;
  if (!admits && !hasSession) return undefined;
  return (link) => (admits?.(link.url) ?? true) && !(hasSession && endsSession(link));
}
