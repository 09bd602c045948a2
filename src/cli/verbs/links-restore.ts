import { z } from 'zod';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import { flag } from '../../options/option.ts';
import { editedLinks } from '../edited-links.ts';
import { checkedFilter, hasConditions, linkFilterOptions, linkKind } from '../link-filter.ts';
import { commonOptions, offSwitch } from '../shared-options.ts';
import { verb } from '../verb.ts';
import { linkIds } from './links-rm.ts';

const options = z.strictObject({
  ids: linkIds,
  last: offSwitch('what the last links rm deleted'),
  kind: flag(linkKind.optional(), {
    value: 'KIND',
    description: 'external, internal, bad or resource; needed without --last',
  }),
  ...linkFilterOptions,
  ...commonOptions,
});

export const linksRestoreVerb = verb({
  name: 'links restore',
  summary: 'bring deleted links back, also while a crawl runs',
  options,
  examples: [
    'forager links restore --last --db data/demo.sqlite',
    'forager links restore --kind external --domain facebook.com',
    'forager links list --deleted --db data/demo.sqlite',
  ],
  async run(given) {
    const chosen = await chosenLinks(given);
    const { editStore, existing } = await import('../../storage/open.ts');
    const { restoreLast, restoreLinks } = await import('../../storage/lists/link-edits.ts');
    const now = Date.now();
    const edited = await editStore(existing(given.db), (store) =>
      chosen === 'last' ? restoreLast(store, now) : restoreLinks(store, chosen.kind, chosen.filter, now),
    );
    process.stdout.write(editedLinks(edited, 'restored', given.json));
    return ExitCode.done;
  },
});

async function chosenLinks(given: z.infer<typeof options>) {
  const { ids, kind, last } = given;
  const isChosen = ids.length > 0 || hasConditions(given);
  if (last && (isChosen || kind !== undefined)) throw new BadInput('--last: stands alone, without ids and conditions');
  if (last) return 'last';
  if (!isChosen) throw new BadInput('which links? Give --last, their ids, or a condition such as --domain');
  if (kind === undefined) throw new BadInput('--kind: say which links: external, internal, bad or resource');
  return { kind, filter: { ...(await checkedFilter(given, [kind])), ids: ids.length > 0 ? ids : undefined } };
}
