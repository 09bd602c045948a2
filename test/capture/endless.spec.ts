import { addresses, expect, test } from './fixtures.ts';

for (const path of ['inline', 'onload', 'timeout', 'interval', 'dialogs-for-ever', 'promises']) {
  test(`an endless script is ended and the page read: ${path}`, async ({ odd }) => {
    // Dialogs are counted, not timed: the time of each answer depends on the machine.
    const read = path === 'dialogs-for-ever' ? odd.largePage : odd.endlessPage;
    const page = await read(`endless.test/${path}`);
    expect(addresses(page)).toContain('/first');
    expect(page.limits).toContain('script ended');
    expect(addresses(await odd.endlessPage('endless.test/plain'))).toEqual(['/first']);
  });
}

const harmless = ['dialogs', 'print', 'popups', 'popups-for-ever', 'stays', 'notification'];
for (const path of [...harmless, 'goes-on', 'closes']) {
  test(`a page is read, and the next one: ${path}`, async ({ odd }) => {
    const page = await odd.page(`endless.test/${path}`);
    expect(addresses(page)).toContain('/first');
    expect(page.limits).toEqual([]);
    const next = await odd.page('endless.test/plain');
    expect(next.url).toBe('http://endless.test/plain');
    expect(addresses(next)).toEqual(['/first']);
  });
}

test('a page that sends endless requests is read, whether or not the last answer arrived', async ({ odd }) => {
  const page = await odd.endlessPage('endless.test/asks-for-more');
  expect(addresses(page)).toContain('/first');
  expect([[], ['still loading']]).toContainEqual(page.limits);
  expect(addresses(await odd.endlessPage('endless.test/plain'))).toEqual(['/first']);
});

test('a page that reads an endless body in pieces is read, and counts as idle', async ({ odd }) => {
  const page = await odd.largePage('endless.test/reads-for-ever');
  expect(addresses(page)).toEqual(expect.arrayContaining(['/first', '/piece', '/later']));
  expect(page.limits).toEqual([]);
});

for (const path of ['timeout-late', 'hangs-on-leave']) {
  test(`a script that hangs after its page was read does not affect the next: ${path}`, async ({ odd }) => {
    for (const pause of [0, 160]) {
      expect(addresses(await odd.endlessPage(`endless.test/${path}`))).toEqual(['/first']);
      await new Promise((done) => setTimeout(done, pause));
      expect(addresses(await odd.endlessPage('endless.test/plain'))).toEqual(['/first']);
    }
  });
}

test('an endless worker', async ({ odd }) => {
  expect(addresses(await odd.endlessPage('endless.test/worker'))).toEqual(['/first']);
  expect(addresses(await odd.endlessPage('endless.test/plain'))).toEqual(['/first']);
});

test('a script that still runs while the next page loads does not affect it', async ({ odd }) => {
  for (let i = 0; i < 8; i++) {
    await odd.endlessPage('endless.test/goes-on-soon');
    const next = await odd.endlessPage('endless.test/plain');
    expect([next.url, ...addresses(next)]).toEqual(['http://endless.test/plain', '/first']);
  }
});

test('an unused page sends no requests', async ({ odd }) => {
  await odd.endlessPage('endless.test/asks-for-more');
  await new Promise((done) => setTimeout(done, 500));
  const before = odd.server.requests.get('endless.test');
  await new Promise((done) => setTimeout(done, 300));
  expect(odd.server.requests.get('endless.test')).toBe(before);
});
