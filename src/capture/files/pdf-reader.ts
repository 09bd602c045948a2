import type { getResolvedPDFJS } from 'unpdf';

type PdfJs = Awaited<ReturnType<typeof getResolvedPDFJS>>;

interface PdfLink {
  readonly raw: string;
  readonly anchor: string;
  readonly element: string;
}

interface OutlineItem {
  readonly title: string;
  readonly unsafeUrl?: string | undefined;
  readonly items: readonly OutlineItem[];
}

/**
 * Reads the links of a PDF document, and the text of its first pages, and tells them page by page. It is sent into a thread
 * as it stands, so it uses nothing from outside.
 */
export async function readPdf(
  { getDocument }: PdfJs,
  data: Uint8Array,
  { mostPages, mostTextPages }: { readonly mostPages: number; readonly mostTextPages: number },
  tell: (links: readonly PdfLink[], limits: readonly string[], text?: string) => void,
): Promise<void> {
  const document = await getDocument({ data, verbosity: 0, isEvalSupported: false, useSystemFonts: false }).promise;
  const outline: OutlineItem[] = [...((await document.getOutline().catch(() => null)) ?? [])];
  const links: PdfLink[] = [];
  for (let item = outline.shift(); item; item = outline.shift()) {
    if (item.unsafeUrl) links.push({ raw: item.unsafeUrl, anchor: item.title, element: 'outline' });
    outline.unshift(...item.items);
  }
  tell(links, document.numPages > mostPages ? ['too many pages'] : []);
  for (let number = 1; number <= Math.min(document.numPages, mostPages); number++) {
    try {
      const page = await document.getPage(number);
      const annotations: { unsafeUrl?: string; contentsObj?: { str: string } }[] = await page.getAnnotations();
      const items: { str?: string; hasEOL?: boolean }[] =
        number > mostTextPages ? [] : (await page.getTextContent()).items;
      page.cleanup();
      const text = items.map(({ str = '', hasEOL }) => (hasEOL ? `${str} ` : str)).join('');
      const found = annotations.flatMap(({ unsafeUrl, contentsObj }) =>
        unsafeUrl ? [{ raw: unsafeUrl, anchor: contentsObj?.str ?? '', element: 'annotation' }] : [],
      );
      if (found.length > 0 || text !== '') tell(found, [], text);
    } catch {
      tell([], ['damaged']);
    }
  }
}
