import Table from 'cli-table3';
import type { SiteSummary, Summary } from '../crawl/summary.ts';

/** The table that a crawl ends with: a line a site, and the sums. */
export function crawlTable(summary: Summary): string {
  const charged = summary.pages + summary.failed;
  const table = new Table({
    head: ['site', 'pages', 'failed', 'internal', 'external', 'bad links', 'share of budget', 'why it stopped'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  const line = (name: string, of: Omit<SiteSummary, 'site' | 'url' | 'status' | 'note' | 'reward'>, why: string) =>
    table.push([
      name,
      ...[of.pages, of.failed, of.internal, of.external, of.bad].map((count) => count.toLocaleString('en')),
      share(of.pages + of.failed, Math.max(charged, summary.pageLimit ?? 0)),
      why,
    ]);
  for (const site of summary.sites) line(site.site, site, whyStopped(site, summary));
  line('all', summary, summary.stopped ?? (summary.run === 0 ? 'not begun' : 'still running, or killed'));
  return table.toString();
}

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

function whyStopped(site: SiteSummary, summary: Summary): string {
  switch (site.status) {
    case 'finished':
      return 'finished';
    case 'not-available':
      return `not available: ${site.note}`.slice(0, 60);
    case 'waiting':
      return summary.stopped === null ? 'waiting' : `not begun (${summary.stopped})`;
    case 'crawling':
      if (summary.stopped === null) return 'crawling';
      return summary.stopped === 'done' ? 'its own limit' : summary.stopped;
  }
}
