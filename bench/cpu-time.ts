import { readFileSync } from 'node:fs';

/** CPU milliseconds of this process since `before`, all of its threads, user and system. */
export function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** CPU milliseconds of the calling thread; Linux has them (Documentation/scheduler/sched-stats.rst). */
export function cpuOfThread(): number {
  const [nanoseconds = ''] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** A tick of the kernel's clock, in milliseconds: the unit of CPU time in /proc. */
const TICK = 10;

/** CPU time of another process so far, in milliseconds, and its parent process. */
export function processTime(pid: number): { readonly cpu: number; readonly parent: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { cpu: TICK * (Number(fields[11]) + Number(fields[12])), parent: Number(fields[1]) };
}
