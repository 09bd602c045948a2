import { harmOf } from '../../../safety/harm.ts';
import type { DocumentBodies } from './document-bodies.ts';
import type { Paused, PausedRequests } from './paused-request.ts';

/** GIF of one transparent pixel, in base 64. */
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Limit of pictures of a page that are checked on the server. */
const MOST_CHECKED = 20;

const MISSING: readonly (number | undefined)[] = [404, 410];

/**
 * Answers picture requests of an unseen tab with one pixel, so that waiting scripts continue. If the document handles
 * load errors, pictures of its own host are checked by HEAD.
 */
export class Pictures {
  readonly #requests: PausedRequests;
  readonly #bodies: DocumentBodies;
  #left = MOST_CHECKED;

  constructor(requests: PausedRequests, bodies: DocumentBodies) {
    this.#requests = requests;
    this.#bodies = bodies;
  }

  /** Prepares for another page. */
  begin(): void {
    this.#left = MOST_CHECKED;
  }

  async ask(event: Paused): Promise<void> {
    const url = new URL(event.request.url);
    const isChecked =
      this.#left > 0 && this.#bodies.hearsOfFailures(event.frameId, url.host) && harmOf({ address: url }) === undefined;
    if (!isChecked) return await this.#requests.answer(event, 'image/gif', PIXEL);
    this.#left--;
    await this.#requests.askForHead(event);
  }

  /** Handles the server's answer to a check, or a failed connection. */
  async answered(event: Paused): Promise<void> {
    if (event.responseErrorReason !== undefined || MISSING.includes(event.responseStatusCode))
      return await this.#requests.abort(event.requestId);
    await this.#requests.answer(event, 'image/gif', PIXEL);
  }
}
