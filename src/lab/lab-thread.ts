import { StopCommand } from '../domain/errors.ts';
import type { Need } from '../domain/maker.ts';
import { doTask } from './do-task.ts';
import { type SharedWeb, worldsOf } from './synthetic/synthetic-world.ts';
import type { LabTask, TaskResult, WebChoice } from './tasks.ts';

/** Asks for a web to be opened for all threads. */
interface ToOpen {
  readonly kind: 'open';
  readonly web: WebChoice;
  /** Features of pages and links that the strategies use. */
  readonly needs: ReadonlySet<Need>;
}

/** A web that is open, with notes for its user. */
export interface Opened {
  readonly shared: SharedWeb;
  readonly notes: readonly string[];
}

/** A task on an open web. */
interface ToDo {
  readonly kind: 'do';
  readonly task: LabTask;
  readonly web: SharedWeb;
  /** Tells webs apart. */
  readonly webNumber: number;
}

export type Asked = ToOpen | ToDo;

/** Why a command can't go on: an error would lose its class on its way between threads. */
interface Stopped {
  readonly stopped: { readonly message: string; readonly exitCode: number };
}

export type Answered = Opened | TaskResult | Stopped;

let last: { readonly webNumber: number; readonly worlds: ReturnType<typeof worldsOf> } | undefined;

/** One of the lab's threads. The web that was asked for last stays at hand. */
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
    // Loaded here: threads that read no database are ended at any time, also while they would load it.
    const { openWorld } = await import('./open-world.ts');
    const { files, split, name } = asked.web;
    const open = await openWorld(files, split, name);
    return { shared: open.shared, notes: open.notes(asked.needs) };
  }
  const { task, web, webNumber } = asked;
  if (last?.webNumber !== webNumber) last = { webNumber, worlds: worldsOf(web) };
  return await doTask(task, last.worlds(task.seed));
}
