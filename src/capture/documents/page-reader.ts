import { TOO_LARGE } from '../loaded-page.ts';
import { MANY_LINKS, walkRules } from '../walk/walk-rules.ts';
import { inThread } from './in-thread.ts';
import { MOST_PARTS } from './parse-markup.ts';
import { ParsedDocument } from './parsed-document.ts';
import type { DocumentReading, Source } from './read-document.ts';

/** Bytes or characters of all documents of a page that are read … */
const MOST_MARKUP = 64 * 2 ** 20;
/** … and of one that takes too much time or memory. */
const BEGINNING = 2 ** 20;

/** Reads the documents of one page, one after the other: together they may have as much as one large document. */
export class PageReader {
  /** Limits that the page met. */
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

  /** A document; of one that takes too much time or memory, its beginning. */
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
  // A copy: a thread is given the whole of what a part belongs to.
  return { ...source, mostParts, markup: { ...markup, bytes: Uint8Array.from(markup.bytes.subarray(0, BEGINNING)) } };
}
