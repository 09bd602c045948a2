import { expect } from '@playwright/test';
import { avoidableKinds, avoidance, avoidanceError } from '../../src/url/avoidance.ts';
import { registrableDomain } from '../../src/url/scope.ts';
import { test } from '../plain-test.ts';

const avoids = (names: readonly string[], host: string) => avoidance(names)(host, registrableDomain(host));

for (const [names, host, isAvoided] of [
  [avoidableKinds, 'www.facebook.com', true],
  [avoidableKinds, 'de-de.facebook.com', true],
  [avoidableKinds, 'www.amazon.co.uk', true],
  [avoidableKinds, 'smile.amazon.de', true],
  [avoidableKinds, 'amazon.edu.example.org', false],
  [avoidableKinds, 'notfacebook.com', false],
  [avoidableKinds, 'www.mit.edu', false],
  [avoidableKinds, '192.168.0.1', false],
  [avoidableKinds, 'localhost', false],
  [['social'], 'www.amazon.com', false],
  [['example.com'], 'example.com', true],
  [['example.com'], 'a.b.example.com', true],
  [['b.example.com'], 'example.com', false],
  [['Example.*'], 'example.co.uk', true],
  [['пример.рф'], 'пример.рф', true],
  [['*.shop.*'], 'www.shop.example.com', true],
  [['*.Shop.*'], 'a.b.shop.de', true],
  [['*.shop.*'], 'shop.example.com', false],
  [['*.shop.*'], 'www.workshop.example.com', false],
  [['shop*.example.com'], 'shop-2.example.com', true],
  [['shop*.example.com'], 'www.example.com', false],
  [['*.example.com'], 'www.example.com', true],
  [['*.example.com'], 'example.com', false],
  [['shop.example.*'], 'shop.example.org', true],
  [['*.магазин.*'], 'www.магазин.рф', true],
  [['*a*a*a*a*a*a*a*a*a*a*b.*'], `${'a'.repeat(60)}.example.com`, false],
  [[], 'www.facebook.com', false],
] as const)
  test(`${names.length > 2 ? 'all kinds' : names.join() || 'nothing'} and ${host}`, () => {
    expect(avoids(names, host)).toBe(isAvoided);
  });

test('a pattern without sites is reported', () => {
  for (const good of [...avoidableKinds, 'example.com', 'example.*', 'a.b-c.example.com', '*.example.com', '*.shop.*'])
    expect(avoidanceError(good)).toBeUndefined();
  for (const bad of ['socail', '', 'http://example.com/', 'example.com/path', '*', '*.*', '*shop', '.shop.*', 'a..*'])
    expect(avoidanceError(bad)).toMatch(
      /is not a kind of site \(social, shops, video, search, ads\), a domain \(.*\) or a host pattern \(\*\.shop\.\*\)$/,
    );
});
