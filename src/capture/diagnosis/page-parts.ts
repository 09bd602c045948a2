import { z } from 'zod';

/** Parts of a page other than links, before any action on the page. */
export const pageParts = z.object({
  /** Elements of the body, without scripts and style. */
  elements: z.number(),
  /** Canvases that are large enough to hold a page. */
  canvases: z.number(),
  /** Controls to press: buttons and elements with a role or handler. */
  controls: z.number(),
  /** Module scripts. */
  modules: z.number(),
  /** Addresses of other scripts. */
  scripts: z.array(z.string()),
  /** Text of an overlay on the middle of the page, such as a question about cookies; empty if there is none. */
  cover: z.string(),
});
export type PageParts = z.infer<typeof pageParts>;
