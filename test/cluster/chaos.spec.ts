import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { Chaos } from './chaos.ts';
import { NONE } from './postgres.ts';
import { postgresBinaries, startPostgres } from './postgres-server.ts';

test('with random failures the budget is exact, nothing is counted twice, and nothing is left', async () => {
  const bin = await postgresBinaries();
  if (bin === undefined) return test.skip(true, NONE);
  const server = await startPostgres(bin);
  const chaos = await Chaos.begin(server, 700);
  try {
    const standby = server.hasStandbys ? await server.standby() : undefined;
    await chaos.goOn(30);
    chaos.kill(0);
    chaos.cut();
    const stopped = chaos.stop(1);
    await chaos.goOn(60);
    await chaos.restart();
    await stopped;
    await chaos.goOn(60);
    if (standby) await chaos.failOver(standby);
    await chaos.goOn(60);
    chaos.cut();
    const seen = await chaos.end();
    const { pageLimit } = seen;
    expect(seen).toMatchObject({ pagesUsed: pageLimit, granted: pageLimit, visits: pageLimit, distinct: pageLimit });
    expect(seen).toMatchObject({ leases: 0, alive: 0, held: 0, broken: {} });
    expect(seen.blamed).toBeGreaterThan(0);
    expect(seen.again).toBeGreaterThan(0);
    expect(seen.overlaps).toBeLessThanOrEqual(seen.takeovers);
  } finally {
    await chaos.close();
    await server.remove();
  }
});
