import { StopCommand } from '../domain/errors.ts';
import type { Need } from '../domain/rule-factory.ts';
import { doTask } from './do-task.ts';
import { type SharedWeb, worldsOf } from './synthetic/synthetic-world.ts';
import type { LabTask, TaskResult, WebChoice } from './tasks.ts';

/** Request to open a web for all threads. */
interface OpenRequest {
  readonly kind: 'open';
  readonly web: WebChoice;
  /** Features of pages and links that the strategies use. */
  readonly needs: ReadonlySet<Need>;
}

/** Open web, with notes for the user. */
export interface Opened {
  readonly shared: SharedWeb;
  readonly notes: readonly string[];
}

/** Request for a task on an open web. */
interface TaskRequest {
  readonly kind: 'do';
  readonly task: LabTask;
  readonly web: SharedWeb;
  /** Number of the web, for caching. */
  readonly webNumber: number;
}

export type Asked = OpenRequest | TaskRequest;

/** Reason to stop the command, as errors lose their class between threads. */
interface Stopped {
  readonly stopped: { readonly message: string; readonly exitCode: number };
}

export type Answered = Opened | TaskResult | Stopped;

let last: { readonly webNumber: number; readonly worlds: ReturnType<typeof worldsOf> } | undefined;

/** Handles requests in a thread of the lab. The last web stays open. */
export default async (asked: Asked): Promise<Answered> => {
  try {
    return await answer(asked);
  } catch (error) {
    if (!(error instanceof StopCommand)) throw error;
    return { stopped: { message: error.message, exitCode: error.exitCode } };
  }
};

async function answer(asked: Asked): Promise<Opened | TaskResult> {
  if (asked.kind === 'open') {
    // Loaded lazily: threads without a database may be terminated at any time, even during a load.
    const { openWorld } = await import('./open-world.ts');
    const { files, split, name } = asked.web;
    const open = await openWorld(files, split, name);
    return { shared: open.shared, notes: open.notes(asked.needs) };
  }
  const { task, web, webNumber } = asked;
  if (last?.webNumber !== webNumber) last = { webNumber, worlds: worldsOf(web) };
  return await doTask(task, last.worlds(task.seed));
}
