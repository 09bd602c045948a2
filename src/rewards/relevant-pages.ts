import { z } from 'zod';
import { reward } from './reward.ts';

/**
 * Reward of a fully relevant page, if pages count by relevance: most texts consist mostly of other words than keywords.
 */
const WHOLE = 100;

/**
 * Pages and documents on the topic: the numerator of a crawl's precision in Ma 2010, §3, and of the harvest rate in
 * Chakrabarti, van den Berg & Dom 1999, "Focused crawling: a new approach to topic-specific Web resource discovery".
 * Without a threshold of relevance, each page is worth its relevance in hundredths.
 */
export const relevantPages = reward({
  name: 'relevant-pages',
  summary: 'pages and documents on the topic',
  source: 'Chakrabarti, van den Berg & Dom 1999, "Focused crawling"; Ma 2010, §3',
  needs: ['topic', 'page-text'],
  params: z.strictObject({
    least: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        "least relevance of a page that is worth 1; others are worth 0 (default: the topic's; without one, a page is worth its relevance)",
      ),
  }),
  make({ least }, { topic }) {
    const threshold = least ?? topic?.definition.targets.relevance;
    return {
      of({ relevance = 0 }) {
        if (threshold === undefined) return WHOLE * relevance;
        return relevance >= threshold && relevance > 0 ? 1 : 0;
      },
    };
  },
});
