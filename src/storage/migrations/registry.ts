import type { Migration } from 'kysely';
import { spine } from './0001-spine.ts';
import { deletions } from './0003-deletions.ts';

export const migrations: Readonly<Record<string, Migration>> = { '0001-spine': spine, '0003-deletions': deletions };
