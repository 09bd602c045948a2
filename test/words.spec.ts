import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import jsTokens from 'js-tokens';
import { docs, read, root } from './documents.ts';
import { test } from './plain-test.ts';

/** Words that are unusual in current English, each with a plain one. */
const DIALECT: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/\b(nobody|everybody)\b/i, 'no one, everyone'],
  [/\b(whoever|whosoever)\b/i, 'anyone who'],
  [/\b(is|are|was|were) told\b(?! apart)/i, 'gets, is reported'],
  [/\bbarren\b/i, 'unproductive'],
  [/\bheed(s|ed)?\b/i, 'follow, poll'],
  [/\b(come|comes|take|taken) along\b/i, 'built in, export'],
  [/\bset aside\b/i, 'skip'],
  [/\b(hence|lest|thereby|whence|tidings|nought)\b/i, '(rephrase)'],
  [/\bstands? in\b/i, 'is in, is listed in'],
  [/\bowes\b/i, 'must'],
];

/** First words of relative clauses, which docstrings must not start with, as these lack a subject. */
const RIDDLE = /^\/\*\*[\s*]+(What|Who|Whether|How|Where|When|Which|The one)\b/;

/** Samples of English: the demo portals and the vocabularies of harm. */
const SAMPLES = /^src\/(demo\/|.*migrations\/)/;

const found = (text: string): string[] =>
  DIALECT.flatMap(([word, plain]) => (word.test(text) ? [`"${word.exec(text)?.[0]}": say ${plain}`] : []));

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.tsx?$/.test(path) && !SAMPLES.test(path));

const code = sources('src');

/** Finds faults of comments, and of texts if these are messages. */
const faultsOf = (path: string, hasMessages: boolean): string[] =>
  [...jsTokens(read(path), { jsx: path.endsWith('x') })].flatMap(({ type, value }) => {
    const isComment = /Comment$/.test(type);
    const isText = /^(StringLiteral|Template|NoSubstitutionTemplate|JSXText)/.test(type) && / /.test(value.trim());
    if (!isComment && !(hasMessages && isText)) return [];
    const riddle = isComment && RIDDLE.test(value) ? ['begins with a relative clause'] : [];
    return [...found(value), ...riddle].map((fault) => `${path}: ${fault} in ${value.slice(0, 90)}`);
  });

test('comments and messages of the code use plain English, docstrings begin with a verb or a noun', () => {
  expect(code.flatMap((path) => faultsOf(path, true))).toEqual([]);
});

test('comments of tests and benchmarks use plain English, docstrings begin with a verb or a noun', () => {
  expect([...sources('test'), ...sources('bench')].flatMap((path) => faultsOf(path, false))).toEqual([]);
});

/** First words of titles that make a relative clause the subject. */
const TITLE_RIDDLE = /^(what|whatever|who|whoever|whether)\b/i;

test('titles of tests use plain English, and have a noun as the subject', () => {
  const faults = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .flatMap((name) =>
      [...read(`test/${name}`).matchAll(/^\s*(?:test|with\w+)\(\s*(['"`])(.*?)(?<!\\)\1/gm)].flatMap(
        ([, , title = '']) =>
          [...found(title), ...(TITLE_RIDDLE.exec(title) ?? []).slice(0, 1)].map(
            (fault) => `test/${name}: ${fault} in ${title}`,
          ),
      ),
    );
  expect(faults).toEqual([]);
});

/** Names that hide what they hold. */
const RIDDLING_NAMES =
  /^#?(anew|\w*Anew|heed|nobody|whoever|lest|hence|told\w*|Told\w*|(LONGEST_)?TOLD\w*|TELLS|ASIDE|DEALT_WITH|Foretold|undoCharges|storm(s|y|ing)|spoil|isSpoilt|overlook\w*|standsBack)$/;

test('names in the code say what they hold', () => {
  const faults = code.flatMap((path) =>
    [...jsTokens(read(path), { jsx: path.endsWith('x') })].flatMap(({ type, value }) =>
      /^(IdentifierName|PrivateIdentifier)$/.test(type) && RIDDLING_NAMES.test(value) ? [`${path}: ${value}`] : [],
    ),
  );
  expect(faults).toEqual([]);
});

for (const path of docs) {
  test(`${path}: plain English`, () => {
    expect(found(read(path).replace(/`[^`\n]*`/g, ''))).toEqual([]);
  });
}

test('all docs together have at most 30,000 words, commands aside', () => {
  const words = docs.flatMap((path) =>
    read(path)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .split(/\s+/)
      .filter((word) => /\w/.test(word)),
  );
  expect(words.length).toBeLessThanOrEqual(30_000);
});
