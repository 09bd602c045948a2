import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const program = join(import.meta.dirname, '..', '..', 'src', 'cli', 'forager.mjs');
const resident = join(import.meta.dirname, 'resident.mjs');

/** For crawls of static pages: the links of timers, scrolling and actions are tested with capture. */
export const PASSIVE = ['--capture', 'passive,-time,-scroll'];

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts `forager` in its own process. */
export function start(args: readonly string[], options: { env?: Record<string, string>; cwd?: string } = {}) {
  return watch(
    spawn(process.execPath, [program, ...args], { env: { ...process.env, ...options.env }, cwd: options.cwd }),
  );
}

export const hasTerminal = spawnSync('script', ['--version']).status === 0;
export const NO_TERMINAL = 'script is not installed: apt-get install bsdutils';

/** Starts `forager` on a terminal of 200 columns: all its output is stdout. */
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

/** Runs `forager` to its end, in its own process if input or environment is given. */
export async function forager(
  args: readonly string[],
  input?: string,
  env?: Readonly<Record<string, string>>,
): Promise<Ended> {
  if (input === undefined && env === undefined) return await byResident(args);
  const { child, ended } = start(args, { env: { ...env } });
  child.stdin?.end(input ?? '');
  return await ended;
}

/** Runs `forager` to its end in a folder. @param env additional environment */
export const foragerIn = async (cwd: string, args: readonly string[], env = {}): Promise<Ended> =>
  await byResident(args, cwd, env);

/** Idle processes kept for reuse: starting one takes longer than most commands. */
const idle: ChildProcess[] = [];

async function byResident(args: readonly string[], cwd = process.cwd(), env = {}): Promise<Ended> {
  const child = idle.pop() ?? fork(resident, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const end = `\u0000${randomUUID()}\u0000`;
  const streams = [child.stdout, child.stderr].map((stream) => untilEnd(stream, end));
  child.send({ args, end, cwd, umask: process.umask(), env: { ...process.env, ...env } });
  const [stdout, stderr] = await Promise.all(streams);
  const code = stdout?.code ?? null;
  if (code === null) {
    // The command has ended its process by itself.
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return { code: child.exitCode, stdout: stdout?.text ?? '', stderr: stderr?.text ?? '' };
  }
  idle.push(child);
  return { code, stdout: stdout?.text ?? '', stderr: stderr?.text ?? '' };
}

/** Output of a command to a stream, and its exit code; without it if the stream ends first. */
async function untilEnd(stream: Readable | null, end: string): Promise<{ text: string; code: number | null }> {
  if (!stream) throw new Error('forager is not heard');
  return await new Promise((done) => {
    const pieces: Buffer[] = [];
    const finish = (text: string, code: number | null) => {
      stream.off('data', take).off('end', close);
      done({ text, code });
    };
    const take = (piece: Buffer) => {
      pieces.push(piece);
      // It may arrive in two pieces.
      if (!Buffer.concat(pieces.slice(-3)).includes(end)) return;
      const [text = '', code, rest] = Buffer.concat(pieces).toString().split(end);
      if (rest !== undefined) finish(text, Number(code));
    };
    const close = () => finish(Buffer.concat(pieces).toString(), null);
    stream.on('data', take).on('end', close);
  });
}
