import { BadInput } from '../domain/errors.ts';
import { openPool } from '../domain/threads.ts';
import type { Read, ReadTask } from './read.ts';

/** Threads that read: a long question does not hold up a short one. */
const THREADS = 2;
/** Milliseconds after which an idle thread ends. */
const IDLE = 60_000;
/** The same for the thread that keeps much in memory. */
const KEPT = 600_000;

/** Answers long questions in threads of its own. */
export interface ReaderPool {
  read<A, R>(read: Read<A, R>, args: A): Promise<R>;
  close(): Promise<void>;
}

export function openReaders(db: string): ReaderPool {
  const open = (minThreads: number, maxThreads: number, idleTimeout: number) =>
    openPool<ReadTask, unknown>(import.meta.url, 'reader-thread', { minThreads, maxThreads, idleTimeout });
  // One begins at once: it is ready when the first page asks, which is as soon as a browser has opened.
  const pools = { reading: open(1, THREADS, IDLE), keeping: open(0, 1, KEPT) };
  const all = Object.values(pools);
  let isClosing = false;
  for (const pool of all)
    pool.on('error', (error) => {
      // Later answers of a thread are dropped.
      if (!isClosing) throw error;
    });
  return {
    async read<A, R>({ name, isKeeping }: Read<A, R>, args: A): Promise<R> {
      try {
        // The thread finds the very read by its name.
        return (await pools[isKeeping ? 'keeping' : 'reading'].run({ db, name, args })) as R;
      } catch (error) {
        // An error loses its class on its way between threads.
        throw error instanceof Error && error.name === 'Error' ? new BadInput(error.message) : error;
      }
    },
    async close() {
      isClosing = true;
      await Promise.all(all.map((pool) => pool.destroy()));
    },
  };
}
