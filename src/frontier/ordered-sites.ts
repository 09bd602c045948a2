import TinyQueue from 'tinyqueue';
import type { OrderedSite } from '../domain/site.ts';

/** A site as it stood when it was put in. */
interface Entry<S> extends OrderedSite {
  readonly ofSite: S;
}

/**
 * The sites that are ready, in an order, for rules that always pick the first: to find it among 100,000 costs what it
 * costs among a hundred. A site is put in again whenever what it is ordered by has changed.
 */
export class OrderedSites<S extends OrderedSite> {
  readonly #compare: (a: OrderedSite, b: OrderedSite) => number;
  /** The entry that counts; others of the site in the queue are left over, and dropped when they come first. */
  readonly #current = new Map<S, Entry<S>>();
  #queue: TinyQueue<Entry<S>>;

  constructor(compare: (a: OrderedSite, b: OrderedSite) => number) {
    this.#compare = compare;
    this.#queue = new TinyQueue<Entry<S>>([], compare);
  }

  put(site: S): void {
    const known = this.#current.get(site);
    const { id, best, visits, inFlight, milliseconds } = site;
    const isSame = known?.best === best && known?.visits === visits && known?.inFlight === inFlight;
    if (known && isSame && known.milliseconds === milliseconds) return;
    const entry = { id, best, visits, inFlight, milliseconds, ofSite: site };
    this.#current.set(site, entry);
    if (this.#queue.length > 2 * this.#current.size + 1000)
      this.#queue = new TinyQueue([...this.#current.values()], this.#compare);
    else this.#queue.push(entry);
  }

  remove(site: S): void {
    this.#current.delete(site);
  }

  /** The first two, or as many as there are. */
  firstTwo(): readonly S[] {
    const first = this.#first();
    if (!first) return [];
    this.#queue.pop();
    const second = this.#first();
    this.#queue.push(first);
    return second ? [first.ofSite, second.ofSite] : [first.ofSite];
  }

  #first(): Entry<S> | undefined {
    let first = this.#queue.peek();
    for (; first && this.#current.get(first.ofSite) !== first; first = this.#queue.peek()) this.#queue.pop();
    return first;
  }
}
