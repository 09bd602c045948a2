import { expect } from '@playwright/test';
import { z } from 'zod';
import { packFacts, unpackFacts } from '../../src/recrawl/page-facts.ts';
import { openStore } from '../../src/storage/open.ts';
import { crawledBefore } from '../frontier/earlier-database.ts';
import { test } from '../frontier/world.ts';

const page = { id: 7, site: 1, group: 2, size: 1000, last: 3, signal: Number.NaN };
const row = z.object({ facts: z.instanceof(Uint8Array) });

/** A database that a Forager of before left after a night of a rule. */
const leftBy = (file: string, rule: string): Promise<void> =>
  crawledBefore(file, '0020', (connection) => {
    connection.pragma('foreign_keys = off');
    connection
      .prepare(
        "insert into nights (step, started_at, rule, params, budget, last_visit, pages, pool) values (1, 0, ?, '{}', '{}', 0, 1, '{}')",
      )
      .run(rule);
    connection
      .prepare(
        'insert into revisits (page, site, first, tried, checked_at, checks, changes, failures, facts) values (7, 1, 0, 3, 0, 1, 1, 0, ?)',
      )
      .run(Buffer.from(packFacts(page, [2.5, 1, 0.25, 0.125])));
  });

for (const [rule, state] of [
  ['fresh', [2.5, 1, 0.25, 0.125, 0, 0, 0]],
  ['another', [2.5, 1, 0.25, 0.125]],
] as const)
  test(`what the rule ${rule} knew of a page stays`, async ({ file }) => {
    await leftBy(file, rule);
    const store = await openStore(file);
    const { facts } = row.parse(store.connection.prepare('select facts from revisits').get());
    expect(unpackFacts(facts, () => 1)).toEqual({ ...page, cost: 1, state });
    await store.close();
  });
