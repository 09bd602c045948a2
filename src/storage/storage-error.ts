import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { BadInput, CommandFailed, messageOf, StopCommand } from '../domain/errors.ts';

/** A disk with less room than this is full, in bytes. */
const NO_ROOM = 2 ** 20;

/** Another program's transaction keeps the database from being written. */
export class DatabaseHeld extends CommandFailed {}

/** The code of an error of SQLite's; empty for all others. */
export const sqliteCode = (error: unknown): string =>
  error instanceof Error && error.name === 'SqliteError' && 'code' in error ? String(error.code) : '';

/**
 * What an error of SQLite's means to the user, and what is at fault; all other errors come back as they are. Everything
 * stored before is safe.
 *
 * @param path of the database
 */
export const storageError = (error: unknown, path: string): unknown =>
  sqliteCode(error) === '' ? error : meaningOf(sqliteCode(error), error, path);

/** The same of an error that came while the file itself, or its folder, was looked for or made. */
export const fileError = (error: unknown, path: string): unknown =>
  error instanceof StopCommand ? error : meaningOf(sqliteCode(error) || systemCode(error), error, path);

function meaningOf(code: string, error: unknown, path: string): StopCommand {
  const reason = messageOf(error);
  // What SQLite keeps in memory that it shares is a file, too, and a full disk then an I/O error.
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

/** SQLite tells that a disk is full, and not which: it sorts in temporary files. */
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
