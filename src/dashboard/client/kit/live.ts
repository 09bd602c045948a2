import { batch, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { CrawlNow, VisitLine } from '../../crawl-now.ts';
import type { LiveMessage } from '../../live-feed.ts';
import { AskFailed, ask, messageOf, send } from './request.ts';

/** Visits kept for display, at most. */
const KEPT = 100;
/** Milliseconds between two requests that are slow to answer: see `useVersion`. */
export const CALM = 10_000;
/** Milliseconds between two attempts to reconnect. */
const RETRY_AFTER = 1500;
/** Milliseconds without a message after which the server counts as gone; messages come every five seconds. */
const SILENCE = 15_000;

/** Session with the server. `opening`: the token is being exchanged; `locked`: this browser has no valid token. */
export const session = signal<{ readonly state: 'opening' | 'open' | 'locked'; readonly why: string }>({
  ...{ state: 'opening', why: '' },
});

/** Latest state from the server; components are redrawn when a value that they use changes. */
export const live = {
  isConnected: signal(false),
  /** State of the crawl; undefined before the first message. */
  crawl: signal<CrawlNow | undefined>(undefined),
  /** Version of the database, which differs after every change. */
  version: signal(''),
  /** Latest visits, newest first. */
  visits: signal<readonly VisitLine[]>([]),
};

/**
 * Returns the version of the database, updated at most once in `every` milliseconds, as a crawl changes it constantly.
 */
export function useVersion(every: number): string {
  const [version, setVersion] = useState(live.version.value);
  useEffect(() => {
    let shown = version;
    let at = Number.NEGATIVE_INFINITY;
    let timer: number | undefined;
    const look = () => {
      if (live.version.value === shown) return;
      clearTimeout(timer);
      // Returns the first version immediately.
      const wait = shown === '' ? 0 : at + every - Date.now();
      if (wait > 0) timer = window.setTimeout(look, wait);
      else {
        shown = live.version.value;
        at = Date.now();
        setVersion(shown);
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

/** Exchanges the address's token for a cookie and removes the token; without a token an earlier cookie may be valid. */
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

/** Listens to the server while the page is visible, and reconnects when needed. */
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
    // Safe cast: the message is from our own server.
    take(JSON.parse(data) as LiveMessage);
  };
  source.onerror = again;
}

/** Checks whether the server is back and accepts our cookie, then reconnects. */
async function reopen(): Promise<void> {
  await exchange(undefined);
  if (session.value.state === 'open') open();
  else if (session.value.state === 'opening') retry = window.setTimeout(reopen, RETRY_AFTER);
}

function take({ version, crawl, visits }: LiveMessage): void {
  const known = live.visits.value;
  const latest = known[0]?.id ?? 0;
  // A recreated database numbers its runs from 1 again.
  const isOther = crawl.run < (live.crawl.value?.run ?? 0);
  const fresh = visits.filter(({ id }) => isOther || id > latest).reverse();
  batch(() => {
    live.isConnected.value = true;
    live.crawl.value = crawl;
    live.version.value = version;
    if (fresh.length > 0 || isOther) live.visits.value = [...fresh, ...(isOther ? [] : known)].slice(0, KEPT);
  });
}
