import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { z } from 'zod';
import { readBundle } from '../../src/cli/options/bundle.ts';
import { runCrawl, test as withDemo } from '../crawl/demo-web.ts';
import { forager } from './forager.ts';

const test = withDemo;

const crate = z.object({ '@graph': z.array(z.looseObject({ '@id': z.string() })) });

test('a bundle has everything of a study with checksums, and allows repeating its crawl', async ({ web, folder }) => {
  const db = `${folder}/crawl.sqlite`;
  const sites = web.sites('music', 'hist');
  await runCrawl(db, sites, web.server, { pageLimit: 12, seed: 5, exclude: ['/x/**'], render: 'http' });
  const file = `${folder}/study.zip`;
  const made = await forager(['bundle', '--db', db, '--out', file]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const files = unzipSync(readFileSync(file));
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      'options.json',
      'sites.csv',
      'versions.json',
      'robots.csv',
      'links.csv',
      'edges.csv',
      'report.html',
      'ro-crate-metadata.json',
      'SHA256SUMS',
    ]),
  );
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const sums = textOf('SHA256SUMS')
    .trim()
    .split('\n')
    .map((line) => line.split('  '));
  expect(sums.length).toBe(Object.keys(files).length - 1);
  for (const [sum, name = ''] of sums)
    expect(
      createHash('sha256')
        .update(files[name] ?? '')
        .digest('hex'),
      name,
    ).toBe(sum);
  const { '@graph': graph } = crate.parse(JSON.parse(textOf('ro-crate-metadata.json')));
  const ids = graph.map((entity) => entity['@id']);
  expect(ids).toEqual(expect.arrayContaining(['./', '#forager', 'links.csv', 'report.html']));
  expect(textOf('links.csv').split('\r\n').length).toBeGreaterThan(20);
  expect(textOf('report.html')).toContain('<h2>Methods</h2>');
  expect(textOf('robots.csv')).toContain('origin,asked,status');

  const again = ['crawl', '--bundle', file, '--db', `${folder}/again.sqlite`, '--dry-run', '--json'];
  const dry = await forager(again);
  expect(dry.code).toBe(0);
  const planned = z
    .object({ sites: z.array(z.looseObject({ url: z.string() })), pageLimit: z.number(), seed: z.number() })
    .loose()
    .parse(JSON.parse(dry.stdout));
  expect(planned).toMatchObject({ pageLimit: 12, seed: 5, exclude: ['/x/**'] });
  expect(planned.sites.map(({ url }) => url).sort()).toEqual(sites.map(({ url }) => url).sort());
  const other = await forager([...again, '--page-limit', '3']);
  expect(JSON.parse(other.stdout)).toMatchObject({ pageLimit: 3, seed: 5 });
});

test('an invalid bundle is refused in one line', async ({ folder }) => {
  const file = `${folder}/file.zip`;
  const refused = (content: Uint8Array) => {
    writeFileSync(file, content);
    return expect(readBundle(file)).rejects;
  };
  await refused(strToU8('not a zip')).toThrow(`--bundle: ${file} was not written by forager bundle: `);
  await refused(zipSync({ 'sites.csv': strToU8('url\n') })).toThrow('it contains no options.json');
  await refused(zipSync({ 'options.json': strToU8('[]'), 'sites.csv': strToU8('url\n') })).toThrow(
    'its options.json is not valid',
  );
  await expect(readBundle(`${folder}/none.zip`)).rejects.toThrow('no such file');
  const { code, stderr } = await forager(['bundle', '--out', `${folder}/study.tar`]);
  expect(code).toBe(4);
  expect(stderr).toContain('must end in .zip');
});
