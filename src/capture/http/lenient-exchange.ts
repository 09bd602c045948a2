import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { HostTrouble } from '../../domain/errors.ts';
import { headerOf } from '../network/answer-rules.ts';
import { errorOfCode } from '../network/visit-error.ts';

/** Status and headers of an answer. */
export interface Head {
  readonly status: number;
  /** Headers by lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Request over any connection. */
interface Sent {
  readonly url: string;
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Callback when the request is sent, once there is a connection. */
  readonly onSent: () => void;
}

/** Takes a piece of the body; returns false if no more is wanted. */
type Take = (piece: Uint8Array) => boolean;

/**
 * Makes a request.
 *
 * @param begin gets the head and returns a function that takes the body
 * @throws Error if the answer breaks off
 */
export type Exchange = (sent: Sent, begin: (head: Head) => Take) => Promise<void>;

/**
 * Makes requests for servers that browsers understand and strict parsers do not: HTTP/1 with a head read as in
 * Chromium, and HTTP/2 if preferred.
 *
 * @param open makes the connection; offers HTTP/2 for https
 * @param mostHeadBytes limit in bytes of a head; a longer one is an error, as in Chromium
 */
export const lenientExchange =
  (open: (url: URL) => Promise<Socket>, mostHeadBytes: number): Exchange =>
  async (sent, begin) => {
    const opening = open(new URL(sent.url));
    await Promise.race([opening, once(sent.signal, 'abort')]);
    const end = () => void opening.then((socket) => socket.destroy()).catch(() => undefined);
    sent.signal.addEventListener('abort', end);
    try {
      sent.signal.throwIfAborted();
      const socket = await opening;
      const isHttp2 = socket instanceof TLSSocket && socket.alpnProtocol === 'h2';
      await (isHttp2 ? overHttp2(socket, sent, begin) : overHttp1(socket, sent, begin, mostHeadBytes));
    } finally {
      sent.signal.removeEventListener('abort', end);
      end();
    }
  };

async function overHttp2(
  socket: Socket,
  { url, method, headers, onSent }: Sent,
  begin: (head: Head) => Take,
): Promise<void> {
  const { origin, pathname, search } = new URL(url);
  const session = connectHttp2(origin, { createConnection: () => socket });
  // The stream of a failed session fails as well.
  session.on('error', () => undefined);
  try {
    const stream = session.request({ ...headers, ':method': method, ':path': pathname + search });
    stream.on('error', () => undefined);
    onSent();
    const [answer] = await once(stream, 'response');
    const { ':status': status, ...rest } = answer;
    const take = begin({ status, headers: rest });
    for await (const piece of stream) if (!take(piece)) break;
  } finally {
    session.destroy();
  }
}

async function overHttp1(
  socket: Socket,
  { url, method, headers, onSent }: Sent,
  begin: (head: Head) => Take,
  mostHeadBytes: number,
): Promise<void> {
  const { pathname, search, host } = new URL(url);
  const lines = Object.entries({ host, ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  socket.write([`${method} ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1');
  onSent();
  const reader = new Reader(socket);
  let head = await readHead(reader, mostHeadBytes);
  while (head.status < 200) head = await readHead(reader, mostHeadBytes);
  const lengths = new Set([head.headers['content-length'] ?? []].flat().map((length) => length.trim()));
  const isChunked = /\bchunked\s*$/i.test(headerOf(head.headers, 'transfer-encoding'));
  if (lengths.size > 1 && !isChunked) throw errorOfCode('ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH');
  const take = begin(head);
  if (method === 'HEAD' || head.status === 204 || head.status === 304) return;
  const [length] = lengths;
  const isSized = length !== undefined && /^\d+$/.test(length);
  const pieces = isChunked ? chunks(reader) : isSized ? reader.bytes(Number(length)) : reader.rest();
  for await (const piece of pieces) if (!take(piece)) break;
}

/** Reads a head as Chromium does: accepts any line ends, ignores lines that are no header, joins folded lines. */
async function readHead(reader: Reader, mostBytes: number): Promise<Head> {
  const lines: string[] = [];
  let left = mostBytes;
  for (;;) {
    const line = await reader.line(left);
    left -= line.length + 1;
    const text = line.replace(/\r$/, '');
    if (text === '' && lines.length > 0) break;
    lines.push(...text.split('\r'));
  }
  // Up to four bytes may precede the status line.
  const status = /^.{0,4}?HTTP\/\d+(?:\.\d+)?\s+(\d{3})(?!\d)/is.exec(lines[0] ?? '')?.[1];
  if (status === undefined) throw errorOfCode('ERR_INVALID_HTTP_RESPONSE');
  const headers: Record<string, string[]> = Object.create(null);
  let last: string[] | undefined;
  for (const line of lines.slice(1)) {
    if (/^[ \t]/.test(line)) {
      if (last) last.push(`${last.pop() ?? ''} ${line.trim()}`);
      continue;
    }
    const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*:(.*)$/s.exec(line) ?? [];
    last = name === undefined ? undefined : (headers[name.toLowerCase()] ?? []);
    last?.push(value.trim());
    if (name !== undefined && last) headers[name.toLowerCase()] = last;
  }
  const single = Object.entries(headers).map(([name, values]) => [name, values.length === 1 ? values[0] : values]);
  return { status: Number(status), headers: Object.fromEntries(single) };
}

/** Yields the body of a chunked answer. */
async function* chunks(reader: Reader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const size = /^\s*([0-9a-f]{1,8})\s*(?:;.*)?$/is.exec(await reader.line(LONGEST_CHUNK_HEAD))?.[1];
    if (size === undefined) throw errorOfCode('ERR_INVALID_CHUNKED_ENCODING');
    if (Number.parseInt(size, 16) === 0) return;
    yield* reader.bytes(Number.parseInt(size, 16));
    await reader.line(LONGEST_CHUNK_HEAD);
  }
}

const LONGEST_CHUNK_HEAD = 16_384;

/** Reads lines or bytes from a connection. */
class Reader {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#pieces = socket[Symbol.asyncIterator]();
  }

  /** Returns the next line, without `\n`. @throws HostTrouble if the connection ends before, or the line is too long */
  async line(mostBytes: number): Promise<string> {
    for (let looked = 0; ; ) {
      const end = this.#rest.indexOf('\n', looked);
      if (end >= 0 ? end > mostBytes : this.#rest.length > mostBytes) throw errorOfCode('ERR_RESPONSE_HEADERS_TOO_BIG');
      if (end >= 0) {
        const line = this.#rest.toString('latin1', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      looked = this.#rest.length;
      const more = await this.#pieces.next();
      if (more.done) throw new HostTrouble('ERR_EMPTY_RESPONSE');
      this.#rest = Buffer.concat([this.#rest, more.value]);
    }
  }

  /** Yields `count` bytes. @throws HostTrouble if the connection ends before */
  async *bytes(count: number): AsyncGenerator<Uint8Array> {
    let left = count;
    for await (const piece of this.rest()) {
      const wanted = piece.subarray(0, left);
      left -= wanted.length;
      this.#rest = piece.subarray(wanted.length);
      yield wanted;
      if (left === 0) return;
    }
    if (left > 0) throw new HostTrouble('ERR_CONTENT_LENGTH_MISMATCH');
  }

  /** Yields everything until the connection ends. */
  async *rest(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = this.#rest;
      this.#rest = Buffer.alloc(0);
      yield piece;
      const more = await this.#pieces.next();
      if (more.done) return;
      this.#rest = more.value;
    }
  }
}
