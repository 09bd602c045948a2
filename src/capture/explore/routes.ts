import type { LivePage } from '../browser/live-page.ts';
import { pageFunction } from '../browser/page-functions.ts';

/** Links of a listener that must have led elsewhere, and none to its own address, before this counts as normal. */
const MOST_STRAYS = 3;

/**
 * Links with listeners, which may lead to their own address or elsewhere. If a listener's link led to its own address,
 * other targets are redirects, such as to a login, and do not count as links.
 */
export class FollowedLinks {
  /** Places of listeners with known behavior: no more of their links are followed. */
  readonly #known = new Set<string>();
  /** Addresses that links led to instead of their own, by the place of the listener. */
  readonly #strays = new Map<string, Set<string>>();

  isKnown(place: string): boolean {
    return this.#known.has(place);
  }

  /**
   * Records that a link was followed.
   *
   * @param strayed address reached, if other than the link's own
   * @returns addresses that count as links of the listener in addition to the links' own
   */
  follow(place: string, strayed: string | undefined): readonly string[] {
    const strays = this.#strays.get(place) ?? new Set<string>();
    if (strayed !== undefined) this.#strays.set(place, strays.add(strayed));
    if (strayed !== undefined && strays.size < MOST_STRAYS) return [];
    this.#known.add(place);
    this.#strays.delete(place);
    return strayed === undefined ? [] : [...strays];
  }

  /** Returns the addresses of all listeners whose links never led to their own address, when exploration ends. */
  end(): readonly string[] {
    const strays = [...this.#strays.values()].flatMap((of) => [...of]);
    this.#strays.clear();
    return strays;
  }
}

const KEEP_STATE = pageFunction('keepHistoryState');
const GO_BACK = pageFunction('goBack');

/**
 * Route of the explored page. Actions may navigate the application to other pages, which are visited on their own; the
 * explored page is then restored.
 */
export class Route {
  readonly #page: LivePage;
  readonly #home: string;

  constructor(page: LivePage) {
    this.#page = page;
    this.#home = page.address;
  }

  /** Stores the history state of the page. From now on other routes that scripts set are links. */
  async begin(): Promise<void> {
    await this.#page.frames[0]?.ask(`${KEEP_STATE}()`);
    this.expect(undefined);
  }

  /** @param link address of the link that is pressed next, if any: already known as a link */
  expect(link: string | undefined): void {
    this.#page.tab.observer.stayAt(this.#home, link);
  }

  /** Tells whether the page had another page's address at the last look. */
  get isSkipped(): boolean {
    return !this.#page.tab.observer.isOfPage(this.#page.address, this.#home);
  }

  /** Restores the page's address and notifies scripts as the browser's back button does. */
  async back(): Promise<void> {
    await this.#page.frames[0]?.ask(`${GO_BACK}(${JSON.stringify(this.#home)})`);
  }

  /** Ends tracking: all later routes belong to the page. */
  end(): void {
    this.#page.tab.observer.stayAt(undefined);
  }
}
