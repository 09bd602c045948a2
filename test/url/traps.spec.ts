import { expect } from '@playwright/test';
import { familyOf, trapOfAddress } from '../../src/url/traps.ts';
import { test } from '../plain-test.ts';

const paths: readonly [address: string, kind: string | undefined, pattern?: string][] = [
  ['/a/a/a', 'repeated-segments', '/(a)…'],
  ['/x1/a/b/a/b/a/b/c', 'repeated-segments', '/xN/(a/b)…'],
  ['/a//a/a/', 'repeated-segments', '/(a)…'],
  ['/app#/a/a/a', 'repeated-segments', '/app#/(a)…'],
  ['http://other.test/a/a/a?b', 'repeated-segments', 'http://other.test/(a)…'],
  ['/login?next=/login?next=/p', 'nested-query', '/login?next=…'],
  ['/login?next=%2Flogin%3Fnext%3D%252Flogin', 'nested-query', '/login?next=…'],
  ['/login?x=1&back=http%253A%252F%252Fa.test%252Flogin', 'nested-query', '/login?back=…'],
  ['/register?next=%2Flogin%3Fnext%3D%252Fp7', 'nested-query', '/register?next=…'],
  ['/login/?u=%25252525252Flogin', 'nested-query', '/login/?u=…'],
  ['/a/login.php?returnUrl=login.php%3FreturnUrl%3D%2F', 'nested-query', '/a/login.php?returnUrl=…'],
  [`/login?return=${Buffer.from('/login?return=L3A=').toString('base64')}`, 'nested-query', '/login?return=…'],
  ['/#/login?next=/login', 'nested-query', '/#/login?next=…'],
  ['/?back=/?back=/p', 'nested-query', '/?back=…'],
  ['/login?next=/p7', undefined],
  ['/login?next=/p7?x=1%26y=2', undefined],
  ['/login?next=/login-help', undefined],
  ['/search?q=search', undefined],
  ['/list?page=2&page=3', undefined],
  ['/?next=/', undefined],
  ['/a/b/a/b/a', undefined],
  ['/a/a', undefined],
  ['/0/0/0/0', undefined],
  ['/2019/2019/2019/', undefined],
  ['/p?q=/a/a/a', undefined],
  [`/${Array.from({ length: 20 }, (_, n) => `s${n}`).join('/')}`, undefined],
  [`/${Array.from({ length: 21 }, (_, n) => `s${n}`).join('/')}`, 'endless-path', '/sN/…'],
];

for (const [address, kind, pattern] of paths) {
  test(`${address} is ${kind ?? 'a path as others'}`, () => {
    expect(trapOfAddress(address)).toEqual(kind === undefined ? undefined : { kind, pattern });
  });
}

const families: readonly [address: string, kind: string | undefined, pattern?: string][] = [
  ['/calendar/2019/03/', 'calendar', '/calendar/(date)'],
  ['/calendar/2019/03/15', 'calendar', '/calendar/(date)'],
  ['/events/2019-03', 'calendar', '/events/(date)'],
  ['/events/day-2019-03-15.html', 'calendar', '/events/day-(date)'],
  ['/20190315', 'calendar', '/(date)'],
  ['/2019/03/?tag=x', 'calendar', '/(date)'],
  ['/cal.php?date=2019-03-15', 'calendar', '/cal.php?(date)'],
  ['/cal.php?view=month&year=2019&month=3', 'calendar', '/cal.php?(date)'],
  ['/cal?from=2019-01-02T03%3A04%3A05Z&precision=second', 'calendar', '/cal?(date)'],
  ['/cal?d=15%2F03%2F2019', 'calendar', '/cal?(date)'],
  ['/cal?time=1552608000', 'calendar', '/cal?(date)'],
  ['/cal?m=201903', 'calendar', '/cal?(date)'],
  ['/list?page=3', 'parameters', '/list?…'],
  ['/v2/list.php?b=1&a=2', 'parameters', '/vN/list.php?…'],
  ['/item?id=201903', 'parameters', '/item?…'],
  ['/conference?year=2019', 'parameters', '/conference?…'],
  ['/app#/list?page=3', 'parameters', '/app#/list?…'],
  ['/', undefined],
  ['/list?', undefined],
  ['/node/201903', undefined],
  ['/2019/03/15/a-title', undefined],
  ['/node/2519', undefined],
  ['/item/12345678', undefined],
];

for (const [address, kind, pattern] of families) {
  test(`${address} has ${kind === undefined ? 'no family' : `the family ${pattern} (${kind})`}`, () => {
    const family = familyOf(address);
    expect(family && { kind: family.kind, pattern: family.pattern }).toEqual(kind && { kind, pattern });
  });
}

test('a family of parameters has a folder', () => {
  expect(familyOf('/wiki/page1?version=2')?.folder).toBe('/wiki/*?…&…');
  expect(familyOf('/?a=1')?.folder).toBe('/*?…&…');
});

test('a year alone may be a number: it belongs to a calendar only if one is known', () => {
  expect(familyOf('/calendar/2031')).toMatchObject({ pattern: '/calendar/(date)', isYear: true });
  expect(familyOf('/calendar/2031/05')).toMatchObject({ pattern: '/calendar/(date)', isYear: false });
});
