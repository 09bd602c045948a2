import { useEffect, useState } from 'preact/hooks';
import type { CrawlNow } from '../../crawl-now.ts';
import type { SharedLook } from '../../shared-crawl.ts';
import { Crawled } from '../kit/crawled-text.tsx';
import { count, figure, time } from '../kit/format.ts';
import { live } from '../kit/live.ts';
import { useAnswer } from '../kit/request.ts';
import { ShortTable } from '../kit/short-table.tsx';

/** Milliseconds between two requests for the workers of a shared crawl. */
const WORKERS_EVERY = 2000;

interface SeenCrawl {
  /** State of the crawl; undefined before the first message. */
  readonly crawl: CrawlNow | undefined;
  /** State of a shared crawl; undefined: not shared. */
  readonly shared: SharedLook | undefined;
}

/**
 * Returns the crawl's current state; a shared crawl is running while it has workers, as its runs name processes of
 * other machines.
 */
export function useCrawl(): SeenCrawl {
  const shared = useShared();
  const crawl = live.crawl.value;
  if (!crawl || !shared) return { crawl, shared };
  const runs = shared.status?.workers.length ? 'elsewhere' : 'nowhere';
  return { crawl: { ...crawl, runs, isStopping: false }, shared };
}

/** Polls the state of a shared crawl while the page is visible. */
function useShared(): SharedLook | undefined {
  const [asked, setAsked] = useState(0);
  const { value } = useAnswer<SharedLook | null>('/api/crawl/workers', asked);
  const isShared = value !== undefined && value !== null;
  useEffect(() => {
    if (!isShared) return undefined;
    const timer = setInterval(() => !document.hidden && setAsked((times) => times + 1), WORKERS_EVERY);
    return () => clearInterval(timer);
  }, [isShared]);
  return value ?? undefined;
}

/** Warning that the database of a shared crawl is unreachable. */
export function SharedTrouble({ shared: { trouble, at } }: { readonly shared: SharedLook }) {
  if (trouble === '') return null;
  return (
    <p role="alert">
      The database can't be read: figures as of {time(at)}. <Crawled text={trouble} />
    </p>
  );
}

/** Table of the workers of a shared crawl. */
export function Workers({ shared }: { readonly shared: SharedLook }) {
  const { status, copiedAt } = shared;
  return (
    <section class="panel">
      <h2>Workers</h2>
      <SharedTrouble shared={shared} />
      {status && (
        <>
          <ShortTable
            label="Workers of this crawl"
            rows={status.workers}
            keyOf={({ id }) => String(id)}
            empty="No worker is alive."
            columns={[
              { title: 'Worker', cell: ({ id, name }) => <Crawled text={`${id} ${name}`} /> },
              { title: 'State', cell: ({ isIdle }) => (isIdle ? 'idle' : 'working') },
              { title: 'Heartbeat', isNumber: true, cell: ({ secondsSinceBeat: s }) => `${s.toFixed(1)} s ago` },
              { title: 'Pages', isNumber: true, cell: ({ pages }) => count(pages) },
              { title: 'Pages per second', isNumber: true, cell: ({ pagesPerSecond }) => figure(pagesPerSecond) },
              { title: 'Domains', isNumber: true, cell: ({ domains }) => count(domains) },
              { title: 'Reserved pages', isNumber: true, cell: ({ openGrant }) => count(openGrant) },
            ]}
          />
          <p>
            Budget used: {count(status.pagesUsed)}
            {status.pageLimit !== null &&
              ` of ${count(status.pageLimit)} pages, ${count(status.openGrants)} more reserved by workers`}
          </p>
        </>
      )}
      <p class="dim">Everything else shows a copy of the crawl, as of {time(copiedAt)}. It can't be edited.</p>
    </section>
  );
}
