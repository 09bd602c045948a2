import { MOST_FRAMES } from '../../loaded-page.ts';
import { isFull, isUsual, isUsualRedirect, type Refusal, type VisitPace } from '../../network/visit-pace.ts';

/** Requests of a frame, and its place in the page. */
interface FrameRequests {
  /** Id of the parent frame; undefined for the page's own frame. */
  readonly parent: string | undefined;
  /** Requested address of the frame's document. */
  url: string;
  documents: number;
  /** Number of redirects for the last document. */
  redirects: number;
}

/**
 * Counts the documents of a page and its frames. Usual ones pass at once; those requested by scripts and refreshes wait
 * for the host schedule and are limited; see VisitPace.
 */
export class DocumentRequests {
  /** Callback for navigation given up because the host's delay is too long. */
  onPutOff: (url: string) => void = () => undefined;
  /** True if the page's document and loaded frames stay. */
  isHeld = false;
  /** True if the page was captured and is no longer in use. */
  isLeft = true;
  #pace: VisitPace | undefined;
  /** True before the visit's first request, whose wait came before the visit. */
  #isFirst = true;
  /** Number of the tab's latest own document; earlier ones are no longer waited for. */
  #latest = 0;
  #waiting: Promise<unknown> | undefined;
  readonly #frames = new Map<string, FrameRequests>();
  /** Number of frame requests that are usual for a page. */
  #frameRequests = 0;

  begin(pace: VisitPace): void {
    this.#pace = pace;
    this.#frames.clear();
    this.#frameRequests = 0;
    this.isHeld = false;
    this.isLeft = false;
    this.#isFirst = true;
    this.#latest++;
  }

  attach(frame: string, parent: string): void {
    this.#frames.set(frame, { parent, url: '', documents: 0, redirects: 0 });
  }

  /** True if a document of the tab's own waits for the host schedule. */
  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Waits until no document of the tab's own waits for the host schedule. */
  async turn(): Promise<void> {
    while (this.#waiting) await this.#waiting;
  }

  /** Returns the number of documents that a frame has requested. */
  askedBy(frame: string): number {
    return this.#of(frame).documents;
  }

  /** Records the answer to a document. */
  answered(url: URL): void {
    this.#pace?.touch(url);
  }

  /** Waits for the host schedule for a document of the tab's own. @param main id of the tab's own frame */
  async ownTurn(main: string, url: URL): Promise<Refusal | undefined> {
    const mine = ++this.#latest;
    const own = this.#of(main);
    own.documents++;
    own.url = url.href;
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#pace?.asks(url);
      return undefined;
    }
    const isWanted = () => mine === this.#latest && !this.isHeld;
    const turn = this.#pace?.document(url, isWanted);
    const waiting = turn?.finally(() => {
      if (this.#waiting === waiting) this.#waiting = undefined;
    });
    this.#waiting = waiting;
    const refusal = await waiting;
    if (refusal === 'long delay') this.onPutOff(url.href);
    return refusal;
  }

  /** Lets a usual frame document pass at once; others wait for the host schedule. */
  async frameTurn(frame: string, url: URL): Promise<Refusal | undefined> {
    const asking = this.#of(frame);
    const before = asking.documents++;
    asking.url = url.href;
    asking.redirects = 0;
    if (isUsual(url, before, this.#above(asking))) return this.#oneMore(url);
    return isFull(before) ? 'too many documents' : await this.#further(url, before > 0);
  }

  /** Waits for the host schedule for a redirect of the tab. */
  async ownRedirect(to: URL): Promise<Refusal | undefined> {
    return await this.#pace?.redirect(to);
  }

  async frameRedirect(frame: string, to: URL): Promise<Refusal | undefined> {
    const isUsual = isUsualRedirect(this.#of(frame).redirects++);
    return isUsual ? this.#oneMore(to) : await this.#further(to, false);
  }

  /** Lets a frame request pass up to the number of frames that are read. */
  #oneMore(url: URL): Refusal | undefined {
    this.#pace?.touch(url);
    return ++this.#frameRequests < MOST_FRAMES ? undefined : 'left';
  }

  async #further(url: URL, isReplacing: boolean): Promise<Refusal | undefined> {
    const pace = this.#pace;
    const isWanted = () => this.#pace === pace && !this.isLeft && !(this.isHeld && isReplacing);
    return await pace?.further(url, isWanted);
  }

  #of(frame: string): FrameRequests {
    const known = this.#frames.get(frame) ?? { parent: undefined, url: '', documents: 0, redirects: 0 };
    this.#frames.set(frame, known);
    return known;
  }

  /** Returns the addresses of the documents around a frame, innermost first. */
  #above(frame: FrameRequests): string[] {
    const above: string[] = [];
    for (let at = frame.parent; at !== undefined && above.length < MOST_FRAMES; at = this.#frames.get(at)?.parent)
      above.push(this.#frames.get(at)?.url ?? '');
    return above;
  }
}
