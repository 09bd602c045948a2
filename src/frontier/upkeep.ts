import type { Commits } from './commits.ts';
import type { HostTurns } from './hosts/host-turns.ts';
import type { Leases } from './leases.ts';
import type { Resume } from './resume.ts';
import type { ReadySites } from './sites/ready-sites.ts';
import type { SiteTable } from './sites/site-table.ts';
import type { StoredSites } from './sites/stored-sites.ts';

interface UpkeepParts {
  readonly commits: Commits;
  readonly table: SiteTable;
  readonly ready: ReadySites;
  readonly hosts: HostTurns;
  readonly leases: Leases;
  readonly stored: StoredSites;
  readonly resume: Resume;
}

/** What a frontier has to do beside its visits: wake what paused, keep its leases, take up what others edit or leave behind. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  /** When a lease of another run may be dead. */
  #recoverAt = Number.POSITIVE_INFINITY;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  /** What is due before a link is handed out. */
  async beforeClaim(now: number): Promise<void> {
    const { commits, table, ready, hosts, stored } = this.#parts;
    await hosts.saveBy(commits);
    await this.#tendLeases(now);
    ready.wake(now);
    if (table.ready.length === 0 || stored.isDue(now)) await this.takeUpEdits(now);
    await this.placeSome(now);
  }

  /** Keeps the own leases, and gives back those of runs that died. */
  async #tendLeases(now: number): Promise<void> {
    const { commits, ready, leases, resume } = this.#parts;
    if (leases.isToRenew(now)) await leases.renew(commits, now);
    if (now < this.#recoverAt) return;
    const sites = await commits.run(() => resume.recoverLeases(now));
    ready.refresh([...sites], now);
    this.lookForDead();
  }

  /** Looks when a lease of another run may be dead next. */
  lookForDead(): void {
    this.#recoverAt = this.#parts.leases.nextEnd();
  }

  /** Takes up what another process edited meanwhile: sites added, removed or brought back, links deleted or restored. Returns whether any did. */
  async takeUpEdits(now: number): Promise<boolean> {
    const { stored, ready } = this.#parts;
    const sites = await stored.takeUpEdits(now);
    if (!sites) return false;
    ready.refresh(sites, now);
    this.lookForDead();
    return true;
  }

  /** Goes on with what is to be placed by other limits. */
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
