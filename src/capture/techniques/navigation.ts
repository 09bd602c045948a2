import type { Technique } from './technique.ts';

/** Where scripts lead: addresses that they go to, routes that they set, windows that they open. Observed from outside, and not carried out. */
export const navigation: Technique = {
  name: 'navigation',
  level: 'passive',
  summary: 'where scripts go, routes that they set, windows that they open',
  find: async (page) => page.observed.filter(({ technique }) => technique === 'navigation'),
};
