import type { Client } from 'pg';
import { tables } from './0001-tables.ts';
import { nights } from './0002-nights.ts';
import { plainNames } from './0003-plain-names.ts';

/** Migrations in the order of execution. Released ones never change: add a new file instead. */
export const migrations: Readonly<Record<string, string>> = {
  '0001-tables': tables,
  '0002-nights': nights,
  '0003-plain-names': plainNames,
};

/** Runs missing migrations, each in a transaction; the second of two simultaneous processes finds them executed. */
export async function migrate(client: Client, done: readonly string[]): Promise<void> {
  const missing = Object.entries(migrations).filter(([name]) => !done.includes(name));
  if (missing.length === 0) return;
  try {
    await client.query(`create table if not exists forager_migrations (
      name text primary key, done_at timestamptz not null default now())`);
  } catch (error) {
    // Another process has created the table at the same time.
    if (!(error instanceof Error && 'code' in error && /^(23505|42710|42P07)$/.test(String(error.code)))) throw error;
  }
  for (const [name, statements] of missing) {
    await client.query('begin');
    // Waits for another process that runs the migration now.
    const { rowCount } = await client.query(
      'insert into forager_migrations (name) values ($1) on conflict do nothing',
      [name],
    );
    if (rowCount === 1) await client.query(statements);
    await client.query('commit');
  }
}
