import type { Store } from '../storage/open.ts';
import { linkEdges, linkedAddresses, linkIdentities } from '../storage/reports/link-edges.ts';
import { PAGE_LINK } from '../storage/schema.ts';
import { addressParts, withoutPort } from '../url/address-parts.ts';
import { registrableDomain } from '../url/scope.ts';
import type { PlaceIndex } from '../url/site-scopes.ts';
import type { CountingModel } from './models.ts';

/** Documents of a counting model, numbered from 0 to `count` - 1. */
export interface Documents {
  readonly count: number;
  /** Document of each page. */
  readonly ofPage: Uint32Array;
}

/** Links between the pages of a crawl; pages are numbered from 0. */
export interface LinkedPages {
  readonly pages: number;
  /** Site number of each page. External pages have the number after the last site. */
  readonly sites: Uint32Array;
  /** Index into `hostNames` of each page. */
  readonly hosts: Uint32Array;
  readonly hostNames: readonly string[];
  /** Registrable domain of each host name. */
  readonly domains: readonly string[];
  /** Documents by the name of their model. */
  readonly documents: ReadonlyMap<string, Documents>;
  /** Link i leads from page `from[i]` to page `to[i]`; pairs may repeat. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** True if the crawl has no link at all, including links that were filtered out. */
  readonly isEmpty: boolean;
}

interface ReadOptions {
  readonly models: readonly CountingModel[];
  readonly places: PlaceIndex;
  /** Number of places in the index. */
  readonly placeCount: number;
  /** Place of each crawled site by its id, for pages whose address belongs to no place. */
  readonly placeOfSite: ReadonlyMap<number, number>;
  /** True to include links to external pages. */
  readonly withOutside: boolean;
  readonly asOf: number | undefined;
}

/** Reads the links of a crawl; streams rows and keeps 40 bytes for each address and 8 for each link. */
export function readLinkedPages(store: Store, options: ReadOptions): LinkedPages {
  const rows = new AddressRows(options);
  const internal = rows.readAll(store, 'internal', options);
  const external = rows.readAll(store, 'external', options);
  const { pages, pageOf, firstRowOf } = numberPages(rows.hashes);
  const from: number[] = [];
  const to: number[] = [];
  let isEmpty = true;
  // Links of a page mostly follow each other: caches the last source.
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

/** Numbers the documents of all sites from 0, in order of appearance. */
class DocumentNumbers {
  readonly #bySite: Map<string, number>[] = [];
  readonly ofRow: number[] = [];
  size = 0;

  /** Adds a row that belongs to a document. */
  add(site: number, name: string): void {
    const known = this.#bySite[site] ?? new Map<string, number>();
    this.#bySite[site] = known;
    const number = known.get(name) ?? this.size;
    if (number === this.size) known.set(name, this.size++);
    this.ofRow.push(number);
  }
}

/** Facts about an address that depend on its host only. */
interface HostFacts {
  /** Index of the host name. */
  readonly number: number;
  readonly hostName: string;
  readonly domain: string;
  readonly placeOf: ReturnType<PlaceIndex>;
}

/** Columns kept from the link tables; an address has a row for each site that has it. */
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

  /** Reads all links of a kind; `rowOf` returns a link's row by its id, or -1 if the link was filtered out. */
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
      // Negative placeholder, different for each row, until the identity is read.
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

/** Merges rows of one identity into a page. Returns the page of each row, and the first row of each page. */
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

/** Returns a number's index in an ascending list, or -1. */
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
