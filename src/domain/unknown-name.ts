import { closest } from 'fastest-levenshtein';

/** What is said of a name that is not among those that there are: the nearest of them, and all. @param names at least one */
export const unknownName = (what: string, name: string, names: readonly string[]): string =>
  `unknown ${what} "${name}": did you mean "${closest(name, names)}"? There are: ${names.join(', ')}`;
