import { test as base } from '../plain-test.ts';
import { type PostgresServer, postgresBinaries, startPostgres } from './postgres-server.ts';

export const NONE =
  'no PostgreSQL 15 or later on this machine: install it (apt-get install postgresql), or name the folder of its programs in FORAGER_PG_BIN';

interface OfTest {
  /** A running server; a test that stops it starts it again. Without PostgreSQL the test is skipped. */
  readonly postgres: PostgresServer;
  /** The address of the test's own empty database. */
  readonly database: string;
  /** The address of one with the tables of a record, without a crawl. */
  readonly record: string;
}

/** Tests with a real PostgreSQL server, one for each test worker. */
export const test = base.extend<OfTest, { server: PostgresServer | undefined }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const bin = await postgresBinaries();
      if (bin === undefined) process.stderr.write(`tests with PostgreSQL are skipped: ${NONE}\n`);
      const server = bin === undefined ? undefined : await startPostgres(bin);
      await use(server);
      await server?.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  postgres: async ({ server }, use, testInfo) => {
    if (!server) {
      testInfo.skip(true, NONE);
      return;
    }
    await use(server);
    await server.start();
  },
  database: async ({ postgres }, use) => {
    const address = await postgres.createDatabase();
    await use(address);
    await postgres.start();
    await postgres.dropDatabase(address);
  },
  record: async ({ postgres }, use) => {
    const address = await postgres.createDatabase(true);
    await use(address);
    await postgres.start();
    await postgres.dropDatabase(address);
  },
});
