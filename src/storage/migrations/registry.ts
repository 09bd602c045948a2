import type { Migration } from 'kysely';
import { tables } from './0001-tables.ts';

/** In the order in which they run; a released one is never changed: what follows is a file of its own. */
export const migrations: Readonly<Record<string, Migration>> = { '0001-tables': tables };
