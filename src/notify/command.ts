import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Channel } from './channel.ts';
import { bodyOf, type Notice, subjectOf } from './notice.ts';

const PREFIX = 'command:';

/** Runs a command of the user, with the notice as JSON on standard input, and subject and text in the environment. */
export const command: Channel = {
  name: 'command',
  form: 'command:COMMAND LINE, which gets JSON on standard input',
  takes: (target) => target.startsWith(PREFIX),
  open: (target, env) => async (notice: Notice) => {
    const child = spawn(target.slice(PREFIX.length), {
      shell: true,
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...env, FORAGER_SUBJECT: subjectOf(notice), FORAGER_TEXT: bodyOf(notice) },
    });
    // Ignores broken pipes: a command that reads no input may end first.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify({ subject: subjectOf(notice), ...notice }));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`it ended with exit code ${String(code)}`);
  },
};
