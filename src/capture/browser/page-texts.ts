import type { Page, Request, Response } from 'playwright';
import type { LoadedText } from '../loaded-page.ts';
import { typeOf } from '../network/answer-rules.ts';

/** Bodies read of one page's style sheets, scripts and data. */
const MOST_TEXTS = 100;

/** `other` is what workers import, with much else that is no text. */
const HAS_TEXT = new Set(['stylesheet', 'script', 'xhr', 'fetch', 'other']);

/** The style sheets, scripts and data that a tab's page loads. */
export class PageTexts {
  #answers: Response[] = [];
  /** Requests whose answers have come to their end: the body of another may never come. */
  readonly #finished = new WeakSet<Request>();

  constructor(page: Page) {
    page.on('response', (answer) => {
      if (HAS_TEXT.has(answer.request().resourceType())) this.#answers.push(answer);
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
    const texts = await Promise.all(this.#answers.filter(isWanted).slice(0, MOST_TEXTS).map(textOf));
    return texts.filter((text) => text !== undefined);
  }
}

const textType = (answer: Response): string => typeOf(answer.headers()['content-type'] ?? '');

async function textOf(answer: Response): Promise<LoadedText | undefined> {
  const text = await answer.text().catch(() => undefined);
  return text === undefined ? undefined : { url: answer.url(), contentType: textType(answer), text };
}
