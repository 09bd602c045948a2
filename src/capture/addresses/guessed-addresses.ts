import jsTokens from 'js-tokens';
import { stringsInJson, VOCABULARY } from './data-addresses.ts';
import { isLikeAddress } from './like-address.ts';
import { ScriptMethods } from './script-methods.ts';

/** Longest script read, in characters: larger ones are whole programs. */
const LONGEST_SCRIPT = 3_000_000;

/** Longest name of a page or document that is one. */
const LONGEST_NAME = 2000;

/** A page or document by its name's end; no type of content, and no name of a module or class. */
const NAMED =
  /^(?!(?:application|audio|font|image|message|model|multipart|text|video)\/)(?:[\w\-%~][\w\-.%~]*\/)*[\w\-%~]+\.(?:html?|xhtml|php|aspx?|jspx?|cgi|pdf|json|xml|rss|csv|docx?|xlsx?|pptx?|zip)(?:[?#][\w\-.%~=&+/]*)?$/i;

/** Whether a string of a script is an address. Those that begin with a dot are mostly names of modules. */
function isScriptAddress(text: string): boolean {
  if (VOCABULARY.test(text)) return false;
  if (/^(?:https?:)?\/\//i.test(text)) return isLikeAddress(text);
  if (text.startsWith('/')) return /^\/[\w%~@-]./.test(text) && isLikeAddress(text);
  return text.length <= LONGEST_NAME && NAMED.test(text);
}

/** An address that a script names, and the method that it asks with; undefined where it does not say. */
export interface ScriptAddress {
  readonly raw: string;
  readonly method: string | undefined;
}

/** What looks like an address in a script: whole strings, those put together of literals too. */
export function scriptAddresses(script: string): ScriptAddress[] {
  if (script.length > LONGEST_SCRIPT) return [];
  const found = new Set<string>();
  const methods = new ScriptMethods();
  /** A string so far; undefined where a part of it is not known. */
  let string: string | undefined;
  /** What came last: the end of a string, a plus after one, or something else. */
  let last: 'string' | 'plus' | 'value' | 'other' = 'other';
  const end = () => {
    if (last === 'string' && string !== undefined) {
      methods.string(string);
      if (isScriptAddress(string)) found.add(string);
    }
    string = undefined;
  };
  for (const { type, value } of jsTokens(script)) {
    if (type === 'WhiteSpace' || type === 'LineTerminatorSequence' || /Comment$/.test(type)) continue;
    if (type === 'StringLiteral' || type === 'NoSubstitutionTemplate') {
      const text = unescaped(value.slice(1, /["'`]$/.test(value.slice(1)) ? -1 : undefined));
      if (last !== 'plus') string = text;
      else if (string !== undefined) string += text;
      last = 'string';
    } else if (type === 'Punctuator' && value === '+') {
      // What comes before is not known unless it is a string.
      if (last !== 'string') string = undefined;
      last = 'plus';
    } else {
      const isValue = type === 'IdentifierName' || type === 'NumericLiteral' || type.startsWith('Template');
      if (last === 'plus') string = undefined;
      // A string that goes on with a member or a call is part of an expression.
      if (type === 'Punctuator' && (value === '.' || value === '?.')) string = undefined;
      end();
      methods.token(type === 'IdentifierName' ? 'name' : 'sign', value);
      last = isValue ? 'value' : 'other';
    }
  }
  end();
  return [...found].map((raw) => ({ raw, method: methods.of(raw) }));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

const unescaped = (literal: string): string =>
  literal.includes('\\')
    ? literal.replace(
        /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[\s\S]))/gi,
        (_, point, unit, byte, other) => {
          const code = Number.parseInt(point ?? unit ?? byte ?? '', 16);
          if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
          return ESCAPES[other] ?? (/^[\r\n\u2028\u2029]/.test(other) ? '' : other);
        },
      )
    : literal;

/** What looks like an address among the strings of data. */
export const jsonAddresses = (json: string): string[] => [
  ...new Set(
    stringsInJson(json)
      .filter(
        ({ key, text }) => key !== '@context' && key !== '$schema' && !VOCABULARY.test(text) && isLikeAddress(text),
      )
      .map(({ text }) => text),
  ),
];

const ADDRESS_IN_TEXT =
  /(?<![\w@./-])(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^\u3000-\u303f\uff00-\uff65\u201c\u201d\u2018\u2019\u00ab\u00bb]+/giu;

/** Addresses in running text, without the punctuation of their sentences. */
export const shownAddresses = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(ADDRESS_IN_TEXT)]
      .map(([match]) => withoutPunctuation(match))
      .filter((address) => /^(?:https?:\/\/)?[^/?#\s]+\.[^/?#\s.]{2,}(?=[/?#:]|$)/i.test(address)),
  ),
];

/** Without the end of a sentence, and without a bracket that was opened before the address. */
function withoutPunctuation(text: string): string {
  const opened = { ')': text.split('(').length, ']': text.split('[').length };
  const closed = { ')': text.split(')').length, ']': text.split(']').length };
  let end = text.length;
  for (; end > 0; end--) {
    const last = text[end - 1] ?? '';
    if (last === ')' || last === ']') {
      if (opened[last] >= closed[last]) break;
      closed[last]--;
    } else if (!/[.,;:!?*_~\u2026]/.test(last)) break;
  }
  return text.slice(0, end);
}
