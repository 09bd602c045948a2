import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { serveDemo } from '../../src/demo/server.ts';
import { test } from '../frontier/world.ts';
import { html, site } from '../site/site.ts';
import { crawled, named } from '../webometrics/crawled.ts';
import { forager } from './forager.ts';

test('forager dead: one morning, the next one, and mistakes', async ({ file, folder }) => {
  const server = await serveDemo({ portals: [site('x.test', { '/there': html('x') })] });
  const page = 'http://portal.test/';
  const links = ['http://x.test/there', { raw: 'http://x.test/gone', anchor: 'old page' }];
  await (await crawled(file, [named(page)], { [page]: links })).close();
  const dead = (...args: string[]) => forager(['dead', '--db', file, '--host-rules', server.hostRules, ...args]);

  const first = await dead('--once', '--fail-on', 'new', '--notify', `command:cat > '${folder}/news.json'`);
  expect(JSON.parse(readFileSync(`${folder}/news.json`, 'utf8'))).toMatchObject({
    subject: 'Forager: 1 new dead link',
    news: [{ kind: 'dead', items: ['http://x.test/gone: HTTP 404'] }],
  });
  expect(first).toMatchObject({ code: 5, stdout: expect.stringContaining('HTTP 404') });
  expect(first.stdout).toContain(page);
  expect(first.stderr).toContain('2 links checked with 3 requests: 1 newly dead, 0 repaired');
  const second = await dead('--once', '--fail-on', 'new');
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('http://x.test/gone') });
  expect(second.stderr).toContain('0 links checked with 0 requests');
  expect(await dead('--limit', '0', '--fail-on', 'any', '--out', `${folder}/dead.xml`)).toMatchObject({ code: 5 });
  expect(readFileSync(`${folder}/dead.xml`, 'utf8')).toContain('old page');

  const listed = await forager(['links', 'list', '--dead', '--json', '--db', file]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ url: 'http://x.test/gone', anchor: 'old page' }]);
  const by = await forager(['export', '--edges', '--checked', 'ok', '--format', 'jsonl', '--db', file]);
  expect(
    by.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).targetUrl),
  ).toEqual(['http://x.test/there']);

  for (const [args, line] of [
    [['--show', 'gone'], /--show must be some of moved, failing, dead, unsure/],
    [['--out', `${folder}/dead.xml`], /already exists/],
    [['--db', `${folder}/none.sqlite`], /no database at/],
    [['--notify', 'pigeon:home'], /--notify: unknown target "pigeon:home"/],
    [['--fail-on', 'all'], /--fail-on must be one of new, any/],
  ] as const) {
    const ended = await dead(...args);
    expect(ended, args.join(' ')).toMatchObject({ code: 4, stdout: '', stderr: expect.stringMatching(line) });
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  }
  await server.close();
});
