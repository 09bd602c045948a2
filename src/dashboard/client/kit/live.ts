import type { CrawlNow, LiveMessage, VisitLine } from '../../wire/live.ts';
import { exchange, session } from './session.ts';
import { Store, useStore } from './store.ts';

/** Visits that are kept to be shown. */
const KEPT = 200;
/** Milliseconds from one try to reach a server that is gone to the next. */
const RETRY_AFTER = 1500;
/** Milliseconds without a word after which the server is taken for gone: it speaks every five seconds. */
const SILENCE = 15_000;

/** What the server has told last. */
interface Live {
  readonly isConnected: boolean;
  /** Undefined before the first message. */
  readonly crawl: CrawlNow | undefined;
  /** Another one when the database has changed. */
  readonly version: string;
  /** The last visits, newest first. */
  readonly visits: readonly VisitLine[];
}

const live = new Store<Live>({ isConnected: false, crawl: undefined, version: '', visits: [] });

export const useLive = (): Live => useStore(live);

let silence: number | undefined;

/** Listens from now on: a server that is gone is tried again until it is back. */
export function listen(): void {
  const last = live.value.visits[0]?.id ?? 0;
  const source = new EventSource(`/api/events?after=${last}`);
  const again = () => {
    clearTimeout(silence);
    source.close();
    live.set({ ...live.value, isConnected: false });
    setTimeout(reopen, RETRY_AFTER);
  };
  source.onmessage = ({ data }: MessageEvent<string>) => {
    clearTimeout(silence);
    silence = window.setTimeout(again, SILENCE);
    // Of our own server.
    take(JSON.parse(data) as LiveMessage);
  };
  source.onerror = again;
}

/** Asks first whether the server is back, and knows us. */
async function reopen(): Promise<void> {
  await exchange(undefined);
  if (session.value.state === 'open') listen();
  else if (session.value.state === 'opening') setTimeout(reopen, RETRY_AFTER);
}

function take({ version, crawl, visits }: LiveMessage): void {
  const known = live.value.visits;
  const latest = known[0]?.id ?? 0;
  // A crawl that was begun anew counts from 1 again.
  const isOther = crawl.run < (live.value.crawl?.run ?? 0);
  const fresh = visits.filter(({ id }) => isOther || id > latest).reverse();
  live.set({
    isConnected: true,
    crawl,
    version,
    visits: fresh.length === 0 && !isOther ? known : [...fresh, ...(isOther ? [] : known)].slice(0, KEPT),
  });
}
