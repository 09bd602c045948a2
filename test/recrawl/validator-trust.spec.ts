import { expect } from '@playwright/test';
import { runSums } from '../../src/recrawl/run-sums.ts';
import { ValidatorTrust } from '../../src/recrawl/validator-trust.ts';
import { openInMemory } from '../../src/storage/open.ts';
import { test } from '../plain-test.ts';

test("a site is trusted by its validators' answers in all runs, from all machines", async () => {
  const store = await openInMemory();
  const told = (step: number, run: number, site: number, isTold: boolean) =>
    store.transaction(() => new ValidatorTrust(store, runSums(store, step, run)).store(site, isTold));
  // Site 1 reported a change in each of two runs, site 2 by two machines in one; site 3 reported none in an earlier
  // run.
  told(1, 0, 1, true);
  told(2, 0, 1, true);
  told(2, 5, 2, true);
  told(2, 6, 2, true);
  told(1, 0, 3, false);
  told(2, 0, 3, true);
  told(2, 0, 3, true);
  const trust = new ValidatorTrust(store, runSums(store, 3, 0));
  expect([1, 2, 3].map((site) => trust.isBelieved(site))).toEqual([true, true, false]);
  await store.close();
});
