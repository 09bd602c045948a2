import type { Page, Request, Response } from 'playwright';
import { typeOf } from '../../../url/file-types.ts';
import type { LoadedText } from '../../loaded-page.ts';

/** Limit of style sheets, scripts and data read for a page. */
const MOST_TEXTS = 100;
/** Limit of characters kept for the site's next pages. */
const MOST_KEPT = 2_000_000;

/** Resource types with text; `other` includes imports of workers, and much that is no text. */
const HAS_TEXT = new Set(['stylesheet', 'script', 'xhr', 'fetch', 'other']);

/** Style sheets, scripts and data that a tab's page loads. */
export class PageTexts {
  #answers: Response[] = [];
  /** Requests with complete answers; the body of another may never come. */
  readonly #finished = new WeakSet<Request>();
  /** Last texts of servers by address, as the browser serves further pages from its cache. */
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

  /** Clears the answers of the page before. */
  begin(): void {
    this.#answers = [];
  }

  /** Addresses of the loaded scripts. */
  get scripts(): readonly string[] {
    const answers = this.#answers.filter((answer) => answer.request().resourceType() === 'script');
    return answers.map((answer) => answer.url());
  }

  /** Returns the complete texts of matching content types. */
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
    if (kept === undefined) this.#store(url, text);
    return { url, contentType: textType(answer), text };
  }

  #store(url: string, text: string): void {
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

/** Tells whether an answer came from the browser's cache. */
const isFromCache = (answer: Response): boolean => answer.request().timing().requestStart < 0;
