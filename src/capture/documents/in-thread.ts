import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import type { ReaderInput, ReaderName, ReaderResult } from './readers.ts';

/** Bytes or characters, and parts of markup, that take some ten milliseconds here; a thread would cost more. */
const SMALL = 131_072;
const FEW_PARTS = 10_000;
/** Bytes or characters that are read without yielding to other tasks. */
const TINY = 2048;
/** Milliseconds of the process's CPU time that one reading may take. */
const PATIENCE = 8000;
/** Bytes by which the process may grow during one reading, plus MEMORY_A_BYTE for each byte read. */
const MOST_MEMORY = 320 * 2 ** 20;
const MEMORY_A_BYTE = 4;
/** Milliseconds between two checks of both limits. */
const LOOK_EVERY = 50;
/** Milliseconds after which an idle thread ends. */
const IDLE = 10_000;
/** Megabytes of a thread's own heap, with a wide margin: a large allocation near the limit would end the process. */
const HEAP = 2048;

/** Most readings at a time; the time of waiting ones has not begun. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

/** Loaded with the first reading, because options load this file to name techniques. */
let parts: Promise<typeof import('./readers.ts')> | undefined;
let pool: Promise<Piscina> | undefined;
let reading = 0;
const waiting: (() => void)[] = [];

/**
 * Reads data from a server: small data in this thread, large data in another one. Returns undefined if the reading was
 * ended because of its time or memory.
 */
export async function inThread<N extends ReaderName>(
  name: N,
  input: ReaderInput<N>,
): Promise<ReaderResult<N> | undefined> {
  parts ??= import('./readers.ts');
  const { readers, TooManyParts } = await parts;
  const { size, read } = readers[name];
  const length = size(input);
  if (length <= SMALL) {
    // A page may have a hundred documents.
    if (length > TINY) await nextTurn();
    try {
      return await read(input, FEW_PARTS);
    } catch (error) {
      if (isOverreached(error)) return undefined;
      if (!(error instanceof TooManyParts)) throw error;
    }
  }
  if (reading === THREADS) await new Promise<void>((turn) => waiting.push(turn));
  else reading++;
  try {
    return await limited(name, input, length);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading--;
  }
}

async function limited<N extends ReaderName>(
  name: N,
  input: ReaderInput<N>,
  length: number,
): Promise<ReaderResult<N> | undefined> {
  pool ??= openPool();
  const threads = await pool;
  const ending = new AbortController();
  const begun = process.cpuUsage();
  const memory = process.memoryUsage.rss();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    const isLarge = process.memoryUsage.rss() - memory > MOST_MEMORY + MEMORY_A_BYTE * length;
    if (isLarge || (user + system) / 1000 > PATIENCE) ending.abort();
  }, LOOK_EVERY);
  try {
    return await threads.run({ name, input }, { signal: ending.signal });
  } catch (error) {
    if (ending.signal.aborted || isOverreached(error)) return undefined;
    throw error;
  } finally {
    clearInterval(watch);
  }
}

/** Tells whether a thread ran out of memory, or a recursive library out of stack. */
const isOverreached = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof Error && 'code' in error && /^ERR_WORKER/.test(String(error.code)));

async function openPool(): Promise<Piscina> {
  const { openPool: open } = await import('../../domain/threads.ts');
  const opened = open(import.meta.url, 'readers', {
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE,
    resourceLimits: { maxOldGenerationSizeMb: HEAP },
  });
  // The task of a failed thread has failed as well.
  opened.on('error', () => undefined);
  return opened;
}
