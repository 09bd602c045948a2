import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { openStore } from '../../src/storage/open.ts';
import { test } from '../frontier/world.ts';
import { forager } from './forager.ts';

const coverage = z.object({ result: z.array(z.object({ url: z.string() })) });

/** Packages that a command loads: Node lists every script that it has run. */
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

/** Packages for reading every command line. */
const READING = ['commander', 'fastest-levenshtein', 'zod'];
/** Packages for a crawl's techniques, as its options name them. */
const TECHNIQUES = ['css-tree', 'iconv-lite', 'js-tokens', 'safer-buffer'];
/** Packages for host rules, which options name. */
const HOST_RULES = ['ipaddr.js'];
/** Packages for strategies, which options name. */
const STRATEGIES = ['d3-random', 'tinyqueue', 'whatwg-mimetype'];
/** Packages for reading a database. */
const DATABASE = ['better-sqlite3', 'bindings', 'file-uri-to-path', 'kysely'];
/** Packages for measuring and wrapping tables. */
const TABLES = ['ansi-regex', 'ansi-styles', 'get-east-asian-width', 'string-width', 'strip-ansi', 'wrap-ansi'];

/** A verb that loads more makes users wait: import other packages where they are used. */
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
  test(`forager ${args.join(' ')} loads only needed modules`, async ({ file, folder }) => {
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
