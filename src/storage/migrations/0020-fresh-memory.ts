import { type Kysely, type Migration, sql } from 'kysely';

/** Bytes of six facts and the four numbers that the revisit rule `fresh` kept before; of the three that it keeps beside these. */
const BEFORE = 80;
const MORE = 24;

/** The revisit rule `fresh` has a short memory beside the long one: that of pages which it knows begins empty. */
export const freshMemory: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update revisits set facts = cast(facts || zeroblob(${sql.lit(MORE)}) as blob)
      where length(facts) = ${sql.lit(BEFORE)}
      and (select rule from nights order by step desc limit 1) = 'fresh'`.execute(db);
  },
};
