import { randomUUID } from 'node:crypto';
import type { LinkPictures } from '../crawl/link-pictures.ts';
import { keep } from '../domain/bounded.ts';
import { GiveUpVisit, RetryVisit, StopCommand } from '../domain/errors.ts';
import type { LinkSight } from '../domain/link.ts';
import type { LinkRecord } from '../storage/lists/links.ts';

/** Seconds that a picture may take, waiting for its host included. */
const WITHIN = 60;
/** Most pictures that are kept; each is fetched immediately. */
const MOST_KEPT = 8;

/** The page that a link was found on, as it is now. */
export interface PictureAnswer {
  /** Its address, … */
  readonly page: string;
  /** … and where that led to. */
  readonly landed: string;
  /** `unread`: the page could not be read. */
  readonly sight: LinkSight | 'unread';
  /** Why the page could not be read; empty otherwise. */
  readonly reason: string;
  /** Address of the picture, a PNG, and its size in pixels; null where there is none. */
  readonly picture: { readonly src: string; readonly width: number; readonly height: number } | null;
}

type TakePicture = LinkPictures['take'];

interface PictureDeskOptions {
  readonly db: string;
  readonly now: () => number;
  /** Given when the dashboard closes: no browser is left then. */
  readonly closing: AbortSignal;
  /** Begins the time that a picture may take, and is given when it is over. */
  readonly limit?: () => AbortSignal;
}

/** Takes pictures of pages on demand, one after the other, and keeps the last of them. */
export class PictureDesk {
  readonly #options: PictureDeskOptions;
  #take: Promise<TakePicture> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** The oldest first. */
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();

  constructor(options: PictureDeskOptions) {
    this.#options = options;
  }

  /** The PNG of that name; undefined where it is no longer kept. */
  picture(name: string): Uint8Array<ArrayBuffer> | undefined {
    return this.#kept.get(name);
  }

  /** Draws the page that has a link, with the link outlined; requests that were cancelled while waiting are dropped. */
  async ask(link: LinkRecord & { readonly sourceUrl: string }, gone: AbortSignal): Promise<PictureAnswer> {
    const turn = this.#last.then(() => this.#taken(link, gone));
    this.#last = turn.catch(() => undefined);
    return await turn;
  }

  async #taken(link: LinkRecord & { readonly sourceUrl: string }, gone: AbortSignal): Promise<PictureAnswer> {
    const { kind, url, method, technique, sourceUrl: page } = link;
    const { limit = () => AbortSignal.timeout(WITHIN * 1000), closing } = this.#options;
    const late = limit();
    const signal = AbortSignal.any([late, gone, closing]);
    const unread = (reason: string): PictureAnswer => ({ page, landed: page, sight: 'unread', reason, picture: null });
    try {
      signal.throwIfAborted();
      this.#take ??= this.#load();
      const take = await this.#take;
      const { sight, picture, width, height, landed } = await take(page, { kind, url, method, technique }, signal);
      const src = picture && this.#keep(picture);
      return { page, landed, sight, reason: '', picture: src === undefined ? null : { src, width, height } };
    } catch (error) {
      if (late.aborted) return unread(`it took longer than ${WITHIN} s`);
      if (signal.aborted) return unread('it was given up');
      if (error instanceof RetryVisit || error instanceof GiveUpVisit || error instanceof StopCommand)
        return unread(error.message);
      throw error;
    }
  }

  /** The browser's driver takes long to load, so it is loaded for the first picture. */
  async #load(): Promise<TakePicture> {
    const { LinkPictures } = await import('../crawl/link-pictures.ts');
    const pictures = new LinkPictures(this.#options.db, this.#options.now);
    return pictures.take.bind(pictures);
  }

  #keep(picture: Buffer): string {
    const name = randomUUID();
    keep(this.#kept, name, new Uint8Array(picture), MOST_KEPT);
    return `/api/pictures/${name}`;
  }
}
