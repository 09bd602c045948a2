import { string, tokenize, tokenTypes, url } from 'css-tree';
import { decode } from '../decode.ts';
import type { FileKind, FileLink } from './file-kind.ts';

/** Style sheets: images, fonts, and the style sheets that they import. */
export const css: FileKind = {
  name: 'css',
  summary: 'what style sheets import and show',
  fits: (contentType) => contentType === 'text/css',
  async *links({ bytes, contentType }) {
    yield* cssLinks(decode(bytes, contentType).text);
  },
};

/** The addresses in a style sheet, or in an element's `style`; those that hold their content themselves left out. */
export function cssLinks(text: string): FileLink[] {
  const links: FileLink[] = [];
  /** Function or at-rule that a string would be the address of. */
  let holder = '';
  let isNamespace = false;
  const add = (raw: string, element: string) => {
    if (!isNamespace && !/^(data:|#|$)/i.test(raw)) links.push({ raw, role: 'embedded', element });
  };
  tokenize(text, (type, from, to) => {
    const token = () => text.slice(from, to);
    if (type === tokenTypes.Url) add(url.decode(token()), holder || 'url');
    else if (type === tokenTypes.String && holder !== '') add(string.decode(token()), holder);
    if (type === tokenTypes.AtKeyword) {
      const name = token().toLowerCase();
      holder = name === '@import' ? '@import' : '';
      isNamespace = name === '@namespace';
    } else if (type === tokenTypes.Function) {
      const name = token().slice(0, -1).toLowerCase();
      if (/^(url|src|(-webkit-)?image-set|image)$/.test(name) && holder !== '@import') holder = name;
    } else if (type === tokenTypes.Semicolon || type === tokenTypes.LeftCurlyBracket) {
      holder = '';
      isNamespace = false;
    } else if (type === tokenTypes.RightParenthesis && holder !== '@import') holder = '';
  });
  return links;
}
