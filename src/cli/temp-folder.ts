import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadInput, CommandFailed, messageOf } from '../domain/errors.ts';

/** Names of Forager's temporary folders: `forager-PID-…`, with the process id of the owner. */
const OURS = /^forager-(\d+)-[A-Za-z\d]{6}$/;

let folder: string | undefined;

/**
 * Creates a folder for this process's temporary files, removed at exit; after SIGKILL, the next process removes the
 * folder. Must run before Playwright is loaded, which reads the location then.
 * @throws CommandFailed, BadInput if temporary files have no space or no valid location
 */
export function useTempFolder(): void {
  if (folder !== undefined) return;
  const own = makeFolder();
  folder = own;
  // Playwright and Chromium read this variable.
  process.env.TMPDIR = own;
  const remove = () => rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  // The last exit listener removes the folder: listeners that end a browser must run before.
  process.on('exit', remove).on('newListener', (event, listener) => {
    if (event === 'exit' && listener !== remove) queueMicrotask(() => process.off('exit', remove).on('exit', remove));
  });
}

function makeFolder(): string {
  const place = tmpdir();
  try {
    for (const name of readdirSync(place))
      if (isOfEndedProcess(name)) rmSync(join(place, name), { recursive: true, force: true });
    return mkdtempSync(join(place, `forager-${process.pid}-`));
  } catch (error) {
    const reason = messageOf(error);
    if (/^(ENOSPC|EDQUOT)/.test(reason))
      throw new CommandFailed(
        `no room for temporary files in ${place}: make room there, or name another folder in TMPDIR`,
      );
    throw new BadInput(`can't write temporary files: ${reason}; set TMPDIR to another folder`);
  }
}

/** Tells whether a folder belongs to a Forager process that has ended. */
function isOfEndedProcess(name: string): boolean {
  const pid = Number(OURS.exec(name)?.[1] ?? 0);
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
