import { z } from 'zod';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import { scopeKinds } from '../../domain/site.ts';
import { oneOf, patterns, positive, seconds, wholeNumber } from '../../options/kinds.ts';
import { type AskedOptions, flag } from '../../options/option.ts';
import type { SiteLimitsChange } from '../../storage/sites.ts';
import { commonOptions } from '../shared-options.ts';
import { verb } from '../verb.ts';

/** The limits that may be taken back. */
const limits = {
  pageLimit: flag(positive.optional(), {
    value: 'N',
    description:
      'pages to visit on it, in place of --site-page-limit; --no-page-limit takes it back, as with all but --scope',
  }),
  depth: flag(wholeNumber.min(0, 'must be at least 0').optional(), {
    value: 'N',
    description: 'deepest level to visit, in place of --depth of the crawl',
  }),
  delay: flag(seconds.optional(), {
    value: 'SECONDS',
    description: 'from one request to its host to the next, in place of --delay of the crawl',
  }),
  include: flag(patterns.text.optional(), {
    value: 'PATTERN',
    description:
      'only internal links like this that the crawl lets in, too; again for each; those before are forgotten',
    repeatable: true,
  }),
  exclude: flag(patterns.text.optional(), {
    value: 'PATTERN',
    description: 'no internal links like this; again for each; those before are forgotten',
    repeatable: true,
  }),
};

const options = z.strictObject({
  sites: flag(z.array(z.string()).min(1), {
    value: 'SITE',
    positional: true,
    repeatable: true,
    description: 'short name, start address or host',
  }),
  ...limits,
  scope: flag(oneOf(scopeKinds).text.optional(), {
    value: 'SCOPE',
    description: `what belongs to it from now on: ${scopeKinds.join(', ')}`,
  }),
  db: commonOptions.db,
});

export const sitesSetVerb = verb({
  name: 'sites set',
  summary: "change sites' own limits and their scope, also while the crawl runs",
  options,
  examples: [
    'forager sites set www.example.edu --page-limit 500 --exclude "/calendar/**"',
    'forager sites set EU https://a.example.edu/ --depth 3 --delay 5 --db data/mine.sqlite',
    'forager sites set EU --no-page-limit --no-depth --scope domain --db data/mine.sqlite',
  ],
  takesBack: Object.keys(limits),
  async run({ sites, db, ...given }, { asked }) {
    const change = changeOf(given, asked);
    if (Object.keys(change).length === 0)
      throw new BadInput('sites set: say what to change, such as --page-limit 500 or --no-page-limit');
    const { editStore, existing } = await import('../../storage/open.ts');
    const { siteNamed } = await import('../../storage/sites.ts');
    const { limitSites } = await import('../../storage/sites.ts');
    const changed = await editStore(existing(db), (store) => {
      const ids = sites.map((name) => siteNamed(store, name).id);
      return limitSites(store, [...new Set(ids)], change, Date.now());
    });
    process.stdout.write(`${changed} ${changed === 1 ? 'site' : 'sites'} changed\n`);
    return ExitCode.done;
  },
});

type Given = Omit<z.infer<typeof options>, 'sites' | 'db'>;

/** What was named; what was taken back is undefined, or no patterns. */
function changeOf({ include = [], exclude = [], ...given }: Given, asked: AskedOptions): SiteLimitsChange {
  const named = Object.entries({
    pageLimit: undefined,
    depth: undefined,
    delay: undefined,
    ...given,
    include,
    exclude,
  });
  return Object.fromEntries(named.filter(([key]) => key in asked));
}
