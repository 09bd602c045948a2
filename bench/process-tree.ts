import { readdirSync, readFileSync } from 'node:fs';

/** Resource usage of one process, from /proc. */
interface Seen {
  readonly pid: number;
  readonly parent: string | undefined;
  readonly children: Set<string>;
  /** CPU seconds of its own. */
  own: number;
  /** CPU seconds of ended children that it waited for, and of their children. */
  reaped: number;
  isLive: boolean;
}

/** Ticks of /proc/PID/stat in a second: USER_HZ, 100 on every Linux that Node runs on. */
const TICKS = 100;

/**
 * The CPU time and memory of a process and all its descendants, through Linux's /proc. The time of ended processes is
 * included: the time reported to their parent, or that of the last look, whichever is more (Chromium does not wait for
 * all of its processes). So look often while processes start and end.
 */
export class ProcessTree {
  readonly #root: string;
  /** By process id and start time: ids are reused. */
  readonly #seen = new Map<string, Seen>();
  #timer: NodeJS.Timeout | undefined;
  /** CPU seconds of the looks themselves. */
  spent = 0;

  constructor(pid: number) {
    const stat = readStat(pid);
    if (!stat) throw new Error(`no process ${pid}`);
    this.#root = stat.key;
    this.look();
  }

  /** Looks at the given interval in milliseconds until `stop`. */
  watch(milliseconds: number): void {
    this.#timer = setInterval(() => this.look(), milliseconds);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  look(): void {
    const before = process.cpuUsage();
    this.#look();
    const { user, system } = process.cpuUsage(before);
    this.spent += (user + system) / 1e6;
  }

  #look(): void {
    const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
    const keyOf = new Map(stats.map(({ pid, key }) => [pid, key]));
    const byParent = new Map<number, Stat[]>();
    for (const stat of stats) byParent.set(stat.parent, [...(byParent.get(stat.parent) ?? []), stat]);
    for (const seen of this.#seen.values()) seen.isLive = false;
    const visit = (stat: Stat, parent: string | undefined) => {
      const known = this.#seen.get(stat.key) ?? {
        pid: stat.pid,
        parent,
        children: new Set(),
        own: 0,
        reaped: 0,
        isLive: true,
      };
      this.#seen.set(stat.key, Object.assign(known, { own: stat.own, reaped: stat.reaped, isLive: true }));
      if (known.parent !== undefined) this.#seen.get(known.parent)?.children.add(stat.key);
      for (const child of byParent.get(stat.pid) ?? []) visit(child, stat.key);
    };
    for (const stat of stats) {
      const known = this.#seen.get(stat.key);
      // A process whose parent died belongs to init now: it is still ours.
      const isOrphan = known !== undefined && keyOf.get(stat.parent) !== known.parent;
      if (stat.key === this.#root || isOrphan) visit(stat, known?.parent);
    }
  }

  /** CPU seconds used so far by the process and all its descendants. */
  cpuSeconds(): number {
    return this.#cpu(this.#root);
  }

  #cpu(key: string): number {
    const seen = this.#seen.get(key);
    if (!seen) return 0;
    let live = 0;
    let gone = 0;
    for (const child of seen.children) {
      if (this.#seen.get(child)?.isLive) live += this.#cpu(child);
      else gone += this.#cpu(child);
    }
    return seen.own + live + Math.max(seen.reaped, gone);
  }

  /** Memory of the root's descendants, without its own, in bytes: shared pages divided among their users. */
  childrenMemory(): number {
    let bytes = 0;
    for (const [key, { pid, isLive }] of this.#seen) if (isLive && key !== this.#root) bytes += memoryOf(pid);
    return bytes;
  }
}

interface Stat {
  readonly pid: number;
  readonly key: string;
  readonly parent: number;
  readonly own: number;
  readonly reaped: number;
}

/** proc(5), /proc/PID/stat: fields are counted after the command's closing bracket, as it may hold blanks. */
function readStat(pid: number): Stat | undefined {
  const text = readProc(pid, 'stat');
  if (text === undefined) return undefined;
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
  const start = fields[19];
  return { pid, key: `${pid} ${start}`, parent, own: (utime + stime) / TICKS, reaped: (cutime + cstime) / TICKS };
}

/** Bytes of a process: its proportional set size; the resident set if the kernel does not report it. */
export function memoryOf(pid: number): number {
  const pss = /^Pss:\s+(\d+) kB/m.exec(readProc(pid, 'smaps_rollup') ?? '')?.[1];
  const rss = pss ?? /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status') ?? '')?.[1];
  return Number(rss ?? 0) * 1024;
}

/** Undefined if the process has ended meanwhile. */
function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
