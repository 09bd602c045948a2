import type { LinkView } from '../domain/link.ts';
import type { Rank, Refusal } from '../domain/rank.ts';
import type { SiteView } from '../domain/site.ts';

/** Which link of that site? Ranks are stored beside the links; the largest is visited first. */
export interface LinkOrder {
  rank(link: LinkView, site: SiteView): Rank | Refusal;
}

/** A member of the registry: how an order is made for one crawl. */
export interface LinkOrderMaker {
  readonly name: string;
  make(): LinkOrder;
}
