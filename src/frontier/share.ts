import { z } from 'zod';
import { linkRoles } from '../domain/link.ts';
import type { Site } from '../domain/site.ts';

/** The part of a crawl that one of several workers has, as its frontier sees it. */
export interface Share {
  /** Pages that this worker was granted and that are not charged yet, those in flight among them; infinity: no limit. */
  readonly granted: number;
  /** Whether the crawl's whole budget is charged, over all workers. */
  readonly isSpent: boolean;
  /** Whether other workers have links that wait or pages in flight, or letters are under way: the crawl is not over then. */
  readonly isWorkElsewhere: boolean;
  /** Age of what is known of other workers' sites, in milliseconds; undefined while there are none. */
  viewAge(now: number): number | undefined;
  /** Whether this worker may open sites on hosts of a registrable domain; links to others are posted. */
  isOpenable(domain: string): boolean;
  /** Sends links to the workers that have their sites, with the transaction under way; they are dropped if that fails. */
  post(letters: readonly Letter[]): void;
}

const foundLink = z.object({
  ...{ raw: z.string(), url: z.string().optional(), role: z.enum(linkRoles), method: z.string() },
  ...{ anchor: z.string(), context: z.string(), rel: z.string(), element: z.string(), tagPath: z.string() },
  ...{ frame: z.string(), technique: z.string(), isRoute: z.literal(true).optional() },
});

const sourcePage = z.object({
  ...{ id: z.number(), url: z.string(), title: z.string(), level: z.number(), reward: z.number() },
  ...{ external: z.number(), newExternal: z.number(), internal: z.number(), relevance: z.number().optional() },
});

/** A letter as it is stored or sent. */
export const letterSchema = z.object({
  /** Undefined: no site of the crawl has the address; whichever worker has its domain may open one. */
  site: z.number().optional(),
  /** Absolute address. */
  url: z.string(),
  /** The page that has the link. */
  page: sourcePage,
  found: foundLink,
  /** Its place among all links of the page, from 0. */
  place: z.number(),
  isNofollow: z.boolean(),
});

/** A link to a site of another worker, with all that is needed to add it there. */
export type Letter = z.output<typeof letterSchema>;

/** A site of another worker: figures are absolute. */
export interface SiteElsewhere extends Omit<Site, 'name'> {
  /** Where its start page was read; undefined before that. */
  readonly home: string | undefined;
  readonly isRemoved: boolean;
  readonly visits: number;
  readonly inFlight: number;
  readonly rewardSum: number;
  readonly rewardMax: number;
  readonly milliseconds: number;
}
