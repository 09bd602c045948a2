import { BadInput } from '../domain/errors.ts';
import { openPool } from '../domain/threads.ts';
import type { Read, ReadTask } from './slow-query.ts';

/** Reader threads: with two, a long read does not block a short one. */
const THREADS = 2;
/** Milliseconds after which an idle thread ends. */
const IDLE = 60_000;
/** Milliseconds after which an idle thread with cached data ends. */
const KEPT = 600_000;

/** Runs long reads in separate threads. */
export interface ReaderPool {
  read<A, R>(read: Read<A, R>, args: A): Promise<R>;
  close(): Promise<void>;
}

export function openReaders(db: string): ReaderPool {
  const open = (minThreads: number, maxThreads: number, idleTimeout: number) =>
    openPool<ReadTask, unknown>(import.meta.url, 'reader-thread', { minThreads, maxThreads, idleTimeout });
  // Starts one thread early: it is ready as soon as a browser has opened.
  const pools = { reading: open(1, THREADS, IDLE), keeping: open(0, 1, KEPT) };
  const all = Object.values(pools);
  let isClosing = false;
  for (const pool of all)
    pool.on('error', (error) => {
      // Ignores errors of a thread after closing.
      if (!isClosing) throw error;
    });
  return {
    async read<A, R>({ name, isKeeping }: Read<A, R>, args: A): Promise<R> {
      try {
        // Safe cast: the thread runs the read with this unique name.
        return (await pools[isKeeping ? 'keeping' : 'reading'].run({ db, name, args })) as R;
      } catch (error) {
        // Errors lose their class between threads.
        throw error instanceof Error && error.name === 'Error' ? new BadInput(error.message) : error;
      }
    },
    async close() {
      isClosing = true;
      await Promise.all(all.map((pool) => pool.destroy()));
    },
  };
}
