import type { LinkView } from '../domain/link.ts';
import type { ChangedLimits, Claim, FrontierLimits, RunLimits } from './frontier.ts';
import { STATUS } from './queries.ts';
import type { SiteState } from './sites/site-table.ts';

type Limits = FrontierLimits & Pick<RunLimits, 'timeLimit'>;

/** Limits of a crawl: those of the run, which may change during the run, and those of each site. */
export class CrawlLimits {
  #ofRun: Limits;

  constructor(limits: FrontierLimits, timeLimit: number | undefined) {
    this.#ofRun = { ...limits, timeLimit };
  }

  /** Current limits of the run. */
  get ofRun(): Limits {
    return this.#ofRun;
  }

  /** Changes the named limits from now on; the others stay. */
  set(changed: ChangedLimits): void {
    const { follow } = this.#ofRun;
    const { newSites, newSitePages } = { newSites: undefined, newSitePages: undefined, ...follow, ...changed };
    this.#ofRun = { ...this.#ofRun, ...changed, follow: follow && { ...follow, newSites, newSitePages } };
  }

  /** Returns the number of pages that a site may use. */
  pagesOf({ limits, foundOn }: Pick<SiteState, 'limits' | 'foundOn'>): number {
    const { sitePageLimit = Number.POSITIVE_INFINITY, follow } = this.#ofRun;
    if (limits.pageLimit !== undefined) return limits.pageLimit;
    const ofFound = foundOn === undefined ? undefined : follow?.newSitePages;
    return Math.min(sitePageLimit, ofFound ?? Number.POSITIVE_INFINITY);
  }

  /** Returns the deepest level to visit on a site; infinity: no limit. */
  depthOf({ limits }: Pick<SiteState, 'limits'>): number {
    return limits.depth ?? this.#ofRun.depth ?? Number.POSITIVE_INFINITY;
  }

  /** Tells where redirects of a page at a level may lead. `mayLeadTo` uses the patterns at the time of its call. */
  reachOf(site: SiteState, level: number): Pick<Claim, 'scope' | 'scopeFrom' | 'mayLeadTo'> {
    const isStart = level === 0;
    const isFirst = isStart && site.visits === 0;
    const mayLeadTo = (url: URL) => {
      const link = { site: site.id, url: url.href, anchor: '', rel: '' };
      if (this.#ofRun.admits?.(link, false, isStart) === false) return false;
      return !site.scope(url) || site.admits?.(url.href, isStart) !== false;
    };
    if (!isFirst) return { scope: site.scope, scopeFrom: () => site.scope, mayLeadTo };
    return { scope: site.firstScope, scopeFrom: (landed) => site.scopeFrom(landed), mayLeadTo };
  }

  /**
   * Returns the status of a link that the limits exclude; undefined: the limits admit the link.
   *
   * @param view link as the patterns see it; only called if there are patterns
   */
  keptOut(
    site: Pick<SiteState, 'limits' | 'admits'>,
    { level, isGuess }: { readonly level: number; readonly isGuess: boolean },
    view: () => Pick<LinkView, 'site' | 'url' | 'anchor' | 'rel'>,
  ): number | undefined {
    const { admits } = this.#ofRun;
    if (level > 0 && (admits || site.admits)) {
      const link = view();
      if (admits?.(link, isGuess) === false || site.admits?.(link.url) === false) return STATUS.excluded;
    }
    return level > this.depthOf(site) ? STATUS['beyond-depth'] : undefined;
  }
}
