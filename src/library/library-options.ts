import { z } from 'zod';
import { renderChoices } from '../capture/capture.ts';
import { type CrawlOptions, plainCrawl } from '../crawl/crawl-options.ts';
import { QUERY_PLACE, type Search, searchAddress } from '../crawl/search-results.ts';
import { BadInput } from '../domain/errors.ts';
import { nofollowKinds } from '../domain/page.ts';
import { followKinds, type NewSite, scopeKinds, siteKinds } from '../domain/site.ts';
import { topicNamed } from '../topics/named-topic.ts';
import { avoidanceError } from '../url/avoidance.ts';
import { CONTACT, NO_CONTACT } from '../url/contact.ts';
import { ignorableParts } from '../url/identity.ts';
import { siteFromUrl } from '../url/named-site.ts';
import { patternError } from '../url/patterns.ts';

const count = z.int('must be a whole number').min(1, 'must be at least 1');
const notNegative = z.number('must be a number').min(0, 'must be at least 0');
const text = z.string('must be a string').min(1, 'must not be empty');
const oneOf = <const T extends readonly [string, ...string[]]>(members: T) =>
  z.enum(members, `must be one of ${members.join(', ')}`);
const patterns = z.array(
  text.superRefine((pattern, context) => {
    const message = patternError(pattern);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
  'must be a list of patterns',
);

const exceptions = z.array(
  text.superRefine((name, context) => {
    const message = avoidanceError(name);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
  'must be a list of kinds of sites or domains',
);

const params = z.record(z.string(), z.union([z.number(), z.string()], 'must be a number or a string'));

const site = z.union(
  [
    text,
    z.strictObject({
      url: text,
      name: text.optional(),
      shortName: text.optional(),
      kind: oneOf(siteKinds).optional(),
      scope: oneOf(scopeKinds).optional(),
    }),
  ],
  'must be an address, or { url, name, shortName, kind, scope }',
);

const search = z.strictObject({
  url: text.refine((url) => url.includes(QUERY_PLACE), `must have ${QUERY_PLACE} where the words stand`),
  query: text,
  results: count.default(10),
});

/** What `crawl` of the library may be asked for; docs/library.md says what each means. Times are in milliseconds. */
export const libraryOptions = z.strictObject({
  db: text,
  sites: z.array(site, 'must be a list').default([]),
  searches: z.array(search, 'must be a list of { url, query, results }').default([]),
  pageLimit: count.optional(),
  timeLimit: z.number('must be a number').positive('must be more than 0').optional(),
  sitePageLimit: count.optional(),
  depth: z.int('must be a whole number').min(0, 'must be at least 0').optional(),
  include: patterns.default([]),
  exclude: patterns.default([]),
  follow: oneOf(followKinds).default(plainCrawl.follow),
  openAs: oneOf(['host', 'domain']).default(plainCrawl.openAs),
  newSites: count.optional(),
  newSitePages: count.optional(),
  followExcept: exceptions.default([...plainCrawl.followExcept]),
  traps: z.boolean('must be true or false').default(plainCrawl.traps),
  retryFailed: z.boolean('must be true or false').default(plainCrawl.retryFailed),
  nofollow: z.array(oneOf(nofollowKinds), 'must be a list').default([]),
  ignoreInUrls: z.array(oneOf(ignorableParts), 'must be a list').optional(),
  foldCase: z.boolean('must be true or false').optional(),
  strategy: text.optional(),
  reward: text.optional(),
  siteRule: text.optional(),
  linkOrder: text.optional(),
  rewardParams: params.optional(),
  params: params.default({}),
  linkOrderParams: params.optional(),
  topic: text.optional(),
  workers: count.max(64, 'must be at most 64').default(plainCrawl.workers),
  delay: notNegative.optional(),
  robots: z.boolean('must be true or false').default(plainCrawl.robots),
  allowPrivate: z.boolean('must be true or false').default(plainCrawl.allowPrivate),
  contact: z.string('must be a string').regex(CONTACT, NO_CONTACT).optional(),
  proxy: text.regex(/^https?:\/\//, 'must be http://host:port').optional(),
  storageState: text.optional(),
  cookies: text.optional(),
  insecure: z.boolean('must be true or false').default(plainCrawl.insecure),
  hostRules: z.string('must be a string').default(plainCrawl.hostRules),
  render: oneOf(renderChoices).default(plainCrawl.render),
  capture: text.optional(),
  headed: z.boolean('must be true or false').default(plainCrawl.headed),
  seed: z.int('must be a whole number').default(plainCrawl.seed),
});

/** @throws BadInput that names the first option that can't be */
export function crawlOptionsOf(given: unknown): CrawlOptions {
  const parsed = libraryOptions.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') || 'options';
    throw new BadInput(`${path}: ${issue?.message ?? 'are not valid'}`);
  }
  const {
    sites,
    searches: asked,
    strategy,
    reward,
    siteRule,
    linkOrder,
    ignoreInUrls: ignored,
    ...others
  } = parsed.data;
  const { rewardParams, params: ruleParams, linkOrderParams, topic: named, ...rest } = others;
  const topic = named === undefined ? undefined : topicNamed(named);
  const choice = { strategy, reward, siteRule, linkOrder, rewardParams, params: ruleParams, linkOrderParams, topic };
  const searches = asked.map(({ url: template, ...one }): Search => ({ ...one, template }));
  const ofSearches = searches.map((one, index) =>
    siteFromUrl(searchAddress(one.template, one.query), 'host', `searches.${index}`),
  );
  return { ...plainCrawl, ...rest, choice, ignored, searches, sites: [...sites.map(newSite), ...ofSearches] };
}

function newSite(given: z.output<typeof site>, index: number): NewSite {
  const { url, name, shortName, kind, scope = 'host' } = typeof given === 'string' ? { url: given } : given;
  return siteFromUrl(url, scope, `sites.${index}`, { name, short_name: shortName, kind });
}
