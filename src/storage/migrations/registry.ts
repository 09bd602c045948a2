import type { Migration } from 'kysely';
import { spine } from './0001-spine.ts';
import { politeness } from './0002-politeness.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-spine': spine,
  '0002-politeness': politeness,
};
