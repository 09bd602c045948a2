import { setCapped } from '../../domain/capped-map.ts';
import type { SiteId } from '../../domain/site.ts';
import { hasRoute, isSamePage } from '../../url/normalise.ts';
import { parseUrl } from '../../url/parse.ts';

/** Sections of a site from which a control must lead to the same page before all others are assumed to. */
const NEEDED = 3;
/** One in this many pages presses the control anyway. */
const CHECKED = 10;
/** Stored controls of a site, and stored sites. */
const MOST_CONTROLS = 5000;
const MOST_SITES = 100;

interface Route {
  readonly to: string;
  /** Sections from which the control led there. */
  readonly sections: Set<string>;
  /** Pages for which the route was assumed. */
  uses: number;
}

/**
 * Targets of controls without addresses, such as menu items, each of which would cost a navigation on each page. A
 * target counts if reached from several other sections, unlike that of `Back`, which differs by section.
 */
export class KnownRoutes {
  readonly #sites = new Map<SiteId, Map<string, Route | undefined>>();

  /** Returns the target of a control; undefined if the control is to be tried. Counts the uses. */
  of(site: SiteId, control: string): string | undefined {
    const route = this.#sites.get(site)?.get(control);
    if (!route || route.sections.size < NEEDED) return undefined;
    return ++route.uses % CHECKED === 0 ? undefined : route.to;
  }

  /** Records that a control led to another page; a control with two targets is never trusted again. */
  led(site: SiteId, control: string, from: string, to: string): void {
    const routes = this.#sites.get(site) ?? new Map<string, Route | undefined>();
    this.#sites.delete(site);
    setCapped(this.#sites, site, routes, MOST_SITES);
    const known = routes.get(control);
    if (routes.has(control) && known?.to !== to) return void routes.set(control, undefined);
    const route = known ?? { to, sections: new Set<string>(), uses: 0 };
    setCapped(routes, control, route, MOST_CONTROLS);
    if (sectionOf(from) !== sectionOf(to)) route.sections.add(sectionOf(from));
  }

  /** Records that a press led nowhere. Drops the control's route, unless it leads to this very page. */
  stayed(site: SiteId, control: string, at: string): void {
    const routes = this.#sites.get(site);
    const route = routes?.get(control);
    if (route && !isSamePage(route.to, at)) routes?.set(control, undefined);
  }
}

/** Returns the first part of a page's path or route. */
function sectionOf(address: string): string {
  const url = parseUrl(address);
  if (!url) return address;
  const path = hasRoute(url) ? url.hash.replace(/^#!?/, '') : url.pathname + url.search;
  return path.split('/').find((part) => part !== '') ?? '';
}
