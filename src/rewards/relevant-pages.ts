import { z } from 'zod';
import { reward } from './reward.ts';

/** A page that is all topic is worth so much, where pages count by their relevance: keywords are a small part of most texts. */
const WHOLE = 100;

/**
 * Pages and documents on the topic: what Ma 2010, §3 divides by the pages visited for the precision of a crawl, and what
 * Chakrabarti, van den Berg & Dom 1999 call the harvest, "Focused crawling: a new approach to topic-specific Web resource
 * discovery". Where nobody says from which relevance on a page is on the topic, each is worth its relevance in hundredths.
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
