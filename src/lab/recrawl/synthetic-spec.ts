import { z } from 'zod';

const share = z.number().min(0).max(1);

/** A changing web to be made up. A night is a step; rates are changes a night. */
export const syntheticSpec = z.strictObject({
  pages: z.number().int().min(1).default(5000).describe('pages on night 0'),
  nights: z.number().int().min(1).default(200).describe('nights after the first fetch'),
  static: share.default(0.7).describe('share of pages that never change'),
  nightly: share.default(0).describe('share of pages that change every night'),
  rates: z
    .discriminatedUnion('law', [
      z.strictObject({ law: z.literal('gamma'), shape: z.number().positive(), mean: z.number().positive() }),
      z.strictObject({ law: z.literal('pareto'), alpha: z.number().positive(), least: z.number().positive() }),
    ])
    .default({ law: 'gamma', shape: 0.7, mean: 0.25 })
    .describe('rates of change of the other pages, whose changes are Poisson'),
  drift: share.default(0).describe('share of pages that take over the rate of another page each night'),
  size: z
    .strictObject({ median: z.number().positive(), sigma: z.number().min(0) })
    .default({ median: 3000, sigma: 1 })
    .describe('characters of visible text: log-normal'),
  rewrite: z
    .strictObject({ least: share, most: share })
    .default({ least: 0.05, most: 0.2 })
    .describe('share of its text that a change replaces: uniform between the two, drawn for each page'),
  unstable: z
    .strictObject({ pages: share, text: share, filtered: z.boolean() })
    .default({ pages: 0.2, text: 0.05, filtered: true })
    .describe(
      'share of pages with blocks that differ at every fetch, what share of their text these are, and whether the comparison leaves them out',
    ),
  turnover: share.default(0).describe('share of pages that vanish each night; as many new ones appear'),
  signals: z
    .strictObject({ pages: share, lying: share })
    .default({ pages: 0, lying: 0 })
    .describe(
      'share of sites whose server tells the night of the last change, and what share of these lie: half "always today", half "never"',
    ),
  sites: z.number().int().min(1).default(20).describe('sites, of pages drawn at random'),
  sections: z
    .strictObject({ count: z.number().int().min(1), correlation: share })
    .default({ count: 100, correlation: 0 })
    .describe(
      'sections of the sites, known to the rules, and how far the rates within one are alike (a Gaussian copula)',
    ),
});
export type SyntheticSpec = z.infer<typeof syntheticSpec>;
