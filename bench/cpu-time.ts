import { readFileSync } from 'node:fs';

/** CPU milliseconds of this process since `before`, all of its threads, user and system. */
export function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** CPU milliseconds that the calling thread has had; Linux has them (Documentation/scheduler/sched-stats.rst). */
export function cpuOfThread(): number {
  const [nanoseconds = ''] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
