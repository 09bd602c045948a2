import type { ConcernLine } from '../../pages/overview.ts';

type Concern = ConcernLine['concern'];

/** Texts for each concern: its name in lists, its sentence on the overview, and the step that resolves it. */
export const concernTexts: Readonly<
  Record<Concern, { readonly name: string; readonly one: string; readonly many: string; readonly step: string }>
> = {
  robots: {
    name: 'forbidden by robots.txt',
    one: 'site has a start page that robots.txt forbids',
    many: 'sites have a start page that robots.txt forbids',
    step: 'Add another start page of the site, ask its owner, or remove the site.',
  },
  down: {
    name: 'not answering',
    one: 'site does not answer',
    many: 'sites do not answer',
    step: 'The next run tries again. Remove a site that no longer exists.',
  },
  'logged-out': {
    name: 'logged out',
    one: 'site has logged you out',
    many: 'sites have logged you out',
    step: 'Continue with a fresh session: forager crawl --storage-state FILE',
  },
  browser: {
    name: 'needs a browser',
    one: 'site builds its pages with JavaScript, and was read without a browser',
    many: 'sites build their pages with JavaScript, and were read without a browser',
    step: 'Their links were missed. A recrawl with a browser finds them: forager recrawl --render browser --page-limit N',
  },
  limit: {
    name: 'page limit reached',
    one: 'site has reached its page limit',
    many: 'sites have reached their page limits',
    step: 'Raise the limit in the details of the site, then continue.',
  },
  traps: {
    name: 'traps skipped',
    one: 'site has links that were skipped as a trap, such as an endless calendar',
    many: 'sites have links that were skipped as traps, such as endless calendars',
    step: 'Check in the details of the site that nothing you need was skipped.',
  },
};

/** Names of all concerns, in the order of the overview. */
export const concernNames = Object.keys(concernTexts) as readonly Concern[];
