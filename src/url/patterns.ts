import { percentEncode } from './parse.ts';

/** What matches an address: `/…` its path with the query, `http…` or `*…` the whole of it. */
const known = /^(?:\/|\*|http)/;

/**
 * Why a text is no pattern; undefined if it is one. In a pattern `*` stands for any characters but slashes, `**` for any
 * characters; all others stand for themselves, `?` too. Case makes no difference but in letters beyond ASCII.
 */
export function patternError(text: string): string | undefined {
  if (known.test(text)) return undefined;
  return `"${text}" is not a pattern: it must begin with / (path), or with http or * (whole address)`;
}

/** Tells whether an address may be visited; `isStart`: as where a start page leads, which need not be included. */
export type Admission = (url: string, isStart?: boolean) => boolean;

/** Makes an admission of patterns; undefined where there are none: each address may be visited. */
export function admission(include: readonly string[], exclude: readonly string[]): Admission | undefined {
  if (include.length === 0 && exclude.length === 0) return undefined;
  const [wanted, unwanted] = [include.map(matcher), exclude.map(matcher)];
  return (url, isStart = false) => {
    const isIncluded = isStart || include.length === 0 || wanted.some((matches) => matches(url));
    return isIncluded && !unwanted.some((matches) => matches(url));
  };
}

/** Returns what tells whether an address, or a host, matches a pattern. */
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

/** What stands in some part of an address as an escape only is compared as one: a pattern need not know the part. */
const escaped = (text: string): string => percentEncode(text, 'somewhere');

/**
 * All places of the pattern at once, a character after the other: the time is the product of both lengths at most,
 * where the patterns of regular expressions may take for ever.
 */
function matches(tokens: readonly string[], text: string): boolean {
  let places = pastStars(tokens, [0]);
  for (const character of text) {
    const next: number[] = [];
    for (const place of places) {
      const token = tokens[place];
      if (token === character) next.push(place + 1);
      else if (token?.startsWith('**') || (token === '*' && character !== '/')) next.push(place);
    }
    places = pastStars(tokens, next);
    if (places.length === 0) return false;
  }
  return places.includes(tokens.length);
}

/** The places, and those behind their stars, which may stand for nothing; each once. */
function pastStars(tokens: readonly string[], places: readonly number[]): number[] {
  const all = new Set<number>();
  for (let place of places) {
    all.add(place);
    while (tokens[place]?.startsWith('*')) all.add(++place);
  }
  return [...all];
}
