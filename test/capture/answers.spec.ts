import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { addresses, expect, test } from './fixtures.ts';

const files: Record<string, string> = {
  attachment: 'text/html',
  octets: 'application/octet-stream',
  zip: 'application/zip',
  pdf: 'application/pdf',
  'no-content': '',
  'reset-content': '',
  png: 'image/png',
  text: 'text/plain',
  json: 'application/json',
  xml: 'text/xml',
  rss: 'application/rss+xml',
  video: 'video/mp4',
  'untyped-image': 'image/png',
  'untyped-text': 'text/plain',
  camera: 'multipart/x-mixed-replace',
  'endless-text': 'text/plain',
};
for (const [path, contentType] of Object.entries(files)) {
  test(`no page: ${path}`, async ({ odd }) => {
    await odd.page('answers.test/page');
    const captured = await odd.read(`answers.test/${path}`);
    expect(captured).toMatchObject({ kind: 'file', url: `http://answers.test/${path}`, contentType });
    expect(addresses(await odd.page('answers.test/page'))).toEqual(['/x']);
  });
}

const pages = ['untyped-page', 'unknown-type', 'type-upper', 'types-twice', 'gzip', 'deflate', 'status-299'];
for (const path of [...pages, 'no-store']) {
  test(`a page: ${path}`, async ({ odd }) => {
    const page = await odd.page(`answers.test/${path}`);
    expect(addresses(page)).toEqual(['/x']);
    expect(page.contentType).toBe('text/html');
  });
}

test('a page: fifty megabytes of blanks, compressed', async ({ odd }) => {
  expect(addresses(await odd.largePage('answers.test/gzip-bomb'))).toEqual(['/x']);
});

for (const path of ['wrong-type', 'empty']) {
  test(`a page without links: ${path}`, async ({ odd }) => {
    const captured = await odd.read(`answers.test/${path}`);
    expect(captured).toMatchObject({ kind: 'page', links: [] });
  });
}

test('an empty answer without a type is captured', async ({ odd }) => {
  expect(await odd.read('answers.test/empty-untyped')).toMatchObject({ httpStatus: 200 });
});

test('an answer whose Content-Encoding is wrong', async ({ odd }) => {
  await expect(odd.read('answers.test/not-gzip')).rejects.toThrow('the answer was cut off');
  expect(addresses(await odd.page('answers.test/page'))).toEqual(['/x']);
});

test('broken markup', async ({ odd }) => {
  expect(addresses(await odd.page('answers.test/broken'))).toEqual(['/a%3Cb', '/b', '/c']);
});

test('NUL bytes', async ({ odd }) => {
  const page = await odd.page('answers.test/nul');
  expect(addresses(page)).toContain('/last');
  expect(JSON.stringify(page)).not.toContain('\\u0000');
});

test('ten megabytes', async ({ odd }) => {
  const patient = new BrowserCapture({
    headed: false,
    hostRules: odd.server.hostRules,
    workers: 1,
    now: Date.now,
    say: () => undefined,
  });
  const captured = await patient.read({ url: 'http://answers.test/huge', site: 1 });
  await patient.close();
  expect(captured).toMatchObject({ limits: ['long text'], links: [{ raw: '/top' }, { raw: '/bottom' }] });
});

test('a page that arrives slowly is read as far as it arrived', async ({ odd }) => {
  expect((await odd.endlessPage('answers.test/trickle')).limits).toEqual(['never quiet']);
});

test('a policy that forbids scripts', async ({ odd }) => {
  expect(addresses(await odd.page('answers.test/csp'))).toEqual(['/x']);
});

test('downloads leave no files behind', async ({ odd }) => {
  // Folders of other browsers may appear and disappear meanwhile.
  const filesIn = (folder: string) => readdir(join(tmpdir(), folder)).catch(() => []);
  const left = async () => {
    const folders = (await readdir(tmpdir())).filter((name) => name.startsWith('playwright-artifacts'));
    return (await Promise.all(folders.map(filesIn))).flat();
  };
  const before = new Set(await left());
  for (const path of ['attachment', 'octets', 'zip']) await odd.read(`answers.test/${path}`);
  await expect.poll(async () => (await left()).filter((file) => !before.has(file))).toEqual([]);
  expect(existsSync('x.html')).toBe(false);
});
