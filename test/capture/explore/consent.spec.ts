import { addresses, expect, test } from '../fixtures.ts';

for (const path of ['accept', 'refuse', 'choose', 'in-frame', 'in-shadow', 'dialog']) {
  test(`a cookie banner is answered, and the content behind it is found: ${path}`, async ({ odd }) => {
    const page = await odd.page(`consent.test/${path}`);
    expect(addresses(page)).toEqual(expect.arrayContaining(['/after/1', '/after/2']));
  });
}
