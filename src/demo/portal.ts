import type { IncomingHttpHeaders } from 'node:http';

/** Part of an answer that is sent after a pause. */
export interface Chunk {
  /** Milliseconds to wait before sending these bytes; 0 sends them at once. */
  readonly pause: number;
  readonly bytes: string | Uint8Array;
}

/**
 * End of an answer after its last byte: `complete` ends properly, `stall` sends nothing more and leaves the connection
 * open, `reset` breaks the connection.
 */
export type Ending = 'complete' | 'stall' | 'reset';

/** Answer with a proper HTTP head; declares its length when the body is plain and the ending complete. */
export interface HttpAnswer {
  readonly status: number;
  /** Headers, sent unchanged; only the framing is added (content-length or transfer-encoding, connection). */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Uint8Array | readonly Chunk[];
  /** Default: `complete`. */
  readonly ending?: Ending;
}

/** Bytes sent instead of an HTTP answer, including the head; an empty list with `stall` never answers. */
interface RawAnswer {
  readonly raw: readonly Chunk[];
  /** `complete` closes the connection after the last byte. */
  readonly ending: Ending;
}

export type Answer = HttpAnswer | RawAnswer;

/** Request to a portal. */
export interface PortalRequest {
  readonly method: 'GET' | 'HEAD';
  /** Path and query as the client sent them, never decoded or folded. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Site of the demo web. Answers depend only on the seed and the request. */
export interface Portal {
  readonly name: string;
  readonly shortName: string;
  /** Lower-case host name without a port. */
  readonly host: string;
  readonly kind: 'university' | 'institute';
  /**
   * Number of documents, routes and frames that a complete crawl visits, without broken links, files and redirects.
   * Identities are lower-cased URLs without fragment (unless a route, `#/…`) and trailing slash.
   */
  readonly pages: number;
  /** Number of distinct links to other hosts on those pages, by the same identity. */
  readonly externals: number;
  /** Absolute URL of the start page. */
  readonly start: string;
  /** Answers a request; `undefined` means 404. HEAD may be answered like GET, because the server omits the body. */
  answer(request: PortalRequest): Answer | undefined | Promise<Answer | undefined>;
}
