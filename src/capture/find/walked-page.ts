import type { FoundLink } from '../../domain/link.ts';
import type { LoadedFrame, LoadedPage } from '../loaded-page.ts';
import { MANY_LINKS, walkRules } from '../walk/walk-rules.ts';
import type { WalkedLink } from '../walk/walked-links.ts';

/** A document, with the links of its walk. */
interface WalkedFrame {
  readonly frame: LoadedFrame;
  readonly links: readonly WalkedLink[];
}

/** Documents of a page, walked once for all techniques that use their links. */
export class WalkedPage {
  readonly #page: LoadedPage;
  #frames: Promise<readonly WalkedFrame[]> | undefined;
  /** Links found by all walks so far. */
  readonly #links: WalkedLink[] = [];

  constructor(page: LoadedPage) {
    this.#page = page;
  }

  /** Returns the links of all documents; after `renew`, only new links. */
  async frames(): Promise<readonly WalkedFrame[]> {
    this.#frames ??= this.#walk();
    return await this.#frames;
  }

  /** Returns the matching links of all documents. */
  async links(technique: string, isWanted: (link: WalkedLink) => boolean): Promise<FoundLink[]> {
    const frames = await this.frames();
    return frames.flatMap(({ frame, links }) => links.filter(isWanted).map((link) => foundIn(frame, link, technique)));
  }

  /** Returns the links of all walks so far. */
  async allLinks(): Promise<readonly WalkedLink[]> {
    await this.frames();
    return this.#links;
  }

  /** Notes that the page has changed; the next reading walks the page again. */
  renew(): void {
    this.#frames = undefined;
  }

  /** Walks all documents; together they may have twice as many links as one. */
  async #walk(): Promise<readonly WalkedFrame[]> {
    let left = 2 * walkRules.mostLinks;
    const walked = this.#page.frames.map(async (frame) => {
      const all = await frame.links();
      const links = all.slice(0, left);
      left -= links.length;
      if (links.length < all.length) this.#page.limit(MANY_LINKS);
      for (const link of links) this.#links.push(link);
      return { frame, links };
    });
    return await Promise.all(walked);
  }
}

export const foundIn = (frame: LoadedFrame, link: WalkedLink, technique: string): FoundLink => ({
  ...link,
  url: link.url,
  frame: frame.isMain ? '' : frame.url,
  technique,
});
