import type { IncomingHttpHeaders } from 'node:http';

/** A part of an answer that is sent after a pause. */
export interface Chunk {
  /** Milliseconds to wait before these bytes are sent; 0 sends them at once. */
  readonly pause: number;
  readonly bytes: string | Uint8Array;
}

/**
 * What follows the last byte of an answer: `complete` ends it properly, `stall` sends nothing more and leaves the
 * connection open, `reset` breaks the connection off.
 */
export type Ending = 'complete' | 'stall' | 'reset';

/** An answer with a proper HTTP head; its length is declared when it has a plain body and a complete ending. */
export interface HttpAnswer {
  readonly status: number;
  /** Sent as they stand; nothing is added but the framing (content-length or transfer-encoding, connection). */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Uint8Array | readonly Chunk[];
  /** `complete` unless given. */
  readonly ending?: Ending;
}

/** Bytes put on the connection in place of an HTTP answer, head and all; an empty list with `stall` never answers. */
interface RawAnswer {
  readonly raw: readonly Chunk[];
  /** `complete` closes the connection after the last byte. */
  readonly ending: Ending;
}

export type Answer = HttpAnswer | RawAnswer;

/** What a portal is asked. */
export interface PortalRequest {
  readonly method: 'GET' | 'HEAD';
  /** Path and query as the client sent them, never decoded or folded. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A site of the demo web. Its answers depend on nothing but the seed it was made with and the request. */
export interface Portal {
  readonly name: string;
  readonly shortName: string;
  /** Lower-case host name without a port. */
  readonly host: string;
  readonly kind: 'university' | 'institute';
  /**
   * Documents and routes that a complete crawl of the host visits, frames included; identities are lower-cased URLs
   * without fragment (unless it begins `#/`) and trailing slash. Broken links, files and redirects do not count.
   */
  readonly pages: number;
  /** Distinct links to other hosts that stand on those pages, by the same identity. */
  readonly externals: number;
  /** Absolute URL of the page where a crawl begins. */
  readonly start: string;
  /** `undefined` is answered 404. A HEAD request may be answered like a GET: the server leaves the body out. */
  answer(request: PortalRequest): Answer | undefined | Promise<Answer | undefined>;
}
