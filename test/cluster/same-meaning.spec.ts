import { copyFileSync } from 'node:fs';
import { expect, mergeTests } from '@playwright/test';
import { connect } from '../../src/cluster/connection.ts';
import { pull, push } from '../../src/cluster/copy.ts';
import { presets } from '../../src/strategies/registry.ts';
import { learnableOn } from '../frontier/random-web.ts';
import { test as withFolder } from '../frontier/world.ts';
import { test as withPostgres } from './postgres.ts';
import { openWay } from './postgres-server.ts';
import {
  alone,
  type Crawl,
  contentsOf,
  crawlOn,
  differing,
  NotDone,
  Progress,
  type Worker,
  worker,
} from './shared-crawl.ts';

const test = mergeTests(withFolder, withPostgres);

const web = learnableOn(1);
const crawlBy = (strategy: string): Crawl => ({
  ...{ web, strategy, linkOrder: undefined, siteRule: undefined, workers: 3, pageLimit: 44 },
});

/** Numbers of pages after which a crawl is interrupted. */
const [FIRST, SECOND] = [14, 27];

/** Link orders that learn nothing, or from visits, from all links, and from texts. */
const pushedToo = new Set(['beebot', 'forager', 'hits', 'topic']);

/** Continues to the end, where SQLite's result is known. */
const toEnd = ({ order }: Progress) => ({ pages: order.length, isDrained: true });

/** Describes the differences of two files, table by table. */
const differences = async (one: string, other: string) => differing(await contentsOf(one), await contentsOf(other));

test('a single worker crawls as SQLite alone does, and notices the end of the crawl', async ({ folder, record }) => {
  const crawl = { ...crawlBy('forager'), pageLimit: undefined };
  const file = `${folder}/alone.sqlite`;
  const [wanted, seen] = [new Progress(), new Progress()];
  const own = await alone(file, crawl);
  await crawlOn(own, crawl, wanted);
  await own.leave();
  const ours = await worker(record, crawl);
  await crawlOn(ours, crawl, seen);
  await ours.leave();
  expect(seen.order).toEqual(wanted.order);
  const contents = await contentsOf(file);
  expect(contents.seeds?.length).toBe(4);
  await pull(record, `${folder}/pulled.sqlite`);
  expect(differing(contents, await contentsOf(`${folder}/pulled.sqlite`))).toEqual({});
});

for (const { name } of presets) {
  test(`drained, and with failing commits, a worker crawls as SQLite alone does: ${name}`, async ({
    folder,
    postgres,
    record,
  }) => {
    const crawl = crawlBy(name);
    const [wanted, seen] = [new Progress(), new Progress()];
    const file = `${folder}/alone.sqlite`;
    for (const pages of [FIRST, Number.POSITIVE_INFINITY]) {
      const own = await alone(file, crawl, wanted.now);
      await crawlOn(own, crawl, wanted, { pages, isDrained: true });
      await own.leave();
    }
    expect(wanted.order.length).toBeGreaterThan(40);

    const way = await openWay(postgres.port);
    try {
      const first = await worker(way.by(record), crawl, seen.now);
      await crawlOn(first, crawl, seen, { pages: FIRST / 2 });
      const insist = failing(first, () => way.cut());
      await crawlOn(first, crawl, seen, { pages: FIRST, isDrained: true, insist });
      await first.leave();
      await pull(record, `${folder}/pulled.sqlite`);
      const second = await worker(way.by(record), crawl, seen.now);
      await crawlOn(second, crawl, seen, toEnd(wanted));
      await second.leave();
    } finally {
      way.close();
    }
    expect(seen.order).toEqual(wanted.order);
    // Once from its beginning, once on top of an earlier pull.
    for (const copy of ['fresh', 'pulled']) {
      await pull(record, `${folder}/${copy}.sqlite`);
      expect(await differences(file, `${folder}/${copy}.sqlite`)).toEqual({});
    }
  });

  test(`taken over from a dead worker, or pushed, a crawl continues as SQLite alone does: ${name}`, async ({
    folder,
    postgres,
    record,
  }) => {
    const crawl = crawlBy(name);
    const file = `${folder}/alone.sqlite`;
    const killed = `${folder}/killed.sqlite`;
    const until = new Progress();
    const killedOwn = await alone(file, crawl);
    await crawlOn(killedOwn, crawl, until, { pages: SECOND });
    expect(until.inFlight.length).toBeGreaterThan(1);
    await killedOwn.kill();
    copyFileSync(file, killed);
    const wanted = until.killed();
    const own = await alone(file, crawl, wanted.now);
    await crawlOn(own, crawl, wanted);
    await own.leave();

    const before = new Progress();
    const dying = await worker(record, crawl);
    await crawlOn(dying, crawl, before, { pages: SECOND });
    // Beyond everything it has sent.
    await dying.session?.mail();
    await dying.kill();
    await silence(record);
    const seen = before.killed();
    const heir = await worker(record, crawl, seen.now);
    await crawlOn(heir, crawl, seen, toEnd(wanted));
    await heir.leave();
    expect(seen.order).toEqual(wanted.order);
    await pull(record, `${folder}/pulled.sqlite`);
    expect(await differences(file, `${folder}/pulled.sqlite`)).toEqual({});

    if (!pushedToo.has(name)) return;
    const other = await postgres.createDatabase(true);
    await push(other, killed);
    await pull(other, `${folder}/back.sqlite`);
    expect(await differences(killed, `${folder}/back.sqlite`)).toEqual({});
    const [pushed, going] = [until.killed(), await worker(other, crawl, until.now)];
    await crawlOn(going, crawl, pushed, toEnd(wanted));
    await going.leave();
    expect(pushed.order).toEqual(wanted.order);
    await postgres.dropDatabase(other);
  });
}

/** Makes all workers silent to the server for a long time. */
async function silence(db: string): Promise<void> {
  const connection = await connect(db, {});
  await connection.client.query(`update workers set beat_at = now() - interval '1 hour'`);
  await connection.close();
}

/** Lets the first transaction of most operations fail, and disconnects the server during the others. */
function failing({ fail }: Worker, cut: () => void) {
  let count = 0;
  return async <T>(ask: () => Promise<T>): Promise<T> => {
    count++;
    if (count % 3 === 0) {
      const asked = ask();
      cut();
      return await asked;
    }
    const isOver = fail();
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      return await ask();
    } finally {
      isOver();
    }
  };
}
