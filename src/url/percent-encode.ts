/** The C0 control set, in which all others are: controls, and what lies beyond ASCII. */
const control = '\\0-\\x1f\\x7f-\\uffff';
const query = ' "#<>';
const path = `${query}?\`{}^`;
const runOf = (characters: string): RegExp => new RegExp(`[${control}${characters.replace(/[\\\]^]/g, '\\$&')}]+`, 'g');

/**
 * The characters that do not stand in each part of an address: the percent-encode sets of the URL standard (§1.3), as
 * Chromium has them. It adds `|` to paths and `'` to names and passwords, and treats the query of each scheme as that of
 * a special one.
 */
const sets = {
  fragment: runOf(' "<>`'),
  query: runOf(`${query}'`),
  path: runOf(`${path}|`),
  userinfo: runOf(`${path}/:;=@[\\]|'`),
  /** What is escaped in some part but ends none: for comparing texts of which the part is not known. */
  somewhere: runOf(` "<>\`{}^|'`),
};
type PercentEncodeSet = keyof typeof sets;

/** A text with the characters of a set as escapes of their UTF-8; escapes that stand in it stay as they are. */
export const percentEncode = (text: string, set: PercentEncodeSet): string =>
  text.replace(sets[set], (run) => Buffer.from(run).toString('hex').replace(/../g, escaped));

const escaped = (octet: string): string => `%${octet.toUpperCase()}`;

/** An octet as it stands in a part of an address: itself where it is a character that may stand there. */
export const percentEncodeOctet = (octet: number, set: PercentEncodeSet): string =>
  octet < 0x80 ? percentEncode(String.fromCharCode(octet), set) : escaped(octet.toString(16));

/** A text with its escapes decoded; as it is where they are no UTF-8. */
export function decoded(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}
