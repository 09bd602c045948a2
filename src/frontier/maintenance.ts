import type { Commits } from './commits.ts';
import type { HostSchedule } from './hosts/host-schedule.ts';
import type { Leases } from './leases.ts';
import type { Resume } from './resume.ts';
import type { ReadySites } from './sites/ready-sites.ts';
import type { SiteTable } from './sites/site-table.ts';
import type { StoredSites } from './sites/stored-sites.ts';

interface MaintenanceParts {
  readonly commits: Commits;
  readonly table: SiteTable;
  readonly ready: ReadySites;
  readonly hosts: HostSchedule;
  readonly leases: Leases;
  readonly stored: StoredSites;
  readonly resume: Resume;
}

/** Maintenance beside the visits: wakes sites, renews leases, applies edits of others and recovers dead leases. */
export class Maintenance {
  readonly #parts: MaintenanceParts;
  /** Time when a lease of another run may have ended. */
  #recoverAt = Number.POSITIVE_INFINITY;

  constructor(parts: MaintenanceParts) {
    this.#parts = parts;
  }

  /** Does the due maintenance before a claim. */
  async beforeClaim(now: number): Promise<void> {
    const { commits, table, ready, hosts, stored } = this.#parts;
    await hosts.saveBy(commits);
    await this.#maintainLeases(now);
    ready.wake(now);
    if (table.ready.length === 0 || stored.isDue(now)) await this.applyEdits(now);
    await this.placeSome(now);
  }

  /** Renews the own leases, and releases those of dead runs. */
  async #maintainLeases(now: number): Promise<void> {
    const { commits, ready, leases, resume } = this.#parts;
    if (leases.isToRenew(now)) await leases.renew(commits, now);
    if (now < this.#recoverAt) return;
    const sites = await commits.run(() => resume.recoverLeases(now));
    ready.refresh([...sites], now);
    this.lookForDead();
  }

  /** Looks up when the next lease of another run may end. */
  lookForDead(): void {
    this.#recoverAt = this.#parts.leases.nextEnd();
  }

  /** Applies edits by others: sites added, removed or restored, links deleted or restored. Returns false if none. */
  async applyEdits(now: number): Promise<boolean> {
    const { stored, ready } = this.#parts;
    const sites = await stored.applyEdits(now);
    if (!sites) return false;
    ready.refresh(sites, now);
    this.lookForDead();
    return true;
  }

  /** Continues to place links by changed limits, some at a time. */
  async placeSome(now: number): Promise<void> {
    const { stored, ready } = this.#parts;
    if (!stored.isPlaced) ready.refresh(await stored.placeSome(now), now);
  }

  /** Ranks all links again that wait or were refused. */
  async rankAll(now: number): Promise<void> {
    const { stored, ready } = this.#parts;
    while (!stored.isPlaced) await this.placeSome(now);
    stored.placeAll();
    while (!stored.isPlaced) ready.refresh(await stored.rankSome(now), now);
  }
}
