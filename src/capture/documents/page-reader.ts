import { addressResolver } from '../addresses/resolve-address.ts';
import { type FrameTexts, type LoadedFrame, TOO_LARGE } from '../loaded-page.ts';
import type { DocumentText } from '../walk/walk.ts';
import { MANY_LINKS, walkRules } from '../walk/walk-rules.ts';
import type { WalkedLink } from '../walk/walked-links.ts';
import { inThread } from './in-thread.ts';
import { MOST_PARTS } from './parse-markup.ts';
import type { DocumentReading, Source } from './read-document.ts';

/** Most bytes or characters of all documents of a page together. */
const MOST_MARKUP = 64 * 2 ** 20;
/** Bytes or characters read of a document that takes too much time or memory. */
const BEGINNING = 2 ** 20;

/** Reads the documents of one page in sequence; all of them share the limits of one large document. */
export class PageReader {
  /** Limits that the page reached. */
  readonly limits = new Set<string>();
  readonly #wanted: Pick<Source, 'wantsTexts' | 'wantsFeatures'>;
  #parts = MOST_PARTS;
  #markup = MOST_MARKUP;
  #links = walkRules.mostLinks;
  #others = walkRules.mostLinks;
  #last: Promise<unknown> = Promise.resolve();

  constructor(wanted: Pick<Source, 'wantsTexts' | 'wantsFeatures'>) {
    this.#wanted = wanted;
  }

  /** Reads a document, or only the beginning of one that takes too much time or memory. */
  read(source: Source): Promise<ParsedDocument> {
    const reading = this.#last.then(() => this.#read({ ...source, ...this.#wanted }));
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  async #read(source: Source): Promise<ParsedDocument> {
    const { markup } = source;
    const size = ('text' in markup ? markup.text : markup.bytes).length;
    this.#markup -= size;
    const whole = this.#markup < 0 ? undefined : await inThread('document', { ...source, mostParts: this.#parts });
    const reading = whole ?? (await inThread('document', beginningOf(source, this.#parts)));
    if (!whole || reading?.isTooLarge) this.limits.add(TOO_LARGE);
    this.#parts -= reading?.parts ?? 0;
    return new ParsedDocument(source, reading && this.#withinLimits(reading));
  }

  #withinLimits(reading: DocumentReading): DocumentReading {
    const { links, isCut } = reading.walked;
    const kept = links.filter(({ role }) => (role === 'link' ? this.#links-- : this.#others--) > 0);
    if (isCut || kept.length < links.length) this.limits.add(MANY_LINKS);
    return { ...reading, walked: { links: kept, isCut } };
  }
}

function beginningOf(source: Source, mostParts: number): Source {
  const { markup } = source;
  if ('text' in markup) return { ...source, mostParts, markup: { ...markup, text: markup.text.slice(0, BEGINNING) } };
  // A view would send its whole buffer to the thread, so this is a copy.
  return { ...source, mostParts, markup: { ...markup, bytes: Uint8Array.from(markup.bytes.subarray(0, BEGINNING)) } };
}

/** Result for a document that could not be read. */
const NOTHING: DocumentReading = {
  encoding: 'utf-8',
  title: '',
  base: undefined,
  canonical: undefined,
  robots: '',
  refresh: undefined,
  frames: [],
  walked: { links: [], isCut: false },
  blocks: { text: '', isCut: false, asksPassword: false },
  texts: [],
  features: undefined,
  awaitsScripts: false,
  parts: 0,
  isTooLarge: true,
};

/** A document as received; scripts did not run. */
export class ParsedDocument implements LoadedFrame {
  readonly url: string;
  readonly isMain: boolean;
  readonly parentUrl: string;
  /** Always undefined: no script ran, so no link can be missing. */
  readonly source = undefined;
  readonly isXml: boolean;
  readonly reading: DocumentReading;
  readonly #resolve: (raw: string) => string | undefined;

  /** @param reading undefined if the document could not be read */
  constructor({ url, parentUrl, isXml }: Source, reading: DocumentReading = NOTHING) {
    this.url = url;
    this.isMain = parentUrl === undefined;
    this.parentUrl = parentUrl ?? '';
    this.isXml = isXml;
    this.reading = reading;
    this.#resolve = addressResolver(reading.base, reading.encoding);
  }

  get isCut(): boolean {
    return this.reading.walked.isCut;
  }

  /** Resolves an address of the document. */
  resolve(raw: string): string | undefined {
    return this.#resolve(raw);
  }

  async links(): Promise<readonly WalkedLink[]> {
    return this.reading.walked.links;
  }

  async texts(): Promise<FrameTexts> {
    const { texts, base, encoding } = this.reading;
    return { texts, base, encoding };
  }

  async blocks(): Promise<DocumentText> {
    return this.reading.blocks;
  }
}
