import { z } from 'zod';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import { siteKinds } from '../../domain/site.ts';
import { oneOf } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import type { addSites } from '../../storage/sites.ts';
import { commonOptions, scopeOption } from '../shared-options.ts';
import { verb } from '../verb.ts';

export const sitesAddVerb = verb({
  name: 'sites add',
  summary: 'add sites to a crawl, or bring removed ones back, also while it runs',
  options: z.strictObject({
    urls: flag(z.array(z.string()).min(1), {
      value: 'URL',
      positional: true,
      repeatable: true,
      description: 'start page of a site',
    }),
    name: flag(z.string().default(''), { value: 'NAME', description: 'full name, if one URL is given' }),
    shortName: flag(z.string().default(''), {
      value: 'NAME',
      description: 'short name, if one URL is given; for tables and --site',
    }),
    kind: flag(oneOf(siteKinds).text.default('other'), {
      value: 'KIND',
      description: `what it is: ${siteKinds.join(', ')}`,
    }),
    scope: scopeOption,
    db: commonOptions.db,
  }),
  examples: [
    'forager sites add https://www.example.edu/ --name "Example University" --short-name EU --kind university',
    'forager sites add https://a.example.edu/ https://b.example.edu/ --db data/mine.sqlite',
  ],
  async run({ urls, name, shortName, kind, scope, db }) {
    if (urls.length > 1 && (name !== '' || shortName !== ''))
      throw new BadInput(`--${name === '' ? 'short-name' : 'name'}: holds for one site, and ${urls.length} are named`);
    const { siteFromUrl } = await import('../../url/named-site.ts');
    const sites = urls.map((url) => siteFromUrl(url, scope, 'URL', { name, short_name: shortName, kind }));
    const { editStore } = await import('../../storage/open.ts');
    const { addSites } = await import('../../storage/sites.ts');
    const done = await editStore(db, (store) => addSites(store, sites, Date.now()));
    process.stdout.write(`${whatWasAdded(done)}\n`);
    return ExitCode.done;
  },
});

/** `2 sites added, 1 brought back, 1 was there already` */
export function whatWasAdded({ added, broughtBack, known }: ReturnType<typeof addSites>): string {
  return [
    `${added} ${added === 1 ? 'site' : 'sites'} added`,
    broughtBack > 0 ? `${broughtBack} brought back` : '',
    known > 0 ? `${known} ${known === 1 ? 'was' : 'were'} there already` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
