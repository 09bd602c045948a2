import type { Need } from '../domain/maker.ts';
import { doTask } from './do-task.ts';
import { type SharedWeb, worldsOf } from './shared-web.ts';
import type { LabTask, TaskResult, WebChoice } from './tasks.ts';

/** Wants a web opened for all threads. */
interface ToOpen {
  readonly kind: 'open';
  readonly web: WebChoice;
  /** What those who crawl it need. */
  readonly needs: ReadonlySet<Need>;
}

/** A web that is open, and what its user should know of it. */
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

let last: { readonly webNumber: number; readonly worlds: ReturnType<typeof worldsOf> } | undefined;

/** One of the lab's threads. The web that was asked for last stays at hand. */
export default async (asked: Asked): Promise<Opened | TaskResult> => {
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
};
