import type { FrontierTables } from '../queries.ts';
import { historyTables } from './history-tables.ts';
import { linkTables } from './link-tables.ts';
import { siteTables } from './site-tables.ts';
import { trapTables } from './trap-tables.ts';

/**
 * Tables in memory, for a crawl that nobody resumes: a replay. They hold what later decisions can depend on; texts of
 * external and bad links, edges to external links, aliases, visits and versions of pages are not kept. Nothing is rolled back.
 */
export function memoryTables(): FrontierTables {
  const sql = { ...siteTables(), ...linkTables(), ...trapTables(), ...historyTables() };
  return {
    sql,
    transaction: async (work) => work(),
    version: () => 0,
    indexTargets: async () => undefined,
  };
}
