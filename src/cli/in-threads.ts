import { setMaxListeners } from 'node:events';
import type { Need } from '../domain/maker.ts';
import { openWorld } from '../lab/open-world.ts';
import type { RunTask, WebChoice } from '../lab/tasks.ts';
import { openThreads } from '../lab/thread-pool.ts';
import { type Tasks, watchedTasks } from './task-progress.ts';

interface ThreadedTasks extends Tasks {
  /** What the tasks are done on. */
  readonly web: WebChoice;
  /** What those who crawl it need. */
  readonly needs: ReadonlySet<Need>;
  readonly threads: number;
}

/**
 * Does the lab's tasks in threads; see watchedTasks.
 *
 * @throws BadInput for a web that can't be opened
 */
export async function inThreads<T>(
  { web, needs, threads, ...tasks }: ThreadedTasks,
  work: (run: RunTask, onDone: () => void, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T; readonly isInterrupted: boolean }> {
  // Opened here first, so that a bad web is refused before threads start.
  const open = await openWorld(web.files, web.split, web.name);
  try {
    for (const note of open.notes(needs)) tasks.log.warn(note);
  } finally {
    await open.close();
  }
  const pool = openThreads(Math.min(threads, tasks.count));
  try {
    return await watchedTasks(tasks, (onDone, signal) => {
      // Each task that waits listens to it.
      setMaxListeners(0, signal);
      return work(pool.run, onDone, signal);
    });
  } finally {
    await pool.close();
  }
}
