import { z } from 'zod';
import { type CrawlOptions, plainCrawl } from '../crawl/crawl-options.ts';
import { QUERY_PLACE, searchAddress } from '../crawl/site-search.ts';
import { BadInput } from '../domain/errors.ts';
import { type NewSite, scopeKinds, siteKinds } from '../domain/site.ts';
import { crawlOptions } from '../options/crawl.ts';
import { count, oneOf, words } from '../options/kinds.ts';
import { pick, valuesOf } from '../options/option.ts';
import { topicNamed } from '../topics/topic-file.ts';
import { siteFromUrl } from '../url/named-site.ts';

const text = words.value;
const params = z.record(z.string(), z.union([z.number(), z.string()], 'must be a number or a string'));

const site = z.union(
  [
    text,
    z.strictObject({
      url: text,
      name: text.optional(),
      shortName: text.optional(),
      kind: oneOf(siteKinds).value.optional(),
      scope: oneOf(scopeKinds).value.optional(),
    }),
  ],
  'must be an address, or { url, name, shortName, kind, scope }',
);

const search = z.strictObject({
  url: text.refine((url) => url.includes(QUERY_PLACE), `must contain ${QUERY_PLACE} for the search words`),
  query: text,
  results: count.value.default(10),
});

/** Options for programs, which observe a crawl by its events and need no visual options. */
const { devtools: _, slowMo: __, traceOnFailure: ___, ...forPrograms } = crawlOptions;

/** Options that a program gives to `crawl`; see docs/library.md for their meaning. Times are in milliseconds. */
export const givenOptions = z.strictObject({
  db: text,
  sites: z.array(site, 'must be a list').default([]),
  searches: z.array(search, 'must be a list of { url, query, results }').default([]),
  strategy: text.optional(),
  reward: text.optional(),
  siteRule: text.optional(),
  linkOrder: text.optional(),
  rewardParams: params.optional(),
  params: params.default({}),
  linkOrderParams: params.optional(),
  topic: text.optional(),
  ...valuesOf(forPrograms),
});

/** Checks a program's options, and returns those of the crawl. @throws BadInput that names the first invalid option */
export function crawlOptionsOf(given: unknown): CrawlOptions {
  const parsed = givenOptions.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') || 'options';
    throw new BadInput(`${path}: ${issue?.message ?? 'are not valid'}`);
  }
  const { strategy, reward, siteRule, linkOrder, rewardParams, params: ruleParams, linkOrderParams } = parsed.data;
  const topic = parsed.data.topic === undefined ? undefined : topicNamed(parsed.data.topic);
  const choice = { strategy, reward, siteRule, linkOrder, rewardParams, params: ruleParams, linkOrderParams, topic };
  const searches = parsed.data.searches.map(({ url: template, ...one }) => ({ ...one, template }));
  const ofSearches = searches.map((one, index) =>
    siteFromUrl(searchAddress(one.template, one.query), 'host', `searches.${index}`),
  );
  const sites = [...parsed.data.sites.map(newSite), ...ofSearches];
  return { ...plainCrawl, ...pick(forPrograms, parsed.data), db: parsed.data.db, choice, searches, sites };
}

function newSite(given: z.output<typeof site>, index: number): NewSite {
  const { url, name, shortName, kind, scope = 'host' } = typeof given === 'string' ? { url: given } : given;
  return siteFromUrl(url, scope, `sites.${index}`, { name, short_name: shortName, kind });
}
