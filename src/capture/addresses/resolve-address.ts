import iconv from 'iconv-lite';
import { parseUrl, percentEncodeOctet, usableBase } from '../../url/parse.ts';

/** Longest address with letters encoded one by one, in characters; longer ones are never visited. */
const LONGEST_ENCODED = 5000;

/**
 * Returns a function that resolves addresses like a browser in a document.
 *
 * @param named base of the document; if undefined (invalid `base` element), only absolute addresses resolve
 * @param name encoding of the document, used for letters outside ASCII in a query
 */
export function addressResolver(named: string | undefined, name: string): (raw: string) => string | undefined {
  const base = named === undefined ? undefined : usableBase(named);
  const encoding = NAMES_IN_ICONV[name] ?? name;
  const isUnicode = encoding.startsWith('utf-') || !iconv.encodingExists(encoding);
  return (raw) => {
    const url = parseUrl(raw, base);
    if (!url) return undefined;
    const isEncoded = !isUnicode && raw.length <= LONGEST_ENCODED && /[^\0-\x7f]/.test(raw);
    if (!isEncoded || !/^https?:$/.test(url.protocol)) return url.href;
    return parseUrl(withEncodedQuery(raw, encoding), base)?.href;
  };
}

const NAMES_IN_ICONV: Readonly<Record<string, string>> = {
  'iso-8859-8-i': 'iso-8859-8',
  'x-mac-cyrillic': 'maccyrillic',
};

const withEncodedQuery = (raw: string, encoding: string): string =>
  raw.replace(/^([^?#]*\?)([^#]*)/, (_, path: string, query: string) => path + encodeQuery(query, encoding));

const encodeQuery = (query: string, encoding: string): string =>
  query.replace(/[^\0-\x7f]/gu, (character) => {
    const bytes = iconv.encode(character, encoding);
    // Characters missing in the encoding are sent as character references.
    if (iconv.decode(bytes, encoding) !== character) return `%26%23${character.codePointAt(0)}%3B`;
    // A second byte may be ASCII, and stays so unless a query can't hold it.
    return [...bytes].map((byte) => percentEncodeOctet(byte, 'query')).join('');
  });
