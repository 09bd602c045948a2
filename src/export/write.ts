import {
  accessSync,
  closeSync,
  constants,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BadInput, CommandFailed } from '../domain/errors.ts';
import { databaseOf, storageError } from '../storage/open.ts';

/** Characters that are written at once. */
const PIECE = 65_536;

/** Writes text to stdout as fast as its reader takes it. */
export const writeToStdout = (text: Iterable<string>): Promise<void> =>
  pipeline(inPieces(text), process.stdout, { end: false });

/** Writes text to a file that appears when it is whole. @throws BadInput, CommandFailed */
export const writeToFile = (
  file: string,
  overwrite: boolean,
  text: Iterable<string>,
  isPrivate = false,
): Promise<void> =>
  makeFile(
    file,
    overwrite,
    async (part) => {
      // Opened first: a stream that fails while it opens its file would make it after it was cleared away.
      const handle = await open(part, 'w');
      await pipeline(inPieces(text), handle.createWriteStream());
    },
    isPrivate,
  );

/**
 * Lets `make` fill FILE.part, which is there and empty, and becomes FILE when it is whole.
 *
 * @param isPrivate whether nobody but its owner may read it
 * @throws BadInput for a file that is there and must not be overwritten, or a place that can't be written
 * @throws CommandFailed if the disk is full
 */
export async function makeFile(
  file: string,
  overwrite: boolean,
  make: (part: string) => void | Promise<void>,
  isPrivate = false,
): Promise<void> {
  const place = placeOf(file, overwrite);
  const part = `${place}.part`;
  try {
    rmSync(part, { force: true });
    closeSync(openSync(part, 'wx', isPrivate ? 0o600 : 0o666));
    await make(part);
    renameSync(part, place);
  } catch (error) {
    rmSync(part, { force: true });
    throw writeError(error, file);
  }
}

/**
 * Refuses a file that can't be written: for what works long before it writes.
 *
 * @throws BadInput as writing it would
 */
export function refuseUnwritable(file: string, overwrite: boolean): void {
  const folder = dirname(placeOf(file, overwrite));
  try {
    accessSync(`${folder}/`, constants.W_OK);
  } catch (error) {
    throw writeError(error, file);
  }
}

/**
 * Where the file is to stand: where a link leads to. A folder, a device or a pipe must not be replaced by a file, nor a
 * database, nor what stands beside it.
 */
function placeOf(file: string, overwrite: boolean): string {
  const there = whatIsAt(file);
  if (there && !there.isFile()) throw new BadInput(`${file} is not a regular file; name another one (- is stdout)`);
  const database = databaseOf(there ? realpathSync(file) : file);
  if (database !== undefined) throw new BadInput(`${file} belongs to the database ${database}; name another file`);
  if (!there) return file;
  if (!overwrite) throw new BadInput(`${file} already exists; name another file, or add --force`);
  return realpathSync(file);
}

function whatIsAt(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw writeError(error, file);
  }
}

function* inPieces(text: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of text) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function writeError(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new CommandFailed(`the disk of ${file} is full: make room and run the same command again`);
    case 'ENOENT':
    case 'ENOTDIR':
    case 'SQLITE_CANTOPEN':
      return new BadInput(`can't write ${file}: its folder does not exist, or you may not write to it`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENAMETOOLONG':
      return new BadInput(`can't write ${file} (${code}); name another file`);
    default:
      return storageError(error, file);
  }
}
