import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { openWorld } from '../../src/lab/open-world.ts';
import { test } from '../frontier/world.ts';
import { jsonl, page } from './web-file.ts';

const folder = (path: string, pages: number) => Array.from({ length: pages }, (_, at) => page(`${path}${at}`));

test('sections are the folders of 25 to 400 pages at any depth; each starts at a page directly in it', async ({
  folder: at,
}) => {
  const file = `${at}/web.jsonl`;
  const pages = [...folder('/doc/api/a/', 300), ...folder('/doc/api/b/', 200), ...folder('/doc/guide/', 30)];
  writeFileSync(file, jsonl('web', page('/'), ...pages, ...folder('/few/', 24), ...folder('/flat/', 450)));
  const world = await openWorld([file], 'section');
  const { sites } = world.of(1);
  const starts = ['/doc/api/a/0', '/doc/api/b/0', '/doc/guide/0', '/flat/0'];
  expect(sites.map(({ url, scope }) => ({ url, scope }))).toEqual(
    starts.map((path) => ({ url: `http://web.test${path}`, scope: 'prefix' })),
  );
  expect(sites.map(({ name }) => name)).toEqual(
    ['doc/api/a', 'doc/api/b', 'doc/guide', 'flat'].map((one) => `web.test/${one}/`),
  );
  const small = `${at}/small.jsonl`;
  writeFileSync(small, jsonl('small', page('/'), ...folder('/a/', 60)));
  const whole = await openWorld([small], 'section');
  expect(whole.of(1).sites).toMatchObject([{ url: 'http://small.test/', scope: 'host' }]);
});
