import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { LeaseLost } from '../../src/cluster/record.ts';
import { Session } from '../../src/cluster/session.ts';
import { SharedFrontier } from '../../src/cluster/shared-frontier.ts';
import { createRandom } from '../../src/domain/random.ts';
import { storedTables } from '../../src/frontier/queries.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { getOne } from '../../src/storage/statement.ts';
import { onTables, page } from '../frontier/world.ts';
import { DOMAINS, isKiller, LONGEST_FETCH, SITES_OF_DOMAIN, SLOTS, siteOf } from './chaos-web.ts';

/*
 * A process that works on a shared crawl of an endless made-up web: node chaos-worker.js DATABASE LOG. Its log has the
 * start and end of each page's fetch.
 */

const [db = '', log = ''] = process.argv.slice(2);
const random = createRandom(`chaos ${process.pid}`);
const note = (what: 'begin' | 'end' | 'again', url: string) =>
  appendFileSync(log, `${JSON.stringify({ what, url, at: Date.now(), pid: process.pid })}\n`);

/** The links of a page: two further ones of its site, and sometimes one of another domain's. */
function linksOf(url: string): string[] {
  const { origin, pathname } = new URL(url);
  const at = Number(pathname.slice(1)) || 0;
  const own = [2 * at + 1, 2 * at + 2].map((next) => `${origin}/${next}`);
  return at % 3 === 0 ? [...own, `${siteOf(at % DOMAINS, at % SITES_OF_DOMAIN)}${at + 5}`] : own;
}

async function slot(frontier: SharedFrontier): Promise<void> {
  for (;;) {
    const next = await frontier.claim(Date.now());
    if (next.kind === 'over') return;
    if (next.kind === 'wait') {
      await setTimeout(20);
      continue;
    }
    const { claim } = next;
    note('begin', claim.url);
    if (isKiller(claim.url)) process.kill(process.pid, 'SIGKILL');
    await setTimeout(LONGEST_FETCH * random.unit());
    note('end', claim.url);
    await frontier.completeVisit(claim, page(claim, linksOf(claim.url)), Date.now());
  }
}

async function work(isBack: boolean): Promise<void> {
  const session = await Session.open({ db, slots: SLOTS, isBack, warn: () => undefined, now: Date.now });
  const { store } = session.set;
  try {
    const startedAt = Date.now();
    const runs = runQueries(store);
    const { id } = await store.write(() => {
      runs.endKilled.run({});
      return getOne(runs.start, { started_at: startedAt, pid: process.pid, config: '{}' });
    });
    const options = { strategy: 'beebot', traps: false, share: session.share };
    const frontier = await onTables(storedTables(store), options, { id, startedAt });
    const shared = new SharedFrontier(session, frontier);
    await shared.begin(startedAt);
    const slots = await Promise.allSettled(Array.from({ length: SLOTS }, () => slot(shared)));
    const failed = slots.find((ended) => ended.status === 'rejected');
    if (failed) throw failed.reason;
    await session.leave();
  } finally {
    session.close();
    await store.close();
  }
}

for (let isBack = false; ; isBack = true)
  try {
    await work(isBack);
    break;
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    note('again', error.message);
  }
