import { handleInterrupts } from './interruption.ts';
import { bar, clock, cut } from './live-view.ts';
import { isLive, type Log, type LogChoice } from './log.ts';
import { stderrScreen } from './screen.ts';

/** Milliseconds between two plain lines of progress. */
const LINE_EVERY = 5000;

export interface Tasks {
  readonly log: Log;
  readonly choice: LogChoice;
  /** Word for the tasks, such as `replays`. Their number is `count`. */
  readonly what: string;
  readonly count: number;
}

/**
 * Runs similar tasks with progress. The first SIGINT or SIGTERM ends them with the results so far; the second one ends
 * the command.
 */
export async function watchedTasks<T>(
  tasks: Tasks,
  work: (onDone: () => void, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T; readonly isInterrupted: boolean }> {
  const { signal, off } = handleInterrupts();
  signal.addEventListener('abort', () => tasks.log.warn('stopping; the result has what is done so far'));
  const progress = showProgress(tasks);
  try {
    const result = await work(progress.onDone, signal);
    return { result, isInterrupted: signal.aborted };
  } finally {
    progress.end();
    off();
  }
}

/** Shows the number of completed tasks on stderr: a bar on a terminal, plain lines elsewhere. */
function showProgress({ log, choice, what, count }: Tasks) {
  const begin = performance.now();
  let done = 0;
  const line = () => {
    const passed = performance.now() - begin;
    const left = done === 0 ? '' : `, about ${clock((passed / done) * (count - done))} left`;
    return `${done} of ${count} ${what}, ${clock(passed)} elapsed${left}`;
  };
  const timer = isLive(choice) ? undefined : setInterval(() => log.info(line()), LINE_EVERY);
  if (!timer) stderrScreen.show((columns) => cut(`${bar(done / count)} ${line()}`, columns - 1));
  return {
    onDone: () => void done++,
    end() {
      clearInterval(timer);
      stderrScreen.end();
    },
  };
}
