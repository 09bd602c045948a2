import { z } from 'zod';
import { reward } from './reward.ts';

/**
 * Registrable domains that the page's external links are the first of its site to lead to. All links between two sites
 * count as one: the model of the whole site as one document of Thelwall 2002, "Conceptualizing documentation on the
 * Web", JASIST 53(12), by which a thousand links of one template say no more than a single one.
 */
export const newExternalSites = reward({
  name: 'new-external-sites',
  summary: 'other sites (registrable domains) that the site had not linked to before',
  source: 'Thelwall 2002, "Conceptualizing documentation on the Web"',
  params: z.strictObject({}),
  make: () => ({ of: (visit) => visit.newExternalSites }),
});
