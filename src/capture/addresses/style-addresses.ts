import { tokenize, tokenTypes } from 'css-tree/tokenizer';
import { string as quoted, url as unquoted } from 'css-tree/utils';

const { AtKeyword, Function: Call, LeftCurlyBracket, LeftParenthesis, RightParenthesis, Semicolon } = tokenTypes;

/** Functions with addresses as strings. */
const LOADING = /^(?:url|src|(?:-webkit-)?image-set)$/i;

/**
 * Returns the addresses in a style sheet, or in a piece of one, as written: imports and resources, but no namespaces.
 */
export function styleAddresses(text: string): string[] {
  const addresses: string[] = [];
  let rule = '';
  /** Open functions, the innermost last. */
  const calls: string[] = [];
  tokenize(text, (type, start, end) => {
    if (type === AtKeyword) rule = text.slice(start + 1, end).toLowerCase();
    else if (type === Semicolon || type === LeftCurlyBracket) rule = '';
    else if (type === Call) calls.push(text.slice(start, end - 1));
    else if (type === LeftParenthesis) calls.push('');
    else if (type === RightParenthesis) calls.pop();
    else if (rule === 'namespace') return;
    else if (type === tokenTypes.Url) addresses.push(unquoted.decode(text.slice(start, end)));
    else if (type === tokenTypes.String) {
      const call = calls.at(-1);
      const isImport = rule === 'import' && call === undefined;
      if (isImport || (call !== undefined && LOADING.test(call))) addresses.push(quoted.decode(text.slice(start, end)));
    }
  });
  return addresses
    .map((address) => address.trim())
    .filter((address) => address !== '' && !/^(?:#|data:)/i.test(address));
}
