interface Run {
  readonly ended_at: number | null;
  readonly pid: number;
}

/** Whether a run goes on in another process of this machine. */
export const isElsewhere = (run: Run | undefined): boolean =>
  run !== undefined && run.ended_at === null && run.pid !== process.pid && isAlive(run.pid);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
