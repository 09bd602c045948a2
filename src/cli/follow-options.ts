import { z } from 'zod';
import type { AskedOptions } from '../crawl/asked-options.ts';
import type { CrawlOptions } from '../crawl/crawl-options.ts';
import { BadInput } from '../domain/errors.ts';
import { type FollowKind, followKinds } from '../domain/site.ts';
import { avoidableKinds, avoidanceError } from '../url/avoidance.ts';
import { flag, grouped, positive } from './options.ts';

const NONE = 'none';

const exceptions = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .transform((all) => all.flatMap((one) => one.split(',')).map((one) => one.trim()))
  .transform((all) => (all.join() === NONE ? [] : all))
  .superRefine((all, context) => {
    const error = all.map(avoidanceError).find((one) => one !== undefined);
    if (error !== undefined) context.addIssue({ code: 'custom', message: error });
  });

/** What becomes of external links. */
export const followOptions = grouped('Beyond the given sites', {
  follow: flag(z.enum(followKinds, `must be one of ${followKinds.join(', ')}`).default('sites'), {
    value: 'HOW_FAR',
    description:
      'sites: external links are recorded only; domains: those to other hosts of the given sites are visited, too; web: all',
  }),
  openAs: flag(z.enum(['host', 'domain'], 'must be host or domain').default('host'), {
    value: 'WHAT',
    description: 'what belongs to a site that is found: its host, or its registrable domain',
  }),
  newSites: flag(positive.optional(), {
    value: 'N',
    description: 'sites to visit that are found, those of the best links',
  }),
  newSitePages: flag(positive.optional(), { value: 'N', description: 'pages to visit on each of them' }),
  followExcept: flag(exceptions.default(avoidableKinds), {
    value: 'LIST',
    description: `no sites of these kinds or domains: ${avoidableKinds.join(', ')} (all if not given), example.com, example.*, *.shop.*, or none; again for each`,
    repeatable: true,
  }),
});

/** @throws BadInput for what was asked of sites that are found, where none are */
export function refuseIdle(follow: FollowKind, asked: AskedOptions): void {
  if (follow !== 'sites') return;
  for (const [key, name] of Object.entries(OF_FOUND))
    if (asked[key] !== undefined && asked[key] !== false)
      throw new BadInput(
        `${name} is for sites that are found, and external links are not followed: add --follow domains or --follow web`,
      );
}

const OF_FOUND = {
  openAs: '--open-as',
  newSites: '--new-sites',
  newSitePages: '--new-site-pages',
  followExcept: '--follow-except',
} as const;

/** How far a crawl goes, in words. */
export const followText = ({ follow, newSites, newSitePages }: CrawlLimits): string =>
  [
    follow === 'web' ? 'external links are followed' : "links within the sites' domains are followed",
    newSites === undefined ? undefined : `to ${newSites} new sites`,
    newSitePages === undefined ? undefined : `${newSitePages} pages each`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

type CrawlLimits = Pick<CrawlOptions, 'follow' | 'newSites' | 'newSitePages'>;
