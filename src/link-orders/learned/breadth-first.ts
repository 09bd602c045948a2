import type { LinkId } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import type { KeptBreadthFirst } from './kept-state.ts';

/** Links by site and level, in the order in which they were found. */
interface Levels {
  readonly byLevel: LinkId[][];
  /** First of each level that was not handed out. */
  readonly next: number[];
}

/** Which link R1 would take: of each site in turn, that of the least level (Pechnikov & Chernobrovkin 2012, §3). */
export class BreadthFirst {
  readonly #sites = new Map<SiteId, Levels>();
  readonly #turns: SiteId[] = [];
  #turn = 0;

  add(link: LinkId, site: SiteId, level: number): void {
    const levels = this.#levelsOf(site);
    while (levels.byLevel.length <= level) {
      levels.byLevel.push([]);
      levels.next.push(0);
    }
    levels.byLevel[level]?.push(link);
  }

  #levelsOf(site: SiteId): Levels {
    const known = this.#sites.get(site);
    if (known) return known;
    const levels: Levels = { byLevel: [], next: [] };
    this.#sites.set(site, levels);
    this.#turns.push(site);
    return levels;
  }

  /** Takes out the next link that waits. */
  take(waits: (link: LinkId) => boolean): LinkId | undefined {
    for (let tried = 0; tried < this.#turns.length; tried++) {
      this.#turn = (this.#turn + 1) % this.#turns.length;
      const levels = this.#sites.get(this.#turns[this.#turn] ?? 0);
      const link = levels && takeFrom(levels, waits);
      if (link !== undefined) return link;
    }
    return undefined;
  }

  save(waits: (link: LinkId) => boolean): KeptBreadthFirst {
    const links: number[] = [];
    for (const [site, { byLevel, next }] of this.#sites)
      for (const [level, all] of byLevel.entries())
        for (let at = next[level] ?? 0; at < all.length; at++) {
          const link = all[at];
          if (link !== undefined && waits(link)) links.push(link, site, level);
        }
    return { sites: Float64Array.from(this.#turns), turn: this.#turn, links: Float64Array.from(links) };
  }

  load({ sites, turn, links }: KeptBreadthFirst): void {
    for (const site of sites) this.#levelsOf(site);
    this.#turn = turn;
    for (let at = 0; at < links.length; at += 3) {
      const [link = 0, site = 0, level = 0] = links.subarray(at, at + 3);
      this.add(link, site, level);
    }
  }
}

function takeFrom({ byLevel, next }: Levels, waits: (link: LinkId) => boolean): LinkId | undefined {
  for (const [level, links] of byLevel.entries()) {
    let at = next[level] ?? 0;
    while (at < links.length) {
      const link = links[at++];
      next[level] = at;
      if (link !== undefined && waits(link)) return link;
    }
    links.length = 0;
    next[level] = 0;
  }
  return undefined;
}
