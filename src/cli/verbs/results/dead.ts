import { z } from 'zod';
import { deadLinksFormats, formatOfList } from '../../../dead-links/formats/registry.ts';
import { ExitCode } from '../../../domain/errors.ts';
import { linkStates } from '../../../domain/link-check.ts';
import { oneOf, wholeFrom } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import type { CheckedLink } from '../../../storage/lists/checked-links.ts';
import { networkFlags, reachFlags } from '../../options/crawl-flags.ts';
import { newsOptions, sendersOf, withNews } from '../../options/news.ts';
import { memoryLine } from '../../options/saved-options.ts';
import { commonOptions, offSwitch, outputOptions } from '../../options/shared-options.ts';
import { summaries } from '../../tables/term-list.ts';
import { verb } from '../../verb.ts';

const formats = ['table', ...deadLinksFormats.map(({ name }) => name)];
const shown = linkStates.filter((state) => state !== 'ok');

const options = z.strictObject({
  once: offSwitch('call a link dead after one failed try, not two on different days'),
  again: offSwitch('check all links, even those checked lately'),
  limit: flag(wholeFrom(0, 1e9).text.optional(), {
    common: true,
    value: 'N',
    description: 'check at most N links, the longest unchecked first; 0 only lists what is known',
  }),
  show: flag(
    z
      .string()
      .transform((text) => text.split(',').map((name) => name.trim()))
      .pipe(z.array(z.enum(shown, `must be some of ${shown.join(', ')}`)))
      .default(['dead']),
    {
      common: true,
      value: 'STATES',
      defaultText: 'dead',
      description: `links to list: ${shown.join(', ')}; comma-separated`,
    },
  ),
  failOn: flag(oneOf(['new', 'any']).text.optional(), {
    common: true,
    value: 'WHAT',
    description: 'exit with code 5 if this run found new dead links (new), or if there are any (any)',
  }),
  format: flag(z.enum(formats, `must be one of ${formats.join(', ')}`).optional(), {
    common: true,
    value: 'FORMAT',
    defaultText: 'from the name of --out, or table',
    description: `output format: ${formats.join(', ')}`,
  }),
  ...outputOptions,
  notify: newsOptions.notify,
  delay: reachFlags.delay,
  robots: reachFlags.robots,
  allowPrivate: reachFlags.allowPrivate,
  contact: networkFlags.contact,
  proxy: networkFlags.proxy,
  hostRules: networkFlags.hostRules,
  db: commonOptions.db,
});

export const deadVerb = verb({
  name: 'dead',
  summary: 'find dead links, and list the pages that contain them',
  options,
  examples: [
    'forager dead --limit 0 --db data/demo.sqlite',
    'forager dead --limit 0 --show dead,failing,moved --format csv --db data/demo.sqlite --out data/dead.csv --force',
    'forager dead --limit 0 --fail-on new --format junit --db data/demo.sqlite --out data/dead.xml --force',
  ],
  details: () => summaries('Formats', deadLinksFormats),
  remembers: true,
  async run(given, memory) {
    const { db, out, force, limit, show, failOn } = given;
    const { existing, isPrivate, openStoreToRead, readStore } = await import('../../../storage/open.ts');
    const { refuseUnwritable, writeToFile, writeToStdout } = await import('../../../export/write.ts');
    const { runChecks } = await import('../../check-links.ts');
    const { listChecked } = await import('../../../storage/lists/checked-links.ts');
    const format = formatOfList(out, given.format);
    existing(db);
    await sendersOf(given);
    if (out !== '-') refuseUnwritable(out, force);
    await (await openStoreToRead(db)).close();
    const goesOn = memoryLine(memory, options);
    if (goesOn !== undefined) say(goesOn);
    const news = { ...given, notifyAbout: ['failed', 'dead'] as const };
    const done = await withNews(news, { warn: say }, () => runChecks({ ...given, most: limit }, say));
    return await readStore(db, async (store) => {
      const now = Date.now();
      const links = listChecked(store, show);
      const text = format ? format.text(links, now) : [`${await deadTable([...links])}\n`];
      await (out === '-' ? writeToStdout(text) : writeToFile(out, force, text, isPrivate(db)));
      if (done.isInterrupted) return ExitCode.interrupted;
      const isAny = failOn === 'any' && !listChecked(store, ['dead']).next().done;
      return isAny || (failOn === 'new' && done.newlyDead > 0) ? ExitCode.deadLinks : ExitCode.done;
    });
  },
});

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function deadTable(links: readonly CheckedLink[]): Promise<string> {
  if (links.length === 0) return 'no such links';
  const { printedTable } = await import('../../tables/printed-table.ts');
  const { troubleOf } = await import('../../../dead-links/formats/format.ts');
  const columns = [
    { head: 'link', isUnbroken: true },
    { head: 'what' },
    { head: 'since' },
    { head: 'pages', isNumber: true },
    { head: 'such as', isUnbroken: true },
  ];
  return printedTable(
    columns,
    links.map((link) => [
      ...[link.url, troubleOf(link), new Date(link.since).toISOString().slice(0, 10), link.pages.length],
      link.pages[0]?.url ?? '',
    ]),
  );
}
