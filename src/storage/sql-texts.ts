import { type RawBuilder, sql } from 'kysely';
import { statusCode } from './schema.ts';

/**
 * Characters whose lower case is or begins with an ASCII letter: kelvin sign, I with a dot. LIKE does not equate these.
 */
const OUTSIDERS = /[\u0130\u212a]/g;

/**
 * Converts a text to lower case for comparisons. Agrees with SQLite's LIKE on ASCII letters, so that LIKE alone can
 * search for an ASCII text.
 */
export const smallLetters = (text: string): string =>
  text.replace(OUTSIDERS, (sign) => (sign === '\u0130' ? '\ue130' : '\ue12a')).toLowerCase();

/** Tells whether a text has only ASCII characters. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * Returns SQL for the concatenation of a column, written differently in PostgreSQL (`string_agg`). Separate rows take
 * five times as long to read.
 */
export const joinedBytes = (bytes: RawBuilder<Uint8Array>) =>
  sql<Uint8Array | null>`cast(group_concat(${bytes}, '') as blob)`;

/** Returns SQL for all texts, joined by a separator. */
export const joinedTexts = (text: RawBuilder<string>, between: string) =>
  sql<string | null>`group_concat(${text}, ${between})`;

/** Returns SQL for the condition that a link is not deleted. @param kind code from LINK_KIND @param table of the link */
export const isKept = (kind: number, table: string) =>
  sql<boolean>`not exists (select 1 from deletions where deletions.kind = ${sql.lit(kind)} and deletions.link = ${sql.ref(`${table}.id`)})`;

/** Returns SQL for a status in the history: a claimed link counts as waiting. */
export const lastingStatus = (status: RawBuilder<unknown>) =>
  sql`case ${status} when ${sql.lit(statusCode('claimed'))} then ${sql.lit(statusCode('waiting'))} else ${status} end`;
