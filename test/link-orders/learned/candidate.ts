import type { Candidate } from '../../../src/link-orders/learned/link-features.ts';

/** A link on a page of its site. */
export const candidate = ({
  url = 'http://a.test/people/ann.html',
  ...given
}: Partial<Omit<Candidate, 'url'> & { readonly url: string }>): Candidate => ({
  site: 1,
  url: new URL(url),
  level: 2,
  anchor: 'Ann',
  tagPath: 'html body ul li a',
  place: 3,
  page: { id: 7, pattern: 'a.test/people/', level: 1, reward: 2, newExternal: 2, internal: 8 },
  ...given,
});
