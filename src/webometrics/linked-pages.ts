import type { Store } from '../storage/open.ts';
import { linkEdges, linkedAddresses, linkIdentities } from '../storage/reports/link-edges.ts';
import { PAGE_LINK } from '../storage/schema.ts';
import { addressParts, withoutPort } from '../url/address-parts.ts';
import type { PlaceIndex } from '../url/places.ts';
import { registrableDomain } from '../url/scope.ts';
import type { CountingModel } from './models.ts';

/** Documents by a model: numbers from 0, so many as `count` says. */
export interface Documents {
  readonly count: number;
  /** By page: its document. */
  readonly ofPage: Uint32Array;
}

/** The links of a crawl between pages, which have numbers from 0. */
export interface LinkedPages {
  readonly pages: number;
  /** By page: the number of its site. Pages outside of all sites have the number behind the last one's. */
  readonly sites: Uint32Array;
  /** By page: the number of its host name in `hostNames`. */
  readonly hosts: Uint32Array;
  readonly hostNames: readonly string[];
  /** By host name: its registrable domain. */
  readonly domains: readonly string[];
  /** By the name of the model. */
  readonly documents: ReadonlyMap<string, Documents>;
  /** Link i leads from page `from[i]` to page `to[i]`; the same pair may come twice. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Whether the crawl has no link at all, also none that is not read. */
  readonly isEmpty: boolean;
}

interface ReadOptions {
  readonly models: readonly CountingModel[];
  readonly places: PlaceIndex;
  /** Number of the sites that the index finds. */
  readonly placeCount: number;
  /** The place of each crawled site by its id: its pages belong there if their addresses belong to none. */
  readonly placeOfSite: ReadonlyMap<number, number>;
  /** Whether links that lead outside of all sites are read, too. */
  readonly withOutside: boolean;
  readonly asOf: number | undefined;
}

/** Reads the links of a crawl; rows are streamed, and 40 bytes are kept of each address and 8 of each link. */
export function readLinkedPages(store: Store, options: ReadOptions): LinkedPages {
  const rows = new AddressRows(options);
  const internal = rows.readAll(store, 'internal', options);
  const external = rows.readAll(store, 'external', options);
  const { pages, pageOf, firstRowOf } = numberPages(rows.hashes);
  const from: number[] = [];
  const to: number[] = [];
  let isEmpty = true;
  // A page's links mostly come together.
  let last = -1;
  let one = -1;
  for (const { source, kind, target } of linkEdges(store, options.asOf)) {
    isEmpty = false;
    if (source !== last) one = internal.rowOf(source);
    last = source;
    const other = one < 0 ? -1 : (kind === PAGE_LINK.internal ? internal : external).rowOf(target);
    if (other < 0) continue;
    from.push(pageOf[one] ?? 0);
    to.push(pageOf[other] ?? 0);
  }
  const ofPages = (ofRows: readonly number[]) => Uint32Array.from(firstRowOf, (row) => ofRows[row] ?? 0);
  return {
    pages,
    sites: ofPages(rows.sites),
    hosts: ofPages(rows.hosts),
    ...{ hostNames: rows.hostNames, domains: rows.domains },
    documents: new Map(
      options.models.map(({ name }) => {
        const numbered = rows.documents.get(name);
        const documents = numbered
          ? { count: numbered.size, ofPage: ofPages(numbered.ofRow) }
          : { count: pages, ofPage: Uint32Array.from({ length: pages }, (_, page) => page) };
        return [name, documents];
      }),
    ),
    from: Uint32Array.from(from),
    to: Uint32Array.from(to),
    isEmpty,
  };
}

/** Numbers from 0 for the documents of each site, each as it comes first. */
class DocumentNumbers {
  readonly #bySite: Map<string, number>[] = [];
  readonly ofRow: number[] = [];
  size = 0;

  /** Adds a row of a document. */
  add(site: number, name: string): void {
    const known = this.#bySite[site] ?? new Map<string, number>();
    this.#bySite[site] = known;
    const number = known.get(name) ?? this.size;
    if (number === this.size) known.set(name, this.size++);
    this.ofRow.push(number);
  }
}

/** The parts of an address that its host decides. */
interface HostFacts {
  /** Of its name. */
  readonly number: number;
  readonly hostName: string;
  readonly domain: string;
  readonly placeOf: ReturnType<PlaceIndex>;
}

/** What is kept of each row of the link tables; an address has a row for each site that has it. */
class AddressRows {
  readonly hashes: number[] = [];
  readonly sites: number[] = [];
  readonly hosts: number[] = [];
  readonly hostNames: string[] = [];
  readonly domains: string[] = [];
  readonly documents: ReadonlyMap<string, DocumentNumbers>;
  readonly #hostFacts = new Map<string, HostFacts>();
  readonly #numbers = new Map<string, number>();
  readonly #places: PlaceIndex;
  readonly #models: readonly (readonly [NonNullable<CountingModel['documentOf']>, DocumentNumbers])[];

  constructor({ models, places }: Pick<ReadOptions, 'models' | 'places'>) {
    const coarse = models.flatMap(({ name, documentOf }) =>
      documentOf ? [{ name, documentOf, numbers: new DocumentNumbers() }] : [],
    );
    this.#places = places;
    this.#models = coarse.map(({ documentOf, numbers }) => [documentOf, numbers]);
    this.documents = new Map(coarse.map(({ name, numbers }) => [name, numbers]));
  }

  /** Reads all links of a kind; tells the row of each by its id, -1 for one that was not read. */
  readAll(
    store: Store,
    kind: 'internal' | 'external',
    { placeOfSite, placeCount, withOutside, asOf }: Omit<ReadOptions, 'models' | 'places'>,
  ) {
    const first = this.hashes.length;
    const ids: number[] = [];
    for (const { id, site, url } of linkedAddresses(store, kind, asOf)) {
      const { host, path, directory } = addressParts(url);
      const { number, hostName, domain, placeOf } = this.#factsOf(host);
      const own = kind === 'internal' ? placeOfSite.get(site) : undefined;
      const place = placeOf(path) ?? own ?? placeCount;
      if (place === placeCount && !withOutside) continue;
      ids.push(id);
      // Until its identity is read it is like no other.
      this.hashes.push(-1 - this.hashes.length);
      this.sites.push(place);
      this.hosts.push(number);
      const page = { directory, hostName, domain, isOfSite: place !== placeCount };
      for (const [documentOf, numbers] of this.#models) numbers.add(place, documentOf(page));
    }
    const sorted = Float64Array.from(ids);
    const rowOf = (id: number): number => {
      const at = placeIn(sorted, id);
      return at < 0 ? -1 : first + at;
    };
    for (const { link, hash } of linkIdentities(store, kind)) {
      const row = rowOf(link);
      if (row >= 0) this.hashes[row] = hash;
    }
    return { rowOf };
  }

  #factsOf(host: string): HostFacts {
    const known = this.#hostFacts.get(host);
    if (known !== undefined) return known;
    const hostName = withoutPort(host);
    const number = this.#numbers.get(hostName) ?? this.hostNames.push(hostName) - 1;
    this.#numbers.set(hostName, number);
    const domain = registrableDomain(hostName);
    this.domains[number] = domain;
    const facts = { number, hostName, domain, placeOf: this.#places(host) };
    this.#hostFacts.set(host, facts);
    return facts;
  }
}

/** Rows of one identity are one page. Tells the page of each row, and the first row of each page. */
function numberPages(hashes: readonly number[]) {
  const sorted = Float64Array.from(hashes).sort();
  const distinct = sorted.filter((hash, at) => at === 0 || hash !== sorted[at - 1]);
  const pageOf = new Uint32Array(hashes.length);
  const firstRowOf = new Uint32Array(distinct.length);
  for (let row = hashes.length - 1; row >= 0; row--) {
    const page = placeIn(distinct, hashes[row] ?? 0);
    pageOf[row] = page;
    firstRowOf[page] = row;
  }
  return { pages: distinct.length, pageOf, firstRowOf };
}

/** Where a number stands among ascending ones; -1 where it does not. */
function placeIn(sorted: Float64Array, number: number): number {
  let from = 0;
  let to = sorted.length - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const there = sorted[middle] ?? 0;
    if (there === number) return middle;
    if (there < number) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}
