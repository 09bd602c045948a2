import { setImmediate as nextTurn } from 'node:timers/promises';
import { ParsedDocument } from '../parsed-document.ts';
import type { FileLink } from './file-kind.ts';

/** The links of a piece of HTML, or of XHTML, that a file holds; its addresses are relative to `base`. */
export async function markupLinks(text: string, base: string, isXml: boolean): Promise<readonly FileLink[]> {
  // A feed may hold thousands of such pieces.
  await nextTurn();
  const document = new ParsedDocument({ url: base, parentUrl: undefined, text, encoding: 'utf-8', isXml });
  return await document.links();
}
