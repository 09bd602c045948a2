import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import type { ReaderInput, ReaderName, ReaderResult } from './readers.ts';

/** Bytes or characters, and parts of markup, that are read at once, in some ten milliseconds: a thread would cost more. */
const SMALL = 131_072;
const FEW_PARTS = 10_000;
/** Bytes or characters that are read without waiting for a turn. */
const TINY = 2048;
/** Milliseconds of the process's time that one reading may take … */
const PATIENCE = 8000;
/** … and by how many bytes the process may grow meanwhile, besides some for each byte that is read. */
const MOST_MEMORY = 320 * 2 ** 20;
const MEMORY_A_BYTE = 4;
/** Milliseconds from one look at them to the next. */
const LOOK_EVERY = 50;
/** Milliseconds after which an idle thread ends. */
const IDLE = 10_000;
/** Megabytes of a thread's own memory, which it is not to come near: at its end a large step takes the process with it. */
const HEAP = 2048;

/** At most so many read at a time: the others wait, and their time has not begun. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

/** Loaded once something is read: options name techniques, which read by this. */
let parts: Promise<typeof import('./readers.ts')> | undefined;
let pool: Promise<Piscina> | undefined;
let reading = 0;
const waiting: (() => void)[] = [];

/**
 * Reads what came from a server: at once what is small, what is large in a thread that is ended if it takes too long or too
 * much memory. Undefined: it was ended.
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

/** Whether a thread met the end of its memory, or a library that reads by calls within calls that of its stack. */
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
  // A thread that failed has failed its task.
  opened.on('error', () => undefined);
  return opened;
}
