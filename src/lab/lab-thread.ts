import { TaskDoer } from './do-task.ts';
import type { LabTask, TaskResult } from './tasks.ts';

const doer = new TaskDoer();

/** One of the lab's threads. */
export default (task: LabTask): Promise<TaskResult> => doer.do(task);
