import { BadInput } from '../domain/errors.ts';
import { openPool } from '../domain/threads.ts';
import type { RunTask } from './tasks.ts';

interface ThreadPool {
  readonly run: RunTask;
  close(): Promise<void>;
}

/** Threads that do the lab's tasks, as many at a time as there are threads. */
export function openThreads(threads: number): ThreadPool {
  const pool = openPool<Parameters<RunTask>[0], Awaited<ReturnType<RunTask>>>(import.meta.url, 'lab-thread', {
    minThreads: threads,
    maxThreads: threads,
  });
  let isClosing = false;
  pool.on('error', (error) => {
    // What a thread answers after that is nobody's.
    if (!isClosing) throw error;
  });
  return {
    async run(task, signal) {
      try {
        return await pool.run(task, { signal });
      } catch (error) {
        // An error loses its class on its way between threads.
        throw error instanceof Error && error.name === 'Error' ? new BadInput(error.message) : error;
      }
    },
    async close() {
      isClosing = true;
      await pool.destroy();
    },
  };
}
