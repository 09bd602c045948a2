import { useEffect, useState } from 'preact/hooks';
import type { CrawlNow, LiveMessage, VisitLine } from '../../wire/live.ts';
import { exchange, session } from './session.ts';
import { Store, useSelected } from './store.ts';

/** Visits that are kept to be shown. */
const KEPT = 100;
/** Milliseconds for which what was answered at length is not asked anew: see `useVersion`. */
export const CALM = 10_000;
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

/** What a component needs of it: the less that is, the seldomer it is drawn. */
export const useLive = <S>(select: (told: Live) => S): S => useSelected(live, select);

/** The version of the database, a new one at most once in so many milliseconds: beside a crawl it changes all the time. */
export function useVersion(every: number): string {
  const [version, setVersion] = useState(live.value.version);
  useEffect(() => {
    let told = version;
    let at = Number.NEGATIVE_INFINITY;
    let timer: number | undefined;
    const look = () => {
      if (live.value.version === told) return;
      clearTimeout(timer);
      // The first one is no news.
      const wait = told === '' ? 0 : at + every - Date.now();
      if (wait > 0) timer = window.setTimeout(look, wait);
      else {
        told = live.value.version;
        at = Date.now();
        setVersion(told);
      }
    };
    look();
    const end = live.watch(look);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [every]);
  return version;
}

let source: EventSource | undefined;
let silence: number | undefined;
let retry: number | undefined;

/** Listens from now on, while somebody can see the page: a server that is gone is tried again until it is back. */
export function listen(): void {
  document.addEventListener('visibilitychange', open);
  open();
}

function stop(): void {
  clearTimeout(silence);
  clearTimeout(retry);
  source?.close();
  source = undefined;
}

function open(): void {
  stop();
  if (document.hidden) return;
  const last = live.value.visits[0]?.id ?? 0;
  source = new EventSource(`/api/events?after=${last}`);
  const again = () => {
    stop();
    live.set({ ...live.value, isConnected: false });
    retry = window.setTimeout(reopen, RETRY_AFTER);
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
  if (session.value.state === 'open') open();
  else if (session.value.state === 'opening') retry = window.setTimeout(reopen, RETRY_AFTER);
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
