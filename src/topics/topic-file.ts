import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { Parser } from 'htmlparser2';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { BadInput, messageOf, unknownName } from '../domain/errors.ts';
import { silentElements } from '../domain/page.ts';
import type { TopicDefinition } from '../domain/topic.ts';
import { isDocumentType } from '../url/file-types.ts';
import { languageCodes } from './languages.ts';
import { stemReader } from './words.ts';

/** Words that all examples together add to a topic, at most. */
const MOST_WORDS = 30;
/** Weight of the best example word; keywords have 1 (Rocchio 1971, "Relevance feedback in information retrieval"). */
const BEST = 0.75;

interface Example {
  readonly path: string;
  /** HTML or plain text. */
  readonly text: string;
}

/**
 * Returns the most frequent words of a topic's example pages: those with the largest mean of 1 + ln(count) over the
 * examples, without words in only one of several examples.
 */
function exampleKeywords(examples: readonly Example[], languages: readonly string[]): TopicDefinition['keywords'] {
  const reader = stemReader(languages);
  const sums = new Map<string, { sum: number; examples: number; readonly word: string }>();
  for (const { path, text } of examples) {
    const counts = new Map<string, { count: number; readonly word: string }>();
    for (const { stem, word } of reader.words(/\.html?$/i.test(path) ? visibleText(text) : text)) {
      const known = counts.get(stem);
      if (known) known.count++;
      else counts.set(stem, { count: 1, word });
    }
    for (const [stem, { count, word }] of counts) {
      const known = sums.get(stem) ?? { sum: 0, examples: 0, word };
      known.sum += 1 + Math.log(count);
      known.examples++;
      sums.set(stem, known);
    }
  }
  const common = [...sums.values()].filter((one) => one.examples >= Math.min(2, examples.length));
  const best = common.sort((a, b) => b.sum - a.sum || (a.word < b.word ? -1 : 1)).slice(0, MOST_WORDS);
  const [{ sum: most } = { sum: 1 }] = best;
  return best.map(({ word, sum }) => ({ term: word, weight: (BEST * sum) / most }));
}

function visibleText(html: string): string {
  const parts: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (silentElements.includes(name)) hidden++;
      parts.push(' ');
    },
    ontext: (text) => {
      if (hidden === 0) parts.push(text);
    },
    onclosetag: (name) => {
      if (silentElements.includes(name)) hidden--;
    },
  });
  parser.end(html);
  return parts.join('');
}

/** Document types in the paper's experiment (Ma 2010, §3). */
const PAPERS = ['pdf', 'ps'];

const term = z.string().trim().min(1, 'must not be empty');
const weight = z.number().positive('must be above 0');

const targetFields = {
  types: z.array(z.string().refine(isDocumentType, 'write endings or content types: pdf, text/csv')).default(PAPERS),
  relevance: z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1').optional(),
  read: z.boolean().default(false),
};

const fields = {
  name: z.string().trim().min(1, 'must not be empty').optional(),
  languages: z
    .array(z.string().refine((code) => languageCodes.includes(code), `must be one of ${languageCodes.join(', ')}`))
    .min(1, 'name at least one')
    .default(['en']),
  keywords: z
    .array(
      z.union(
        [term.transform((text) => ({ term: text, weight: 1 })), z.strictObject({ term, weight })],
        'write a text, in quotes if it is a number, or {term: TEXT, weight: NUMBER}',
      ),
      'write a list: [hash table, index]',
    )
    .default([]),
  dictionary: z.string().min(1, 'must not be empty').optional(),
  examples: z.array(z.string().min(1, 'must not be empty')).default([]),
  targets: z.strictObject(targetFields).prefault({}),
};

const topicFile = z
  .strictObject(fields)
  .refine(({ keywords, dictionary, examples }) => keywords.length + examples.length > 0 || dictionary !== undefined, {
    message: 'a topic needs keywords, a dictionary or examples',
  });

/**
 * Reads a topic file (YAML) with its dictionary and examples, whose paths are relative to the file's folder.
 * docs/topics.md describes the format.
 *
 * @throws BadInput for an unreadable or invalid file
 */
export function readTopicFile(file: string): TopicDefinition {
  let content: unknown;
  try {
    content = parseYaml(textOf(file, 'topic'));
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const [reason = ''] = messageOf(error).split('\n', 1);
    throw new BadInput(`topic ${file}: not valid YAML: ${reason}`);
  }
  const parsed = topicFile.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join('.') ?? '';
    const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : [];
    const keys = Object.keys(place === '' ? fields : targetFields);
    const fault = unknown === undefined ? (issue?.message ?? 'not valid') : unknownName('key', unknown, keys);
    throw new BadInput(`topic ${file}: ${place && `${place}: `}${fault}`);
  }
  const { name, languages, keywords, dictionary, examples, targets } = parsed.data;
  const beside = (path: string) => resolve(dirname(file), path);
  const terms = dictionary === undefined ? [] : dictionaryTerms(beside(dictionary), file);
  const shown = exampleKeywords(
    examples.map((path) => ({ path, text: textOf(beside(path), `example of topic ${file}`) })),
    languages,
  );
  const all = [...keywords, ...terms, ...shown];
  const reader = stemReader(languages);
  if (!all.some((one) => reader.read(one.term).length > 0))
    throw new BadInput(`topic ${file}: no usable terms: single letters, numbers and words such as "the" do not count`);
  return {
    name: name ?? basename(file).replace(/\.ya?ml$/i, ''),
    languages,
    keywords: all,
    targets,
  };
}

/** Reads a dictionary: one term per line, with its weight after a tab if not 1. */
function dictionaryTerms(file: string, topic: string): TopicDefinition['keywords'] {
  const lines = textOf(file, `dictionary of topic ${topic}`).split(/\r?\n/);
  const terms = lines.flatMap((line, at) => {
    const [text = '', number] = line.split('\t');
    if (text.trim() === '') return [];
    const parsed = number === undefined ? 1 : Number(number);
    if (!(parsed > 0)) throw new BadInput(`${file}:${at + 1}: a term's weight must be a number above 0: ${number}`);
    return [{ term: text.trim(), weight: parsed }];
  });
  if (terms.length === 0) throw new BadInput(`dictionary ${file}: no terms; write one per line`);
  return terms;
}

function textOf(file: string, what: string): string {
  if (!existsSync(file)) throw new BadInput(`${what}: no file ${file}`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BadInput(`${what}: can't read ${file}: ${error instanceof Error ? error.message : error}`);
  }
}

const ENDING = /\.ya?ml$/i;

/** Returns the path of data/topics in the checkout or the package. */
const shipped = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('forager/package.json')), 'data', 'topics');

/** Returns the files of the built-in topics. */
export const shippedTopics = (): string[] =>
  readdirSync(shipped())
    .filter((name) => ENDING.test(name))
    .sort()
    .map((name) => join(shipped(), name));

/**
 * Reads a topic.
 * @param topic a file, or the name of a built-in topic
 * @throws BadInput for anything else, and as `readTopicFile` does
 */
export function topicNamed(topic: string): TopicDefinition {
  // Folders with the name of a topic are ignored.
  if (statSync(topic, { throwIfNoEntry: false })?.isFile()) return readTopicFile(topic);
  const names = shippedTopics().map((file) => file.slice(shipped().length + 1).replace(ENDING, ''));
  const file = shippedTopics()[names.indexOf(topic)];
  if (file !== undefined) return readTopicFile(file);
  if (ENDING.test(topic) || topic.includes('/')) throw new BadInput(`--topic: no file ${topic}`);
  throw new BadInput(`--topic: ${unknownName('topic', topic, names)}; or give a file`);
}
