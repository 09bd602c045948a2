import type { Client } from 'pg';
import { tables } from './0001-tables.ts';
import { nights } from './0002-nights.ts';

/** Statements that change the tables, in the order in which they run; a released one is never changed: add a file. */
export const migrations: Readonly<Record<string, string>> = { '0001-tables': tables, '0002-nights': nights };

/** Runs what is missing, each in a transaction; of two processes that begin together the second finds it done. */
export async function migrate(client: Client, done: readonly string[]): Promise<void> {
  const missing = Object.entries(migrations).filter(([name]) => !done.includes(name));
  if (missing.length === 0) return;
  try {
    await client.query(`create table if not exists forager_migrations (
      name text primary key, done_at timestamptz not null default now())`);
  } catch (error) {
    // Another process has made it in the same moment.
    if (!(error instanceof Error && 'code' in error && /^(23505|42710|42P07)$/.test(String(error.code)))) throw error;
  }
  for (const [name, statements] of missing) {
    await client.query('begin');
    // Waits for another process that runs it now.
    const { rowCount } = await client.query(
      'insert into forager_migrations (name) values ($1) on conflict do nothing',
      [name],
    );
    if (rowCount === 1) await client.query(statements);
    await client.query('commit');
  }
}
