import { MOST_FRAMES } from '../../loaded-page.ts';
import { isFull, isUsual, isUsualRedirect, type Refusal, type VisitPace } from '../../network/visit-pace.ts';

/** What a frame has asked for, and where it stands. */
interface FrameRequests {
  /** Identity of the frame that holds it; undefined for the page's own. */
  readonly parent: string | undefined;
  /** Address of its document, as it was asked for. */
  url: string;
  documents: number;
  /** Redirects on the way to the last of them. */
  redirects: number;
}

/**
 * The documents that a page and its frames ask for: which of them come with an ordinary page, and which, led to by scripts
 * and refreshes, wait for their host's turn, as pages do, and have an end; see VisitPace.
 */
export class DocumentRequests {
  /** Told where the page wanted to go on to and could not, as its host's turn would have come too late. */
  onPutOff: (url: string) => void = () => undefined;
  /** From now on the page's own document, and those of frames that have one, stay. */
  isHeld = false;
  /** The page was left: nobody reads it any more. */
  isLeft = true;
  #pace: VisitPace | undefined;
  /** What the visit asks for first was waited for before it began. */
  #isFirst = true;
  /** Goes up with each document that the tab itself asks for: an earlier one is not waited for any more. */
  #latest = 0;
  #waiting: Promise<unknown> | undefined;
  readonly #frames = new Map<string, FrameRequests>();
  /** What frames have asked for as an ordinary page's do. */
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

  /** Whether a document of the tab's own waits for its host's turn. */
  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Waits until none of the tab's own documents waits for its host's turn. */
  async turn(): Promise<void> {
    while (this.#waiting) await this.#waiting;
  }

  /** Documents that a frame has asked for. */
  askedBy(frame: string): number {
    return this.#of(frame).documents;
  }

  /** A document has been answered. */
  answered(url: URL): void {
    this.#pace?.touch(url);
  }

  /** A document of the tab's own is let through in its host's turn. @param main the tab's own frame */
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

  /** A frame's document comes with its page, or is let through in its host's turn. */
  async frameTurn(frame: string, url: URL): Promise<Refusal | undefined> {
    const asking = this.#of(frame);
    const before = asking.documents++;
    asking.url = url.href;
    asking.redirects = 0;
    if (isUsual(url, before, this.#above(asking))) return this.#oneMore(url);
    return isFull(before) ? 'too many documents' : await this.#further(url, before > 0);
  }

  /** A server sends the tab on. */
  async ownRedirect(to: URL): Promise<Refusal | undefined> {
    return await this.#pace?.redirect(to);
  }

  async frameRedirect(frame: string, to: URL): Promise<Refusal | undefined> {
    const isUsual = isUsualRedirect(this.#of(frame).redirects++);
    return isUsual ? this.#oneMore(to) : await this.#further(to, false);
  }

  /** Of a page's frames no more are loaded than are read. */
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

  /** Addresses of the documents that a frame stands in, the nearest first. */
  #above(frame: FrameRequests): string[] {
    const above: string[] = [];
    for (let at = frame.parent; at !== undefined && above.length < MOST_FRAMES; at = this.#frames.get(at)?.parent)
      above.push(this.#frames.get(at)?.url ?? '');
    return above;
  }
}
