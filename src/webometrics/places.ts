import { BadInput } from '../domain/errors.ts';
import type { CrawledSite } from '../storage/reports/link-edges.ts';
import { type PlaceScope, scopeFrom, scopeKey } from '../url/places.ts';
import type { Target } from './target-list.ts';

/** A site that links are counted of: one of the crawl, or a target that a list names. */
export interface Place {
  /** Each has its own. */
  readonly name: string;
  readonly kind: string;
  /** In small letters; undefined: the host names tell. */
  readonly country: string | undefined;
  readonly scope: PlaceScope;
  /** Whether the crawl reads its pages. */
  readonly isCrawled: boolean;
}

/**
 * The crawled sites, then the targets that are none of them; a target of a crawled site's own scope tells its country.
 * @throws BadInput for a target that bears the name of another site
 */
export function placesOf(sites: readonly CrawledSite[], targets: readonly Target[]) {
  const byScope = new Map(targets.map((target) => [scopeKey(target.scope), target]));
  const crawled = sites.map(({ short_name: name, kind, scope, home, start_url }): Place & { target?: Target } => {
    const own = scopeFrom(new URL(home ?? start_url), scope);
    const target = byScope.get(scopeKey(own));
    const told = { kind: target?.kind || kind, country: target?.country };
    return { name, ...told, scope: own, isCrawled: true, ...(target && { target }) };
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
