import { BadInput } from '../domain/errors.ts';
import type { CrawledSite } from '../storage/reports/link-edges.ts';
import { type PlaceScope, scopeFrom, scopeKey } from '../url/site-scopes.ts';
import type { Target } from './target-list.ts';

/** Site whose links are counted: a crawled site or a target from a list. */
export interface Place {
  /** Unique name. */
  readonly name: string;
  readonly kind: string;
  /** Country code in lower case; undefined: derived from the host names. */
  readonly country: string | undefined;
  readonly scope: PlaceScope;
  /** True for a site of the crawl. */
  readonly isCrawled: boolean;
}

/**
 * Returns the crawled sites, then the other targets; a target with a crawled site's scope sets that site's country.
 * @throws BadInput for a target with the name of another site
 */
export function placesOf(sites: readonly CrawledSite[], targets: readonly Target[]) {
  const byScope = new Map(targets.map((target) => [scopeKey(target.scope), target]));
  const crawled = sites.map(({ short_name: name, kind, scope, home, start_url }): Place & { target?: Target } => {
    const own = scopeFrom(new URL(home ?? start_url), scope);
    const target = byScope.get(scopeKey(own));
    const labels = { kind: target?.kind || kind, country: target?.country };
    return { name, ...labels, scope: own, isCrawled: true, ...(target && { target }) };
  });
  const known = new Set(crawled.map(({ target }) => target));
  const names = new Set(crawled.map(({ name }) => name));
  const others = targets.filter((target) => !known.has(target));
  const namesake = others.find(({ name }) => names.has(name));
  if (namesake)
    throw new BadInput(
      `--targets: line ${namesake.line}: "${namesake.name}" is the name of a crawled site with another scope; choose another name`,
    );
  return {
    places: [...crawled, ...others.map((target): Place => ({ ...target, isCrawled: false }))],
    placeOfSite: new Map(sites.map(({ id }, place) => [id, place])),
  };
}
