import { batch, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { CrawlNow, VisitLine } from '../../crawl-now.ts';
import type { LiveMessage } from '../../live-feed.ts';
import { AskFailed, ask, messageOf, send } from './ask.ts';

/** Visits that are kept to be shown. */
const KEPT = 100;
/** Milliseconds between two requests for answers that are slow to compute: see `useVersion`. */
export const CALM = 10_000;
/** Milliseconds between two tries to reach a server that is gone. */
const RETRY_AFTER = 1500;
/** Milliseconds without a message after which the server counts as gone: it sends one every five seconds. */
const SILENCE = 15_000;

/** `opening`: the token is being exchanged; `locked`: this browser has none that holds. */
export const session = signal<{ readonly state: 'opening' | 'open' | 'locked'; readonly why: string }>({
  ...{ state: 'opening', why: '' },
});

/** The latest state from the server; a component is redrawn when a value that it reads changes. */
export const live = {
  isConnected: signal(false),
  /** Undefined before the first message. */
  crawl: signal<CrawlNow | undefined>(undefined),
  /** Another one when the database has changed. */
  version: signal(''),
  /** The last visits, newest first. */
  visits: signal<readonly VisitLine[]>([]),
};

/** The version of the database, updated at most once in so many milliseconds, as a crawl changes it all the time. */
export function useVersion(every: number): string {
  const [version, setVersion] = useState(live.version.value);
  useEffect(() => {
    let told = version;
    let at = Number.NEGATIVE_INFINITY;
    let timer: number | undefined;
    const look = () => {
      if (live.version.value === told) return;
      clearTimeout(timer);
      // The first version needs no wait.
      const wait = told === '' ? 0 : at + every - Date.now();
      if (wait > 0) timer = window.setTimeout(look, wait);
      else {
        told = live.version.value;
        at = Date.now();
        setVersion(told);
      }
    };
    const end = live.version.subscribe(look);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [every]);
  return version;
}

/** Exchanges the token of the address for a cookie and removes it from there; without a token an earlier cookie may do. */
export async function openSession(): Promise<void> {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', '#/');
  await exchange(token);
}

export async function exchange(token: string | undefined): Promise<void> {
  try {
    await (token === undefined ? ask('/api/session') : send('/api/session', { token }));
    session.value = { state: 'open', why: '' };
  } catch (error) {
    const isLocked = error instanceof AskFailed && error.status !== 0;
    session.value = { state: isLocked ? 'locked' : 'opening', why: messageOf(error) };
  }
}

let source: EventSource | undefined;
let silence: number | undefined;
let retry: number | undefined;

/** Listens to the server while the page is visible, and reconnects to a server that was gone. */
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
  const last = live.visits.value[0]?.id ?? 0;
  source = new EventSource(`/api/events?after=${last}`);
  const again = () => {
    stop();
    live.isConnected.value = false;
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
  const known = live.visits.value;
  const latest = known[0]?.id ?? 0;
  // A database that was made again counts its runs from 1.
  const isOther = crawl.run < (live.crawl.value?.run ?? 0);
  const fresh = visits.filter(({ id }) => isOther || id > latest).reverse();
  batch(() => {
    live.isConnected.value = true;
    live.crawl.value = crawl;
    live.version.value = version;
    if (fresh.length > 0 || isOther) live.visits.value = [...fresh, ...(isOther ? [] : known)].slice(0, KEPT);
  });
}
