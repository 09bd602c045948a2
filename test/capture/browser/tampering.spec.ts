import { addresses, expect, linkTo, test } from '../fixtures.ts';

for (const path of ['array', 'queries', 'observer', 'getters', 'constructors', 'form', 'document']) {
  test(`links are right on a page that tampers: ${path}`, async ({ odd }) => {
    const page = await odd.page(`tampering.test/${path}`);
    expect(addresses(page)).toEqual(['/first', '/second', '/framed', '/third', '/framed']);
    expect(page).toMatchObject({ title: 'A page', limits: [], contentType: 'text/html' });
    const isForm = path === 'form' ? 'form ' : '';
    expect(linkTo(page, '/second')).toMatchObject({ anchor: 'Second', tagPath: `html body ${isForm}div a` });
  });
}
