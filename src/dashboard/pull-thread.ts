import { pull } from '../cluster/copy.ts';

interface PullTask {
  readonly db: string;
  readonly file: string;
}

/** Updates the copy of a shared crawl in a thread, while the dashboard answers. */
export default async ({ db, file }: PullTask): Promise<void> => void (await pull(db, file));
