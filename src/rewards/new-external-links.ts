import type { Reward } from './reward.ts';

/** X(i, j): external links that the page showed for the first time on its site (Pechnikov & Chernobrovkin 2012, §3). */
export const newExternalLinks: Reward = {
  name: 'new-external-links',
  of: (visit) => visit.newExternal,
};
