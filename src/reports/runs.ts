import { z } from 'zod';
import type { TopicDefinition } from '../domain/topic.ts';
import { type CrawlValues, captureOf, crawlOptions } from '../options/crawl.ts';
import { type AskedOptions, askedOf, recordedOf } from '../options/option.ts';
import type { Store } from '../storage/open.ts';
import { runQueries, topicQueries } from '../storage/runs.ts';

const params = z.record(z.string(), z.union([z.number(), z.string()]));

const record = z.record(z.string(), z.unknown());

/** Returns the options of a crawl or recrawl run from the run's record. */
export const recordedOptions = (config: unknown): CrawlValues =>
  recordedOf(crawlOptions, record.catch({}).parse(config));

const remembered = z.object({ asked: record });

/** Returns the options given to a run, from its record; for a program's run, those that differ from the defaults. */
export function askedIn(config: unknown): AskedOptions {
  const { data } = remembered.safeParse(config);
  if (data) return data.asked;
  const values = recordedOptions(config);
  const isUsual = values.capture === captureOf({ ...values, capture: undefined });
  return askedOf(crawlOptions, isUsual ? { ...values, capture: undefined } : values);
}

/** Returns the record of a database's last run, including recrawl runs; undefined before the first. */
export function lastConfig(store: Store): unknown {
  const run = runQueries(store).last.get({});
  return run && JSON.parse(run.config);
}

/** Returns the options given to a database's last run, including recrawl runs; undefined before the first. */
export function lastAsked(store: Store): AskedOptions | undefined {
  const config = lastConfig(store);
  return config === undefined ? undefined : askedIn(config);
}

/** Schema of the strategy in a run's record. */
const recordedStrategy = z.object({
  choice: z.object({
    strategy: z.string(),
    reward: z.string().optional(),
    siteRule: z.string().optional(),
    linkOrder: z.string().optional(),
    rewardParams: params.optional(),
    params,
    linkOrderParams: params.optional(),
    /** Name of a row of `topics`. */
    topic: z.string().optional(),
  }),
  strategy: z.object({
    reward: z.string(),
    siteRule: z.string(),
    linkOrder: z.string(),
    rewardParams: z.record(z.string(), z.unknown()).default({}),
    params: z.record(z.string(), z.unknown()),
    linkOrderParams: z.record(z.string(), z.unknown()).default({}),
  }),
});

/** Returns the last run of a crawl's database, with its options; undefined before the first. */
export function lastRun(store: Store) {
  const run = runQueries(store).last.get({});
  if (!run) return undefined;
  const config: unknown = JSON.parse(run.config);
  const { choice, strategy } = recordedStrategy.parse(config);
  const topic = choice.topic === undefined ? undefined : storedTopic(store, choice.topic);
  return { ...run, config: { ...recordedOptions(config), choice: { ...choice, topic }, strategy } };
}

const definition = z.object({
  name: z.string(),
  languages: z.array(z.string()),
  keywords: z.array(z.object({ term: z.string(), weight: z.number() })),
  targets: z.object({ types: z.array(z.string()), relevance: z.number().optional(), read: z.boolean() }),
});

/** Returns the topic with this name, as last used by a run. */
export function storedTopic(store: Store, name: string): TopicDefinition | undefined {
  const row = topicQueries(store).get.get({ name });
  return row && definition.parse(JSON.parse(row.definition));
}

const runTopic = z.object({ choice: z.object({ topic: z.string().optional() }) });

/** Returns the topics of a crawl's runs, each with these runs; the last run's topic comes first. */
export function topicsOfRuns(store: Store): { readonly name: string; readonly runs: readonly number[] }[] {
  const topics = new Map<string, number[]>();
  for (const { id, config } of runQueries(store).configs.all({})) {
    const name = runTopic.safeParse(JSON.parse(config)).data?.choice.topic;
    if (name !== undefined) topics.set(name, [...(topics.get(name) ?? []), id]);
  }
  return Array.from(topics, ([name, runs]) => ({ name, runs }));
}
