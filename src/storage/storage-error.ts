import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { BadInput, CommandFailed, messageOf, StopCommand } from '../domain/errors.ts';

/** Free space in bytes below which a disk counts as full. */
const NO_ROOM = 2 ** 20;

/** Error while another program's transaction blocks writes. */
export class DatabaseHeld extends CommandFailed {}

/** Returns the code of an SQLite error; empty for other errors. */
export const sqliteCode = (error: unknown): string =>
  error instanceof Error && error.name === 'SqliteError' && 'code' in error ? String(error.code) : '';

/**
 * Converts an SQLite error to one with a message for the user; returns other errors unchanged. Stored data is safe.
 * @param path path of the database
 */
export const storageError = (error: unknown, path: string): unknown =>
  sqliteCode(error) === '' ? error : meaningOf(sqliteCode(error), error, path);

/** Converts an error from finding or creating the file or its folder. */
export const fileError = (error: unknown, path: string): unknown =>
  error instanceof StopCommand ? error : meaningOf(sqliteCode(error) || systemCode(error), error, path);

function meaningOf(code: string, error: unknown, path: string): StopCommand {
  const reason = messageOf(error);
  // SQLite's shared memory is a file, too: on a full disk writes to it fail as I/O errors.
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/.test(code) || (/^SQLITE_IOERR/.test(code) && isFull(dirname(path))))
    return new CommandFailed(
      isTemporary(path)
        ? `no room for temporary files in ${tmpdir()}: make room there, or name another folder in TMPDIR; nothing stored is lost`
        : `the disk of ${path} is full: make room and run the same command again; nothing stored is lost`,
    );
  if (code.startsWith('SQLITE_BUSY'))
    return new DatabaseHeld(
      `another program holds ${path}: end it and run the same command again; nothing stored is lost`,
    );
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return new BadInput(
      `${path} is damaged (${reason}); restore a backup, or recover what is left with: sqlite3 ${path} .recover`,
    );
  if (/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/.test(code) || !code.startsWith('SQLITE_'))
    return new BadInput(`can't write ${path}: ${reason}; fix that, or name another file with --db`);
  return new CommandFailed(`can't use ${path}: ${reason}; run the same command again when that is mended`);
}

/**
 * Tells whether the full disk is that of temporary files, which SQLite needs for sorting; the error does not say so.
 */
const isTemporary = (path: string): boolean => !isFull(dirname(path)) && isFull(tmpdir());

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < NO_ROOM;
  } catch {
    return false;
  }
}

const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : '';
