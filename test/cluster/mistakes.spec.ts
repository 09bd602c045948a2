import { join } from 'node:path';
import { expect, mergeTests } from '@playwright/test';
import { z } from 'zod';
import { connect } from '../../src/cluster/connection.ts';
import { Session } from '../../src/cluster/session.ts';
import { openStore } from '../../src/storage/open.ts';
import { forager } from '../cli/forager.ts';
import { newSite, test as withFolder } from '../frontier/world.ts';
import { test as withPostgres } from './postgres.ts';
import { freePort, WITH_PASSWORD } from './postgres-server.ts';

const test = mergeTests(withFolder, withPostgres);
const SECRET = 's3cret';

/** Bad input: one line on stderr, without the password, and nothing on stdout. */
async function refused(args: readonly string[], line: string): Promise<void> {
  const { code, stdout, stderr } = await forager(args);
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }, stderr).toEqual({
    code: 4,
    stdout: '',
    lines: 1,
  });
  expect(stderr).toContain(line);
  expect(stderr).not.toContain(SECRET);
}

test('each mistake with a shared database is one line, before any request', async ({
  folder,
  postgres,
  record,
  database,
}) => {
  const own = join(folder, 'own.sqlite');
  const store = await openStore(own);
  await store.close();
  await postgres.run(`create role ann login password '${SECRET}' in role ${WITH_PASSWORD}`);
  const name = new URL(record).pathname.slice(1);
  const crawl = ['crawl', '--url', 'http://a.test/', '--db'];
  await refused([...crawl, postgres.address(name, `ann:${SECRET}x`)], 'wrong password');
  await refused([...crawl, postgres.address(name, `ann:${SECRET}`)], 'permission denied for table');
  await refused([...crawl, `postgres://ann:${SECRET}@127.0.0.1:${await freePort()}/unis`], 'no server listens there');
  await refused(['work', '--db', record], 'forager crawl --db');
  await refused(['work', '--db', database], 'forager crawl --db');
  await refused(['work', '--db', own], 'is a file');
  const begins = { pageLimit: undefined, sites: [newSite('http://a.test/')] };
  const session = await Session.open({ db: record, slots: 1, begins, warn: () => undefined, now: Date.now });
  await session.leave();
  await session.set.store.close();
  await refused(['pull', own, '--db', record], 'is a crawl, not a copy of this one');
  await refused(['push', own, '--db', record], 'push into an empty database');
  await postgres.run(`insert into forager_migrations (name) values ('9999-later')`, name);
  await refused([...crawl, record], 'was written by a newer Forager');
  await postgres.run('create table theirs (id int)', new URL(database).pathname.slice(1));
  await refused([...crawl, database], "has tables that are not Forager's");
  const connection = await connect(record, {});
  const rows = await connection.rows(
    z.object({ found: z.number() }),
    `select (select count(*) from changes where rows::text like '%${SECRET}%')::int
      + (select count(*) from workers where workers::text like '%${SECRET}%')::int
      + (select count(*) from sites where sites::text like '%${SECRET}%')::int
      + (select count(*) from crawl where crawl::text like '%${SECRET}%')::int as found`,
  );
  await connection.close();
  expect(rows).toEqual([{ found: 0 }]);
  await postgres.run('drop role ann');
});
