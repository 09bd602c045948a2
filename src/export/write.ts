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

/** Characters in one write. */
const PIECE = 65_536;

/** Writes text to stdout, with backpressure. */
export const writeToStdout = (text: Iterable<string>): Promise<void> =>
  pipeline(inPieces(text), process.stdout, { end: false });

/** Writes text to a file that appears once complete. @throws BadInput, CommandFailed */
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
      // Opens before streaming: a stream that fails to open its file could recreate it after its removal.
      const handle = await open(part, 'w');
      await pipeline(inPieces(text), handle.createWriteStream());
    },
    isPrivate,
  );

/**
 * Creates an empty FILE.part, lets `make` fill it, and renames it to FILE.
 *
 * @param isPrivate true if only the owner may read the file
 * @throws BadInput for a file that exists and must not be overwritten, or a place that can't be written
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
 * Rejects a file that can't be written, before long work starts.
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
 * Resolves symbolic links. Rejects folders, devices, pipes, databases and their companion files, which must not be
 * replaced.
 */
function placeOf(file: string, overwrite: boolean): string {
  const there = statOf(file);
  if (there && !there.isFile()) throw new BadInput(`${file} is not a regular file; name another one (- is stdout)`);
  const database = databaseOf(there ? realpathSync(file) : file);
  if (database !== undefined) throw new BadInput(`${file} belongs to the database ${database}; name another file`);
  if (!there) return file;
  if (!overwrite) throw new BadInput(`${file} already exists; name another file, or add --force`);
  return realpathSync(file);
}

function statOf(file: string): Stats | undefined {
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
