import { decoded } from './parse.ts';
/** Returns the readable words in an address's path and parameters, without the file ending. */
export function addressWords(url: string): string {
  const { pathname, search } = new URL(url);
  const path = decoded(`${pathname.replace(/\.\w{1,5}$/, '')} ${search}`);
  return path
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}
