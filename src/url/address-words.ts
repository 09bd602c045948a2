import { decoded } from './parse.ts';
/** Words of an address, as its reader sees them: those of its path and parameters, without the ending. */
export function addressWords(url: string): string {
  const { pathname, search } = new URL(url);
  const path = decoded(`${pathname.replace(/\.\w{1,5}$/, '')} ${search}`);
  return path
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}
