import type { Page, Request, Response } from 'playwright';
import { typeOf } from '../../../url/file-types.ts';
import type { LoadedText } from '../../loaded-page.ts';

/** Bodies read of one page's style sheets, scripts and data. */
const MOST_TEXTS = 100;
/** Characters of them that are kept for the site's next pages. */
const MOST_KEPT = 2_000_000;

/** `other` is what workers import, with much else that is no text. */
const HAS_TEXT = new Set(['stylesheet', 'script', 'xhr', 'fetch', 'other']);

/** The style sheets, scripts and data that a tab's page loads. */
export class PageTexts {
  #answers: Response[] = [];
  /** Requests whose answers have come to their end: the body of another may never come. */
  readonly #finished = new WeakSet<Request>();
  /** What servers sent last, by address: the browser gives it to further pages from its cache. */
  readonly #kept = new Map<string, string>();
  #keptCharacters = 0;

  constructor(page: Page) {
    page.on('response', (answer) => {
      if (!HAS_TEXT.has(answer.request().resourceType())) return;
      this.#answers.push(answer);
      if (!isFromCache(answer)) this.#forget(answer.url());
    });
    page.on('requestfinished', (request) => this.#finished.add(request));
  }

  /** Forgets the page before. */
  begin(): void {
    this.#answers = [];
  }

  /** Addresses of the scripts that have come. */
  get scripts(): readonly string[] {
    const answers = this.#answers.filter((answer) => answer.request().resourceType() === 'script');
    return answers.map((answer) => answer.url());
  }

  /** Those of some content types, as far as they have come. */
  async read(contentType: RegExp): Promise<readonly LoadedText[]> {
    const isWanted = (answer: Response) => this.#finished.has(answer.request()) && contentType.test(textType(answer));
    const texts = await Promise.all(
      this.#answers
        .filter(isWanted)
        .slice(0, MOST_TEXTS)
        .map((one) => this.#textOf(one)),
    );
    return texts.filter((text) => text !== undefined);
  }

  async #textOf(answer: Response): Promise<LoadedText | undefined> {
    const url = answer.url();
    const kept = isFromCache(answer) ? this.#kept.get(url) : undefined;
    const text = kept ?? (await answer.text().catch(() => undefined));
    if (text === undefined) return undefined;
    if (kept === undefined) this.#keep(url, text);
    return { url, contentType: textType(answer), text };
  }

  #keep(url: string, text: string): void {
    this.#forget(url);
    if (text.length > MOST_KEPT) return;
    while (this.#keptCharacters + text.length > MOST_KEPT) this.#forget([...this.#kept.keys()][0] ?? '');
    this.#kept.set(url, text);
    this.#keptCharacters += text.length;
  }

  #forget(url: string): void {
    this.#keptCharacters -= this.#kept.get(url)?.length ?? 0;
    this.#kept.delete(url);
  }
}

const textType = (answer: Response): string => typeOf(answer.headers()['content-type'] ?? '');

/** Whether no server was asked for it. */
const isFromCache = (answer: Response): boolean => answer.request().timing().requestStart < 0;
