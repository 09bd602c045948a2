import { addresses, expect, test } from '../fixtures.ts';

for (const name of ['pointerdown', 'contextmenu', 'mouseleave', 'keydown', 'touchstart', 'dragstart']) {
  test(`a page without scripts is explored for its event handlers: ${name}`, async ({ odd }) => {
    expect(addresses(await odd.page(`gestures.test/without-script/${name}`))).toContain('/done');
  });
}

for (const name of ['action', 'formaction', 'svg']) {
  test(`a page without scripts is explored for its javascript: addresses: ${name}`, async ({ odd }) => {
    expect(addresses(await odd.page(`gestures.test/without-script/${name}`))).toContain('/done');
  });
}

test('every gesture is tried before any is repeated on a similar element', async ({ odd }) => {
  const found = addresses(await odd.page('gestures.test/many-gestures'));
  expect(found.sort()).toEqual(['/held', '/left', '/twice']);
});

for (const [name, links] of Object.entries({
  'handler-changed': ['/second'],
  'variable-changed': ['/second'],
  popover: ['/opened'],
  filled: ['/filled'],
  hidden: ['/seen'],
  'two-requests': ['/loaded/1', '/loaded/2'],
  'counted-requests': ['/looked'],
  'late-stream': ['/by-stream'],
  'pressed-stream': ['/by-stream'],
})) {
  test(`controls are operated as they expect, and only finitely often: ${name}`, async ({ odd }) => {
    const { limits, ...page } = await odd.page(`gestures.test/${name}`);
    expect([...new Set(addresses({ limits, ...page }))].sort()).toEqual(links);
    expect(limits).toEqual([]);
  });
}

test('fragment links are pressed if scripts listen for them, routes are not', async ({ odd }) => {
  const found = addresses(await odd.page('gestures.test/fragments'));
  expect(found).toEqual(expect.arrayContaining(['/at/people', '/at/places', '/fragments#/route']));
  expect(found).not.toContain('/at//route');
});

test('controls that are recreated by each action are recognised', async ({ odd }) => {
  const { links, limits } = await odd.page('gestures.test/anew');
  expect(links.filter(({ url }) => url?.includes('/pressed/'))).toHaveLength(12);
  expect(limits).toEqual([]);
});

test('a select that reports each choice in a dialog is not an endless script', async ({ odd }) => {
  const page = await odd.page('gestures.test/asking-select');
  expect(page.limits).toEqual([]);
  expect(new Set(addresses(page)).size).toBeGreaterThanOrEqual(11);
});

test('a button that adds only fragment links is not pressed endlessly', async ({ odd }) => {
  const { links } = await odd.page('gestures.test/panels');
  const asked = links.flatMap(({ url }) => (url?.includes('/panel?') ? [url] : []));
  expect(asked).toContain('http://gestures.test/panel?n=2');
  expect(asked.length).toBeLessThan(15);
});

test('a page with slow actions is left after a while, with the links found so far', async ({ odd }) => {
  const page = await odd.endlessPage('gestures.test/ever-slower');
  expect(page.limits).toEqual(['actions']);
  expect(addresses(page)).toContain('/ever-slower/2');
  expect(addresses(page).length).toBeLessThan(30);
});

test('all cells of a column are pressed if one leads on, although those of another column do nothing', async ({
  odd,
}) => {
  const found = addresses(await odd.page('gestures.test/columns'));
  expect(found.filter((path) => path.startsWith('/columns/')).length).toBe(12);
});
