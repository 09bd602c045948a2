import type { LinkView } from '../domain/link.ts';
import type { ChangedLimits, Claim, FrontierLimits, RunLimits } from './frontier.ts';
import { STATUS } from './queries.ts';
import type { SiteState } from './sites/site-table.ts';

type Limits = FrontierLimits & Pick<RunLimits, 'timeLimit'>;

/** What bounds a crawl: the limits of its run, which may change while it goes on, and those that each site has of its own. */
export class Bounds {
  #ofRun: Limits;

  constructor(limits: FrontierLimits, timeLimit: number | undefined) {
    this.#ofRun = { ...limits, timeLimit };
  }

  /** Those of the run, as they are now. */
  get ofRun(): Limits {
    return this.#ofRun;
  }

  /** From now on other limits hold; those that are not named stay. */
  set(changed: ChangedLimits): void {
    const { follow } = this.#ofRun;
    const { newSites, newSitePages } = { newSites: undefined, newSitePages: undefined, ...follow, ...changed };
    this.#ofRun = { ...this.#ofRun, ...changed, follow: follow && { ...follow, newSites, newSitePages } };
  }

  /** Pages that may be charged to a site. */
  pagesOf({ limits, foundOn }: Pick<SiteState, 'limits' | 'foundOn'>): number {
    const { sitePageLimit = Number.POSITIVE_INFINITY, follow } = this.#ofRun;
    if (limits.pageLimit !== undefined) return limits.pageLimit;
    const ofFound = foundOn === undefined ? undefined : follow?.newSitePages;
    return Math.min(sitePageLimit, ofFound ?? Number.POSITIVE_INFINITY);
  }

  /** Deepest level that is visited on a site; infinity: there is no limit. */
  depthOf({ limits }: Pick<SiteState, 'limits'>): number {
    return limits.depth ?? this.#ofRun.depth ?? Number.POSITIVE_INFINITY;
  }

  /** Where a page of a site may lead by itself, by its level: the patterns are those of the moment when it does. */
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
   * The status of a link that the limits keep out; undefined: they let it in.
   *
   * @param view what the patterns may ask of it; not asked for where there are none
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
    return level > this.depthOf(site) ? STATUS.beyondDepth : undefined;
  }
}
