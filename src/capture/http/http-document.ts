import { typeOf } from '../../url/file-types.ts';
import type { ParsedDocument } from '../documents/parsed-document.ts';
import type { Source } from '../documents/read-document.ts';
import { isSitemap } from '../files/read-file.ts';
import { isOtherType, isPageType } from '../network/answer-rules.ts';
import { sniffedType } from '../network/sniff-type.ts';
import type { Landed } from './http-session.ts';

/** What an answer holds: a page's document, or a file; a browser shows some files, and saves the others. */
export type Content =
  | { readonly kind: 'page'; readonly contentType: string; readonly document: ParsedDocument }
  | { readonly kind: 'file'; readonly contentType: string; readonly isShown: boolean };

/**
 * @param parentUrl address of the document that holds the frame; undefined for a page's own document
 * @param read how a document is read
 */
export async function contentOf(
  { answer, url }: Landed,
  parentUrl: string | undefined,
  read: (source: Source) => Promise<ParsedDocument>,
): Promise<Content> {
  const { status, headers, body: bytes } = answer;
  // Of several the last counts, as in browsers.
  const header = [headers['content-type'] ?? []].flat().at(-1) ?? '';
  const declared = typeOf(header);
  const isSaved = /^\s*attachment/i.test(String(headers['content-disposition'] ?? ''));
  if (isSaved || BODILESS.has(status)) return { kind: 'file', contentType: declared, isShown: false };
  const contentType = isPageType(declared) || isOtherType(declared) ? declared : sniffedType(bytes);
  if (parentUrl === undefined && isPageType(contentType) && isSitemap(bytes, header))
    return { kind: 'file', contentType, isShown: true };
  if (!isPageType(contentType)) return { kind: 'file', contentType, isShown: SHOWN.test(contentType) };
  const isXml = contentType === 'application/xhtml+xml';
  return {
    kind: 'page',
    contentType,
    document: await read({ url, parentUrl, markup: { bytes, contentType: header }, isXml }),
  };
}

const BODILESS = new Set([204, 205, 304]);
const SHOWN = /^(text|image|audio|video)\/|[/+](json|xml)$|\/javascript$/;
