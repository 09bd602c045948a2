import { z } from 'zod';
import { reward } from './reward.ts';

/**
 * X(i, j): external links that the page showed for the first time on its site (Pechnikov & Chernobrovkin 2012, §3),
 * without links made from the page's own address: every page has new ones, and they say nothing about the page.
 */
export const newExternalLinks = reward({
  name: 'new-external-links',
  summary: 'external links that are new to their site',
  source: 'Pechnikov & Chernobrovkin 2012, §3',
  params: z.strictObject({}),
  make: () => ({ of: (visit) => visit.newExternal - visit.madeFromPage }),
});
