/** Longest base, in characters. Each address that is resolved takes as long as its base is, and a page has many. */
const LONGEST = 2048;

/**
 * What addresses are resolved by, in place of a base: without query and fragment where it is very long, which only the
 * address of the document itself has. Undefined where it is longer still: then only absolute addresses lead anywhere.
 */
export function usableBase(base: string): string | undefined {
  if (base.length <= LONGEST) return base;
  const beginning = base.slice(0, LONGEST + 1);
  const end = beginning.search(/[?#]/);
  return end < 0 ? undefined : beginning.slice(0, end);
}
