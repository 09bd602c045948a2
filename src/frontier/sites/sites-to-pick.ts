import TinyQueue from 'tinyqueue';
import type { Clock, OrderedSite, SiteView } from '../../domain/site.ts';
import type { SiteRule, Standing, Standings } from '../../site-rules/site-rule.ts';

/** Most ready sites to scan in full, which takes no longer than to keep them in order. */
const FEW = 256;
/** Picks for which a basis (or the last one) must hold before sites are ordered, which takes about twenty scans. */
const LASTING = 32;

/** Ready sites that a rule's pick can depend on, updated with each change of a site. */
export interface SitesToPick<S> {
  /** Adds a ready site, or updates it after a change. */
  put(site: S): void;
  /** Removes a site that is no longer ready. */
  remove(site: S): void;
  /** Marks a site as not ready because its host is busy. */
  hold(site: S): void;
  /** Returns the first held site that was not put or removed since, for a rule that may wait for a site. */
  firstHeld(): S | undefined;
  /** Returns the ready sites that can be picked or be the runner-up. */
  of(ready: readonly S[], clock: Clock): readonly S[];
}

export function sitesToPick<S extends SiteView>({ order, standings, waits }: Ordering): SitesToPick<S> {
  if (order) return new FirstOfOrder<S>(order, waits !== undefined);
  if (standings) return new FirstOfClasses<S>(standings);
  const nothing = () => undefined;
  return { put: nothing, remove: nothing, hold: nothing, firstHeld: nothing, of: (ready) => ready };
}

/** Order of a site rule. */
export type Ordering = Pick<SiteRule, 'order' | 'standings' | 'waits'>;

/** Candidates of a rule with one order: the first two sites. */
class FirstOfOrder<S extends SiteView> implements SitesToPick<S> {
  readonly #sites: OrderedSites<S, OrderedSite>;
  /** Sites with a busy host; undefined if the rule never waits. */
  readonly #held: OrderedSites<S, OrderedSite> | undefined;

  constructor(order: NonNullable<SiteRule['order']>, mayWait: boolean) {
    this.#sites = new OrderedSites<S, OrderedSite>(order);
    this.#held = mayWait ? new OrderedSites<S, OrderedSite>(order) : undefined;
  }

  put(site: S): void {
    const { id, best, visits, inFlight, milliseconds } = site;
    const known = this.#sites.placeOf(site);
    const isSame = known?.best === best && known?.visits === visits && known?.inFlight === inFlight;
    if (known && isSame && known.milliseconds === milliseconds) return;
    this.#held?.remove(site);
    this.#sites.put(site, { id, best, visits, inFlight, milliseconds });
  }

  remove(site: S): void {
    this.#sites.remove(site);
    this.#held?.remove(site);
  }

  hold(site: S): void {
    const { id, best, visits, inFlight, milliseconds } = site;
    this.#held?.put(site, { id, best, visits, inFlight, milliseconds });
  }

  firstHeld(): S | undefined {
    return this.#held?.firstTwo()[0];
  }

  of(): readonly S[] {
    return this.#sites.firstTwo();
  }
}

/** Value by which a site is ordered. */
interface Place extends Standing {
  readonly id: number;
}

/** Candidates of a rule with classes: the first two sites of each class. */
class FirstOfClasses<S extends SiteView> implements SitesToPick<S> {
  readonly #standings: Standings;
  readonly #classes = new Map<number, OrderedSites<S, Place>>();
  readonly #classOf = new Map<S, OrderedSites<S, Place>>();
  /** Clock of the last pick, whose basis the values have. */
  #clock: Clock | undefined;
  #basis: unknown;
  /** Number of picks since the basis changed; `#lasted` is that number for the last basis. */
  #picks = 0;
  #lasted = LASTING;
  #isOrdered = false;

  constructor(standings: Standings) {
    this.#standings = standings;
  }

  put(site: S): void {
    if (!this.#isOrdered || !this.#clock) return;
    const { class: kind, value, tie } = this.#standings.of(site, this.#clock);
    const before = this.#classOf.get(site);
    const known = before?.placeOf(site);
    if (known && known.class === kind && known.value === value && known.tie === tie) return;
    if (known?.class !== kind) this.remove(site);
    const sites = this.#classes.get(kind) ?? new OrderedSites<S, Place>(comparePlaces);
    this.#classes.set(kind, sites);
    this.#classOf.set(site, sites);
    sites.put(site, { class: kind, value, tie, id: site.id });
  }

  remove(site: S): void {
    const sites = this.#classOf.get(site);
    if (!sites) return;
    const kind = sites.placeOf(site)?.class;
    sites.remove(site);
    this.#classOf.delete(site);
    if (sites.size === 0 && kind !== undefined) this.#classes.delete(kind);
  }

  hold(): void {}

  firstHeld(): undefined {}

  of(ready: readonly S[], clock: Clock): readonly S[] {
    const basis = this.#standings.basis?.(clock);
    if (basis !== this.#basis) this.#forget(basis);
    this.#clock = clock;
    this.#picks++;
    if (!this.#isOrdered) {
      if (ready.length <= FEW || Math.max(this.#lasted, this.#picks) < LASTING) return ready;
      this.#isOrdered = true;
      for (const site of ready) this.put(site);
    }
    const first: S[] = [];
    for (const sites of this.#classes.values()) for (const site of sites.firstTwo()) first.push(site);
    return first;
  }

  #forget(basis: unknown): void {
    if (this.#clock) this.#lasted = this.#picks;
    this.#picks = 0;
    this.#basis = basis;
    this.#isOrdered = false;
    this.#classes.clear();
    this.#classOf.clear();
  }
}

const comparePlaces = (a: Place, b: Place): number => b.value - a.value || a.tie - b.tie || a.id - b.id;

/** Site with its values at the time of `put`. */
interface Entry<S, P> {
  readonly site: S;
  readonly place: P;
}

/**
 * Ready sites in an order, for rules that always pick the first: a pick among 100,000 sites costs as much as among a
 * hundred. A site must be put again after each change of its place.
 */
export class OrderedSites<S, P> {
  readonly #compare: (a: P, b: P) => number;
  /** Current entry of each site; outdated entries in the queue are dropped when they are first. */
  readonly #current = new Map<S, Entry<S, P>>();
  #queue: TinyQueue<Entry<S, P>>;
  /** First two sites as of the last call; undefined after a change. */
  #firstTwo: readonly S[] | undefined;

  constructor(compare: (a: P, b: P) => number) {
    this.#compare = compare;
    this.#queue = this.#queueOf([]);
  }

  get size(): number {
    return this.#current.size;
  }

  placeOf(site: S): P | undefined {
    return this.#current.get(site)?.place;
  }

  put(site: S, place: P): void {
    const entry = { site, place };
    this.#current.set(site, entry);
    this.#firstTwo = undefined;
    if (this.#queue.length > 2 * this.#current.size + 1000) this.#queue = this.#queueOf([...this.#current.values()]);
    else this.#queue.push(entry);
  }

  remove(site: S): void {
    if (this.#current.delete(site)) this.#firstTwo = undefined;
  }

  /** Returns the first two sites, or fewer if there are not two. */
  firstTwo(): readonly S[] {
    this.#firstTwo ??= this.#findFirstTwo();
    return this.#firstTwo;
  }

  #findFirstTwo(): readonly S[] {
    const first = this.#first();
    if (!first) return [];
    this.#queue.pop();
    const second = this.#first();
    this.#queue.push(first);
    return second ? [first.site, second.site] : [first.site];
  }

  #first(): Entry<S, P> | undefined {
    let first = this.#queue.peek();
    for (; first && this.#current.get(first.site) !== first; first = this.#queue.peek()) this.#queue.pop();
    return first;
  }

  #queueOf(entries: Entry<S, P>[]): TinyQueue<Entry<S, P>> {
    return new TinyQueue(entries, (a, b) => this.#compare(a.place, b.place));
  }
}
