import { addressResolver } from '../addresses/resolve-address.ts';
import type { FrameTexts, LoadedFrame } from '../loaded-page.ts';
import type { DocumentText } from '../walk/walk.ts';
import type { WalkedLink } from '../walk/walked-links.ts';
import type { DocumentReading, Source } from './read-document.ts';

/** What is left of a document that can't be read: nothing. */
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

/** A document as it came, without its scripts run. */
export class ParsedDocument implements LoadedFrame {
  readonly url: string;
  readonly isMain: boolean;
  readonly parentUrl: string;
  /** It is as it came: nothing can be gone since. */
  readonly source = undefined;
  readonly isXml: boolean;
  readonly reading: DocumentReading;
  readonly #resolve: (raw: string) => string | undefined;

  /** @param reading undefined: it could not be read */
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

  /** An address of the document, absolute. */
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
