import { z } from 'zod';

/** Parts of a page other than links, before anything is done to it. */
export const pageParts = z.object({
  /** Elements of its body, scripts and style aside. */
  elements: z.number(),
  /** Canvases that are large enough to hold a page. */
  canvases: z.number(),
  /** Things to press: buttons and elements with a role or handler. */
  controls: z.number(),
  /** Module scripts. */
  modules: z.number(),
  /** Addresses of its other scripts. */
  scripts: z.array(z.string()),
  /** Text of what lies over its middle, such as a question about cookies; empty where nothing does. */
  cover: z.string(),
});
export type PageParts = z.infer<typeof pageParts>;
