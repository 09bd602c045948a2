import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import jsTokens from 'js-tokens';
import { docs, read, root } from './documents.ts';
import { test } from './plain-test.ts';

/** Words that a reader of today stumbles over, each with a plain one. */
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

/** First words of docstrings that make a riddle of them: a relative clause has no subject. */
const RIDDLE = /^\/\*\*[\s*]+(What|Who|Whether|How|Where|When|Which|The one)\b/;

/** Words of English that the demo portals and the vocabularies of harm are made of. */
const SAMPLES = /^src\/(demo\/|.*migrations\/)/;

const found = (text: string): string[] =>
  DIALECT.flatMap(([word, plain]) => (word.test(text) ? [`"${word.exec(text)?.[0]}": say ${plain}`] : []));

const code = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name}`)
  .filter((path) => /\.tsx?$/.test(path) && !SAMPLES.test(path));

test('comments and messages of the code have no words of dialect, docstrings begin with a verb or a noun', () => {
  const faults = code.flatMap((path) =>
    [...jsTokens(readFileSync(join(root, path), 'utf8'), { jsx: path.endsWith('x') })].flatMap(({ type, value }) => {
      const isComment = /Comment$/.test(type);
      const isText = /^(StringLiteral|Template|NoSubstitutionTemplate|JSXText)/.test(type) && / /.test(value.trim());
      if (!isComment && !isText) return [];
      const riddle = isComment && RIDDLE.test(value) ? ['begins with a relative clause'] : [];
      return [...found(value), ...riddle].map((fault) => `${path}: ${fault} in ${value.slice(0, 90)}`);
    }),
  );
  expect(faults).toEqual([]);
});

test('titles of tests have no words of dialect', () => {
  const faults = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .flatMap((name) =>
      [...read(`test/${name}`).matchAll(/^\s*(?:test|with\w+)\(\s*(['"`])(.*?)(?<!\\)\1/gm)].flatMap(
        ([, , title = '']) => found(title).map((fault) => `test/${name}: ${fault} in ${title}`),
      ),
    );
  expect(faults).toEqual([]);
});

/** Names that hide what they hold. */
const RIDDLING_NAMES = /^#?(told|anew|heed|nobody|whoever|lest|hence)$/;

test('names in the code say what they hold', () => {
  const faults = code.flatMap((path) =>
    [...jsTokens(readFileSync(join(root, path), 'utf8'), { jsx: path.endsWith('x') })].flatMap(({ type, value }) =>
      /^(IdentifierName|PrivateIdentifier)$/.test(type) && RIDDLING_NAMES.test(value) ? [`${path}: ${value}`] : [],
    ),
  );
  expect(faults).toEqual([]);
});

for (const path of docs) {
  test(`${path}: no words of dialect`, () => {
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
