import { addresses, expect, test } from '../fixtures.ts';

/** Links of each route of an application, by its name and the prefix of its addresses. */
const linksOf = (route: string, before: string): string[] =>
  [...['home', 'about', 'staff'].map((name) => `${before}${name}`), `/more-of/${route}`, `/of/${route}`].sort();

/** Applications whose links and buttons lead to routes, and the prefix of these addresses. */
const applications = {
  hash: '/hash#/',
  bang: '/bang#!',
  'hash-alone': '/hash-alone#/',
  delegated: '/delegated/',
  own: '/own/',
  redirecting: '/redirecting/',
  twice: '/twice/',
};

/** Each application is its own site: nothing learned from one applies to the next. */
let site = 1000;

for (const [name, before] of Object.entries(applications)) {
  site++;
  const own = site;
  test(`links of each route are found on that route only: ${name}`, async ({ odd }) => {
    const first = await odd.page(`applications.test/${name}`, own);
    expect([...new Set(addresses(first))].sort()).toEqual(linksOf('home', before));
    const about = await odd.page(`applications.test${before}about`, own);
    expect([...new Set(addresses(about))].sort()).toEqual(linksOf('about', before));
    expect([...first.limits, ...about.limits]).toEqual([]);
  });
}

for (const name of ['buttons', 'late-buttons', 'promised-buttons']) {
  site++;
  const own = site;
  test(`routes behind controls are links, and links shown there belong to them: ${name}`, async ({ odd }) => {
    const page = await odd.page(`applications.test/${name}`, own);
    expect([...new Set(addresses(page))].sort()).toEqual(linksOf('home', `/${name}/`));
    const about = await odd.page(`applications.test/${name}/about`, own);
    const others = linksOf('about', `/${name}/`).filter((link) => link !== `/${name}/about`);
    expect([...new Set(addresses(about))].sort()).toEqual(expect.arrayContaining(others));
    expect(addresses(about)).not.toContain('/of/home');
  });
}

test('links shown by a route without a way back do not belong to the page before', async ({ odd }) => {
  const page = await odd.page('applications.test/forgetful', site + 1);
  expect(addresses(page)).toEqual(expect.arrayContaining(['/forgetful/about', '/forgetful/staff', '/of/home']));
  for (const route of ['about', 'staff'])
    expect(addresses(page)).not.toEqual(expect.arrayContaining([expect.stringContaining(`of/${route}`)]));
});

test('links that a control adds at once are kept though another control leads to a route later', async ({ odd }) => {
  const page = await odd.page('applications.test/batched', site + 2);
  expect([...new Set(addresses(page))].sort()).toEqual(['/added', '/batched/on', '/of/batched']);
  expect(page.limits).toEqual([]);
});

test("a route other than the link's address is a link, too", async ({ odd }) => {
  const page = await odd.page('applications.test/diverted', site + 3);
  expect([...new Set(addresses(page))].sort()).toEqual(['/diverted/said', '/diverted/set']);
});

test('a redirect target unlike those of links with the same listener is not a link', async ({ odd }) => {
  const page = await odd.page('applications.test/guarded', site + 4);
  expect(addresses(page)).toEqual(['/said/one', '/said/two', '/said/old', '/said/admin']);
});

test('a listener that redirects all links is trusted after three', async ({ odd }) => {
  const page = await odd.page('applications.test/moved', site + 5);
  const said = ['one', 'two', 'three', 'four', 'five'].map((name) => `/said/${name}`);
  const others = addresses(page).filter((address) => !said.includes(address));
  expect(others).toHaveLength(3);
  for (const address of others) expect(said).toContain(address.replace('/moved', ''));
});
