import type { SiteId } from '../../domain/site.ts';
import type { Budget } from '../budget.ts';
import type { Commits } from '../commits.ts';
import type { HostSchedule } from '../hosts/host-schedule.ts';
import type { Resume } from '../resume.ts';
import type { Follow } from '../visit/follow.ts';
import type { TrapWatch } from '../visit/trap-watch.ts';
import type { SiteElsewhere } from '../worker-share.ts';
import type { ReadySites } from './ready-sites.ts';
import { SiteState, type SiteTable } from './site-table.ts';
import type { StoredSites } from './stored-sites.ts';

interface ElsewhereParts {
  readonly table: SiteTable;
  readonly budget: Budget;
  readonly ready: ReadySites;
  readonly follow: Follow;
}

/** Sites of other workers, of which only the data for site rules and links are known. */
export class Elsewhere {
  readonly #parts: ElsewhereParts;

  constructor(parts: ElsewhereParts) {
    this.#parts = parts;
  }

  /** Updates the figures of other workers' sites. A site with pages in flight in this worker leaves first. */
  updateFigures(figures: readonly SiteElsewhere[], now: number): void {
    const { table, budget, follow } = this.#parts;
    const added: SiteState[] = [];
    let isRevised = false;
    for (const figure of figures) {
      const known = table.find(figure.id);
      const site = known ?? new SiteState(figure);
      if (known) this.giveBack([known.id], now);
      else site.isElsewhere = true;
      if (!site.isElsewhere) continue;
      const isBound = site.bind(site.limits, figure.scope);
      isRevised ||= known !== undefined && (isBound || site.isRemoved !== figure.isRemoved);
      site.moveTo(figure.home ?? figure.url);
      const { isRemoved, foundOn, visits, inFlight, rewardSum, rewardMax, milliseconds } = figure;
      const isOpened = visits + inFlight > 0;
      Object.assign(site, { isRemoved, foundOn, visits, inFlight, rewardSum, rewardMax, milliseconds, isOpened });
      if (!known) added.push(site);
    }
    if (added.length > 0) table.putElsewhere(added);
    if (isRevised) table.revise();
    follow.know(added);
    budget.recount(table.known());
  }

  /** Stops claims of sites; each becomes another worker's, with its current figures, after its last page in flight. */
  giveBack(ids: readonly SiteId[], now: number): void {
    const { table, ready } = this.#parts;
    const sites = ids.map((id) => table.get(id)).filter(({ isElsewhere }) => !isElsewhere);
    for (const site of sites) site.isLeaving = true;
    ready.refresh(sites, now);
  }
}

interface TakeOverParts {
  readonly commits: Commits;
  readonly table: SiteTable;
  readonly budget: Budget;
  readonly ready: ReadySites;
  readonly hosts: HostSchedule;
  readonly stored: StoredSites;
  readonly resume: Resume;
  readonly traps: TrapWatch;
}

/** Takes sites over from another worker, after their rows are in the tables. */
export class TakeOver {
  readonly #parts: TakeOverParts;
  readonly #owner: number;

  /** @param owner run of this worker, whose leases continue */
  constructor(parts: TakeOverParts, owner: number) {
    this.#parts = parts;
    this.#owner = owner;
  }

  /** Takes sites over. Link orders don't learn the visits of other workers: each worker learns alone. */
  async take(ids: readonly SiteId[], now: number): Promise<void> {
    const { commits, table, budget, ready, hosts, stored, resume, traps } = this.#parts;
    commits.replaced();
    let taken: readonly SiteState[] = [];
    try {
      const recovered = await commits.run(() => {
        taken = stored.takeOver(ids, now);
        return resume.takeOverLeases(taken, this.#owner, now);
      });
      traps.takeOver(taken);
      hosts.takeOver(
        taken.filter((site) => site.isOpened || recovered.has(site)),
        now,
      );
    } catch (error) {
      for (const site of taken) ready.leave(site);
      throw error;
    } finally {
      budget.recount(table.known());
    }
    ready.refresh(
      ids.map((id) => table.get(id)),
      now,
    );
  }
}
