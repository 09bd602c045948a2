import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { Zip, ZipDeflate } from 'fflate';
import { BadInput } from '../domain/errors.ts';

/** A file of an archive. */
interface ArchivedFile {
  /** Path in the archive, with slashes. */
  readonly path: string;
  readonly text: Iterable<string>;
}

/** A file that was written: bytes before they were compressed, and SHA-256 in hexadecimal digits. */
interface Checksum {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** Characters that are compressed at once. */
const PIECE = 65_536;

/** Bytes of a file, or of an archive, beyond which ZIP needs an extension that fflate does not write. */
const MOST_BYTES = 2 ** 32 - 1;

/** Writes files into a ZIP archive, one after the other: none is held in memory. */
export class ZipWriter {
  readonly #zip: Zip;
  readonly #file: number;
  readonly #written: Checksum[] = [];
  readonly #made: Date;
  readonly #mostBytes: number;
  #archived = 0;

  /**
   * @param file empty or not there
   * @param made milliseconds since the epoch, from 1980 on: the date of all files
   * @param mostBytes of a file and of the archive
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

  /** The files so far. */
  get written(): readonly Checksum[] {
    return this.#written;
  }

  /** @throws BadInput for more than a ZIP archive can hold */
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

  /** Leaves it as it is. */
  abort(): void {
    closeSync(this.#file);
  }
}
