import { randomUUID } from 'node:crypto';
import type { LinkPictures } from '../crawl/link-pictures.ts';
import { setCapped } from '../domain/capped-map.ts';
import { GiveUpVisit, RetryVisit, StopCommand } from '../domain/errors.ts';
import type { LinkSight } from '../domain/link.ts';
import type { LinkRecord } from '../storage/lists/links.ts';

/** Seconds for a picture, including the wait for the host, at most. */
const WITHIN = 60;
/** Pictures kept in memory, at most; the client fetches each immediately. */
const MOST_KEPT = 8;

/** Current state of the page with a link. */
export interface PictureAnswer {
  /** Address of the page. */
  readonly page: string;
  /** Address after redirects. */
  readonly landed: string;
  /** Visibility of the link; `unread`: the page could not be read. */
  readonly sight: LinkSight | 'unread';
  /** Reason why the page could not be read; empty otherwise. */
  readonly reason: string;
  /** Address of the PNG, and its size in pixels; null: no picture. */
  readonly picture: { readonly src: string; readonly width: number; readonly height: number } | null;
}

type TakePicture = LinkPictures['take'];

interface PictureDeskOptions {
  readonly db: string;
  readonly now: () => number;
  /** Signal that aborts when the dashboard closes, and ends the browser. */
  readonly closing: AbortSignal;
  /** Starts the time limit of a picture; the signal aborts at its end. */
  readonly limit?: () => AbortSignal;
}

/** Takes pictures of pages on demand, one at a time, and keeps the latest. */
export class PictureControls {
  readonly #options: PictureDeskOptions;
  #take: Promise<TakePicture> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Pictures by name, oldest first. */
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();

  constructor(options: PictureDeskOptions) {
    this.#options = options;
  }

  /** Returns a PNG by name; undefined if no longer kept. */
  picture(name: string): Uint8Array<ArrayBuffer> | undefined {
    return this.#kept.get(name);
  }

  /** Takes a picture of a page with a link outlined; skips requests cancelled while they wait. */
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
      const src = picture && this.#storePicture(picture);
      return { page, landed, sight, reason: '', picture: src === undefined ? null : { src, width, height } };
    } catch (error) {
      if (late.aborted) return unread(`it took longer than ${WITHIN} s`);
      if (signal.aborted) return unread('it was given up');
      if (error instanceof RetryVisit || error instanceof GiveUpVisit || error instanceof StopCommand)
        return unread(error.message);
      throw error;
    }
  }

  /** Loads the browser's driver on the first picture, as loading is slow. */
  async #load(): Promise<TakePicture> {
    const { LinkPictures } = await import('../crawl/link-pictures.ts');
    const pictures = new LinkPictures(this.#options.db, this.#options.now);
    return pictures.take.bind(pictures);
  }

  #storePicture(picture: Buffer): string {
    const name = randomUUID();
    setCapped(this.#kept, name, new Uint8Array(picture), MOST_KEPT);
    return `/api/pictures/${name}`;
  }
}
