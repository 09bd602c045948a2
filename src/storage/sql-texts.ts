import { type RawBuilder, sql } from 'kysely';

/** Signs whose small letter is an ASCII one, or begins with one: K of kelvin, I with a dot. LIKE keeps them apart from it. */
const OUTSIDERS = /[\u0130\u212a]/g;

/**
 * A text in small letters, as conditions on texts compare them. What has only ASCII letters is equal to another by this
 * wherever SQLite's LIKE takes them for equal, so that a text in ASCII can be looked for by LIKE alone.
 */
export const smallLetters = (text: string): string =>
  text.replace(OUTSIDERS, (sign) => (sign === '\u0130' ? '\ue130' : '\ue12a')).toLowerCase();

/** Whether a text is compared by its ASCII letters alone. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * What SQLite and PostgreSQL (`string_agg`) have in different words: all values of a column, one behind the other. Rows of
 * their own take five times as long to read.
 */
export const joinedBytes = (bytes: RawBuilder<Uint8Array>) =>
  sql<Uint8Array | null>`cast(group_concat(${bytes}, '') as blob)`;

/** All texts, with a text between them. */
export const joinedTexts = (text: RawBuilder<string>, between: string) =>
  sql<string | null>`group_concat(${text}, ${between})`;
