import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { Zip, ZipDeflate } from 'fflate';
import { BadInput } from '../domain/errors.ts';

/** File to archive. */
interface ArchivedFile {
  /** Path in the archive, with slashes. */
  readonly path: string;
  readonly text: Iterable<string>;
}

/** Archived file: bytes before compression, and SHA-256 in hexadecimal digits. */
interface Checksum {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** Characters in one compression step. */
const PIECE = 65_536;

/** Bytes of a file or an archive at most: ZIP64, for larger ones, is missing in fflate. */
const MOST_BYTES = 2 ** 32 - 1;

/** Streams files into a ZIP archive, without holding any in memory. */
export class ZipWriter {
  readonly #zip: Zip;
  readonly #file: number;
  readonly #written: Checksum[] = [];
  readonly #made: Date;
  readonly #mostBytes: number;
  #archived = 0;

  /**
   * @param file empty or missing file
   * @param made date of all files, in milliseconds since the epoch, from 1980 on
   * @param mostBytes limit of a file and of the archive
   */
  constructor(file: string, made: number, mostBytes = MOST_BYTES) {
    this.#file = openSync(file, 'w');
    this.#made = new Date(made);
    this.#mostBytes = mostBytes;
    this.#zip = new Zip((error, data) => {
      if (error) throw error;
      writeSync(this.#file, data);
      this.#archived += data.length;
    });
  }

  /** Files added so far. */
  get written(): readonly Checksum[] {
    return this.#written;
  }

  /** Adds a file. @throws BadInput beyond the limit of a ZIP archive */
  add({ path, text }: ArchivedFile): void {
    const entry = new ZipDeflate(path, { level: 6 });
    entry.mtime = this.#made;
    this.#zip.add(entry);
    const hash = createHash('sha256');
    let size = 0;
    let piece = '';
    const push = (isLast: boolean) => {
      const bytes = Buffer.from(piece);
      size += bytes.length;
      if (Math.max(size, this.#archived) > this.#mostBytes)
        throw new BadInput(`${path} takes more than ${this.#mostBytes} bytes, the limit of a ZIP archive`);
      hash.update(bytes);
      entry.push(bytes, isLast);
      piece = '';
    };
    for (const part of text) {
      piece += part;
      if (piece.length >= PIECE) push(false);
    }
    push(true);
    this.#written.push({ path, size, sha256: hash.digest('hex') });
  }

  /** Ends the archive. */
  end(): void {
    this.#zip.end();
    closeSync(this.#file);
  }

  /** Closes the unfinished archive. */
  abort(): void {
    closeSync(this.#file);
  }
}
