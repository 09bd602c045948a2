import type { Commits } from './commits.ts';
import type { HostTurns } from './host-turns.ts';
import type { Leases } from './leases.ts';
import type { LinkPlacement } from './link-placement.ts';
import type { OutsideEdits } from './outside-edits.ts';
import type { FrontierQueries } from './queries.ts';
import type { ReadySites } from './ready-sites.ts';
import { recoverLeases } from './reopen.ts';
import type { SiteQueues } from './site-queues.ts';
import type { SiteState, SiteTable } from './site-table.ts';
import type { TakeUp } from './take-up.ts';

interface UpkeepParts {
  readonly sql: FrontierQueries;
  readonly commits: Commits;
  readonly table: SiteTable;
  readonly queues: SiteQueues;
  readonly links: LinkPlacement;
  readonly ready: ReadySites;
  readonly hosts: HostTurns;
  readonly leases: Leases;
  readonly edits: OutsideEdits;
  readonly takeUp: TakeUp;
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
    const { commits, table, ready, hosts, edits } = this.#parts;
    await hosts.saveBy(commits);
    await this.#tendLeases(now);
    ready.wake(now);
    if (table.ready.length === 0 || edits.isDue(now)) await this.takeUpEdits(now);
    await this.placeSome(now);
  }

  /** Keeps the own leases, and gives back those of runs that died. */
  async #tendLeases(now: number): Promise<void> {
    const { sql, commits, table, queues, links, ready, leases } = this.#parts;
    if (leases.isToRenew(now)) await commits.run(() => leases.renew(now));
    if (now < this.#recoverAt) return;
    const sites = await commits.run(() => recoverLeases(sql, queues, links, table, now));
    ready.refresh([...sites], now);
    this.lookForDead();
  }

  /** Looks when a lease of another run may be dead next. */
  lookForDead(): void {
    this.#recoverAt = this.#parts.leases.nextEnd();
  }

  /** Takes up what another process edited meanwhile: sites added, removed or brought back, links deleted or restored. Returns whether any did. */
  async takeUpEdits(now: number): Promise<boolean> {
    const read = this.#parts.edits.look(now);
    if (!read) return false;
    await this.takeUp(read, now);
    this.lookForDead();
    return true;
  }

  /** @param read inside a transaction; returns sites that may have other links to hand out now */
  async takeUp(read: () => readonly SiteState[], now: number): Promise<void> {
    const { commits, ready } = this.#parts;
    ready.refresh(await commits.run(read), now);
  }

  /** Goes on with what is to be placed anew. */
  async placeSome(now: number): Promise<void> {
    const { takeUp } = this.#parts;
    if (!takeUp.isDone) await this.takeUp(() => takeUp.placeSome(now), now);
  }

  /** Ranks all links anew that wait or were refused. */
  async rankAnew(now: number): Promise<void> {
    const { takeUp } = this.#parts;
    while (!takeUp.isDone) await this.placeSome(now);
    takeUp.placeAnew();
    while (!takeUp.isDone) await this.takeUp(() => takeUp.rankSome(now), now);
  }
}
