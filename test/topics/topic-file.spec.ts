import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { compileTopic } from '../../src/topics/compile-topic.ts';
import { readTopicFile, topicNamed } from '../../src/topics/topic-file.ts';
import { test as base } from '../plain-test.ts';

const test = base.extend<{ write: (name: string, text: string) => string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
  write: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'forager-test-topic-'));
    await use((name, text) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    rmSync(folder, { recursive: true });
  },
});

test('a file of keywords has the defaults of the paper: .pdf and .ps in English', ({ write }) => {
  const file = write('databases.yaml', 'keywords: [database, {term: query plan, weight: 2.5}]\n');
  expect(readTopicFile(file)).toEqual({
    name: 'databases',
    languages: ['en'],
    keywords: [
      { term: 'database', weight: 1 },
      { term: 'query plan', weight: 2.5 },
    ],
    targets: { types: ['pdf', 'ps'], read: false },
  });
});

test('a dictionary next to the file is read, one term per line, with tab-separated weights', ({ write }) => {
  write('words.txt', 'hash table\r\n\nqueue\t0.5\n');
  const { keywords } = readTopicFile(write('t.yaml', 'dictionary: words.txt\n'));
  expect(keywords).toEqual([
    { term: 'hash table', weight: 1 },
    { term: 'queue', weight: 0.5 },
  ]);
});

test('examples add their common words, and nothing from their scripts', ({ write }) => {
  write('a.html', '<script>var secret = 1</script><p>Chess opening theory; chess');
  write('b.txt', 'A chess club with opening hours');
  const { keywords } = readTopicFile(write('t.yaml', 'examples: [a.html, b.txt]\n'));
  expect(keywords.map(({ term }) => term)).toEqual(['chess', 'opening']);
  expect(keywords[0]?.weight).toBe(0.75);
});

const faults: readonly { what: string; files?: Record<string, string>; topic: string; says: RegExp }[] = [
  { what: 'nothing to look for', topic: 'name: x\n', says: /needs keywords, a dictionary or examples/ },
  {
    what: 'an unknown key',
    topic: 'keywords: [a]\nkeyword: b\n',
    says: /unknown key "keyword": did you mean "keywords"/,
  },
  {
    what: 'an unknown key of the targets',
    topic: 'keywords: [a]\ntargets: {type: [pdf]}\n',
    says: /targets: unknown key "type": did you mean "types"/,
  },
  {
    what: 'a keyword that is a number',
    topic: 'keywords: [mineral, 1997]\n',
    says: /keywords.1: write a text, in quotes/,
  },
  { what: 'keywords that are no list', topic: 'keywords: mineral\n', says: /keywords: write a list/ },
  { what: 'an unknown language', topic: 'keywords: [a]\nlanguages: [xx]\n', says: /languages\.0: must be one of ar, / },
  { what: 'a weight of 0', topic: 'keywords: [{term: a, weight: 0}]\n', says: /keywords\.0.*above 0/ },
  { what: 'terms that say nothing', topic: 'keywords: [C, the, "42"]\n', says: /no usable terms/ },
  { what: 'no YAML', topic: 'keywords: [a\n', says: /not valid YAML: / },
  {
    what: 'a missing dictionary',
    topic: 'dictionary: none.txt\n',
    says: /dictionary of topic .*no file .*none\.txt/,
  },
  {
    what: 'a bad weight in a dictionary',
    files: { 'd.txt': 'a\nb\tmany\n' },
    topic: 'dictionary: d.txt\n',
    says: /d\.txt:2: a term's weight must be a number above 0: many/,
  },
  {
    what: 'a type that is none',
    topic: 'keywords: [a]\ntargets: {types: ["*.pdf"]}\n',
    says: /targets\.types\.0: write endings/,
  },
];

for (const { what, files = {}, topic, says } of faults) {
  test(`refuses ${what} in one line that names the file`, ({ write }) => {
    for (const [name, text] of Object.entries(files)) write(name, text);
    const file = write('t.yaml', topic);
    expect(() => readTopicFile(file)).toThrow(says);
    expect(() => readTopicFile(file)).toThrow(/t\.yaml|d\.txt/);
  });
}

test('built-in topics can be read, and have words in their languages', () => {
  const folder = join(import.meta.dirname, '..', '..', 'data', 'topics');
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(compileTopic(readTopicFile(join(folder, file))).weights.size).toBeGreaterThan(5);
});

test('a built-in topic is found by name, also next to a folder of that name', ({ write }) => {
  const folder = dirname(write('x', ''));
  mkdirSync(join(folder, 'courses'));
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect(topicNamed('courses').keywords.length).toBe(10);
  } finally {
    process.chdir(before);
  }
  expect(() => topicNamed('course')).toThrow(/unknown topic "course": did you mean "courses"/);
  expect(() => topicNamed(join(folder, 'courses'))).toThrow(/no file/);
});
