import TinyQueue from 'tinyqueue';
import type { HostSchedule } from '../frontier/hosts/host-schedule.ts';

/** Planned revisit to a page. */
export interface PlannedRevisit {
  readonly page: number;
  /** Position in the order of the recrawl run, from 0. */
  readonly place: number;
  readonly priority: number;
  readonly site: number;
  readonly url: string;
  readonly host: string;
  readonly level: number;
  /** Failed loads in this run. */
  readonly attempts: number;
  /** True if the page must be visited in full, without a conditional request. */
  readonly inFull: boolean;
}

interface RevisitQueueOptions {
  /** Number of pages to revisit. */
  readonly count: number;
  /** Number of pages per site, if other workers need to know. */
  readonly counts?: ReadonlyMap<number, number> | undefined;
  /** Returns the revisit at a position; undefined if the page can't be revisited. */
  readonly at: (place: number) => PlannedRevisit | undefined;
  readonly hosts: HostSchedule;
}

/** Number of pages to look up together. */
const AT_ONCE = 500;

/** Queue of the revisits of one host. */
interface Line {
  readonly host: string;
  /** Revisits in the order of the recrawl run, the next one last. */
  readonly checks: PlannedRevisit[];
  /** Position of the queue among the free ones; undefined if not free. */
  freeAs: number | undefined;
}

/**
 * Queue of the revisits of a recrawl run: provides the first one with a free host. Looks addresses up as needed, since
 * a recrawl run may include all pages.
 */
export class RevisitQueue {
  readonly #options: RevisitQueueOptions;
  readonly #lines = new Map<string, Line>();
  /** Host queues with a possibly free host, by their next revisit. Entries with an outdated position are ignored. */
  readonly #free = new TinyQueue<{ readonly place: number; readonly line: Line }>([], (a, b) => a.place - b.place);
  readonly #asleep = new TinyQueue<{ readonly at: number; readonly line: Line }>([], (a, b) => a.at - b.at);
  /** Host queues that wait for the page in flight on their host. */
  readonly #parked = new Set<Line>();
  readonly #retries = new TinyQueue<{ readonly at: number; readonly check: PlannedRevisit }>([], (a, b) => a.at - b.at);
  readonly #putOff = new Set<string>();
  readonly #leftOut = new Set<number>();
  /** Number of begun revisits per site, without those queued again. */
  readonly #begun = new Map<number, number>();
  #loaded = 0;
  /** Number of revisits in the host queues. */
  #waiting = 0;

  constructor(options: RevisitQueueOptions) {
    this.#options = options;
    options.hosts.onFree((host, at) => {
      const line = this.#lines.get(host);
      if (line && this.#parked.delete(line)) this.#asleep.push({ at, line });
    });
  }

  /** Returns the revisit that may begin now, if any. The caller must report the host's `end` later. */
  take(now: number): PlannedRevisit | undefined {
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

  /** Returns the maximum number of waiting revisits of a site. Some may be impossible. */
  waitingOf(site: number): number {
    return Math.max(0, (this.#options.counts?.get(site) ?? 0) - (this.#begun.get(site) ?? 0));
  }

  /** Tells whether a revisit may be ready, judged from memory alone. */
  isDue(now: number): boolean {
    const at = this.nextAt() ?? Number.POSITIVE_INFINITY;
    return this.#free.length > 0 || this.#loaded < this.#options.count || at <= now;
  }

  /** Returns the time of the next revisit; undefined if none waits for a time. */
  nextAt(): number | undefined {
    const times = [this.#asleep.peek()?.at, this.#retries.peek()?.at].filter((at) => at !== undefined);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** Tells whether no revisit is left, apart from those in flight. */
  isEmpty(): boolean {
    return this.#waiting === 0 && this.#retries.length === 0 && this.#loaded >= this.#options.count;
  }

  /** Queues a revisit again, from time `at` on. */
  retry(check: PlannedRevisit, at: number): void {
    this.#count(check.site, -1);
    if (!this.#isWanted(check)) return;
    this.#retries.push({ at, check });
  }

  /** Skips a host. Returns the number of skipped revisits, as far as looked up. */
  putOff(host: string): number {
    this.#putOff.add(host);
    const line = this.#lines.get(host);
    const left = line?.checks.length ?? 0;
    line?.checks.splice(0);
    this.#waiting -= left;
    return left;
  }

  /** Skips a site. */
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

  #isWanted({ host, site }: PlannedRevisit): boolean {
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
    const found: PlannedRevisit[] = [];
    for (; this.#loaded < end; this.#loaded++) {
      const check = this.#options.at(this.#loaded);
      if (check && this.#isWanted(check)) found.push(check);
    }
    // The next revisit of a host queue is its last entry, so later revisits are inserted at the front.
    const byHost = new Map<string, PlannedRevisit[]>();
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

  /** Inserts a revisit at its position. */
  #add(check: PlannedRevisit): void {
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

  #open(host: string, checks: PlannedRevisit[]): void {
    const line: Line = { host, checks, freeAs: undefined };
    this.#lines.set(host, line);
    this.#setFree(line);
  }

  #setFree(line: Line): void {
    line.freeAs = nextPlace(line);
    this.#free.push({ place: line.freeAs, line });
  }

  /** Moves a free host queue to the position of its next revisit. */
  #order(line: Line): void {
    if (line.freeAs !== undefined && line.freeAs !== nextPlace(line)) this.#setFree(line);
  }

  /** Removes the first free host queue. */
  #leaveFree(): void {
    const first = this.#free.pop();
    if (first) first.line.freeAs = undefined;
  }
}

const nextPlace = ({ checks }: Line): number => checks.at(-1)?.place ?? 0;
