import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import type { TopicDefinition } from '../../domain/topic.ts';
import { fullAddress } from '../../frontier/visit/stored-address.ts';
import { storedTopic, topicsOfRuns } from '../../reports/runs.ts';
import { countRelevantPages, relevantPages } from '../../storage/lists/pages.ts';
import type { Store } from '../../storage/open.ts';
import { pageVersionQueries, unpacked } from '../../storage/page-changes.ts';
import { observedQueries } from '../../storage/past-visits.ts';
import { seedQueries } from '../../storage/seeds.ts';
import { internalLinkQueries } from '../../storage/visit.ts';
import { compileTopic } from '../../topics/compile-topic.ts';
import { queryOf, type ServerPage } from '../server-page.ts';
import { type AnswerOf, read } from '../slow-query.ts';

/** Words of a topic shown, at most. */
const MOST_WORDS = 60;

/** Returns a topic of some run. @throws BadInput for a topic that no run had */
function topicNamed(store: Store, name: string): TopicDefinition {
  const definition = storedTopic(store, name);
  if (!definition) throw new BadInput(`no run had a topic "${name}"`);
  return definition;
}

/** Returns a topic's summary, with its `heaviest` words and their stems, and the number of `pages` with such a word. */
function lineOf(store: Store, definition: TopicDefinition, runs: readonly number[]) {
  const { name, languages, keywords, targets } = definition;
  const { terms } = compileTopic(definition);
  const heaviest = keywords.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_WORDS);
  return {
    ...{ name, languages, types: targets.types, relevance: targets.relevance ?? null },
    words: keywords.length,
    heaviest: heaviest.map(({ term, weight }) => ({ term, weight, compared: terms(term).at(-1) ?? '' })),
    pages: countRelevantPages(store, runs),
  };
}

/** Returns the topics of the crawl's runs, that of the last run first. */
const list = read('topics/list', (store) => ({
  topics: topicsOfRuns(store).map(({ name, runs }) => lineOf(store, topicNamed(store, name), runs)),
}));

const nearest = z.object({
  topic: z.string(),
  from: z.coerce.number().int().min(0),
  limit: z.coerce.number().int().min(1).max(500),
});

const pages = read('topics/pages', (store, { topic, from, limit }: z.infer<typeof nearest>) =>
  relevantPages(store, topicsOfRuns(store).find(({ name }) => name === topic)?.runs ?? [], { limit, offset: from }),
);

const onePage = z.object({ topic: z.string(), page: z.coerce.number().int().min(1) });

/** Returns the terms of a page's relevance, largest share first, from its stored text. */
const explain = read('topics/page', (store, { topic: name, page }: z.infer<typeof onePage>) => {
  const topic = compileTopic(topicNamed(store, name));
  const link = internalLinkQueries(store).get.get({ id: page });
  const site = link && seedQueries(store).get.get({ id: link.site });
  if (!link || !site) throw new BadInput(`there is no page ${page}`);
  const title = observedQueries(store).yieldOf.get({ page })?.title ?? '';
  const stored = pageVersionQueries(store).text.get({ page });
  const text = [title, ...(stored ? unpacked(stored.text) : [])];
  return {
    ...{ url: fullAddress(link.url, site.origin), title, hasText: stored !== undefined },
    relevance: topic.relevance(text),
    terms: topic.explain(text),
  };
});

export type TopicsAnswer = AnswerOf<typeof list>;
export type TopicLine = TopicsAnswer['topics'][number];
export type TopicPageLine = AnswerOf<typeof pages>[number];
export type TopicPageAnswer = AnswerOf<typeof explain>;

/** Topics of the crawl with their words, and the best-matching pages with their scores. */
export const topicsPage: ServerPage = {
  key: 'topics',
  reads: [list, pages, explain],
  routes(app, tools) {
    app.get('/api/topics', async (context) => context.json(await tools.read(list, undefined)));
    app.get('/api/topics/pages', async (context) => context.json(await tools.read(pages, queryOf(context, nearest))));
    app.get('/api/topics/page', async (context) => context.json(await tools.read(explain, queryOf(context, onePage))));
  },
};
