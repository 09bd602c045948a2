import { hasHoles, isLikeAddress, isRoutePattern, TAG, VOCABULARY } from './like-address.ts';

/** Deepest nesting of lists and objects; each level takes a hundred bytes while parsed. */
const DEEPEST_PARSED = 1000;

/** Parses JSON. @throws SyntaxError for text that is no JSON, or is nested too deep */
export function parseJson(text: string): unknown {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isText = !isText;
    else if (isText) at += code === BACKSLASH ? 1 : 0;
    else if (code === BRACKET || code === BRACE) {
      if (++depth > DEEPEST_PARSED) throw new SyntaxError('nested too deep');
    } else if (code === BRACKET_END || code === BRACE_END) depth--;
  }
  return JSON.parse(text);
}

const [QUOTE, BACKSLASH, BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Deepest level of data that is searched. */
const DEEPEST = 100;

/** A string in data, with its key. */
interface Entry {
  readonly key: string;
  readonly text: string;
}

/** Returns the strings of a JSON text; none if the text is not JSON. */
export function stringsInJson(text: string): Entry[] {
  let data: unknown;
  try {
    data = parseJson(text.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)|(?:-->|\/\/\]\]>)\s*$/g, ''));
  } catch {
    return [];
  }
  const entries: Entry[] = [];
  const collect = (value: unknown, key: string, depth: number) => {
    if (typeof value === 'string') entries.push({ key, text: value.trim() });
    else if (depth > DEEPEST || typeof value !== 'object' || value === null) return;
    else if (Array.isArray(value)) for (const one of value) collect(one, key, depth + 1);
    else for (const [name, one] of Object.entries(value)) collect(one, name, depth + 1);
  };
  collect(data, '', 0);
  return entries;
}

/** Keys of JSON-LD with addresses as values, absolute or relative. */
const LINKED =
  /^(?:@id|url|sameas|\w*url|image|logo|item|mainentityofpage|target|thumbnail|significantlinks?|relatedlinks?)$/i;

/** Returns the addresses in JSON-LD, as written. */
export const linkedDataAddresses = (text: string): string[] =>
  stringsInJson(text)
    .filter(({ key, text }) => {
      if (key === '@context' || key === '@type' || VOCABULARY.test(text) || hasHoles(text)) return false;
      return /^https?:\/\//i.test(text)
        ? isLikeAddress(text)
        : LINKED.test(key) && /^[^\s:#][^\s:/.?]*[/.?]\S*$/.test(text);
    })
    .map(({ text }) => text);

/** Returns the addresses in an import map, as written: modules and folders of modules. */
export const importMapAddresses = (text: string): string[] =>
  stringsInJson(text)
    .map((entry) => entry.text)
    .filter((address) => /^(?:https?:\/)?\.{0,2}\//i.test(address));

/** Returns the addresses in speculation rules, as written. */
export const speculatedAddresses = (text: string): string[] =>
  stringsInJson(text)
    .filter(({ key }) => key === 'urls')
    .map((entry) => entry.text);

/** Returns the strings in JSON that look like addresses. */
export const jsonAddresses = (json: string): string[] => [
  ...new Set(
    stringsInJson(json)
      .filter(
        ({ key, text }) =>
          key !== '@context' &&
          key !== '$schema' &&
          !VOCABULARY.test(text) &&
          isLikeAddress(text) &&
          !TAG.test(text) &&
          !isRoutePattern(text),
      )
      .map(({ text }) => text),
  ),
];
