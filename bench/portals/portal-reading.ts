import { z } from 'zod';
import { captureLevels } from '../../src/capture/find/technique.ts';

/** Input of the process that reads the portals. */
export const portalsInput = z.object({
  hostRules: z.string(),
  level: z.enum(captureLevels),
  portals: z.array(z.object({ name: z.string(), urls: z.array(z.string()) })),
});

/** Findings and cost of a portal. */
export const portalReading = z.object({
  name: z.string(),
  /** Distinct addresses of links on all its pages. */
  found: z.array(z.string()),
  /** Pages that could not be read. */
  unread: z.array(z.string()),
  /** Limits reported by pages. */
  limits: z.array(z.string()),
  nodeSeconds: z.number(),
  chromiumSeconds: z.number(),
  wallSeconds: z.number(),
  /** Number of actions, and of looks at the page after some. */
  acts: z.number(),
  rounds: z.number(),
  /** Explored pages, and their elements afterwards. */
  pages: z.number(),
  elements: z.number(),
});
export type PortalReading = z.infer<typeof portalReading>;
