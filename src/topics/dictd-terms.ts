import { BadInput } from '../domain/errors.ts';

/** Headwords with metadata of the dictionary: `00-database-info`, `00databaseurl`. */
const ABOUT = /^00-?database/;
/** Number in dictd's index, in base 64. */
const NUMBER = /^[A-Za-z0-9+/]+$/;

/**
 * Returns the distinct headwords of a dictd index, in order. Lines are `headword TAB offset TAB length` (dictd's
 * dictfmt(1)), with an optional fourth field for the original spelling.
 *
 * @throws BadInput for a file that is not such an index
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
