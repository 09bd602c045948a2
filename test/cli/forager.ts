import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '..', '..', 'src', 'cli', 'forager.mjs');

/** For crawls whose pages need not be acted on: what timers, scrolling and acts bring is tested with capture. */
export const PASSIVE = ['--capture', 'passive,-time,-scroll'];

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts `forager` in a process of its own. */
export function start(args: readonly string[], options: { env?: Record<string, string>; cwd?: string } = {}) {
  return watch(
    spawn(process.execPath, [program, ...args], { env: { ...process.env, ...options.env }, cwd: options.cwd }),
  );
}

export const hasTerminal = spawnSync('script', ['--version']).status === 0;
export const NO_TERMINAL = 'script is not installed: apt-get install bsdutils';

/** Starts `forager` on a terminal of 200 columns: all that it writes is stdout. */
export function onTerminal(args: readonly string[], env: Record<string, string> = {}) {
  const words = [process.execPath, program, ...args].map((word) => `'${word}'`);
  const command = `stty cols 200 rows 50; ${words.join(' ')}`;
  return watch(spawn('script', ['-qec', command, '/dev/null'], { env: { ...process.env, ...env } }));
}

function watch(child: ChildProcess) {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, stdout, stderr })));
  return { child, ended, stdout: () => stdout, stderr: () => stderr };
}

/** Runs `forager` to its end. */
export function forager(args: readonly string[], input?: string, env: Record<string, string> = {}): Promise<Ended> {
  const { child, ended } = start(args, { env });
  child.stdin?.end(input ?? '');
  return ended;
}
