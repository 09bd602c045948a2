import { z } from 'zod';
import { counted } from '../../domain/counted.ts';
import { ExitCode } from '../../domain/errors.ts';
import { failureText } from '../../domain/failure-text.ts';
import { type LinkKind, linkSortKeys } from '../../domain/link.ts';
import { linkOutput } from '../../export/columns.ts';
import { jsonArray } from '../../export/jsonl.ts';
import { positive, wholeNumber } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import type { LinkRecord } from '../../storage/lists/links.ts';
import { checkedFilter, linkFilterOptions, linkKind } from '../link-filter.ts';
import type { Column } from '../printed-table.ts';
import { commonOptions, offSwitch } from '../shared-options.ts';
import { verb } from '../verb.ts';

const sort = z.string().transform((text, context) => {
  const key = linkSortKeys.find((name) => name === text.replace(/^-/, ''));
  if (key) return { key, descending: text.startsWith('-') };
  context.addIssue({
    code: 'custom',
    message: `must be one of ${linkSortKeys.join(', ')}; with - in front the largest is first`,
  });
  return z.NEVER;
});

export const linksListVerb = verb({
  name: 'links list',
  summary: 'the links that were found, also while a crawl runs',
  options: z.strictObject({
    kind: flag(linkKind.default('external'), { value: 'KIND', description: 'external, internal, bad or resource' }),
    ...linkFilterOptions,
    deleted: offSwitch('those that were deleted'),
    sort: flag(sort.optional(), {
      value: 'KEY',
      description: `by ${linkSortKeys.join(', ')}; -KEY: the largest first; as they were found if not given`,
    }),
    limit: flag(positive.default(50), { value: 'N', description: 'links to show' }),
    offset: flag(wholeNumber.min(0, 'must be at least 0').default(0), {
      value: 'N',
      description: 'links to skip before',
    }),
    ...commonOptions,
  }),
  examples: [
    'forager links list --db data/demo.sqlite',
    'forager links list --kind internal --site Physics --status waiting --sort -level --db data/demo.sqlite',
    'forager links list --kind resource --role write --db data/demo.sqlite',
    'forager links list --domain example.org --text "annual report" --since 2026-11-01 --limit 1000 --json',
  ],
  async run(given) {
    const { kind, deleted, limit, offset } = given;
    const filter = await checkedFilter(given, [kind]);
    const { openStoreToRead } = await import('../../storage/open.ts');
    const { countLinks, listLinks } = await import('../../storage/lists/links.ts');
    const { writeToStdout } = await import('../../export/write.ts');
    const store = await openStoreToRead(given.db);
    try {
      const { pagesWithFailed } = await import('../../storage/lists/links.ts');
      const pagesOf = kind === 'internal' && given.json && !deleted ? pagesWithFailed(store) : undefined;
      const total = countLinks(store, kind, filter, deleted);
      const links = listLinks(store, kind, filter, deleted, { sort: given.sort, limit, offset });
      await writeToStdout(given.json ? jsonArray(outputs(links, pagesOf)) : [`${await linkTable(kind, [...links])}\n`]);
      const shown = Math.max(0, Math.min(limit, total - offset));
      const which = shown === total ? '' : `: ${shown === 0 ? 'none' : `${offset + 1} to ${offset + shown}`} shown`;
      process.stderr.write(`${counted(total, `${deleted ? 'deleted ' : ''}${kind} link`)}${which}\n`);
      return ExitCode.done;
    } finally {
      await store.close();
    }
  },
});

/** Links as JSON has them; with the pages of those that failed. */
function* outputs(links: Iterable<LinkRecord>, pagesOf: ReadonlyMap<number, readonly string[]> | undefined) {
  for (const link of links) {
    const foundOn = link.status === 'failed' ? pagesOf?.get(link.id) : undefined;
    yield { ...linkOutput(link), ...(foundOn && { foundOn }) };
  }
}

const ends = { first: { head: 'id', isNumber: true }, level: { head: 'level', isNumber: true } } as const;

const shown: Readonly<
  Record<LinkKind, readonly (Column & { readonly of: (link: LinkRecord) => string | number | null })[]>
> = {
  external: [
    { ...ends.first, of: ({ id }) => String(id) },
    { head: 'site', share: 1, of: ({ site }) => site },
    { ...ends.level, of: ({ level }) => level },
    { head: 'url', share: 3, of: ({ url }) => url },
    { head: 'anchor', share: 2, of: ({ anchor }) => anchor },
    { head: 'found on', share: 2, of: ({ sourceUrl }) => sourceUrl },
  ],
  internal: [
    { ...ends.first, of: ({ id }) => String(id) },
    { head: 'site', share: 1, of: ({ site }) => site },
    { ...ends.level, of: ({ level }) => level },
    { head: 'status', of: ({ status, reason }) => (reason ? `${status}: ${failureText(reason)}` : status) },
    { head: 'url', share: 3, of: ({ url }) => url },
    { head: 'anchor', share: 2, of: ({ anchor }) => anchor },
  ],
  resource: [
    { ...ends.first, of: ({ id }) => String(id) },
    { head: 'site', share: 1, of: ({ site }) => site },
    { head: 'role', of: ({ role }) => role },
    { head: 'method', of: ({ method }) => method },
    { head: 'url', share: 3, of: ({ url }) => url },
    { head: 'found on', share: 2, of: ({ sourceUrl }) => sourceUrl },
  ],
  bad: [
    { ...ends.first, of: ({ id }) => String(id) },
    { head: 'site', share: 1, of: ({ site }) => site },
    { head: 'reason', of: ({ reason }) => reason },
    { head: 'text', share: 3, of: ({ url }) => url },
    { head: 'anchor', share: 2, of: ({ anchor }) => anchor },
    { head: 'found on', share: 2, of: ({ sourceUrl }) => sourceUrl },
  ],
};

async function linkTable(kind: LinkKind, links: readonly LinkRecord[]): Promise<string> {
  const { printedTable } = await import('../printed-table.ts');
  return printedTable(
    shown[kind],
    links.map((link) => shown[kind].map(({ of }) => of(link))),
  );
}
