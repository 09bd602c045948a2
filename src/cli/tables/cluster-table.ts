import type { ClusterStatus } from '../../cluster/status.ts';
import { counted } from '../../domain/wording.ts';
import { printedTable } from './printed-table.ts';

/** Returns a table of the workers of a shared crawl, with the crawl's progress below. */
export function clusterTable(status: ClusterStatus): string {
  const { pageLimit, pagesUsed, openGrants, sites, readySites, waitingLinks, inFlight, letters, workers } = status;
  const table = printedTable(
    [
      { head: 'worker' },
      ...['heartbeat', 'slots', 'domains', 'pages', 'pages/s', 'grant'].map((head) => ({ head, isNumber: true })),
      { head: 'state' },
    ],
    workers.map((worker) => [
      `${worker.id} ${worker.name}`,
      `${worker.secondsSinceBeat.toFixed(1)} s ago`,
      ...[worker.slots, worker.domains, worker.pages],
      worker.pagesPerSecond.toFixed(1),
      worker.openGrant,
      worker.isIdle ? 'idle' : 'working',
    ]),
  );
  const share = pageLimit === null ? '' : ` of ${pageLimit.toLocaleString('en')}, ${openGrants} more granted`;
  const whose = status.recrawlRun === null ? 'pages' : `pages of recrawl run ${status.recrawlRun}`;
  return [
    workers.length === 0 ? 'no workers running' : table,
    `${whose}: ${pagesUsed.toLocaleString('en')} used${share}; ${status.failed.toLocaleString('en')} failed`,
    `pages per second, over the last minute: ${status.pagesPerSecond.toFixed(1)}`,
    `sites: ${sites.toLocaleString('en')}, ${readySites.toLocaleString('en')} of them ready`,
    `links: ${waitingLinks.toLocaleString('en')} waiting, ${counted(inFlight, 'page')} in flight, ${counted(letters, 'letter')} to other workers`,
  ].join('\n');
}
