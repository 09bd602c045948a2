import type { LivePage } from '../browser/live-page.ts';
import { pageFunction } from '../browser/page-functions.ts';

/** Links with one listener that must have led elsewhere than they say, and none where it says, for that to be its way. */
const MOST_STRAYS = 3;

/**
 * Links that listen themselves: what hears them may lead where they say, or elsewhere. Where one of a listener's links was
 * led where it says, others that were not have met a redirect, as of a guard that asks for a login: that is what they
 * lead to in the end, and no other link.
 */
export class FollowedLinks {
  /** Places of listeners of which no more links are followed: it is known what they do. */
  readonly #known = new Set<string>();
  /** Where links were led instead, by the place of their listener. */
  readonly #strays = new Map<string, Set<string>>();

  isKnown(place: string): boolean {
    return this.#known.has(place);
  }

  /**
   * A link was followed.
   *
   * @param strayed where it led, if that is not where it says
   * @returns addresses that its listener's links lead to beside those that they say
   */
  follow(place: string, strayed: string | undefined): readonly string[] {
    const strays = this.#strays.get(place) ?? new Set<string>();
    if (strayed !== undefined) this.#strays.set(place, strays.add(strayed));
    if (strayed !== undefined && strays.size < MOST_STRAYS) return [];
    this.#known.add(place);
    this.#strays.delete(place);
    return strayed === undefined ? [] : [...strays];
  }

  /** The same of listeners of which no link was led where it says, when no more are followed. */
  end(): readonly string[] {
    const strays = [...this.#strays.values()].flatMap((of) => [...of]);
    this.#strays.clear();
    return strays;
  }
}

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
