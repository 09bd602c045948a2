import { extname } from 'node:path';
import { Piscina } from 'piscina';
import { BadInput } from '../domain/errors.ts';
import type { RunTask } from './tasks.ts';

interface ThreadPool {
  readonly run: RunTask;
  close(): Promise<void>;
}

/** Threads that do the lab's tasks, as many at a time as there are threads. */
export function openThreads(threads: number): ThreadPool {
  // Threads run what is built, also for tests, which run the sources.
  const from = import.meta.url.replace(/\/src\/(.*)\.ts$/, '/dist/src/$1.js');
  const filename = new URL(`./lab-thread${extname(from)}`, from).href;
  const pool = new Piscina<Parameters<RunTask>[0], Awaited<ReturnType<RunTask>>>({
    filename,
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
