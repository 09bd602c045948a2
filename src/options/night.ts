import { z } from 'zod';
import { count, duration, oneOf, parametersBy, plain, words } from './kinds.ts';
import { grouped, option, type Values } from './option.ts';

/** The revisit rule of a night before which there was none. */
export const DEFAULT_RULE = 'fresh';

export const budgetKinds = ['pages', 'time'] as const;
/** The strongest pages of a night: of all sites together, or of each site by its share of the pages. */
export const overKinds = ['all', 'site'] as const;

const SHARE_RANGE = 'must be between 0 and 1';

const share = {
  value: z.number(SHARE_RANGE).min(0, SHARE_RANGE).max(1, SHARE_RANGE),
  text: z.coerce.number(SHARE_RANGE).min(0, SHARE_RANGE).max(1, SHARE_RANGE),
};

const numberOr = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

/** The options of a night of recrawling. */
export const nightOptions = {
  ...grouped('The night', {
    /** Checks and new pages together. */
    pageLimit: option(count, {
      of: 'run',
      value: 'N',
      description: 'pages to visit, known and new ones together',
    }),
    /** Milliseconds for this night, over all its runs. */
    timeLimit: option(duration, { of: 'run', value: 'TIME', description: 'time it may take: 90s, 15m, 2h' }),
    newShare: option(share, {
      of: 'run',
      default: 0.2,
      value: 'SHARE',
      description: 'how much of it new pages may have, from 0 to 1; what they do not need goes to known pages',
    }),
  }),
  ...grouped('Which pages', {
    rule: option(words, {
      of: 'run',
      value: 'NAME',
      description: `{revisit rules}; if not given, that of the last night, or ${DEFAULT_RULE}`,
    }),
    /** Numbers, or words such as `auto`. */
    param: option(plain(parametersBy(numberOr)), {
      of: 'run',
      default: {},
      value: 'NAME=VALUE',
      description: 'parameter of the rule; again for each',
      repeatable: true,
    }),
    budgetBy: option(oneOf(budgetKinds), {
      of: 'run',
      default: 'pages',
      value: 'WHAT',
      description: 'pages: a check is a check; time: what a page is worth is divided by the time that it takes',
    }),
    over: option(oneOf(overKinds), {
      of: 'run',
      default: 'all',
      value: 'WHAT',
      description: 'all: the strongest pages of all sites; site: each site has its share of the night',
    }),
  }),
};

export type NightOptions = Values<typeof nightOptions>;
