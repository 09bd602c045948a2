import { setMaxListeners } from 'node:events';
import type { Need } from '../domain/maker.ts';
import { openWorld } from '../lab/open-world.ts';
import type { RunTask, WebChoice } from '../lab/tasks.ts';
import { openThreads } from '../lab/thread-pool.ts';
import { isLive, type Log, type LogChoice } from './log.ts';
import { TaskProgress } from './task-progress.ts';

interface ThreadedWork {
  /** What the tasks are done on. */
  readonly web: WebChoice;
  /** What those who crawl it need. */
  readonly needs: ReadonlySet<Need>;
  readonly log: Log;
  readonly choice: LogChoice;
  /** What the tasks are, such as `replays`, and how many there are. */
  readonly what: string;
  readonly count: number;
  readonly threads: number;
}

/**
 * Does the lab's tasks in threads, with progress on stderr. SIGINT and SIGTERM end it with what is done by then; a second
 * one ends the command.
 *
 * @throws BadInput for a web that can't be opened
 */
export async function inThreads<T>(
  { web, needs, log, choice, what, count, threads }: ThreadedWork,
  work: (run: RunTask, onDone: () => void, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T; readonly isInterrupted: boolean }> {
  // A web that is no good is told of here, not by a thread.
  const open = await openWorld(web.files, web.split, web.name);
  await open.close();
  for (const note of open.notes(needs)) log.warn(note);
  const interruption = new AbortController();
  // Each task that waits listens to it.
  setMaxListeners(0, interruption.signal);
  const onSignal = () => {
    log.warn('stopping with what is done');
    interruption.abort();
  };
  const pool = openThreads(Math.min(threads, count));
  const progress = new TaskProgress(log, what, count, Date.now);
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  progress.start(isLive(choice));
  try {
    const result = await work(pool.run, () => progress.done(), interruption.signal);
    return { result, isInterrupted: interruption.signal.aborted };
  } finally {
    progress.end();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await pool.close();
  }
}
