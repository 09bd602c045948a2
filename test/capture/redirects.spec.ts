import { GiveUpVisit } from '../../src/domain/errors.ts';
import { addresses, expect, test } from './fixtures.ts';

const ends: Record<string, string> = {
  chain: 'http://redirected.test/end',
  301: 'http://redirected.test/end',
  fragment: 'http://redirects.test/end#part',
  route: 'http://redirects.test/end#/route',
  'fragment#own': 'http://redirects.test/end#part',
  'end#own': 'http://redirects.test/end#own',
  meta: 'http://redirects.test/end',
  location: 'http://redirects.test/end',
  replace: 'http://redirects.test/end#part',
  'location-other': 'http://redirected.test/end',
  'location-hash': 'http://redirects.test/location-hash',
  form: 'http://redirects.test/end?',
};
for (const [path, end] of Object.entries(ends)) {
  test(`${path} leads to ${end}`, async ({ odd }) => {
    const page = await odd.page(`redirects.test/${path}`);
    expect(page.url).toBe(end);
    // Addresses on the way are known from their headers.
    const links = page.links.filter(({ technique }) => technique !== 'header');
    expect(addresses({ ...page, links })).toEqual(['/x']);
    expect(page.route).toBe(path === 'location-hash' ? `${end}#/home` : undefined);
  });
}

test('a refresh after ten minutes is a link, not a redirect', async ({ odd }) => {
  const page = await odd.page('redirects.test/meta-later');
  expect([page.url, ...addresses(page)]).toEqual(['http://redirects.test/meta-later', '/before', '/end']);
});

test('a redirect without a target is a page', async ({ odd }) => {
  expect(await odd.page('redirects.test/no-location')).toMatchObject({ httpStatus: 302, links: [{ raw: '/shown' }] });
});

for (const path of [
  'loop',
  'ping',
  'endless',
  'mail',
  'script',
  'data',
  'malformed',
  'to-missing',
  'location-missing',
]) {
  test(`${path} is given up, and the next page is read`, async ({ odd }) => {
    await expect(odd.read(`redirects.test/${path}`)).rejects.toBeInstanceOf(GiveUpVisit);
    expect(addresses(await odd.page('redirects.test/end'))).toEqual(['/x']);
  });
}

test('an endless redirect is reported as such', async ({ odd }) => {
  await expect(odd.read('redirects.test/loop')).rejects.toThrow('ERR_TOO_MANY_REDIRECTS');
  await expect(odd.read('redirects.test/to-missing')).rejects.toThrow('HTTP 404');
});

test('bodies of redirects are requested again until three of the site brought nothing', async ({ odd }) => {
  const asked = () => odd.server.requests.get('redirects.test') ?? 0;
  const counts: number[] = [];
  for (let read = 1; read <= 4; read++) {
    const before = asked();
    expect(addresses(await odd.page('redirects.test/stock-body', 900))).toEqual(['/x']);
    counts.push(asked() - before);
  }
  expect(counts).toEqual([3, 3, 3, 2]);
});

test('redirects to files', async ({ odd }) => {
  const file = { kind: 'file', url: 'http://redirects.test/file.zip', contentType: 'application/zip', httpStatus: 200 };
  expect(await odd.read('redirects.test/to-file')).toMatchObject(file);
  const text = { kind: 'file', url: 'http://redirects.test/text', contentType: 'text/plain' };
  expect(await odd.read('redirects.test/location-text')).toMatchObject(text);
  const page = await odd.page('redirects.test/location-file');
  expect([page.url, ...addresses(page)]).toEqual(['http://redirects.test/location-file', '/stays', '/file.zip']);
});

test('a page that reloads itself forever is read', async ({ odd }) => {
  const read = odd.read('redirects.test/reloads').catch((error: unknown) => String(error));
  await read;
  expect(addresses(await odd.page('redirects.test/end'))).toEqual(['/x']);
});
