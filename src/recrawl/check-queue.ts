import TinyQueue from 'tinyqueue';
import type { HostTurns } from '../frontier/hosts/host-turns.ts';

/** A page that is to be checked. */
export interface PlannedCheck {
  readonly page: number;
  /** Its place in the night's order, from 0. */
  readonly place: number;
  readonly priority: number;
  readonly site: number;
  readonly url: string;
  readonly host: string;
  readonly level: number;
  /** Loads of it that failed in this run. */
  readonly attempts: number;
  /** Whether it is to be read, whatever its server says without sending it. */
  readonly inFull: boolean;
}

interface CheckQueueOptions {
  /** How many pages there are to check. */
  readonly count: number;
  /** And how many of each site, where other workers ask for that. */
  readonly counts?: ReadonlyMap<number, number> | undefined;
  /** The page at a place of the order; undefined where it is not to be checked after all. */
  readonly at: (place: number) => PlannedCheck | undefined;
  readonly hosts: HostTurns;
}

/** Pages that are looked up together. */
const AT_ONCE = 500;

/** The checks of one host. */
interface Line {
  readonly host: string;
  /** In the night's order, the next one last. */
  readonly checks: PlannedCheck[];
  /** The place under which it stands among the free ones; undefined: it does not. */
  freeAs: number | undefined;
}

/**
 * Hands out the checks of a night: of those whose host is free the one that comes first. The addresses are looked up as
 * they are needed, as a night may be as long as the collection.
 */
export class CheckQueue {
  readonly #options: CheckQueueOptions;
  readonly #lines = new Map<string, Line>();
  /** Lines whose host may be free, by their next check; an entry whose place is no longer its line's counts for nothing. */
  readonly #free = new TinyQueue<{ readonly place: number; readonly line: Line }>([], (a, b) => a.place - b.place);
  readonly #asleep = new TinyQueue<{ readonly at: number; readonly line: Line }>([], (a, b) => a.at - b.at);
  /** Lines that wait for the end of the page in flight on their host. */
  readonly #parked = new Set<Line>();
  readonly #retries = new TinyQueue<{ readonly at: number; readonly check: PlannedCheck }>([], (a, b) => a.at - b.at);
  readonly #putOff = new Set<string>();
  readonly #leftOut = new Set<number>();
  /** Checks that have begun and do not wait again, by site. */
  readonly #begun = new Map<number, number>();
  #loaded = 0;
  /** Checks in the lines. */
  #waiting = 0;

  constructor(options: CheckQueueOptions) {
    this.#options = options;
    options.hosts.onFree((host, at) => {
      const line = this.#lines.get(host);
      if (line && this.#parked.delete(line)) this.#asleep.push({ at, line });
    });
  }

  /** The check that may begin now, if there is one; whoever takes it owes its host's `end`. */
  take(now: number): PlannedCheck | undefined {
    const line = this.#first(now);
    const check = line?.checks.pop();
    if (!line || !check) return undefined;
    this.#leaveFree();
    this.#waiting--;
    this.#count(check.site, 1);
    this.#options.hosts.begin(line.host);
    this.#parked.add(line);
    return check;
  }

  #count(site: number, begun: number): void {
    this.#begun.set(site, (this.#begun.get(site) ?? 0) + begun);
  }

  /** How many checks of a site wait, at most: some may turn out not to be possible. */
  waitingOf(site: number): number {
    return Math.max(0, (this.#options.counts?.get(site) ?? 0) - (this.#begun.get(site) ?? 0));
  }

  /** Whether it is time to look for a check that may begin, by what is in memory. */
  isDue(now: number): boolean {
    const at = this.nextAt() ?? Number.POSITIVE_INFINITY;
    return this.#free.length > 0 || this.#loaded < this.#options.count || at <= now;
  }

  /** When the next check may begin; undefined if none waits for a time. */
  nextAt(): number | undefined {
    const times = [this.#asleep.peek()?.at, this.#retries.peek()?.at].filter((at) => at !== undefined);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** Whether no check is left, those in flight not counted. */
  isEmpty(): boolean {
    return this.#waiting === 0 && this.#retries.length === 0 && this.#loaded >= this.#options.count;
  }

  /** The check is to be tried once more from `at` on. */
  retry(check: PlannedCheck, at: number): void {
    if (!this.#isWanted(check)) return;
    this.#count(check.site, -1);
    this.#retries.push({ at, check });
  }

  /** Nothing more is checked on that host. Returns how many checks that were looked up are left out. */
  putOff(host: string): number {
    this.#putOff.add(host);
    const line = this.#lines.get(host);
    const left = line?.checks.length ?? 0;
    line?.checks.splice(0);
    this.#waiting -= left;
    return left;
  }

  /** Nothing more of that site is checked. */
  leaveOut(site: number): void {
    this.#leftOut.add(site);
    for (const line of this.#lines.values()) {
      const { checks } = line;
      const left = checks.filter((check) => check.site !== site);
      this.#waiting -= checks.length - left.length;
      checks.splice(0, checks.length, ...left);
      this.#order(line);
    }
  }

  #isWanted({ host, site }: PlannedCheck): boolean {
    return !this.#putOff.has(host) && !this.#leftOut.has(site);
  }

  #first(now: number): Line | undefined {
    for (let next = this.#asleep.peek(); next && next.at <= now; next = this.#asleep.peek()) {
      this.#asleep.pop();
      this.#setFree(next.line);
    }
    for (let next = this.#retries.peek(); next && next.at <= now; next = this.#retries.peek()) {
      this.#retries.pop();
      this.#add(next.check);
    }
    for (;;) {
      for (let first = this.#free.peek(); first; first = this.#free.peek()) {
        const { place, line } = first;
        if (line.freeAs !== place) {
          this.#free.pop();
          continue;
        }
        if (line.checks.length === 0) {
          this.#leaveFree();
          this.#lines.delete(line.host);
          continue;
        }
        const freeAt = this.#options.hosts.freeAt(line.host, now);
        if (freeAt !== undefined && freeAt <= now) return line;
        this.#leaveFree();
        if (freeAt === Number.POSITIVE_INFINITY) this.putOff(line.host);
        else if (freeAt === undefined) this.#parked.add(line);
        else this.#asleep.push({ at: freeAt, line });
      }
      if (this.#loaded >= this.#options.count) return undefined;
      this.#load();
    }
  }

  #load(): void {
    const end = Math.min(this.#options.count, this.#loaded + AT_ONCE);
    const found: PlannedCheck[] = [];
    for (; this.#loaded < end; this.#loaded++) {
      const check = this.#options.at(this.#loaded);
      if (check && this.#isWanted(check)) found.push(check);
    }
    // The last of a line is its next: all that are looked up now come after those that are there.
    const byHost = new Map<string, PlannedCheck[]>();
    for (const check of found.reverse()) {
      const checks = byHost.get(check.host);
      if (checks) checks.push(check);
      else byHost.set(check.host, [check]);
    }
    this.#waiting += found.length;
    for (const [host, checks] of byHost) {
      const line = this.#lines.get(host);
      if (!line) {
        this.#open(host, checks);
        continue;
      }
      line.checks.unshift(...checks);
      this.#order(line);
    }
  }

  /** Puts a check in its place. */
  #add(check: PlannedCheck): void {
    if (!this.#isWanted(check)) return;
    this.#waiting++;
    const line = this.#lines.get(check.host);
    if (!line) {
      this.#open(check.host, [check]);
      return;
    }
    const { checks } = line;
    let at = checks.length;
    for (; (checks[at - 1]?.place ?? Number.POSITIVE_INFINITY) < check.place; at--);
    checks.splice(at, 0, check);
    this.#order(line);
  }

  #open(host: string, checks: PlannedCheck[]): void {
    const line: Line = { host, checks, freeAs: undefined };
    this.#lines.set(host, line);
    this.#setFree(line);
  }

  #setFree(line: Line): void {
    line.freeAs = nextPlace(line);
    this.#free.push({ place: line.freeAs, line });
  }

  /** Puts a line that stands among the free ones where its next check belongs now. */
  #order(line: Line): void {
    if (line.freeAs !== undefined && line.freeAs !== nextPlace(line)) this.#setFree(line);
  }

  /** Takes the first of the free lines out. */
  #leaveFree(): void {
    const first = this.#free.pop();
    if (first) first.line.freeAs = undefined;
  }
}

const nextPlace = ({ checks }: Line): number => checks.at(-1)?.place ?? 0;
