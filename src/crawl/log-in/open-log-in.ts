import { isSessionOf, sessionWarnings } from '../../capture/session/session-fit.ts';
import { joined } from '../../capture/session/session-state.ts';
import type { Frontier } from '../../frontier/frontier.ts';
import { lastConfig, recordedOptions } from '../../reports/runs.ts';
import type { Store } from '../../storage/open.ts';
import { seedQueries, sessionPageQueries } from '../../storage/seeds.ts';
import type { Identity } from '../../url/normalise.ts';
import type { CrawlOptions } from '../crawl-options.ts';
import type { CrawlEvents } from '../visit-pages.ts';
import type { Web } from '../web-access.ts';
import { LogInWatch } from './log-in-watch.ts';

interface LogInTools extends Pick<Web, 'session' | 'delay'> {
  readonly store: Store;
  readonly frontier: Frontier;
  readonly identity: Identity;
  readonly now: () => number;
}

/**
 * Opens the watch over a run's log-in session and warns of problems. Without a session, pages captured with an earlier
 * session are watched too, as log-in pages may replace them.
 *
 * @param before session that known pages were captured with, for revisits
 */
export function openLogIn(
  { render }: Pick<CrawlOptions, 'render'>,
  { session, ...tools }: LogInTools,
  events: CrawlEvents,
  before?: string,
): LogInWatch | undefined {
  const { store, now } = tools;
  const state = joined(session);
  if (!state && before === undefined) return undefined;
  const warn = (line: string) => events.warn?.(line);
  if (!state)
    warn(`this crawl was made with ${before}, and now there is no session: what asks to log in stays as it was`);
  const sites = seedQueries(store)
    .all.all({})
    .filter(({ removed }) => removed === null)
    .map(({ start_url: url, scope }) => ({ url, scope }));
  for (const line of sessionWarnings(session, sites, render !== 'http', now())) warn(line);
  // A log-in service may have its own domain.
  const isOfOne = state !== undefined && sites.some(({ url }) => isSessionOf(state, new URL(url)));
  const isFor = (start: URL) => !state || !isOfOne || isSessionOf(state, start);
  return new LogInWatch({ ...tools, isFor, warn, detail: (line) => events.detail?.(line) });
}

/** Returns the earlier log-in session as named by the user; undefined without one. */
export function earlierSession(store: Store): string | undefined {
  const { storageState, cookies } = recordedOptions(lastConfig(store));
  if (storageState !== undefined) return `--storage-state ${storageState}`;
  if (cookies !== undefined) return `--cookies ${cookies}`;
  return (sessionPageQueries(store).count.get({})?.sites ?? 0) > 0 ? 'a session' : undefined;
}
