import { z } from 'zod';
import { reward } from './reward.ts';

/**
 * Registrable domains that an external link of the page is the first of its site to lead to. A link counts once for the
 * pair of sites that it joins, however many others join them: the domain model of Thelwall 2002, "Conceptualizing
 * documentation on the Web", JASIST 53(12), in which one site's many links to one other are taken for one decision.
 */
export const newExternalSites = reward({
  name: 'new-external-sites',
  summary: 'other sites, by registrable domain, that its site had not linked to before',
  params: z.strictObject({}),
  make: () => ({ of: (visit) => visit.newExternalSites }),
});
