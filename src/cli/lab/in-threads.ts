import { setMaxListeners } from 'node:events';
import type { Need } from '../../domain/rule-factory.ts';
import type { RunTask, WebChoice } from '../../lab/tasks.ts';
import { openThreads } from '../../lab/thread-pool.ts';
import { type Tasks, watchedTasks } from '../progress/task-progress.ts';

interface ThreadedTasks extends Tasks {
  /** Web that the tasks work on. */
  readonly web: WebChoice;
  /** Needs of the strategies and rewards that replay the web. */
  readonly needs: ReadonlySet<Need>;
  readonly threads: number;
}

/**
 * Runs the lab's tasks in threads; see watchedTasks.
 * @throws BadInput for a web that can't be opened
 */
export async function inThreads<T>(
  { web, needs, threads, ...tasks }: ThreadedTasks,
  work: (run: RunTask, onDone: () => void, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T; readonly isInterrupted: boolean }> {
  const pool = openThreads(Math.min(threads, tasks.count));
  try {
    for (const note of await pool.open(web, needs)) tasks.log.warn(note);
    return await watchedTasks(tasks, (onDone, signal) => {
      // Each waiting task listens to the signal.
      setMaxListeners(0, signal);
      return work(pool.run, onDone, signal);
    });
  } finally {
    await pool.close();
  }
}
