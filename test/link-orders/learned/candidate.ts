import type { Candidate } from '../../../src/link-orders/learned/link-features.ts';

/** A link on a page of its site. */
export const candidate = (given: Partial<Candidate>): Candidate => ({
  site: 1,
  url: 'http://a.test/people/ann.html',
  level: 2,
  anchor: 'Ann',
  tagPath: 'html body ul li a',
  place: 3,
  page: { id: 7, url: 'http://a.test/people/', level: 1, reward: 2, newExternal: 2, internal: 8 },
  ...given,
});
