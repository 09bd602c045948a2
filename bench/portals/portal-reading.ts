import { z } from 'zod';
import { captureLevels } from '../../src/capture/find/technique.ts';

/** What the process that reads the portals is given. */
export const portalsInput = z.object({
  hostRules: z.string(),
  level: z.enum(captureLevels),
  portals: z.array(z.object({ name: z.string(), urls: z.array(z.string()) })),
});

/** What was found on a portal, and what it has cost. */
export const portalReading = z.object({
  name: z.string(),
  /** Distinct addresses of links on all its pages. */
  found: z.array(z.string()),
  /** Pages that could not be read. */
  unread: z.array(z.string()),
  /** Limits that pages met. */
  limits: z.array(z.string()),
  nodeSeconds: z.number(),
  chromiumSeconds: z.number(),
  wallSeconds: z.number(),
  /** Acts that were done, and how often the page was looked at after some. */
  acts: z.number(),
  rounds: z.number(),
  /** Pages that were acted on, and their elements after that. */
  pages: z.number(),
  elements: z.number(),
});
export type PortalReading = z.infer<typeof portalReading>;
