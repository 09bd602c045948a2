import { z } from 'zod';
import { ExitCode } from '../../domain/errors.ts';
import { flag } from '../../options/option.ts';
import { commonOptions } from '../shared-options.ts';
import { verb } from '../verb.ts';

export const sitesRmVerb = verb({
  name: 'sites rm',
  summary: 'take sites out of a crawl, also while it runs; what was found is kept',
  options: z.strictObject({
    sites: flag(z.array(z.string()).min(1), {
      value: 'SITE',
      positional: true,
      repeatable: true,
      description: 'short name, start address or host',
    }),
    db: commonOptions.db,
  }),
  examples: ['forager sites rm www.example.edu', 'forager sites rm https://a.example.edu/ EU --db data/mine.sqlite'],
  async run({ sites, db }) {
    const { editStore, existing } = await import('../../storage/open.ts');
    const { removeSites, siteNamed } = await import('../../storage/sites.ts');
    const removed = await editStore(existing(db), (store) => {
      const ids = sites.map((name) => siteNamed(store, name).id);
      return removeSites(store, [...new Set(ids)], Date.now());
    });
    process.stdout.write(`${removed} ${removed === 1 ? 'site' : 'sites'} removed\n`);
    return ExitCode.done;
  },
});
