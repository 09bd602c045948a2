import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { openStore } from '../../src/storage/open.ts';
import { test } from '../frontier/world.ts';
import { forager } from './forager.ts';

const coverage = z.object({ result: z.array(z.object({ url: z.string() })) });

/** The packages that a command loads: Node lists every script that it has run. */
async function loaded(args: readonly string[], folder: string): Promise<string[]> {
  const lists = join(folder, 'loaded');
  mkdirSync(lists);
  await forager(args, '', { NODE_V8_COVERAGE: lists });
  const scripts = readdirSync(lists).flatMap(
    (name) => coverage.parse(JSON.parse(readFileSync(join(lists, name), 'utf8'))).result,
  );
  const packages = scripts.flatMap(({ url }) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  return [...new Set(packages)].sort();
}

/** What every command line is read with. */
const READING = ['commander', 'fastest-levenshtein', 'zod'];
/** What the techniques of a crawl are made of, as its options name them. */
const TECHNIQUES = ['css-tree', 'iconv-lite', 'js-tokens', 'safer-buffer'];
/** What rules on hosts, which options name, are read with. */
const HOST_RULES = ['ipaddr.js'];
/** What the strategies are made of that options name. */
const STRATEGIES = ['d3-random', 'tinyqueue', 'whatwg-mimetype'];
/** What a database is read with. */
const DATABASE = ['better-sqlite3', 'bindings', 'file-uri-to-path', 'kysely'];
/** What tables are measured and wrapped with. */
const TABLES = ['ansi-regex', 'ansi-styles', 'get-east-asian-width', 'string-width', 'strip-ansi', 'wrap-ansi'];

/** A verb that loads more makes others wait: import what it needs where it needs it. */
const mayLoad: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['--help'], [...READING, ...TECHNIQUES, ...HOST_RULES, ...STRATEGIES]],
  [['crwl'], [...READING, ...TECHNIQUES, ...HOST_RULES, ...STRATEGIES]],
  [
    ['crawl', '--page-limit', 'many'],
    [...READING, ...TECHNIQUES, ...HOST_RULES, ...STRATEGIES],
  ],
  [['links', 'list', '--kind', 'outer'], READING],
  [
    ['status', '--db', 'DB'],
    [...READING, ...DATABASE, ...TABLES],
  ],
  [
    ['sites', 'list', '--db', 'DB'],
    [...READING, ...DATABASE, ...TABLES],
  ],
  [
    ['links', 'list', '--db', 'DB'],
    [...READING, ...DATABASE, ...TABLES, 'tldts', 'tldts-core'],
  ],
  [
    ['changes', '--since', '2026-11-01', '--db', 'DB'],
    [...READING, ...DATABASE, ...TABLES],
  ],
  [['counts', '--model', 'folder'], READING],
  [
    ['export', '--db', 'DB'],
    [...READING, ...DATABASE, 'tldts', 'tldts-core'],
  ],
];

for (const [args, packages] of mayLoad) {
  test(`forager ${args.join(' ')} loads nothing that it does not need`, async ({ file, folder }) => {
    await (await openStore(file)).close();
    const found = await loaded(
      args.map((arg) => (arg === 'DB' ? file : arg)),
      folder,
    );
    expect(found).toContain('commander');
    expect(found.filter((name) => !packages.includes(name))).toEqual([]);
  });
}

test('mistakes in a crawl are found before the engine and a browser are loaded', async ({ folder }) => {
  const args = ['crawl', '--url', 'http://uni.test/', '--strategy', 'bebot', '--db', join(folder, 'new.sqlite')];
  const found = await loaded(args, folder);
  expect(found.filter((name) => /crawlee|playwright|kysely/.test(name))).toEqual([]);
});
