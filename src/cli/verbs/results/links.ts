import { z } from 'zod';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import { badReasons, badReasonTexts, type LinkKind, linkSortKeys } from '../../../domain/link.ts';
import { counted, failureText } from '../../../domain/wording.ts';
import { linkOutput } from '../../../export/columns.ts';
import { jsonArray } from '../../../export/jsonl.ts';
import { positive, wholeNumber } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import type { EditedLinks } from '../../../storage/lists/link-edits.ts';
import type { FailedLinkPages, LinkRecord } from '../../../storage/lists/links.ts';
import { checkedFilter, hasConditions, linkFilterOptions, linkKind } from '../../options/link-filter.ts';
import { commonOptions, offSwitch } from '../../options/shared-options.ts';
import { printable } from '../../printable.ts';
import type { Column } from '../../tables/printed-table.ts';
import { termList } from '../../tables/term-list.ts';
import { verb } from '../../verb.ts';

const sort = z.string().transform((text, context) => {
  const key = linkSortKeys.find((name) => name === text.replace(/^-/, ''));
  if (key) return { key, descending: text.startsWith('-') };
  context.addIssue({
    code: 'custom',
    message: `must be one of ${linkSortKeys.join(', ')}, or -KEY to reverse the order`,
  });
  return z.NEVER;
});

export const linksListVerb = verb({
  name: 'links list',
  summary: 'list the links that were found',
  options: z.strictObject({
    kind: flag(linkKind.default('external'), {
      common: true,
      value: 'KIND',
      description: 'external, internal, bad or resource',
    }),
    ...linkFilterOptions,
    dead: offSwitch('short for --checked dead'),
    deleted: offSwitch('list deleted links instead'),
    sort: flag(sort.optional(), {
      common: true,
      value: 'KEY',
      defaultText: 'the order in which they were found',
      description: `sort by ${linkSortKeys.join(', ')}; -KEY reverses the order`,
    }),
    limit: flag(positive.default(50), { common: true, value: 'N', description: 'show at most N links' }),
    offset: flag(wholeNumber.min(0, 'must be at least 0').default(0), {
      value: 'N',
      description: 'skip the first N links',
    }),
    ...commonOptions,
  }),
  examples: [
    'forager links list --db data/demo.sqlite',
    'forager links list --kind internal --site Physics --status waiting --sort -level --db data/demo.sqlite',
    'forager links list --kind bad --db data/demo.sqlite',
    'forager links list --kind resource --role write --db data/demo.sqlite',
    'forager links list --domain example.org --text "annual report" --since 2026-11-01 --limit 1000 --json',
  ],
  details: () => `Reasons of bad links:
${termList(badReasons.map((name) => [name, badReasonTexts[name]]))}`,
  async run(given) {
    const { kind, deleted, limit, offset } = given;
    const filter = await checkedFilter(given.dead ? { ...given, checked: 'dead' } : given, [kind]);
    const { readStore } = await import('../../../storage/open.ts');
    const { countLinks, listLinks, pagesWithFailed } = await import('../../../storage/lists/links.ts');
    const { writeToStdout } = await import('../../../export/write.ts');
    await readStore(given.db, async (store) => {
      const total = countLinks(store, kind, filter, deleted);
      const links = listLinks(store, kind, filter, deleted, { sort: given.sort, limit, offset });
      await writeToStdout(
        given.json
          ? jsonArray(outputs(links, () => pagesWithFailed(store)))
          : [`${await linkTable(kind, [...links])}\n`],
      );
      const shown = Math.max(0, Math.min(limit, total - offset));
      const which = shown === total ? '' : `: ${shown === 0 ? 'none' : `${offset + 1} to ${offset + shown}`} shown`;
      process.stderr.write(`${counted(total, `${deleted ? 'deleted ' : ''}${kind} link`)}${which}\n`);
    });
    return ExitCode.done;
  },
});

/** Yields the JSON form of links; a failed link also gets all pages that contain this link. */
function* outputs(links: Iterable<LinkRecord>, pagesWithFailed: () => FailedLinkPages) {
  let pages: FailedLinkPages | undefined;
  for (const link of links) {
    const isFailed = link.status === 'failed' && link.deleted === null;
    if (isFailed) pages ??= pagesWithFailed();
    yield { ...linkOutput(link), ...(isFailed && { foundOn: pages?.of(link.id) }) };
  }
}

const ends = { first: { head: 'id', isNumber: true }, level: { head: 'level', isNumber: true } } as const;

const shown: Readonly<
  Record<LinkKind, readonly (Column & { readonly of: (link: LinkRecord) => string | number | null })[]>
> = {
  external: [
    { ...ends.first, of: ({ id }) => String(id) },
    { head: 'site', of: ({ site }) => site },
    { ...ends.level, of: ({ level }) => level },
    { head: 'url', isUnbroken: true, of: ({ url }) => url },
    { head: 'anchor', of: ({ anchor }) => anchor },
    { head: 'found on', isUnbroken: true, of: ({ sourceUrl }) => sourceUrl },
  ],
  internal: [
    { ...ends.first, of: ({ id }) => String(id) },
    { head: 'site', of: ({ site }) => site },
    { ...ends.level, of: ({ level }) => level },
    { head: 'status', of: ({ status, reason }) => (reason ? `${status}: ${failureText(reason)}` : status) },
    { head: 'url', isUnbroken: true, of: ({ url }) => url },
    { head: 'anchor', of: ({ anchor }) => anchor },
  ],
  resource: [
    { ...ends.first, of: ({ id }) => String(id) },
    { head: 'site', of: ({ site }) => site },
    { head: 'role', of: ({ role }) => role },
    { head: 'method', of: ({ method }) => method },
    { head: 'url', isUnbroken: true, of: ({ url }) => url },
    { head: 'found on', isUnbroken: true, of: ({ sourceUrl }) => sourceUrl },
  ],
  bad: [
    { ...ends.first, of: ({ id }) => String(id) },
    { head: 'site', of: ({ site }) => site },
    { head: 'reason', of: ({ reason }) => reason },
    { head: 'text', isUnbroken: true, of: ({ url }) => url },
    { head: 'anchor', of: ({ anchor }) => anchor },
    { head: 'found on', isUnbroken: true, of: ({ sourceUrl }) => sourceUrl },
  ],
};

async function linkTable(kind: LinkKind, links: readonly LinkRecord[]): Promise<string> {
  const { printedTable } = await import('../../tables/printed-table.ts');
  return printedTable(
    shown[kind],
    links.map((link) => shown[kind].map(({ of }) => of(link))),
  );
}

/** Numbers of the links to edit. */
const linkIds = flag(z.array(positive).max(10_000, 'at most 10,000 at once').default([]), {
  value: 'ID',
  positional: true,
  repeatable: true,
  description: 'link numbers, as forager links list shows them',
});

export const linksRmVerb = verb({
  name: 'links rm',
  summary: 'delete links; they stay deleted when they are found again',
  options: z.strictObject({
    ids: linkIds,
    kind: flag(linkKind, {
      common: true,
      value: 'KIND',
      description: 'external, internal, bad or resource (required)',
    }),
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
      throw new BadInput('no links chosen: give their numbers, or a filter such as --domain');
    const filter = { ...(await checkedFilter(given, [kind])), ids: ids.length > 0 ? ids : undefined };
    const { editStore, existing } = await import('../../../storage/open.ts');
    const { deleteLinks } = await import('../../../storage/lists/link-edits.ts');
    const edited = await editStore(existing(db), (store) => deleteLinks(store, kind, filter, Date.now()));
    process.stdout.write(editedLinks(edited, 'deleted', json));
    return ExitCode.done;
  },
});

const restoreOptions = z.strictObject({
  ids: linkIds,
  last: flag(z.boolean().default(false), {
    common: true,
    description: 'restore what the last links rm deleted',
  }),
  kind: flag(linkKind.optional(), {
    common: true,
    value: 'KIND',
    description: 'external, internal, bad or resource (required without --last)',
  }),
  ...linkFilterOptions,
  ...commonOptions,
});

export const linksRestoreVerb = verb({
  name: 'links restore',
  summary: 'restore deleted links',
  options: restoreOptions,
  examples: [
    'forager links restore --last --db data/demo.sqlite',
    'forager links restore --kind external --domain facebook.com',
    'forager links list --deleted --db data/demo.sqlite',
  ],
  async run(given) {
    const chosen = await chosenLinks(given);
    const { editStore, existing } = await import('../../../storage/open.ts');
    const { restoreLast, restoreLinks } = await import('../../../storage/lists/link-edits.ts');
    const now = Date.now();
    const edited = await editStore(existing(given.db), (store) =>
      chosen === 'last' ? restoreLast(store, now) : restoreLinks(store, chosen.kind, chosen.filter, now),
    );
    process.stdout.write(editedLinks(edited, 'restored', given.json));
    return ExitCode.done;
  },
});

async function chosenLinks(given: z.infer<typeof restoreOptions>) {
  const { ids, kind, last } = given;
  const isChosen = ids.length > 0 || hasConditions(given);
  if (last && (isChosen || kind !== undefined)) throw new BadInput('--last does not work with link numbers or filters');
  if (last) return 'last';
  if (!isChosen) throw new BadInput('no links chosen: give --last, their numbers, or a filter such as --domain');
  if (kind === undefined) throw new BadInput('--kind is required: external, internal, bad or resource');
  return { kind, filter: { ...(await checkedFilter(given, [kind])), ids: ids.length > 0 ? ids : undefined } };
}

/** Maximum number of sites named in the line. */
const MOST_NAMED = 10;

/** Describes the number of edited links and their sites, as text or as one JSON document. */
export function editedLinks({ kind, links, sites }: EditedLinks, done: 'deleted' | 'restored', json: boolean): string {
  if (json) return `${JSON.stringify({ kind, [done]: links, sites })}\n`;
  if (links === 0) return `no ${kind} link matches; nothing ${done}\n`;
  const what = `${links} ${kind} ${links === 1 ? 'link' : 'links'} ${done}`;
  const named = sites.slice(0, MOST_NAMED).map((one) => `${one.links} of ${printable(one.site)}`);
  const others = sites.slice(MOST_NAMED);
  if (others.length > 0)
    named.push(`${others.reduce((sum, one) => sum + one.links, 0)} of ${others.length} other sites`);
  return `${what}${named.length > 0 ? ': ' : ''}${named.join(', ')}\n`;
}
