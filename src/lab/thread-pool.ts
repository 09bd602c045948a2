import { BadInput, CommandFailed, ExitCode } from '../domain/errors.ts';
import type { Need } from '../domain/rule-factory.ts';
import { openPool } from '../domain/threads.ts';
import type { Answered, Asked, Opened } from './lab-thread.ts';
import type { RunTask, WebChoice } from './tasks.ts';

interface ThreadPool {
  /**
   * Opens the web of the following tasks. Returns notes for the user.
   *
   * @param needs needs of the strategies
   * @throws BadInput for an invalid web; CommandFailed for errors of the machine
   */
  open(web: WebChoice, needs: ReadonlySet<Need>): Promise<readonly string[]>;
  readonly run: RunTask;
  close(): Promise<void>;
}

/** Memory limits of a thread in megabytes. With lower limits V8 collects the garbage of a replay sooner. */
const MEMORY = { maxOldGenerationSizeMb: 2000, maxYoungGenerationSizeMb: 12 };

const NO_MEMORY = `a thread of the lab needs more than ${MEMORY.maxOldGenerationSizeMb} MB: name fewer webs, or fewer pages with --page-limit`;
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Opens threads for the lab's tasks. One thread opens the web, and all read the same memory. The last web stays open.
 */
export function openThreads(threads: number): ThreadPool {
  const pool = openPool<Asked, Answered>(import.meta.url, 'lab-thread', {
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: MEMORY,
  });
  let isClosing = false;
  pool.on('error', (error) => {
    // Ignores errors after closing.
    if (!isClosing) throw error;
  });
  const ask = async (asked: Asked, signal: AbortSignal | null) => {
    const answer = await pool.run(asked, { signal }).catch((error: unknown) => {
      throw isOutOfMemory(error) ? new CommandFailed(NO_MEMORY) : error;
    });
    if (!('stopped' in answer)) return answer;
    const { message, exitCode } = answer.stopped;
    throw exitCode === ExitCode.badInput ? new BadInput(message) : new CommandFailed(message);
  };
  let webs = 0;
  let last: { readonly choice: string; readonly number: number; readonly open: Promise<Opened> } | undefined;
  const opened = (web: WebChoice, needs: ReadonlySet<Need>) => {
    const choice = JSON.stringify(web);
    if (last?.choice === choice) return last;
    const open = ask({ kind: 'open', web, needs }, null).then((answer) => {
      if ('shared' in answer) return answer;
      throw new Error('a thread did a task that was not asked for');
    });
    last = { choice, number: ++webs, open };
    return last;
  };
  return {
    open: async (web, needs) => (await opened(web, needs).open).notes,
    async run(task, signal) {
      const { number: webNumber, open } = opened(task.web, new Set());
      const { shared: web } = await open;
      const answer = await ask({ kind: 'do', task, web, webNumber }, signal);
      if ('curve' in answer) return answer;
      throw new Error('a thread opened a web that was not asked for');
    },
    async close() {
      isClosing = true;
      await pool.destroy();
    },
  };
}
