import { areAlike, isWhole } from '../../../src/capture/adaptive/same-links.ts';
import { HttpCapture, type HttpCaptureOptions } from '../../../src/capture/http/http.ts';
import { parseHostRules } from '../../../src/capture/network/host-rules.ts';
import { encodingsOf, shortPages } from '../../site/short-pages.ts';
import { addresses, expect, test } from '../fixtures.ts';

const captureOf = (hostRules: string, options: Partial<HttpCaptureOptions> = {}) =>
  new HttpCapture({ hostRules: parseHostRules(hostRules), userAgent: 'Forager', now: Date.now, ...options });

for (const [language, encodings] of Object.entries(encodingsOf)) {
  for (const encoding of encodings) {
    test(`${language} in ${encoding}, undeclared and mislabelled`, async ({ odd }) => {
      const http = captureOf(odd.server.hostRules);
      const [title, first] = shortPages[language]?.[0]?.split('|') ?? [];
      for (const kind of ['undeclared', 'mislabelled']) {
        const page = await http.read({ url: `http://encodings.test/${kind}/${language}/${encoding}`, site: 1 });
        expect(page).toMatchObject({
          title,
          links: expect.arrayContaining([expect.objectContaining({ anchor: first })]),
        });
      }
      await http.close();
    });
  }
}

for (const path of ['utf-16le-unmarked', 'utf-16be-unmarked', 'utf-8-as-latin1', 'utf-8-undeclared']) {
  test(`Unicode without a declaration or with a wrong one: ${path}`, async ({ odd }) => {
    const http = captureOf(odd.server.hostRules);
    expect(await http.read({ url: `http://encodings.test/${path}`, site: 1 })).toMatchObject({ title: '理学部数学科' });
    await http.close();
  });
}

test('redirects and frames may be refused', async ({ odd }) => {
  const asked: string[] = [];
  const mayFollow = async (url: URL) => {
    asked.push(url.pathname);
    return url.pathname === '/308' || url.pathname === '/inner' ? 'not allowed' : undefined;
  };
  const http = captureOf(odd.server.hostRules);
  await expect(http.read({ url: 'http://redirects.test/chain', site: 1, mayFollow })).rejects.toThrow('not allowed');
  expect(asked).toEqual(['/301', '/303', '/307', '/308']);
  const page = await http.read({ url: 'http://frames.test/nested', site: 2, mayFollow });
  expect(page.kind === 'page' && addresses(page)).toEqual(['/outer', '/from/outer', '/inner', '/outer']);
  await http.close();
});

test('the links in the body of a redirect', async ({ odd }) => {
  const http = captureOf(odd.server.hostRules);
  const page = await http.read({ url: 'http://redirects.test/with-body', site: 1 });
  expect(page).toMatchObject({
    url: 'http://redirects.test/end',
    links: expect.arrayContaining([
      expect.objectContaining({ url: 'http://redirects.test/only/in-body', technique: 'header' }),
    ]),
  });
  await http.close();
});

test('a refresh is followed at once or not at all, at most five times', async ({ odd }) => {
  const http = captureOf(odd.server.hostRules);
  const at = async (path: string) => (await http.read({ url: `http://redirects.test/${path}`, site: 1 })).url;
  expect(await at('meta')).toBe('http://redirects.test/end');
  expect(await at('meta-later')).toBe('http://redirects.test/meta-later');
  expect(await at('meta-self')).toBe('http://redirects.test/meta-self');
  expect(await at('meta-on?0')).toBe('http://redirects.test/meta-on?4');
  expect(await at('refresh-header')).toBe('http://redirects.test/end');
  await http.close();
});

test('browser and http write an address alike, with any characters', async ({ odd }) => {
  const http = captureOf(odd.server.hostRules);
  const url = 'http://links.test/characters';
  const [plain, seen] = [await http.read({ url, site: 1 }), await odd.read('links.test/characters')];
  expect(plain.url).toBe(seen.url);
  expect(isWhole(plain) && areAlike(plain, seen)).toBe(true);
  await http.close();
});
