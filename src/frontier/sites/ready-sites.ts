import { bareHost } from '../../url/parse.ts';
import type { Budget } from '../budget.ts';
import type { Pauses } from '../frontier.ts';
import type { HostSchedule } from '../hosts/host-schedule.ts';
import type { SiteQueues } from '../queue/site-queues.ts';
import type { SiteState, SiteTable } from './site-table.ts';

interface ReadySitesParts {
  readonly table: SiteTable;
  readonly queues: SiteQueues;
  readonly hosts: HostSchedule;
  readonly budget: Budget;
}

/** Keeps the set of ready sites (with a link to claim now), and the times of the next check of the others. */
export class ReadySites {
  readonly #parts: ReadySitesParts;

  constructor(parts: ReadySitesParts) {
    this.#parts = parts;
    parts.hosts.onFree((host, at) => parts.table.unpark(host, at));
    parts.hosts.onOutageOver(() => parts.table.wakeAll());
  }

  /** Refreshes the sites whose pause is over, or the pause of one of their links. */
  wake(now: number): void {
    const { table } = this.#parts;
    const due = new Set<SiteState>();
    for (let site = table.nextUnpaused(now); site; site = table.nextUnpaused(now)) due.add(site);
    for (let site = table.nextAwake(now); site; site = table.nextAwake(now)) due.add(site);
    this.refresh([...due], now);
  }

  /** Makes sites with a link to claim now ready, and schedules the next check of the others. */
  refresh(sites: readonly SiteState[], now: number): void {
    for (const site of sites) this.#refresh(site, now);
  }

  #refresh(site: SiteState, now: number): void {
    const { table, queues, hosts, budget } = this.#parts;
    if (site.isElsewhere || site.isLeaving) {
      if (site.isLeaving && site.inFlight === 0) this.leave(site);
      table.setIdle(site);
      return;
    }
    const { isFree, until } = queues.pausing(site, now);
    table.pauseEnds(site, until);
    if (site.isRemoved || site.isLoggedOut || site.waiting === 0 || !budget.isLeftFor(site)) {
      table.setIdle(site);
      return;
    }
    let wakeAt = until;
    let isBusy = false;
    let isBack = false;
    for (const host of isFree ? this.#hostsOf(site) : []) {
      const freeAt = hosts.freeAt(host, now);
      if (freeAt === undefined) {
        table.park(site, host);
        isBusy = true;
        continue;
      }
      if (freeAt <= now) {
        table.setReady(site);
        return;
      }
      wakeAt = Math.min(wakeAt, freeAt);
      isBack ||= hosts.mustYield(host, now);
    }
    if (wakeAt === Number.POSITIVE_INFINITY) table.setIdle(site);
    else table.sleep(site, wakeAt);
    // Rules never wait for a site with an overloading host.
    if (isBusy || (wakeAt < until && !isBack)) table.hold(site);
  }

  /** Marks a site as another worker's: keeps its figures, and forgets its queue. */
  leave(site: SiteState): void {
    const { table, queues } = this.#parts;
    site.isElsewhere = true;
    site.isLeaving = false;
    queues.forget(site);
    table.pauseEnds(site, Number.POSITIVE_INFINITY);
    table.setIdle(site);
  }

  /** Counts the sites whose links must all wait; see `Pauses`. */
  pauses(now: number): Pauses {
    const { table, budget } = this.#parts;
    let sites = 0;
    let until = Number.POSITIVE_INFINITY;
    for (const site of table.all) {
      const { wakeAt = Number.POSITIVE_INFINITY } = site;
      if (site.place >= 0 || wakeAt <= now) continue;
      until = Math.min(until, wakeAt);
      if (site.waiting > 0 && site.inFlight === 0 && !site.isLoggedOut && budget.isLeftFor(site)) sites++;
    }
    return { sites, until: Number.isFinite(until) ? until : undefined };
  }

  /** Returns the hosts of a site's best links. */
  #hostsOf(site: SiteState): ReadonlySet<string> {
    if (site.host !== undefined) return new Set([site.host]);
    return new Set(this.#parts.queues.first(site).map(({ url }) => bareHost(new URL(url, site.origin))));
  }
}
