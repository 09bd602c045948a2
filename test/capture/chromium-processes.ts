import { execFileSync } from 'node:child_process';

/** A descendant process. */
interface BrowserProcess {
  readonly pid: number;
  /** `renderer`, `gpu-process` …; empty for the main one. */
  readonly type: string;
  /** Resident memory, in bytes. */
  readonly memory: number;
}

/** Browsers started by a process, this one by default, as process trees. */
export function browserProcesses(root = process.pid): BrowserProcess[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8', maxBuffer: 2 ** 24 });
  const all = [...table.matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, parent, rss, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    memory: 1024 * Number(rss),
    type: /--type=(\S+)/.exec(command)?.[1] ?? '',
  }));
  const below = (parent: number): typeof all =>
    all.filter((process) => process.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(root);
}
