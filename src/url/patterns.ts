import { percentEncode } from './parse.ts';

/** Beginnings of patterns: `/…` matches path and query, `http…` or `*…` the whole address. */
const known = /^(?:\/|\*|http)/;

/**
 * Returns why a text is no pattern; undefined for a valid one. `*` stands for any characters but slashes, `**` for any
 * characters. Case makes no difference for ASCII letters.
 */
export function patternError(text: string): string | undefined {
  if (known.test(text)) return undefined;
  return `"${text}" is not a pattern: it must begin with / (path), or with http or * (whole address)`;
}

/** Test for addresses that may be visited. `isStart`: targets of a start page need not be included. */
export type Admission = (url: string, isStart?: boolean) => boolean;

/** Makes a test from patterns; undefined without patterns, so that any address may be visited. */
export function admission(include: readonly string[], exclude: readonly string[]): Admission | undefined {
  if (include.length === 0 && exclude.length === 0) return undefined;
  const [wanted, unwanted] = [include.map(matcher), exclude.map(matcher)];
  return (url, isStart = false) => {
    const isIncluded = isStart || include.length === 0 || wanted.some((matches) => matches(url));
    return isIncluded && !unwanted.some((matches) => matches(url));
  };
}

/** Returns a test for addresses, or hosts, that match a pattern. */
export function matcher(pattern: string): (url: string) => boolean {
  const tokens =
    escaped(pattern)
      .toLowerCase()
      .match(/\*{1,}|[^*]/g) ?? [];
  const [head = ''] = tokens.join('').split('*');
  return (url) => {
    const address = escaped(url).toLowerCase();
    const text = pattern.startsWith('/') ? address.replace(/^https?:\/\/[^/]*/, '') : address;
    // Most addresses differ before the first star.
    return text.startsWith(head) && matches(tokens, text);
  };
}

/** Escapes all characters that any part of an address escapes, so that a pattern needn't know the part. */
const escaped = (text: string): string => percentEncode(text, 'somewhere');

/**
 * Matches by tracking all possible positions in the pattern at once. Time is at most the product of both lengths,
 * while regular expressions may take for ever.
 */
function matches(tokens: readonly string[], text: string): boolean {
  let places = afterStars(tokens, [0]);
  for (const character of text) {
    const next: number[] = [];
    for (const place of places) {
      const token = tokens[place];
      if (token === character) next.push(place + 1);
      else if (token?.startsWith('**') || (token === '*' && character !== '/')) next.push(place);
    }
    places = afterStars(tokens, next);
    if (places.length === 0) return false;
  }
  return places.includes(tokens.length);
}

/** Returns the distinct positions, with those after stars, which may match nothing. */
function afterStars(tokens: readonly string[], places: readonly number[]): number[] {
  const all = new Set<number>();
  for (let place of places) {
    all.add(place);
    while (tokens[place]?.startsWith('*')) all.add(++place);
  }
  return [...all];
}
