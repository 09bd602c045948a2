import type { LinkView } from '../../src/domain/link.ts';

/** A link in the form given to orders. */
export const linkView = (given: Partial<LinkView>): LinkView => ({
  id: 1,
  site: 1,
  url: 'http://a.test/',
  level: 1,
  anchor: '',
  context: '',
  rel: '',
  element: 'a',
  role: 'link',
  technique: 'dom',
  tagPath: '',
  place: 0,
  source: undefined,
  ...given,
});
