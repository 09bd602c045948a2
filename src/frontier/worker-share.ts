import { z } from 'zod';
import { linkRoles } from '../domain/link.ts';
import type { Site } from '../domain/site.ts';

/** Part of a crawl that one of several workers has, as seen by its frontier. */
export interface Share {
  /** Pages that this worker was granted and has not used yet, including pages in flight; infinity: no limit. */
  readonly granted: number;
  /** True if all workers together have used the whole budget. */
  readonly isSpent: boolean;
  /** True if the crawl is not over: other workers have waiting links or pages in flight, or letters are under way. */
  readonly isWorkElsewhere: boolean;
  /** Returns the age of the figures of sites outside the share, in milliseconds; undefined while there are none. */
  viewAge(now: number): number | undefined;
  /** Tells whether this worker may open sites on hosts of a registrable domain; links to other domains are posted. */
  isOpenable(domain: string): boolean;
  /** Sends links to the workers that have their sites, as part of the current transaction; dropped if that fails. */
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

/** Schema of a letter, as stored or sent. */
export const letterSchema = z.object({
  /** Site of the URL; undefined: none, and the worker that has the domain may open one. */
  site: z.number().optional(),
  /** Absolute URL. */
  url: z.string(),
  /** Page with the link. */
  page: sourcePage,
  found: foundLink,
  /** Position among all links of the page, from 0. */
  place: z.number(),
  isNofollow: z.boolean(),
});

/** Link to a site of another worker, with all data to add the link there. */
export type Letter = z.output<typeof letterSchema>;

/** Site of another worker, with absolute figures. */
export interface SiteElsewhere extends Omit<Site, 'name'> {
  /** Final URL of the start page; undefined before its visit. */
  readonly home: string | undefined;
  readonly isRemoved: boolean;
  readonly visits: number;
  readonly inFlight: number;
  readonly rewardSum: number;
  readonly rewardMax: number;
  readonly milliseconds: number;
}
