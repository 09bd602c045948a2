import { expect } from '@playwright/test';
import { contactAddress } from '../../src/options/kinds.ts';
import { test } from '../plain-test.ts';

test("a contact is a page or a mail address that fits in a user agent's comment", () => {
  for (const contact of [
    'mailto:me@example.edu',
    'me@example.edu',
    'https://www.example.edu/crawler?who=me',
    'http://localhost/',
  ])
    expect(contactAddress.value.safeParse(contact).success, contact).toBe(true);
  for (const contact of [
    '',
    'foo',
    'mailto:foo',
    'me@',
    '@example.edu',
    'ftp://a.test/',
    'http://a.test/(x)',
    'a b@c.test',
    'https://',
  ])
    expect(contactAddress.value.safeParse(contact).success, contact).toBe(false);
});
