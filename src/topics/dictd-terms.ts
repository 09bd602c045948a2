import { BadInput } from '../domain/errors.ts';

/** Headwords that tell of the dictionary itself: `00-database-info`, `00databaseurl`. */
const ABOUT = /^00-?database/;
/** Numbers in dictd's index are written in base 64. */
const NUMBER = /^[A-Za-z0-9+/]+$/;

/**
 * The headwords of a dictd dictionary, as its index has them: a line for each, `headword TAB offset TAB length` (dictd's
 * dictfmt(1)), perhaps with a fourth field for the headword as it is written. Each once, in the index's order.
 *
 * @throws BadInput for what is no such index
 */
export function dictdTerms(index: string, file: string): string[] {
  const terms = new Set<string>();
  for (const [at, line] of index.split('\n').entries()) {
    if (line === '') continue;
    const [headword = '', offset = '', length = '', written = headword] = line.split('\t');
    if (!NUMBER.test(offset) || !NUMBER.test(length))
      throw new BadInput(`${file}:${at + 1}: not a line of a dictd index (word TAB offset TAB length)`);
    if (!ABOUT.test(headword) && /\p{L}/u.test(written)) terms.add(written.trim());
  }
  if (terms.size === 0) throw new BadInput(`${file} contains no headwords`);
  return [...terms];
}
