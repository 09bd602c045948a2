import jsTokens from 'js-tokens';
import { stringsInJson, VOCABULARY } from './data-addresses.ts';
import { isLikeAddress, isRoutePattern } from './like-address.ts';
import { ModuleNames } from './module-names.ts';
import { RoutePaths } from './route-paths.ts';
import { isScriptAddress, LONGEST_NAME } from './script-address.ts';
import { ScriptMethods } from './script-methods.ts';

/** Longest script read, in characters: larger ones are whole programs. */
const LONGEST_SCRIPT = 3_000_000;

/** An address that a script names, and the method that it asks with; undefined where it does not say. */
export interface ScriptAddress {
  readonly raw: string;
  readonly method: string | undefined;
}

/** What looks like an address in a script: whole strings, those put together of literals too. */
export function scriptAddresses(script: string): ScriptAddress[] {
  if (script.length > LONGEST_SCRIPT) return [];
  const found = new Set<string>();
  const commented = new Set<string>();
  const methods = new ScriptMethods();
  const modules = new ModuleNames();
  const routes = new RoutePaths();
  /** A string so far; undefined where a part of it is not known. */
  let string: string | undefined;
  /** What came last: the end of a string, a plus after one, or something else. */
  let last: 'string' | 'plus' | 'value' | 'other' = 'other';
  const end = (next: string) => {
    if (last === 'string' && string !== undefined) {
      methods.string(string);
      routes.string(string);
      if (isScriptAddress(string) && !modules.isOne(string, next)) found.add(string);
      for (const address of quotedAddresses(string)) found.add(address);
    }
    string = undefined;
  };
  for (const { type, value } of jsTokens(script)) {
    if (type === 'WhiteSpace' || type === 'LineTerminatorSequence') continue;
    if (/Comment$/.test(type)) {
      for (const address of shownAddresses(value.replace(/^\/[/*]+|\*\/$/g, ' '))) commented.add(address);
      continue;
    }
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
      end(value);
      for (const reader of [methods, routes]) reader.token(type === 'IdentifierName' ? 'name' : 'sign', value);
      modules.token(value);
      last = isValue ? 'value' : 'other';
    }
  }
  end('');
  const { joined, bare } = routes.paths();
  const all = new Set([...[...found].filter((raw) => !bare.has(raw)), ...joined, ...commented]);
  return [...all].map((raw) => ({ raw, method: methods.of(raw) }));
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

/** Names of elements of HTML that no page bears: in data they are marks of text, not paths. */
const TAG =
  /^\/(?:a|abbr|b|big|blockquote|br|code|col|colgroup|dd|del|div|dl|dt|em|fieldset|figcaption|font|form|h[1-6]|hr|html|i|iframe|img|input|ins|kbd|li|nobr|ol|optgroup|p|pre|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|svg|table|tbody|td|textarea|tfoot|th|thead|tr|tt|u|ul|var|wbr)$/i;

/** A web address or a path from the root that stands between quotes. */
const QUOTED = /(["'])((?:https?:\/)?\/[^"'\\\s<>]{2,2000})\1/g;

/** What looks like an address between quotes within a string: that is data or markup, as frameworks send with their pages. */
function quotedAddresses(text: string): string[] {
  if (!/["']/.test(text)) return [];
  const quoted = [...text.replaceAll('\\/', '/').matchAll(QUOTED)].map(([, , address = '']) => address);
  return quoted.filter((address) => isScriptAddress(address) && !TAG.test(address));
}

/** What looks like an address among the strings of data. */
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

const ADDRESS_IN_TEXT =
  /(?<![\w@./-])(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^\u3000-\u303f\uff00-\uff65\u201c\u201d\u2018\u2019\u00ab\u00bb]+/giu;

/** A host and what follows: it is not relative to anything. */
const WITH_HOST = /^(?:https?:\/\/)?[^/?#\s]+\.[^/?#\s.]{2,}(?=[/?#:]|$)/i;
/** What stands between blanks, quotes and brackets. */
const WORD = /[^\s"'`|\\^,;\u3000-\u303f\uff00-\uff65\u201c\u201d\u2018\u2019\u00ab\u00bb]+/gu;
const STANDS_FOR_ANY = /\/\*/;
/** A path from the site's root or the page's folder: a letter alone is an abbreviation. */
const PATH = /^(?:\.{1,2})?\/[\p{L}\d_~-][\p{L}\d_~/.-]/u;
/** Folders of computers, not of sites. */
const SYSTEM_PATH = /^\/(?:bin|boot|dev|etc|lib|lib64|mnt|opt|proc|sbin|srv|sys|tmp|usr|var)(?:\/|$)/;
/** A page by its name's end, in the page's folder or in one below that has no dot in its name, as hosts have. */
const PAGE_NAME = /^(?:[\w\-%~]+\/)*[\w\-%~]+\.(?:html?|xhtml|php|aspx?|jspx?|cgi)(?:[?#][\w\-.%~=&+/]*)?$/i;

/** Addresses in running text, paths too, without the punctuation of their sentences; in the order of the text. */
export function shownAddresses(text: string): string[] {
  const found: { at: number; address: string }[] = [];
  for (const { 0: match, index } of text.matchAll(ADDRESS_IN_TEXT)) {
    const address = withoutPunctuation(match);
    if (WITH_HOST.test(address)) found.push({ at: index, address });
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const address = withoutPunctuation(word.replace(/^[([]+/, ''));
    if (isPath(address) && !STANDS_FOR_ANY.test(word)) found.push({ at: index, address });
  }
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ address }) => address))];
}

const isPath = (text: string): boolean =>
  text.length <= LONGEST_NAME &&
  !isRoutePattern(text) &&
  (PAGE_NAME.test(text) || (PATH.test(text) && !SYSTEM_PATH.test(text) && isLikeAddress(text)));

/** The same in a comment. A name behind a slash, there, marks the end of a part of the page: `/header`, `end /nav`. */
export const commentedAddresses = (text: string): string[] =>
  /^\s*(?:end\b\W*)?\//i.test(text) ? [] : shownAddresses(text);

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
