import type { SiteId } from '../../domain/site.ts';
import type { Budget } from '../budget.ts';
import type { Commits } from '../commits.ts';
import type { HostTurns } from '../hosts/host-turns.ts';
import type { Resume } from '../resume.ts';
import type { SiteElsewhere } from '../share.ts';
import type { Follow } from '../visit/follow.ts';
import type { TrapWatch } from '../visit/trap-watch.ts';
import type { ReadySites } from './ready-sites.ts';
import { SiteState, type SiteTable } from './site-table.ts';
import type { StoredSites } from './stored-sites.ts';

interface ElsewhereParts {
  readonly table: SiteTable;
  readonly budget: Budget;
  readonly ready: ReadySites;
  readonly follow: Follow;
}

/** The sites of other workers: only what site rules and links to them ask for is known. */
export class Elsewhere {
  readonly #parts: ElsewhereParts;

  constructor(parts: ElsewhereParts) {
    this.#parts = parts;
  }

  /** Takes in how sites are that other workers have. One whose pages are in flight here leaves first. */
  tell(figures: readonly SiteElsewhere[], now: number): void {
    const { table, budget, follow } = this.#parts;
    const added: SiteState[] = [];
    let isRevised = false;
    for (const told of figures) {
      const known = table.find(told.id);
      const site = known ?? new SiteState(told);
      if (known) this.giveBack([known.id], now);
      else site.isElsewhere = true;
      if (!site.isElsewhere) continue;
      const isBound = site.bind(site.limits, told.scope);
      isRevised ||= known !== undefined && (isBound || site.isRemoved !== told.isRemoved);
      site.moveTo(told.home ?? told.url);
      const { isRemoved, foundOn, visits, inFlight, rewardSum, rewardMax, milliseconds } = told;
      const isOpened = visits + inFlight > 0;
      Object.assign(site, { isRemoved, foundOn, visits, inFlight, rewardSum, rewardMax, milliseconds, isOpened });
      if (!known) added.push(site);
    }
    if (added.length > 0) table.putElsewhere(added);
    if (isRevised) table.revise();
    follow.know(added);
    budget.recount(table.known());
  }

  /** Hands out nothing more of sites: they are elsewhere, with the figures that they have, once no page of them is in flight. */
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
  readonly hosts: HostTurns;
  readonly stored: StoredSites;
  readonly resume: Resume;
  readonly traps: TrapWatch;
}

/** Takes sites over that another worker had: their rows are in the tables by now. */
export class TakeOver {
  readonly #parts: TakeOverParts;
  readonly #owner: number;

  /** @param owner the run of this worker: its leases go on */
  constructor(parts: TakeOverParts, owner: number) {
    this.#parts = parts;
    this.#owner = owner;
  }

  /** Link orders are not told of visits that other workers made: each learns by itself. */
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
