import { counted } from '../../domain/wording.ts';
import type { SiteSummary, Summary } from '../../reports/summary.ts';
import { type Column, printedTable } from './printed-table.ts';

type Counts = Pick<SiteSummary, 'pages' | 'failed' | 'internal' | 'external' | 'bad'>;

const columns: readonly Column[] = [
  { head: 'site' },
  ...['pages', 'failed', 'internal', 'external', 'bad', 'budget'].map((head) => ({ head, isNumber: true })),
  { head: 'status' },
];

/** Returns the final table of a crawl: a line for each site, the sums, and the traps below. */
export function crawlTable(summary: Summary): string {
  const pagesUsed = summary.pages + summary.failed;
  const row = (name: string, of: Counts, status: string) => [
    ...[name, of.pages, of.failed, of.internal, of.external, of.bad],
    ...[share(of.pages + of.failed, Math.max(pagesUsed, summary.pageLimit ?? 0)), status],
  ];
  const best = summary.sites
    .filter(({ isFound }) => isFound)
    .toSorted((a, b) => b.reward - a.reward || b.pages - a.pages);
  const listed = [...summary.sites.filter(({ isFound }) => !isFound), ...best.slice(0, MOST_FOUND)];
  return [
    printedTable(columns, [
      ...listed.map((site) => row(site.site, site, statusOf(site, summary))),
      row('all', summary, summary.stopped ?? (summary.run === 0 ? 'not started' : 'running, or killed')),
    ]),
    ...foundLine(summary, best.length),
    ...topicLine(summary),
    ...renderingLine(summary),
    ...scriptLines(summary),
    ...trapLines(summary),
  ].join('\n');
}

/** Maximum number of found sites in the table, by largest reward. */
const MOST_FOUND = 20;

/** Describes the visits of sites that the crawl itself found. */
function foundLine({ sitesFound }: Summary, visited: number): string[] {
  if (sitesFound === 0) return [];
  const named = visited > MOST_FOUND ? `; the table shows the ${MOST_FOUND} with the largest reward` : '';
  return [
    `${counted(sitesFound, 'site')} found beyond the given ones, ${visited.toLocaleString('en')} of them visited${named}`,
  ];
}

/**
 * Counts the pages with words of the topic. If there are none, the topic is probably in another language than the
 * pages.
 */
function topicLine({ topic, pages }: Summary): string[] {
  if (!topic || pages === 0) return [];
  const { name, pages: near } = topic;
  if (near > 0) return [`${name}: ${counted(near, 'page contains', 'pages contain')} words of the topic`];
  return [`${name}: no page contains words of the topic. Is it in their language? Try forager topics test URL`];
}

/** Returns the share of pages read without a browser, unless all or none were. */
const renderingLine = ({ pages, withoutBrowser }: Summary): string[] =>
  withoutBrowser > 0 && withoutBrowser < pages ? [`read without a browser: ${share(withoutBrowser, pages)}`] : [];

/** Returns a line for each site whose links only a browser sees. */
const scriptLines = ({ sites }: Summary): string[] =>
  sites.flatMap(({ site, writtenByScripts }) =>
    writtenByScripts ? [`${site} needs scripts to show its links: use --render browser or adaptive`] : [],
  );

/** Maximum number of traps named for a site. */
const MOST_TRAPS = 5;

/** Returns a line for each trap, those with most links first. */
const trapLines = ({ sites }: Summary): string[] =>
  sites.flatMap(({ site, traps }) => {
    const most = traps.toSorted((a, b) => b.links - a.links);
    const lines = most
      .slice(0, MOST_TRAPS)
      .map(({ kind, pattern, links }) => `trap in ${site}: ${pattern} (${kind}), ${counted(links, 'link')} skipped`);
    const more = most.length - lines.length;
    return more > 0 ? [...lines, `and ${more} more in ${site}`] : lines;
  });

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

function statusOf(site: SiteSummary, summary: Summary): string {
  switch (site.status) {
    case 'finished':
      return site.note === '' ? 'finished' : 'its own limit';
    case 'not-available':
      return `not available: ${site.note}`.slice(0, 60);
    case 'session-ended':
      return `session ended: ${site.note}`.slice(0, 60);
    case 'waiting':
      return summary.stopped === null ? 'waiting' : `not started (${summary.stopped})`;
    case 'crawling':
      return summary.stopped ?? 'crawling';
  }
}
