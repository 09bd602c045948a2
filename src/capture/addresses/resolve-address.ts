import iconv from 'iconv-lite';
import { parseUrl, percentEncodeOctet, usableBase } from '../../url/parse.ts';

/** Longest address whose letters are encoded one by one: no longer one is visited. */
const LONGEST_ENCODED = 5000;

/**
 * Resolves addresses as a browser does in a document.
 *
 * @param named the document's base; undefined where its `base` element names none that is an address: then only absolute
 * addresses lead anywhere
 * @param name the document's encoding: letters outside ASCII in a query are sent in it
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
    // What the encoding lacks is sent as a character reference.
    if (iconv.decode(bytes, encoding) !== character) return `%26%23${character.codePointAt(0)}%3B`;
    // A second byte may be ASCII, and stays so unless a query can't hold it.
    return [...bytes].map((byte) => percentEncodeOctet(byte, 'query')).join('');
  });
