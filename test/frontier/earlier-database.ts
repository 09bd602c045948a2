import Database from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { migrations } from '../../src/storage/migrations/registry.ts';

/**
 * A database as a Forager left it that knew only the migrations before one, with one site, http://a.test/.
 *
 * @param before number of the first migration that it did not know
 */
export async function crawledBefore(
  file: string,
  before: string,
  fill: (connection: Database.Database) => void,
): Promise<void> {
  const connection = new Database(file);
  const kysely = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
  const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < before));
  await new Migrator({ db: kysely, provider: { getMigrations: async () => known } }).migrateToLatest();
  connection.pragma(`application_id = ${0x466f7267}`);
  connection.exec(`insert into seeds (id, full_name, short_name, start_url, host, kind, scope, status, added_at, pages, internal)
    values (1, 'a', 'a', 'http://a.test/', 'a.test', 'other', 'host', 'crawling', 0, 1, 1)`);
  fill(connection);
  await kysely.destroy();
}
