import type { Technique } from './technique.ts';
import { walkedLinksOf } from './walked.ts';

/** Addresses that do not lead the reader away: what the documents show, run or name, in any attribute, style or data. */
export const attribute: Technique = {
  name: 'attribute',
  level: 'passive',
  isReread: true,
  summary: 'all other addresses in markup',
  find: async (page) => await walkedLinksOf(page, 'attribute', ({ role }) => role !== 'link'),
};
