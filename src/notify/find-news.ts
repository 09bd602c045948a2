import { counted } from '../domain/wording.ts';
import { countChanges, listChanges } from '../storage/lists/history.ts';
import type { Store } from '../storage/open.ts';
import { newlyDead, pagesOfLastRuns } from '../storage/reports/news.ts';
import { listSites } from '../storage/sites.ts';
import { MOST_ITEMS, type News, type NoticeKind, noticeKinds } from './notice.ts';

/** Pages of the previous run at least, for a drop below half to count as news. */
const FEW_PAGES = 10;

/** Finds news of one kind after a run that began at `since` (milliseconds since the epoch); undefined: none. */
type Finder = (store: Store, since: number) => Omit<News, 'kind'> | undefined;

const finders: Readonly<Record<Exclude<NoticeKind, 'failed'>, Finder>> = {
  down: (store) => sitesWith(store, 'not-available', 'does not answer', 'do not answer'),
  'session-ended': (store) => sitesWith(store, 'session-ended', 'asks to log in again', 'ask to log in again'),
  dead(store, since) {
    const { links, first } = newlyDead(store, since, MOST_ITEMS);
    return links === 0
      ? undefined
      : { text: counted(links, 'new dead link'), items: first.map(({ url, reason }) => `${url}: ${reason}`) };
  },
  half(store) {
    const runs = pagesOfLastRuns(store);
    if (!runs || runs.before < FEW_PAGES || 2 * runs.last >= runs.before) return undefined;
    return {
      text: `${counted(runs.last, 'page')} read, and ${counted(runs.before, 'page')} the time before`,
      items: [],
    };
  },
  gone: (store, since) => pagesThat(store, since, 'gone'),
  changed: (store, since) => pagesThat(store, since, 'changed'),
};

/** Finds the news of a run of the given kinds, most urgent first. */
export function findNews(store: Store, since: number, kinds: readonly NoticeKind[]): News[] {
  return noticeKinds.flatMap((kind): News[] => {
    if (kind === 'failed' || !kinds.includes(kind)) return [];
    const found = finders[kind](store, since);
    return found ? [{ kind, ...found }] : [];
  });
}

function sitesWith(store: Store, status: string, one: string, many: string) {
  const sites = [...listSites(store, { removed: false })].filter((site) => site.status === status);
  if (sites.length === 0) return undefined;
  return {
    text: `${counted(sites.length, 'site')} ${sites.length === 1 ? one : many}`,
    items: sites
      .slice(0, MOST_ITEMS)
      .map(({ site, url, note }) => [`${site} (${url})`, note].filter(Boolean).join(': ')),
  };
}

function pagesThat(store: Store, since: number, change: 'gone' | 'changed') {
  const filter = { since, before: undefined, site: undefined, things: ['pages'] as const };
  const all = countChanges(store, filter).find((counts) => counts.kind === 'page' && counts.change === change);
  if (!all) return undefined;
  const items: string[] = [];
  for (const record of listChanges(store, filter)) {
    if (record.change === change) items.push(record.url);
    if (items.length === MOST_ITEMS) break;
  }
  return { text: `${counted(all.changes, 'page')} ${change}`, items };
}
