import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BadInput, unknownName } from '../domain/errors.ts';
import type { TopicDefinition } from '../domain/topic.ts';
import { readTopicFile } from './topic-file.ts';

const ENDING = /\.ya?ml$/i;

/** data/topics of the checkout or the package. */
const shipped = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('forager/package.json')), 'data', 'topics');

/** Files of the topics that come along. */
export const shippedTopics = (): string[] =>
  readdirSync(shipped())
    .filter((name) => ENDING.test(name))
    .sort()
    .map((name) => join(shipped(), name));

/**
 * @param topic a file, or the name of one that comes along
 * @throws BadInput for what is neither, and as `readTopicFile` does
 */
export function topicNamed(topic: string): TopicDefinition {
  // A folder of a topic's name is none.
  if (statSync(topic, { throwIfNoEntry: false })?.isFile()) return readTopicFile(topic);
  const names = shippedTopics().map((file) => file.slice(shipped().length + 1).replace(ENDING, ''));
  const file = shippedTopics()[names.indexOf(topic)];
  if (file !== undefined) return readTopicFile(file);
  if (ENDING.test(topic) || topic.includes('/')) throw new BadInput(`--topic: there is no file ${topic}`);
  throw new BadInput(`--topic: ${unknownName('topic', topic, names)}; or name a file`);
}
