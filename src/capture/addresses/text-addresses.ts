import { isLikeAddress, isRoutePattern, LONGEST_NAME } from './like-address.ts';

const ADDRESS_IN_TEXT =
  /(?<![\w@./-])(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^\u3000-\u303f\uff00-\uff65\u201c\u201d\u2018\u2019\u00ab\u00bb]+/giu;

/** A host with an optional path, which is never relative. */
const WITH_HOST = /^(?:https?:\/\/)?[^/?#\s]+\.[^/?#\s.]{2,}(?=[/?#:]|$)/i;
/** Words: text between blanks, quotes and brackets. */
const WORD = /[^\s"'`|\\^,;\u3000-\u303f\uff00-\uff65\u201c\u201d\u2018\u2019\u00ab\u00bb]+/gu;
const WILDCARD = /\/\*/;
/** A path from the site's root or the page's folder; a single letter is an abbreviation. */
const PATH = /^(?:\.{1,2})?\/[\p{L}\d_~-][\p{L}\d_~/.-]/u;
/** Folders of computers, not of sites. */
const SYSTEM_PATH = /^\/(?:bin|boot|dev|etc|lib|lib64|mnt|opt|proc|sbin|srv|sys|tmp|usr|var)(?:\/|$)/;
/** A page by its extension, in the page's folder or below; folder names have no dots, as hosts do. */
const PAGE_NAME = /^(?:[\w\-%~]+\/)*[\w\-%~]+\.(?:html?|xhtml|php|aspx?|jspx?|cgi)(?:[?#][\w\-.%~=&+/]*)?$/i;

/** Returns addresses in running text, paths included, without the punctuation of sentences, in text order. */
export function shownAddresses(text: string): string[] {
  const found: { at: number; address: string }[] = [];
  for (const { 0: match, index } of text.matchAll(ADDRESS_IN_TEXT)) {
    const address = withoutPunctuation(match);
    if (WITH_HOST.test(address)) found.push({ at: index, address });
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const address = withoutPunctuation(word.replace(/^[([]+/, ''));
    if (isPath(address) && !WILDCARD.test(word)) found.push({ at: index, address });
  }
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ address }) => address))];
}

const isPath = (text: string): boolean =>
  text.length <= LONGEST_NAME &&
  !isRoutePattern(text) &&
  (PAGE_NAME.test(text) || (PATH.test(text) && !SYSTEM_PATH.test(text) && isLikeAddress(text)));

/** Returns addresses in a comment. A slash with a name marks the end of a part of the page: `/header`, `end /nav`. */
export const commentedAddresses = (text: string): string[] =>
  /^\s*(?:end\b\W*)?\//i.test(text) ? [] : shownAddresses(text);

/** Removes the punctuation at the end of a sentence, and a bracket that was opened before the address. */
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
