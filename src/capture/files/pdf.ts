import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { getResolvedPDFJS } from 'unpdf';
import { z } from 'zod';
import type { FileKind } from './file-kind.ts';

/** Pages read of one document; the outline is always read. */
const MOST_PAGES = 2000;
/** Milliseconds for one document. */
const PATIENCE = 10_000;
/** Bytes by which the process may grow for one document. */
const MOST_MEMORY = 512 * 2 ** 20;
/** Megabytes of the thread's own heap, with a wide margin: a large allocation near the limit would end the process. */
const HEAP = 2048;
/** Milliseconds between two checks of time and memory. */
const LOOK_EVERY = 100;

/** Pages of one document whose text is read; enough to show the document's topic. */
const MOST_TEXT_PAGES = 20;

/** PDF documents: links on pages and in the outline; text of the first pages. */
export const pdf: FileKind = {
  name: 'pdf',
  fits: (contentType, head) => /^application\/(x-)?pdf$/.test(contentType) || head.startsWith('%PDF-'),
  async *links({ bytes, limit, text: read }) {
    const library = createRequire(import.meta.url).resolve('unpdf');
    // A damaged document may take any time and memory, so each gets its own thread.
    const worker = new Worker(SOURCE, {
      eval: true,
      stdout: true,
      stderr: true,
      workerData: { library, bytes: Uint8Array.from(bytes), mostPages: MOST_PAGES, mostTextPages: MOST_TEXT_PAGES },
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
    });
    const end = performance.now() + PATIENCE;
    const before = process.memoryUsage.rss();
    // Unpacked data are outside of the heap that the thread's own limit covers.
    const watch = setInterval(() => {
      const isLarge = process.memoryUsage.rss() - before > MOST_MEMORY;
      if (!isLarge && performance.now() < end) return;
      clearInterval(watch);
      limit(isLarge ? 'too large' : 'too slow');
      void worker.terminate();
    }, LOOK_EVERY);
    try {
      for await (const message of messagesOf(worker)) {
        const { links, limits, text } = part.parse(message);
        if (text !== '') read(text);
        for (const name of limits) limit(name);
        for (const link of links) yield { ...link, role: 'link' };
      }
    } finally {
      clearInterval(watch);
      await worker.terminate();
    }
  },
};

const part = z.object({
  links: z.array(z.object({ raw: z.string(), anchor: z.string(), element: z.string() })),
  limits: z.array(z.string()),
  text: z.string(),
});

const SOURCE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const tell = (links, limits, text = '') => parentPort.postMessage({ links, limits, text });
  import(workerData.library)
    .then(({ getResolvedPDFJS }) => getResolvedPDFJS())
    .then((pdfjs) => (${readPdf.toString()})(pdfjs, workerData.bytes, workerData, tell))
    .catch(() => tell([], ['damaged']));
`;

/** Yields the messages of a thread, until it ends. */
async function* messagesOf(worker: Worker): AsyncGenerator<unknown> {
  const messages: unknown[] = [];
  let isOver = false;
  let wake: () => void = () => undefined;
  worker.on('message', (message: unknown) => {
    messages.push(message);
    wake();
  });
  // Out of memory: earlier messages count.
  worker.on('error', () => messages.push({ links: [], limits: ['damaged'], text: '' }));
  worker.on('exit', () => {
    isOver = true;
    wake();
  });
  while (messages.length > 0 || !isOver) {
    if (messages.length > 0) yield messages.shift();
    else
      await new Promise<void>((done) => {
        wake = done;
      });
  }
}

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
 * Reads a PDF document's links and the text of the first pages, and reports both page by page. Runs from source in
 * another thread; must be self-contained.
 */
async function readPdf(
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
