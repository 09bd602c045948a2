import type { Migration } from 'kysely';
import { spine } from './0001-spine.ts';

export const migrations: Readonly<Record<string, Migration>> = { '0001-spine': spine };
