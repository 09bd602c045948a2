import { z } from 'zod';
import type { TopicDefinition } from '../domain/topic.ts';
import type { Store } from '../storage/open.ts';
import { runQueries, topicQueries } from '../storage/runs.ts';

const definition = z.object({
  name: z.string(),
  languages: z.array(z.string()),
  keywords: z.array(z.object({ term: z.string(), weight: z.number() })),
  targets: z.object({ types: z.array(z.string()), relevance: z.number().optional(), read: z.boolean() }),
});

/** The topic of that name, as a run had it last. */
export function storedTopic(store: Store, name: string): TopicDefinition | undefined {
  const row = topicQueries(store).get.get({ name });
  return row && definition.parse(JSON.parse(row.definition));
}

const runTopic = z.object({ choice: z.object({ topic: z.string().optional() }) });

/** The topics that runs of a crawl had, each with these runs; that of the last run first. */
export function topicsOfRuns(store: Store): { readonly name: string; readonly runs: readonly number[] }[] {
  const topics = new Map<string, number[]>();
  for (const { id, config } of runQueries(store).configs.all({})) {
    const name = runTopic.safeParse(JSON.parse(config)).data?.choice.topic;
    if (name !== undefined) topics.set(name, [...(topics.get(name) ?? []), id]);
  }
  return Array.from(topics, ([name, runs]) => ({ name, runs }));
}
