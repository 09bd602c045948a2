import { pull } from '../cluster/copy.ts';

interface PullTask {
  readonly db: string;
  readonly file: string;
}

/** The thread that brings the copy of a shared crawl up to date, while the dashboard answers. */
export default async ({ db, file }: PullTask): Promise<void> => void (await pull(db, file));
