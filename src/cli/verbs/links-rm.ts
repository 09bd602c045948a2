import { z } from 'zod';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import { positive } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import { editedLinks } from '../edited-links.ts';
import { checkedFilter, hasConditions, linkFilterOptions, linkKind } from '../link-filter.ts';
import { commonOptions } from '../shared-options.ts';
import { verb } from '../verb.ts';

/** Links by their numbers, for the commands that edit some. */
export const linkIds = flag(z.array(positive).max(10_000, 'at most 10,000 at once').default([]), {
  value: 'ID',
  positional: true,
  repeatable: true,
  description: 'numbers of links, as forager links list shows them',
});

export const linksRmVerb = verb({
  name: 'links rm',
  summary: 'delete links, also while a crawl runs; they stay deleted when they are found again',
  options: z.strictObject({
    ids: linkIds,
    kind: flag(linkKind, { value: 'KIND', description: 'external, internal, bad or resource; needed' }),
    ...linkFilterOptions,
    ...commonOptions,
  }),
  examples: [
    'forager links rm 17 23 --kind external --db data/demo.sqlite',
    'forager links rm --kind external --domain facebook.com',
    'forager links restore --last --db data/demo.sqlite',
  ],
  async run(given) {
    const { ids, kind, db, json } = given;
    if (ids.length === 0 && !hasConditions(given))
      throw new BadInput('which links? Give their ids, or a condition such as --domain');
    const filter = { ...(await checkedFilter(given, [kind])), ids: ids.length > 0 ? ids : undefined };
    const { editStore, existing } = await import('../../storage/open.ts');
    const { deleteLinks } = await import('../../storage/lists/link-edits.ts');
    const edited = await editStore(existing(db), (store) => deleteLinks(store, kind, filter, Date.now()));
    process.stdout.write(editedLinks(edited, 'deleted', json));
    return ExitCode.done;
  },
});
