import { isSessionOf, sessionWarnings } from '../capture/session/session-fit.ts';
import { joined } from '../capture/session/session-state.ts';
import type { Frontier } from '../frontier/frontier.ts';
import { lastConfig, recordedOptions } from '../reports/runs.ts';
import type { Store } from '../storage/open.ts';
import { seedQueries, sessionPageQueries } from '../storage/seeds.ts';
import type { Identity } from '../url/normalise.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { SessionWatch } from './session-watch.ts';
import type { CrawlEvents } from './visit-pages.ts';
import type { Web } from './web.ts';

interface SessionTools extends Pick<Web, 'session' | 'delay'> {
  readonly store: Store;
  readonly frontier: Frontier;
  readonly identity: Identity;
  readonly now: () => number;
}

/**
 * Watches over the session of a run, and warns of what is wrong with it from the start. Pages that were read with a
 * session are watched over without one, too: what comes in their place may be the way in.
 *
 * @param before the session that known pages were read with, where they are checked
 */
export function openSession(
  { render }: Pick<CrawlOptions, 'render'>,
  tools: SessionTools,
  events: CrawlEvents,
  before?: string,
): SessionWatch | undefined {
  const { session, store, now } = tools;
  const state = joined(session);
  if (!state && before === undefined) return undefined;
  if (!state)
    events.warn?.(
      `this crawl was made with ${before}, and now there is no session: what asks to log in stays as it was`,
    );
  const sites = seedQueries(store)
    .all.all({})
    .filter(({ removed }) => removed === null)
    .map(({ start_url: url, scope }) => ({ url, scope }));
  for (const line of sessionWarnings(session, sites, render !== 'http', now())) events.warn?.(line);
  // A service that others log in with may have a domain of its own.
  const isOfOne = state !== undefined && sites.some(({ url }) => isSessionOf(state, new URL(url)));
  return new SessionWatch({
    ...tools,
    isFor: (start) => !state || !isOfOne || isSessionOf(state, start),
    warn: (line) => events.warn?.(line),
    detail: (line) => events.detail?.(line),
  });
}

/** The session that the crawl was made with, as its user named it; undefined: there was none. */
export function earlierSession(store: Store): string | undefined {
  const { storageState, cookies } = recordedOptions(lastConfig(store));
  if (storageState !== undefined) return `--storage-state ${storageState}`;
  if (cookies !== undefined) return `--cookies ${cookies}`;
  return (sessionPageQueries(store).count.get({})?.sites ?? 0) > 0 ? 'a session' : undefined;
}
