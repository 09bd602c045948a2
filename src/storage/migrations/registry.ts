import type { Migration } from 'kysely';
import { spine } from './0001-spine.ts';
import { politeness } from './0002-politeness.ts';
import { deletions } from './0003-deletions.ts';
import { aliasesAndTraps } from './0004-aliases-and-traps.ts';
import { resources } from './0005-resources.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-spine': spine,
  '0002-politeness': politeness,
  '0003-deletions': deletions,
  '0004-aliases-and-traps': aliasesAndTraps,
  '0005-resources': resources,
};
