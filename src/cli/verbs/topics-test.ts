import { z } from 'zod';
import { renderChoices } from '../../capture/capture.ts';
import { BadInput, ExitCode, GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
import type { Captured } from '../../domain/page.ts';
import type { TermShare, Topic } from '../../domain/topic.ts';
import { flag } from '../options.ts';
import type { Column } from '../printed-table.ts';
import { politenessOptions } from '../run-options.ts';
import { commonOptions, reachOptions } from '../shared-options.ts';
import { topicOption } from '../strategy-options.ts';
import { useTempFolder } from '../temp-folder.ts';
import { verb } from '../verb.ts';

/** Links that are printed, the nearest to the topic first; --json has all. */
const MOST_LINKS = 20;

const options = z.strictObject({
  url: flag(z.string(), { value: 'URL', positional: true, description: 'address of the page' }),
  topic: topicOption,
  render: flag(z.enum(renderChoices.filter((one) => one !== 'adaptive')).default('browser'), {
    value: 'HOW',
    description: 'browser: as Chromium shows it; http: as it comes, no scripts run',
  }),
  ...reachOptions,
  allowPrivate: politenessOptions.allowPrivate,
  json: commonOptions.json,
});

const termColumns: readonly Column[] = [
  { head: 'term', share: 1 },
  { head: 'times', isNumber: true },
  { head: 'adds', isNumber: true },
];
const linkColumns: readonly Column[] = [
  { head: 'likeness', isNumber: true },
  { head: 'terms', share: 1 },
  { head: 'text', share: 2 },
  { head: 'address', share: 3 },
];

export const topicsTestVerb = verb({
  name: 'topics test',
  summary: 'how near a page and its links are to a topic, term by term',
  options,
  examples: ['forager topics test https://www.example.edu/teaching/ --topic courses'],
  async run({ url, topic: named, json, contact, storageState, cookies, ...asked }) {
    const { writeToStdout } = await import('../../export/write.ts');
    if (named === undefined) throw new BadInput('topics test: name the topic, --topic FILE or NAME');
    const { compileTopic } = await import('../../topics/compile-topic.ts');
    const { topicNamed } = await import('../../topics/named-topic.ts');
    const { siteFromUrl } = await import('../../url/named-site.ts');
    const topic = compileTopic(topicNamed(named));
    const page = siteFromUrl(url, 'host', 'URL');
    useTempFolder();
    const { readPage } = await import('../../crawl/read-page.ts');
    const read = await readPage(page.url, { ...asked, contact, storageState, cookies }, Date.now).catch(
      (error: unknown) => {
        if (error instanceof GiveUpVisit || error instanceof RetryVisit) return error;
        throw error;
      },
    );
    if (read instanceof Error) {
      process.stderr.write(`forager: ${url}: ${read.message}\n`);
      return ExitCode.nothingCrawled;
    }
    const { judgePage } = await import('../judge-page.ts');
    const { printedTable } = await import('../printed-table.ts');
    const judged = judgePage(read, topic);
    await writeToStdout(json ? [`${JSON.stringify(judged)}\n`] : [reportOf(judged, topic, read, printedTable)]);
    return ExitCode.done;
  },
});

type Judged = ReturnType<typeof import('../judge-page.ts').judgePage>;

function reportOf(
  { relevance, isTarget, terms, links }: Judged,
  { definition }: Topic,
  { url }: Captured,
  printedTable: typeof import('../printed-table.ts').printedTable,
): string {
  const share = (value: number) => Number(value.toFixed(4));
  const words = (all: readonly TermShare[]) => all.map(({ term }) => term).join(', ');
  const near = links.filter(({ likeness }) => likeness > 0);
  const shown = near.slice(0, MOST_LINKS);
  const rows = shown.map((link) => [share(link.likeness), words(link.terms), link.anchor, link.url]);
  const more = near.length > shown.length ? `, the nearest ${shown.length} here` : '';
  return [
    `${url}: relevance ${share(relevance)} to ${definition.name}${isTarget ? ', a target' : ''}`,
    printedTable(
      termColumns,
      terms.map(({ term, count, share: adds }) => [term, count, share(adds)]),
    ),
    `${near.length} of ${links.length} links have words of the topic${more}`,
    ...(rows.length > 0 ? [printedTable(linkColumns, rows)] : []),
    '',
  ].join('\n');
}
