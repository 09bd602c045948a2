import { harmOf } from '../../../safety/harm.ts';
import type { DocumentBodies } from './document-bodies.ts';
import type { Paused, PausedRequests } from './paused-request.ts';

/** A GIF of one transparent pixel, in base 64. */
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Pictures of one page that its server is asked for at most. */
const MOST_CHECKED = 20;

const MISSING: readonly (number | undefined)[] = [404, 410];

/**
 * Answers the requests for pictures of a tab that is not shown to a person: each gets one pixel, so that scripts that wait for
 * pictures go on. Where a document hears that pictures fail, its own host is asked by HEAD whether they are missing.
 */
export class Pictures {
  readonly #requests: PausedRequests;
  readonly #bodies: DocumentBodies;
  #left = MOST_CHECKED;

  constructor(requests: PausedRequests, bodies: DocumentBodies) {
    this.#requests = requests;
    this.#bodies = bodies;
  }

  /** The tab goes to another page. */
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

  /** The server was asked and has answered, or could not be reached. */
  async answered(event: Paused): Promise<void> {
    if (event.responseErrorReason !== undefined || MISSING.includes(event.responseStatusCode))
      return await this.#requests.abort(event.requestId);
    await this.#requests.answer(event, 'image/gif', PIXEL);
  }
}
