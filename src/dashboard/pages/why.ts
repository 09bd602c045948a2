import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { type Why, whyKnown, whyNever } from '../../reports/why.ts';
import { whyText } from '../../reports/why-text.ts';
import { parseUrl } from '../../url/parse.ts';
import { queryOf, type ServerPage } from '../server-page.ts';
import { type AnswerOf, read } from '../slow-query.ts';

/** Sites listed in pick order, at most. */
const MOST_SITES = 20;

/**
 * Explains why an address was visited or not, for each site that links to it; without such a site, all that is known.
 */
const explain = read('why/explain', (store, url: string) => {
  const address = new URL(url);
  const known = whyKnown(store, address);
  return {
    url,
    never: known.length === 0 ? whyNever(store, address) : [],
    links: known.map((why) => ({
      ...{ url: why.url, site: why.site, kind: why.kind, status: why.status, sourceUrl: why.sourceUrl },
      verdict: verdictOf(why),
      lines: whyText(why).split('\n').slice(1),
      /** Sites in the order in which they would be picked now, for a waiting link. */
      sites: (why.waiting?.sites ?? [])
        .slice(0, MOST_SITES)
        .map(({ score, ...site }) => ({ ...site, score: Number.isFinite(score) ? score : null })),
    })),
  };
});

const verdictOf = ({ visited, waiting }: Why) =>
  visited ? ('visited' as const) : waiting ? ('waiting' as const) : ('never' as const);

export type WhyAnswer = AnswerOf<typeof explain>;

/** Parses an address, with optional `http://`. @throws BadInput */
function meant(given: string): string {
  const text = given.trim();
  const address = parseUrl(text) ?? parseUrl(`http://${text}`);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new BadInput(`${JSON.stringify(text)} is not an http(s) address`);
  return address.href;
}

/** Explanation why an address was visited, is still waiting, or was skipped. */
export const whyPage: ServerPage = {
  key: 'why',
  reads: [explain],
  routes(app, tools) {
    app.get('/api/why', async (context) => {
      const { url } = queryOf(context, z.object({ url: z.string().max(10_000) }));
      return context.json(await tools.read(explain, meant(url)));
    });
  },
};
