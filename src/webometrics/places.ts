import { parseUrl } from '../url/parse.ts';
import type { PlaceScope } from '../url/places.ts';

/** A site that links are counted of: one of the crawl, or a target that a list names. */
export interface Place {
  /** Each has its own. */
  readonly name: string;
  readonly kind: string;
  /** In small letters; undefined: the host names tell. */
  readonly country: string | undefined;
  readonly scope: PlaceScope;
  /** Whether the crawl reads its pages. */
  readonly isCrawled: boolean;
}

/** A host name, with or without a port, as addresses have it; undefined for another text. */
export function hostAsWritten(text: string): URL | undefined {
  if (/[\s/\\?#@]/.test(text)) return undefined;
  const url = parseUrl(`http://${text}/`);
  return url && url.hostname !== '' ? url : undefined;
}
