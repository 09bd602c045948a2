import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readSession } from '../../../src/capture/session/session-state.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { BadInput } from '../../../src/domain/errors.ts';
import { runCrawl, test } from '../../crawl/demo-web.ts';
import { newSite } from '../../frontier/world.ts';
import { html, site } from '../../site/site.ts';

const state = {
  cookies: [{ name: 'session', value: 'abc', domain: 'intranet.test', path: '/', expires: -1 }],
  origins: [{ origin: 'http://intranet.test', localStorage: [{ name: 'token', value: 't' }] }],
};
const cookies = [
  '# Netscape HTTP Cookie File',
  '',
  '.intranet.test\tTRUE\t/\tFALSE\t0\tsession\tabc',
  '#HttpOnly_other.test\tFALSE\t/x\tTRUE\t2000000000\tn\tv=1',
].join('\n');

test('a storage state and a cookie file', ({ folder }) => {
  const [stateFile, cookieFile] = [join(folder, 'state.json'), join(folder, 'cookies.txt')];
  writeFileSync(stateFile, JSON.stringify(state));
  writeFileSync(cookieFile, cookies);
  expect(readSession(undefined, undefined)).toBeUndefined();
  expect(readSession(stateFile, undefined)).toMatchObject(state);
  expect(readSession(stateFile, cookieFile)?.cookies).toMatchObject([
    { name: 'session', domain: 'intranet.test' },
    { name: 'session', value: 'abc', domain: '.intranet.test', path: '/', expires: -1, secure: false, httpOnly: false },
    { name: 'n', value: 'v=1', domain: 'other.test', path: '/x', expires: 2e9, secure: true, httpOnly: true },
  ]);
});

const bad: readonly (readonly [string, RegExp])[] = [
  ['nonsense', /--storage-state: .* is no JSON/],
  ['{"cookies": [{"name": 5}]}', /--storage-state: .* is no storage state of Playwright: cookies\.0\.name/],
];
for (const [text, line] of bad) {
  test(`a bad storage state: ${text}`, ({ folder }) => {
    const file = join(folder, 'state.json');
    writeFileSync(file, text);
    expect(() => readSession(file, undefined)).toThrow(BadInput);
    expect(() => readSession(file, undefined)).toThrow(line);
  });
}

test('missing files, and invalid cookie lines', ({ folder }) => {
  expect(() => readSession('/no/state.json', undefined)).toThrow(/--storage-state: no file \/no\/state\.json/);
  const file = join(folder, 'cookies.txt');
  writeFileSync(file, 'a.test\tTRUE\t/\tFALSE\t0\tn\tv\na b c\n');
  expect(() => readSession(undefined, file)).toThrow(/--cookies: .*: line 2 is no cookie/);
});

for (const render of ['browser', 'http'] as const) {
  test(`pages behind a login are read with the session: ${render}`, async ({ folder, file }) => {
    const [stateFile, cookieFile] = [join(folder, 'state.json'), join(folder, 'cookies.txt')];
    writeFileSync(stateFile, JSON.stringify(state));
    writeFileSync(cookieFile, cookies);
    const portal = site('intranet.test', {
      '/': ({ headers }) =>
        headers.cookie?.includes('session=abc') ? html('<a href=/a>a</a>') : { status: 403, headers: {}, body: '' },
      '/a': html('a'),
    });
    const server = await serveDemo({ portals: [portal] });
    const sites = [newSite(portal.start)];
    await expect(runCrawl(file, sites, server, { render })).rejects.toThrow(/HTTP 403/);
    for (const session of [{ storageState: stateFile }, { cookies: cookieFile }]) {
      const summary = await runCrawl(`${file}${Object.keys(session)}`, sites, server, { render, ...session });
      expect(summary.pages).toBe(2);
    }
    await server.close();
  });
}
