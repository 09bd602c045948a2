import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readOptions } from '../../src/cli/options/flags.ts';
import { monitoringOptions } from '../../src/cli/options/shared-options.ts';
import { editedLinks } from '../../src/cli/verbs/results/links.ts';
import { seconds } from '../../src/options/kinds.ts';
import { linkFilter } from '../../src/storage/lists/link-filter.ts';
import { verb } from '../documents.ts';
import { test } from '../plain-test.ts';

test('a pause is given in seconds, with or without a unit, and stored in milliseconds', () => {
  expect(['1', '1s', '1.5 s', '500ms', 0].map((given) => Number(seconds.parse(given)))).toEqual([
    1000, 1000, 1500, 500, 0,
  ]);
  for (const given of ['', '1m', 's', '-1']) expect(seconds.safeParse(given).success, given).toBe(false);
});

test('hosts and domains of filters may be international names', async () => {
  const filter = linkFilter.parse({ host: 'WWW.Bücher.test', domain: 'bücher.test' });
  expect(filter).toMatchObject({ host: 'www.xn--bcher-kva.test', domain: 'xn--bcher-kva.test' });
});

test('an edit that matches no link is reported', () => {
  const none = { kind: 'external', links: 0, sites: [] } as const;
  expect(editedLinks(none, 'deleted', false)).toBe('no external link matches; nothing deleted\n');
});

test('FORAGER_DB names the database if neither the command nor its config file does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forager-units-'));
  const config = join(folder, 'forager.yaml');
  const dbOf = async (name: string, given: Readonly<Record<string, unknown>>) =>
    (await readOptions(verb(name).options, given)).db;
  const { FORAGER_DB: before } = process.env;
  try {
    process.env.FORAGER_DB = 'postgres://ann@db/unis';
    for (const name of ['crawl', 'status', 'serve', 'export'])
      expect(await dbOf(name, {}), name).toBe('postgres://ann@db/unis');
    expect(await dbOf('demo', {})).toBe('data/demo.sqlite');
    expect(await dbOf('crawl', { db: 'a.sqlite' })).toBe('a.sqlite');
    writeFileSync(config, 'db: b.sqlite\n');
    expect(await dbOf('crawl', { config })).toBe('b.sqlite');
    process.env.FORAGER_DB = '';
    expect(await dbOf('crawl', {})).toBe('data/forager.sqlite');
  } finally {
    if (before === undefined) delete process.env.FORAGER_DB;
    else process.env.FORAGER_DB = before;
    rmSync(folder, { recursive: true });
  }
});

test('metrics are served on loopback, or at the given address', () => {
  const { metrics } = monitoringOptions;
  const places = ['9464', 0, '0.0.0.0:9464', '[::]:9464', 'localhost:1'].map((given) => metrics.parse(given));
  expect(places).toEqual([
    { host: '127.0.0.1', port: 9464 },
    { host: '127.0.0.1', port: 0 },
    { host: '0.0.0.0', port: 9464 },
    { host: '::', port: 9464 },
    { host: 'localhost', port: 1 },
  ]);
  for (const given of ['', 'x', '65536', '::1', ':9464', '0.0.0.0:', '1.2.3.4:x', -1])
    expect(metrics.safeParse(given).success, String(given)).toBe(false);
});
