import { expect } from '@playwright/test';
import fc from 'fast-check';
import { addressParts, topLevelDomain, withoutPort } from '../../src/url/address-parts.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { expectSame } from '../in-loops.ts';
import { test } from '../plain-test.ts';

test('the parts of an address equal those of a parser', () => {
  const addresses = fc
    .tuple(
      fc.constantFrom('http', 'https'),
      fc.constantFrom('uni.test', 'www.uni.ac.uk', '10.0.0.1', '[::1]'),
      fc.constantFrom('', ':8080'),
      fc.array(fc.constantFrom('/', 'a', 'b.html', '?', '#', '/x/', 'q=/', '%2F', '..', '~me'), { maxLength: 8 }),
    )
    .map(([scheme, host, port, path]) => `${scheme}://${host}${port}/${path.join('')}`);
  fc.assert(
    fc.property(addresses, (text) => {
      const url = parseUrl(text);
      if (!url) throw new Error(`${text} is no address`);
      const { host, path, directory } = addressParts(url.href);
      const folder = url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1);
      expectSame([host, path, directory], [url.host, url.pathname, url.origin + folder], url.href);
      expectSame(withoutPort(host), url.hostname);
    }),
    { numRuns: 1000 },
  );
});

test('top-level domains: of names, not of IP addresses', () => {
  const told = ['www.uni.ac.uk', 'localhost', 'x.xn--p1ai', '10.0.0.1', '[::1]'].map(topLevelDomain);
  expect(told).toEqual(['uk', 'localhost', 'xn--p1ai', undefined, undefined]);
});
