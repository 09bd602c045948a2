import { addresses, expect, test } from './fixtures.ts';

const cases: Record<string, readonly string[]> = {
  'document-write': ['/written', '/written-later'],
  'dom-content': ['/inner'],
  onload: ['/onload', '/soon'],
  fetch: ['/fetched'],
  xhr: ['/fetched'],
  chain: ['/step/1', '/step/2', '/step/3', '/step/4'],
  'inserted-script': ['/by-script'],
  module: ['/by-module'],
  'no-answer-late-link': ['/after-failure'],
  'in-frame': ['/writing-frame', '/in-frame-later', '/writing-frame'],
  attribute: ['/set-later'],
  shadow: ['/in-shadow-later'],
  ticking: ['/steady'],
  unread: ['/answered'],
  events: ['/first'],
};
for (const [path, expected] of Object.entries(cases)) {
  test(`links written by scripts: ${path}`, async ({ odd }) => {
    const page = await odd.page(`scripted.test/${path}`);
    expect(addresses(page)).toEqual(expected);
    expect(page.limits).toEqual([]);
  });
}

test("an address that stores a page's state is not a link, one that it navigates to is", async ({ odd }) => {
  const led = addresses(await odd.page('scripted.test/states')).filter((one) => /states|elsewhere/.test(one));
  expect(led.slice(0, 3)).toEqual(['/states?page=3', '/states?page=4', '/elsewhere?x=1']);
  expect(led.filter((one) => !/states\?page=\d+$|elsewhere/.test(one))).toEqual([]);
});

test('each of two routes of one document has its own links', async ({ odd }) => {
  for (const route of ['one', 'two', 'one']) {
    const page = await odd.page(`scripted.test/hash-app#/${route}`);
    expect(page.url).toBe(`http://scripted.test/hash-app#/${route}`);
    expect(page.title).toBe(`#/${route}`);
    expect(addresses(page)).toEqual(['/hash-app#/one', `/item/${route}`]);
  }
  expect(addresses(await odd.page('scripted.test/hash-app'))).toContain('/item');
});

test('an application that changes its address: links are relative to it, the page keeps the address of the server', async ({
  odd,
}) => {
  for (const route of ['1', '2']) {
    const page = await odd.page(`scripted.test/history-app?${route}`);
    expect(page.url).toBe(`http://scripted.test/history-app?${route}`);
    expect(addresses(page)).toEqual([`/deep/item${route}`, `/deep/route?${route}`]);
  }
});

test('a page that grows forever is read nevertheless', async ({ odd }) => {
  const page = await odd.page('scripted.test/growing');
  expect(addresses(page)).toEqual(['/first']);
  expect(page.limits).toEqual(['never quiet']);
});

for (const path of ['long-poll', 'polling', 'stalled-style']) {
  test(`endless requests: ${path}`, async ({ odd }) => {
    const page = await odd.page(`scripted.test/${path}`);
    expect(addresses(page)).toEqual(['/first']);
    expect(page.limits).toEqual(['still loading']);
  });
}

test('a script that never arrives: links before it are read, later ones as they arrived', async ({ odd }) => {
  const page = await odd.page('scripted.test/stalled-script');
  const found = page.links.filter(({ role }) => role === 'link');
  expect(found.map(({ raw, technique }) => `${technique} ${raw}`)).toEqual(['dom /first', 'source /behind']);
  expect(page.limits).toEqual(['still loading']);
});
