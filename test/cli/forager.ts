import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '..', '..', 'src', 'cli', 'forager.mjs');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts `forager` in a process of its own. */
export function start(args: readonly string[], options: { env?: Record<string, string>; cwd?: string } = {}) {
  const env = { ...process.env, ...options.env };
  const child: ChildProcess = spawn(process.execPath, [program, ...args], { env, cwd: options.cwd });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, stdout, stderr })));
  return { child, ended, stderr: () => stderr };
}

/** Runs `forager` to its end. */
export function forager(args: readonly string[], input?: string, env: Record<string, string> = {}): Promise<Ended> {
  const { child, ended } = start(args, { env });
  child.stdin?.end(input ?? '');
  return ended;
}
