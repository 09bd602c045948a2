import { z } from 'zod';
import { revisitRule } from './revisit-rule.ts';

/**
 * Gives every page an interval, shorter after a change, longer without; most overdue pages are first (Apache Nutch,
 * AdaptiveFetchSchedule):
 *
 *     changed:    interval := (1 - dec) * interval, modified := now
 *     unchanged:  interval := (1 + inc) * interval
 *     delta = now - modified;  interval := max(interval, delta)
 *     due = now + interval - sync * delta
 *
 * The defaults are the best in the lab; nutch-default.xml has inc 0.4, dec 0.2, sync 0.3, first 30.
 *
 * Unlike Nutch, a recrawl run spends its whole budget, also on pages that are not due. For such a page, the actual wait
 * replaces the interval; otherwise static pages would drive all others to the longest interval.
 */
export const adaptiveInterval = revisitRule({
  name: 'adaptive-interval',
  summary: "Nutch's adaptive interval: shorter after a change, longer without",
  source: 'Apache Nutch, AdaptiveFetchSchedule',
  params: z.strictObject({
    inc: z.number().min(0).default(0.2).describe('factor by which an interval grows after a revisit without change'),
    dec: z.number().min(0).lt(1).default(0.7).describe('factor by which an interval shrinks after a change'),
    sync: z
      .number()
      .min(0)
      .max(1)
      .default(0.4)
      .describe('share of the time since the last change to take off the next interval'),
    first: z.number().positive().default(7).describe('first interval of a page, in recrawl runs'),
    least: z
      .number()
      .positive()
      .default(1 / 1440)
      .describe('shortest interval, in recrawl runs'),
    most: z.number().positive().default(365).describe('longest interval, in recrawl runs'),
  }),
  make: ({ inc, dec, sync, first, least, most }) => ({
    state: ['minus the step at which it is due', 'interval in recrawl runs', 'step of the last change found'],
    pool: {},
    begin: ({ last }) => [-last - first, first, last],
    learn({ last, state: [, interval = first, modified = 0] }, { step, gone, fresh }) {
      const changed = gone + fresh > 0;
      const delta = changed ? 0 : step - modified;
      const waited = Math.min(interval, step - last);
      const grown = Math.max(waited * (changed ? 1 - dec : 1 + inc), delta);
      const next = Math.min(most, Math.max(least, grown));
      return { state: [-(step - sync * delta + next), next, step - delta] };
    },
    close: (pool) => pool,
  }),
});
