import { z } from 'zod';
import { count, duration, oneOf, parametersBy, plain, words } from './kinds.ts';
import { grouped, option, type Values } from './option.ts';

/** Revisit rule of the first recrawl run. */
export const DEFAULT_RULE = 'fresh';

export const budgetKinds = ['pages', 'time'] as const;
/** Scopes of the choice of pages: all sites together, or each site by its share of the pages. */
export const overKinds = ['all', 'site'] as const;

const SHARE_RANGE = 'must be between 0 and 1';

const share = {
  value: z.number(SHARE_RANGE).min(0, SHARE_RANGE).max(1, SHARE_RANGE),
  text: z.coerce.number(SHARE_RANGE).min(0, SHARE_RANGE).max(1, SHARE_RANGE),
};

/** Parameters of a revisit rule: numbers, or words such as `auto`. */
export const ruleParameters = parametersBy((text) => (Number.isNaN(Number(text)) ? text : Number(text)));

/** Options of a recrawl run. */
export const recrawlRunOptions = {
  ...grouped('Limits (of this run)', {
    /** Number of revisits and new pages together. */
    pageLimit: option(count, {
      of: 'run',
      common: true,
      value: 'N',
      description: 'stop after N pages, known and new ones together',
    }),
    /** Milliseconds for this recrawl run, including resumed parts. */
    timeLimit: option(duration, {
      of: 'run',
      common: true,
      value: 'TIME',
      description: 'stop after this time: 90s, 15m or 2h',
    }),
    newShare: option(share, {
      of: 'run',
      default: 0.2,
      common: true,
      value: 'SHARE',
      description: 'share of the budget for new pages, from 0 to 1; revisits get the rest and what is left over',
    }),
  }),
  ...grouped('Pages to revisit', {
    rule: option(words, {
      of: 'run',
      common: true,
      value: 'NAME',
      defaultText: `that of the last run, or ${DEFAULT_RULE}`,
      description: 'how to choose the pages to revisit: {revisit rules}',
    }),
    param: option(plain(ruleParameters), {
      of: 'run',
      default: {},
      value: 'NAME=VALUE',
      description: 'set a parameter of the revisit rule; see forager strategies RULE',
      repeatable: true,
    }),
    budgetBy: option(oneOf(budgetKinds), {
      of: 'run',
      default: 'pages',
      value: 'WHAT',
      description: 'pages: every revisit costs the same; time: prefer pages that load fast',
    }),
    over: option(oneOf(overKinds), {
      of: 'run',
      default: 'all',
      value: 'WHAT',
      description: 'rank the pages of all sites together (all), or give each site its share of the budget (site)',
    }),
  }),
};

export type RecrawlRunOptions = Values<typeof recrawlRunOptions>;
