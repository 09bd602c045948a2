import type { LivePage } from '../browser/live-page.ts';
import { pageFunction } from '../browser/page-functions.ts';

const KEEP_STATE = pageFunction('keepHistoryState');
const GO_BACK = pageFunction('goBack');

/**
 * The route of the page that is acted on. Acts may lead its application on to other pages: what these show is left to
 * them, and the page is led back.
 */
export class Route {
  readonly #page: LivePage;
  readonly #home: string;

  constructor(page: LivePage) {
    this.#page = page;
    this.#home = page.address;
  }

  /** Notes what the page's scripts keep under its address. From now on other routes that they set are links. */
  async begin(): Promise<void> {
    await this.#page.frames[0]?.ask(`${KEEP_STATE}()`);
    this.expect(undefined);
  }

  /** @param link where the link leads that is pressed next, if one is: that it says itself */
  expect(link: string | undefined): void {
    this.#page.tab.observer.stayAt(this.#home, link);
  }

  /** Whether the page showed the address of another one when it was last looked at. */
  get isLeft(): boolean {
    return !this.#page.tab.observer.isOfPage(this.#page.address, this.#home);
  }

  /** Sets the page's own address again and tells its scripts so, as when a reader goes back. */
  async back(): Promise<void> {
    await this.#page.frames[0]?.ask(`${GO_BACK}(${JSON.stringify(this.#home)})`);
  }

  /** From now on all is the page's again. */
  end(): void {
    this.#page.tab.observer.stayAt(undefined);
  }
}
