import { keep } from '../../domain/bounded.ts';
import type { SiteId } from '../../domain/site.ts';
import { hasRoute, isSamePage } from '../../url/normalise.ts';
import { parseUrl } from '../../url/parse.ts';

/** Sections of a site from each of which a control has led to the same page: then it is believed to do so from all. */
const NEEDED = 3;
/** One in so many pages is led there by it nevertheless. */
const CHECKED = 10;
/** Controls of one site that are kept, and sites whose are. */
const MOST_CONTROLS = 5000;
const MOST_SITES = 100;

interface Route {
  readonly to: string;
  /** From where it has led there. */
  readonly sections: Set<string>;
  /** Pages to which it was believed. */
  uses: number;
}

/**
 * Where controls lead that stand on all pages of an application, as items of a menu do that have no addresses: pressed anew on
 * each page, each of them costs a walk there and back. What leads up to a page's own section, such as `Back`, is not known by what it does
 * in one section: only what has led to the same page from several that are none of its own is.
 */
export class KnownRoutes {
  readonly #sites = new Map<SiteId, Map<string, Route | undefined>>();

  /** Where a control of a page leads; undefined if it is to be tried. Counts the pages. */
  of(site: SiteId, control: string): string | undefined {
    const route = this.#sites.get(site)?.get(control);
    if (!route || route.sections.size < NEEDED) return undefined;
    return ++route.uses % CHECKED === 0 ? undefined : route.to;
  }

  /** A control has led from one page to another one; one that leads elsewhere now is never believed again. */
  led(site: SiteId, control: string, from: string, to: string): void {
    const routes = this.#sites.get(site) ?? new Map<string, Route | undefined>();
    this.#sites.delete(site);
    keep(this.#sites, site, routes, MOST_SITES);
    const known = routes.get(control);
    if (routes.has(control) && known?.to !== to) return void routes.set(control, undefined);
    const route = known ?? { to, sections: new Set<string>(), uses: 0 };
    keep(routes, control, route, MOST_CONTROLS);
    if (sectionOf(from) !== sectionOf(to)) route.sections.add(sectionOf(from));
  }

  /** A control was pressed on a page, and has led nowhere: it does so where it leads to that page. */
  stayed(site: SiteId, control: string, at: string): void {
    const routes = this.#sites.get(site);
    const route = routes?.get(control);
    if (route && !isSamePage(route.to, at)) routes?.set(control, undefined);
  }
}

/** The first part of a page's path, or of its route. */
function sectionOf(address: string): string {
  const url = parseUrl(address);
  if (!url) return address;
  const path = hasRoute(url) ? url.hash.replace(/^#!?/, '') : url.pathname + url.search;
  return path.split('/').find((part) => part !== '') ?? '';
}
