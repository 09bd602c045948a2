import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Session } from '../src/cluster/session.ts';
import { SharedFrontier } from '../src/cluster/shared-frontier.ts';
import { makeStrategy } from '../src/strategies/strategy.ts';
import { cpuSince } from './cpu-time.ts';
import { frontierOn } from './open-frontier.ts';
import { childArguments, printLine } from './run-child.ts';
import { randomNumbers, SyntheticSite } from './synthetic-site.ts';

/** Joins a crawl of synthetic sites; prints the number of pages completed between two times, and its CPU time. */
const { db, slots, beginsAt, endsAt } = childArguments(
  z.object({ db: z.string(), slots: z.number(), beginsAt: z.number(), endsAt: z.number() }),
);
const warn = (line: string) => process.stderr.write(`${line}\n`);
const session = await Session.open({ db, slots, warn, now: Date.now });
const strategy = makeStrategy(
  { strategy: 'beebot', siteRule: 'time-quantum', linkOrder: 'level', params: {} },
  undefined,
);
const { frontier } = await frontierOn(session.set.store, strategy, {
  pageLimit: undefined,
  traps: true,
  share: session.share,
});
const shared = new SharedFrontier(session, frontier);
await shared.begin(Date.now());
if (Date.now() > beginsAt) throw new Error('joined too late: the machine is busy');
const random = randomNumbers(session.worker);
let pages = 0;

async function visitPages(): Promise<void> {
  while (Date.now() < endsAt) {
    const next = await shared.claim(Date.now());
    if (next.kind !== 'claim') await setTimeout(20);
    else {
      const { claim } = next;
      await shared.completeVisit(
        claim,
        new SyntheticSite(claim.site - 1).visit(SyntheticSite.pageOf(claim.url), random),
        Date.now(),
      );
      pages++;
    }
  }
}

const visiting = Promise.all(Array.from({ length: slots }, visitPages));
await setTimeout(beginsAt - Date.now());
const [before, cpu] = [pages, process.cpuUsage()];
await visiting;
const line = { pages: pages - before, cpu: cpuSince(cpu) };
await session.leave();
await session.set.store.close();
printLine(line);
