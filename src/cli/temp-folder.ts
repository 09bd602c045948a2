import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadInput, CommandFailed, messageOf } from '../domain/errors.ts';

/** `forager-PID-…`: whose it is. */
const OURS = /^forager-(\d+)-[A-Za-z\d]{6}$/;

let folder: string | undefined;

/**
 * Gives this process a folder of its own for temporary files: browsers' profiles and downloads, the parts of traces. It
 * is gone when the process ends in any way but SIGKILL; the next one removes what a dead one left. To be called before
 * Playwright is loaded, which looks for the place then.
 *
 * @throws CommandFailed, BadInput if there is no room, or no place, for temporary files
 */
export function useTempFolder(): void {
  if (folder !== undefined) return;
  const own = makeFolder();
  folder = own;
  // Read by Playwright and Chromium.
  process.env.TMPDIR = own;
  const remove = () => rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  // Who is told of the exit last removes last: whoever ends a browser then comes before.
  process.on('exit', remove).on('newListener', (event, listener) => {
    if (event === 'exit' && listener !== remove) queueMicrotask(() => process.off('exit', remove).on('exit', remove));
  });
}

function makeFolder(): string {
  const place = tmpdir();
  try {
    for (const name of readdirSync(place))
      if (isOfTheDead(name)) rmSync(join(place, name), { recursive: true, force: true });
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

/** Whether a folder is of a Forager that is no more. */
function isOfTheDead(name: string): boolean {
  const pid = Number(OURS.exec(name)?.[1] ?? 0);
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
