import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { ResultType, Sniffer } from 'encoding-sniffer/sniffer';
import iconv from 'iconv-lite';

export interface Encoding {
  /** WHATWG name in lower case (`utf-8`, `windows-1251` …), with the superset `gb18030` for `gbk`. */
  readonly encoding: string;
  /** True if a BOM, the header or the markup names the encoding and the bytes do not contradict the name. */
  readonly declared: boolean;
}

/** Decodes a document in the encoding that `encodingOf` finds. */
export function decode(bytes: Uint8Array, contentType: string): { text: string; encoding: string } {
  const { encoding } = encodingOf(bytes, contentType);
  return { text: decodeAs(bytes, encoding), encoding };
}

/**
 * Finds a document's encoding: the first of BOM, HTTP header and markup that the bytes do not contradict, else a guess
 * from the bytes. Accepts more broken bytes where header and markup agree.
 *
 * @param contentType HTTP header as sent; empty for none
 */
export function encodingOf(bytes: Uint8Array, contentType: string): Encoding {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return { encoding: marked, declared: true };
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return { encoding: wide, declared: false };
  const content = new Content(bytes);
  const said = [headerLabel(contentType), markupLabel(bytes)].map(encodingNamed);
  const isSaidTwice = said[0] === said[1];
  for (const encoding of said) {
    if (encoding !== undefined && content.bears(encoding, isSaidTwice)) return { encoding, declared: true };
  }
  if (content.isUtf8 ? !content.isAscii : content.bears('utf-8')) return { encoding: 'utf-8', declared: false };
  return { encoding: detectEncoding(bytes), declared: false };
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

/** Finds UTF-16 without a BOM: one of the two bytes of each markup character is zero, always at the same place. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 4096);
  if (!head.includes(0)) return undefined;
  const zeros: [even: number, odd: number] = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 0 : 1]++;
  });
  const [even, odd] = zeros;
  if (Math.max(even, odd) < head.length / 20 || Math.min(even, odd) > Math.max(even, odd) / 10) return undefined;
  return even > odd ? 'utf-16be' : 'utf-16le';
}

/** Returns the encoding that a `Content-Type` header names; undefined if the header names none. */
export const headerEncoding = (contentType: string): string | undefined => encodingNamed(headerLabel(contentType));

const headerLabel = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];

/** Bytes of a document that are searched for a declaration; heads of real pages are long. */
const HEAD = 16_384;

/** Returns the label in a `meta` element or the XML declaration. */
function markupLabel(bytes: Uint8Array): string | undefined {
  const sniffer = new Sniffer({ maxBytes: HEAD });
  sniffer.write(bytes);
  if (sniffer.resultType !== ResultType.DEFAULT) return sniffer.encoding;
  return UNKNOWN_TO_SNIFFER.exec(Buffer.from(bytes.subarray(0, HEAD)).toString('latin1'))?.[1];
}

/** Labels that browsers know and encoding-sniffer does not. */
const UNKNOWN_TO_SNIFFER =
  /<(?:meta\b[^<>]*\bcharset|\?xml\b[^<>]*\bencoding)\s*=\s*(?:["']\s*)?(x-mac-cyrillic|x-mac-ukrainian|iso-8859-8-i|csiso88598i|logical|iso-2022-jp|csiso2022jp)\b/i;

/** Bytes with which a declared encoding is tested. */
const TRIED = 262_144;
/** Most broken characters for one label: one in so many bytes, or one in so many characters beyond ASCII. */
const BROKEN_BYTES = 20_000;
const BROKEN_CHARACTERS = 20;
/** Broken characters that are always accepted if both labels agree, as is one for each character beyond ASCII. */
const ALWAYS_ACCEPTED = 3;
/** Most bytes beyond ASCII that form UTF-8 by accident in an encoding with two bytes a character. */
const ACCIDENTAL = 8;
const DOUBLE_BYTE = new Set(['big5', 'euc-jp', 'euc-kr', 'gb18030', 'shift_jis']);

/** Bytes of a document, to test labels against. */
class Content {
  readonly isUtf8: boolean;
  readonly isAscii: boolean;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.isUtf8 = isUtf8(bytes);
    this.isAscii = this.isUtf8 && isAscii(bytes);
  }

  /** Tells whether the bytes may be in an encoding. @param isSaidTwice header and markup agree on the encoding */
  bears(encoding: string, isSaidTwice = false): boolean {
    if (encoding.startsWith('utf-16')) return false;
    if (this.isUtf8 && (this.isAscii || encoding === 'utf-8')) return true;
    if (this.isUtf8 && (!DOUBLE_BYTE.has(encoding) || this.#beyondAscii() > ACCIDENTAL)) return false;
    const tried = this.#bytes.subarray(0, TRIED);
    // The last character may be cut off.
    const text = decodeAs(tried, encoding).replace(/\ufffd$/, '');
    const broken = text.split('\ufffd').length - 1;
    if (broken === 0) return true;
    const good = text.replace(/[\0-\x7f\ufffd]+/g, '').length;
    const forgiven = Math.max(good / BROKEN_CHARACTERS, tried.length / BROKEN_BYTES);
    return broken <= (isSaidTwice ? Math.max(forgiven, good, ALWAYS_ACCEPTED) : forgiven);
  }

  #beyondAscii(): number {
    return this.#bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
  }
}

/**
 * Encodings decoded by iconv-lite: Node's own tables lack the windows-1252 punctuation (€ “ – …), 8,824 Korean
 * syllables and 5,092 characters of Hong Kong (compared with Chromium, Node 20).
 */
const IN_ICONV = new Set(['windows-1252', 'big5', 'euc-jp', 'euc-kr', 'shift_jis', 'iso-8859-16']);
const REPLACED: Readonly<Record<string, string>> = {
  // A superset, with the same decoder by the standard; Node's own differs.
  gbk: 'gb18030',
  'x-user-defined': 'windows-1252',
};

/** Returns the WHATWG name of the encoding for a label as in browsers, in lower case; undefined if unknown. */
function encodingNamed(label: string | undefined): string | undefined {
  const name = label?.trim().toLowerCase() ?? '';
  if (name === 'iso-8859-16' || name === 'x-user-defined') return REPLACED[name] ?? name;
  try {
    const { encoding } = new TextDecoder(name);
    return REPLACED[encoding] ?? encoding;
  } catch {
    return undefined;
  }
}

/** Decodes bytes; bytes that are no character become U+FFFD. @param encoding a name of `encodingNamed` */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  return IN_ICONV.has(encoding) ? iconv.decode(bytes, encoding) : new TextDecoder(encoding).decode(bytes);
}

/** Most bytes of words that are examined. */
const LOOKED_AT = 8_192;
/** Bytes of a document that are searched for words. */
const SEARCHED = 1_048_576;

/** Words in any encoding: second bytes may be letters, and in gb18030 digits. */
const WORDS = /[\x30-\x39\x40-\xff]+/g;
const SHORTEST_WORD = 3;
/** Fewest accented letters from which an encoding is guessed. */
const FEWEST = 5;

/** Encodings of scripts that include ASCII letters. */
const LATIN = /^(iso-8859-[1-4]|windows-125[02478])$/;
const WESTERN = 'windows-1252';
/** Factor for the score of the Western model, which covers ten languages and therefore matches everywhere. */
const WESTERN_SHARE = 0.85;

/** Letters of scripts that write signs between words without blanks. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u30ff\uff00-\uffef]`;

/** Thai vowels and tones above, below or before a consonant. */
const THAI_MARK = String.raw`[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]`;
const THAI_CONSONANT = String.raw`[\u0e01-\u0e2e]`;

/**
 * Characters that are rare in correctly decoded text: no character, private use, drawings, half-width katakana, a
 * capital, sign or final sigma inside a word (signs only in scripts with blanks), a Thai vowel without consonant.
 */
const ODD = new RegExp(
  String.raw`[\ufffd\x80-\x9f\u2500-\u259f\ue000-\uf8ff\uff61-\uff9f]|(?<=\p{Ll})\p{Lu}|ς(?=\p{L})|` +
    String.raw`(?<!${THAI_CONSONANT}|${THAI_MARK})${THAI_MARK}|[\u0e40-\u0e44](?!${THAI_CONSONANT})|` +
    String.raw`(?<=\p{L})(?<!${UNSPACED})[^\p{L}\p{M}\s\0-\x7f’·](?!${UNSPACED})(?=\p{L})`,
  'gu',
);
const ODDEST = 0.1;
/** Most odd characters of real Thai text, as a share; chardet takes Thai for Chinese. */
const SURELY_THAI = 0.01;

/**
 * Guesses the encoding of bytes without a declaration that are not UTF-8; windows-1252 if nothing fits, as in browsers.
 * Passes chardet words without the markup, because the Latin letters of markup outweigh foreign text.
 */
function detectEncoding(bytes: Uint8Array): string {
  if (isAscii(bytes)) return isIso2022Jp(bytes) ? 'iso-2022-jp' : WESTERN;
  const document = Buffer.from(bytes.subarray(0, SEARCHED)).toString('latin1');
  const text = withoutMarkup(document);
  const isForeign = (word: string) => word.length >= SHORTEST_WORD && /[\x80-\xff]/.test(word);
  const found = text.match(WORDS)?.filter(isForeign) ?? [];
  const words = found.join(' ').slice(0, LOOKED_AT);
  const foreign = words.replace(/[^\x80-\xff]+/g, '').length;
  const isLatin = foreign <= words.replace(/[^a-z]+/gi, '').length;
  if (isLatin && foreign < FEWEST) return WESTERN;
  const judged = isLatin ? text.slice(0, LOOKED_AT) : words;
  let best = { encoding: WESTERN, score: 0 };
  for (const { name, confidence } of analyse(Buffer.from(judged, 'latin1'))) {
    const encoding = encodingNamed(name);
    if (encoding === undefined || LATIN.test(encoding) !== isLatin || encoding.startsWith('utf-')) continue;
    const oddity = oddityOf(decodeAs(Buffer.from(words, 'latin1'), encoding));
    if (oddity > ODDEST) continue;
    const sure = encoding === 'windows-874' && oddity < SURELY_THAI ? 100 : confidence;
    const score = sure * (1 - oddity) * usualShare(words, encoding) * (encoding === WESTERN ? WESTERN_SHARE : 1);
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

/** Returns the text between the tags, in one pass. An unclosed tag reaches to the end of the document. */
function withoutMarkup(document: string): string {
  const text: string[] = [];
  for (let at = 0; at < document.length; ) {
    const tag = document.indexOf('<', at);
    text.push(document.slice(at, tag < 0 ? undefined : tag));
    at = tag < 0 ? document.length : behind(document, tag);
  }
  return text.join(' ').replace(/&#?\w+;/g, ' ');
}

/** Returns the end of the tag, comment or script that begins at `tag`. */
function behind(document: string, tag: number): number {
  const name = document.slice(tag + 1, tag + 8).toLowerCase();
  if (!/^[a-z/!?]/.test(name)) return tag + 1;
  const closing = name.startsWith('!--') ? '-->' : (/^(script|style)\b/.exec(name)?.[1] ?? '>');
  const end = closing.length > 3 ? endOf(document, closing, tag) : document.indexOf(closing, tag);
  return end < 0 ? document.length : end + 1;
}

function endOf(document: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(document);
  return found ? document.indexOf('>', found.index) : -1;
}

/** Returns the share of odd characters in the text beyond ASCII, from 0 to 1. */
function oddityOf(text: string): number {
  const foreign = text.replace(/[\0-\x7f]+/g, '').length;
  return foreign === 0 ? 0 : (text.match(ODD)?.length ?? 0) / foreign;
}

/**
 * First bytes of characters in daily use: encodings of ideographs list these in a block, behind signs, letters and
 * syllables. Identifies even a sentence that is too short for chardet.
 */
const USUAL: Readonly<Record<string, RegExp>> = {
  gb18030: /[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]/,
  big5: /[\xa1-\xc6][\x40-\x7e\xa1-\xfe]/,
  'euc-jp': /[\xa1-\xa5\xb0-\xcf][\xa1-\xfe]/,
  'euc-kr': /[\xa1-\xa3\xb0-\xc8][\xa1-\xfe]/,
  shift_jis: /[\x81-\x83\x88-\x97][\x40-\x7e\x80-\xfc]/,
};

/** Returns the share of characters in daily use, from 0 to 1; always 1 in encodings without two-byte characters. */
function usualShare(words: string, encoding: string): number {
  const usual = USUAL[encoding];
  if (!usual) return 1;
  const characters = words.match(/[\x80-\xff][\s\S]/g) ?? [];
  return characters.filter((character) => usual.test(character)).length / Math.max(1, characters.length);
}

/** Sequences that switch ISO-2022-JP, whose bytes are all ASCII, to Japanese. */
const SWITCHES = ['\u001b$B', '\u001b$@'];
const isIso2022Jp = (bytes: Uint8Array): boolean =>
  SWITCHES.some((sequence) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(sequence));
