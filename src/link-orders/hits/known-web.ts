import type { LinkId } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';

/** Links of the known pages as `linkGraph` takes them, by their numbers. */
interface WebLinks {
  readonly nodes: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** By page: its host. */
  readonly hosts: Uint32Array;
}

/** Pages of a host that must be visited before links are common on it, and the share that must have them. */
const FEW = 4;
const MOST = 0.5;

/** All pages that a crawl has visited or found, by numbers from 0, with the links of those that were visited. */
export class KnownWeb {
  readonly #numbers = new Map<LinkId, number>();
  readonly #hostNumbers = new Map<string, number>();
  readonly #ids: LinkId[] = [];
  readonly #sites: SiteId[] = [];
  readonly #hosts: number[] = [];
  readonly #relevance: number[] = [];
  /** The page's links; undefined where it was not visited. */
  readonly #targets: (Uint32Array | undefined)[] = [];
  /** The page in whose group its link waits; undefined where it does not wait. */
  readonly #groups: (number | undefined)[] = [];
  #links = 0;
  /** By host: visited pages; and by target, how many of them have it. */
  readonly #visitedOf: number[] = [];
  readonly #linkedFrom = new Map<number, Map<number, number>>();

  get size(): number {
    return this.#ids.length;
  }

  /** Links between known pages. */
  get links(): number {
    return this.#links;
  }

  /** The number of a page, which may be new; `relevance` is asked for then: what its link's text tells. */
  numberOf(id: LinkId, site: SiteId, url: string, relevance = () => 0): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#ids.push(id) - 1;
    this.#numbers.set(id, number);
    this.#sites.push(site);
    const { host } = new URL(url);
    const hostNumber = this.#hostNumbers.get(host) ?? this.#hostNumbers.size;
    this.#hostNumbers.set(host, hostNumber);
    this.#hosts.push(hostNumber);
    this.#relevance.push(relevance());
    return number;
  }

  known(id: LinkId): number | undefined {
    return this.#numbers.get(id);
  }

  id(page: number): LinkId {
    return this.#ids[page] ?? 0;
  }

  /** The sites that a page's links lead to, and its own. */
  sitesOf(page: number): readonly SiteId[] {
    const linked = [...(this.#targets[page] ?? [])];
    return [...new Set([page, ...linked].map((one) => this.#sites[one] ?? 0))];
  }

  /** A page was visited: its link waits no more. @param relevance of its text; undefined: not known */
  visited(page: number, targets: readonly number[], relevance?: number): void {
    if (relevance !== undefined) this.#relevance[page] = relevance;
    this.#links += targets.length - (this.#targets[page]?.length ?? 0);
    this.#count(page, targets);
    this.#targets[page] = Uint32Array.from(targets);
    this.#groups[page] = undefined;
  }

  /** A page's link waits, in the group of another page. */
  waits(page: number, group: number): void {
    this.#groups[page] = group;
  }

  groupOf(page: number): number | undefined {
    return this.#groups[page];
  }

  /** Targets of a page whose links wait, in whichever group. */
  waitingOf(page: number): number[] {
    return [...(this.#targets[page] ?? [])].filter((target) => this.#groups[target] !== undefined);
  }

  /** Whether most of the visited pages of a page's host have the link, as they have those of menus. */
  isCommon(page: number, target: number): boolean {
    const host = this.#hosts[page] ?? 0;
    const pages = this.#visitedOf[host] ?? 0;
    return pages >= FEW && (this.#linkedFrom.get(host)?.get(target) ?? 0) > MOST * pages;
  }

  #count(page: number, targets: readonly number[]): void {
    if (this.#targets[page]) return;
    const host = this.#hosts[page] ?? 0;
    this.#visitedOf[host] = (this.#visitedOf[host] ?? 0) + 1;
    const linked = this.#linkedFrom.get(host) ?? new Map<number, number>();
    this.#linkedFrom.set(host, linked);
    for (const target of targets) linked.set(target, (linked.get(target) ?? 0) + 1);
  }

  isVisited(page: number): boolean {
    return this.#targets[page] !== undefined;
  }

  /** How near to the topic each page is, by the text of its link until it was visited. */
  relevance(): Float64Array {
    return Float64Array.from(this.#relevance);
  }

  /** All links as they are now. */
  snapshot(): WebLinks {
    const from = new Uint32Array(this.#links);
    const to = new Uint32Array(this.#links);
    let at = 0;
    for (const [page, targets] of this.#targets.entries()) {
      if (!targets) continue;
      from.fill(page, at, at + targets.length);
      to.set(targets, at);
      at += targets.length;
    }
    return {
      nodes: this.#ids.length,
      from,
      to,
      hosts: Uint32Array.from(this.#hosts),
    };
  }
}
