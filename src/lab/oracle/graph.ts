import type { TopicDefinition } from '../../domain/topic.ts';
import type { Address, SeenLink } from '../../frontier/frontier.ts';
import { documentTypes, isFilePath, usualDocuments } from '../../url/file-types.ts';
import { isMadeFrom } from '../../url/made-from-page.ts';
import { storedKey } from '../../url/normalise.ts';
import { NOT_RECORDED, replay } from '../replay.ts';
import type { Answer, World } from '../world.ts';

/** Table of rows with different lengths: row r is `items` from `offsets[r]` to `offsets[r + 1]`. */
export interface Rows {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
}

/** Builds a table row by row; doubles its memory when full. */
export class RowsBuilder {
  readonly #ends: number[] = [0];
  #items = new Int32Array(1024);
  #length = 0;

  add(row: Iterable<number>): void {
    for (const item of row) {
      if (this.#length === this.#items.length) {
        const larger = new Int32Array(2 * this.#length);
        larger.set(this.#items);
        this.#items = larger;
      }
      this.#items[this.#length++] = item;
    }
    this.#ends.push(this.#length);
  }

  rows(): Rows {
    return { offsets: Int32Array.from(this.#ends), items: this.#items.slice(0, this.#length) };
  }
}

/** Inverts a table: each item's rows, in ascending order. */
export function inverse({ offsets, items }: Rows, itemCount: number): Rows {
  const ends = new Int32Array(itemCount + 1);
  for (const item of items) ends[item + 1] = (ends[item + 1] ?? 0) + 1;
  for (let item = 0; item < itemCount; item++) ends[item + 1] = (ends[item + 1] ?? 0) + (ends[item] ?? 0);
  const next = ends.slice();
  const rows = new Int32Array(items.length);
  for (let row = 0; row + 1 < offsets.length; row++) {
    for (let at = offsets[row] ?? 0; at < (offsets[row + 1] ?? 0); at++) {
      const item = items[at] ?? 0;
      const place = next[item] ?? 0;
      rows[place] = row;
      next[item] = place + 1;
    }
  }
  return { offsets: ends, items: rows };
}

/** Visit that counts against the page limit. */
export interface LevelVisit {
  /** Identity key of the link. */
  readonly key: string;
  readonly answer: Answer;
  /** True for a redirect to a page visited before, without a reward. */
  readonly isDuplicate: boolean;
  /** Reward in the measure. */
  readonly gain: number;
}

/** Returns the links of a visit; none for duplicates and failures. */
const linksOf = ({ answer, isDuplicate }: Pick<LevelVisit, 'answer' | 'isDuplicate'>): readonly SeenLink[] =>
  isDuplicate || answer.outcome === 'failed' ? [] : answer.links;

/**
 * Crawls one site in link order `level` and returns all visits. Redirects, failures and files count as visits.
 *
 * @param site index in the world
 * @param measure reward for the gains
 */
export async function levelWalk(
  world: World,
  site: number,
  measure: string,
  topic?: TopicDefinition | undefined,
): Promise<LevelVisit[]> {
  const { name, identity, sites } = world;
  const alone = {
    name,
    identity,
    sites: sites.slice(site, site + 1),
    answer: (_: number, key: string) => world.answer(site, key),
  };
  const visits: LevelVisit[] = [];
  await replay(
    alone,
    { strategy: 'beebot-sequential', reward: measure, params: {}, topic },
    {
      pageLimit: Number.MAX_SAFE_INTEGER,
      workers: 1,
      seed: 1,
      onVisit({ claim, completed }) {
        const key = storedKey(new URL(claim.url), identity);
        const answer = world.answer(site, key) ?? NOT_RECORDED;
        visits.push({ key, answer, isDuplicate: completed.outcome === 'duplicate', gain: completed.reward });
      },
    },
  );
  return visits;
}

/**
 * Pages that a crawl without a page limit visits, numbered by site and then in link order `level`. Links that redirect
 * to one page are one page; visited files and failures are pages too.
 */
export interface LabGraph {
  readonly sites: number;
  readonly pages: number;
  /**
   * Number of external links, or of documents if the measure counts documents, distinct within each site. Numbered in
   * order of discovery.
   */
  readonly externals: number;
  /** Start page by site. */
  readonly starts: Int32Array;
  /** Internal targets of each page, distinct, in the page's order. */
  readonly targets: Rows;
  /** External links of each page, distinct. */
  readonly links: Rows;
  /** Gain of each visit in the measure, by site, under link order `level`, with redirects. */
  readonly levelGains: readonly Float64Array[];
}

/** Name of the reward that counts documents. */
export const DOCUMENTS = 'documents';

/** Graph with an index of pages by address. */
export interface NumberedGraph extends LabGraph {
  /** Page behind each visitable link, by site and identity key. */
  readonly pageOf: readonly ReadonlyMap<string, number>[];
  /** Section of each page: index of its site and first two folders of its address. */
  readonly sections: readonly string[];
}

/**
 * Builds the graph of a world. A page's external links are those of its first visit in link order `level`. Excludes
 * links made from the page's own address, as reward `new-external-links` does.
 *
 * @param measure reward for the sites' gains; `documents` counts links to documents instead of external links
 * @param topic topic of the measure, if it needs one
 */
export async function graphOf(
  world: World,
  measure = 'new-external-links',
  topic?: TopicDefinition | undefined,
): Promise<NumberedGraph> {
  const targets = new RowsBuilder();
  const links = new RowsBuilder();
  const starts = new Int32Array(world.sites.length);
  const levelGains: Float64Array[] = [];
  const pagesOf: ReadonlyMap<string, number>[] = [];
  const sections: string[] = [];
  let pages = 0;
  let externals = 0;
  const documents = measure === DOCUMENTS ? documentTypes(topic?.targets.types ?? usualDocuments) : undefined;
  for (const site of world.sites.keys()) {
    const visits = await levelWalk(world, site, measure, topic);
    const pageOf = numberPages(world, site, visits, pages);
    pagesOf.push(pageOf);
    const externalOf = new Map<string, number>();
    starts[site] = pages;
    for (const visit of visits) {
      if (visit.isDuplicate) continue;
      const row = new Set<number>();
      const outside = new Set<number>();
      const own = visit.answer.outcome === 'page' ? (visit.answer.address?.url ?? '') : '';
      // Counts documents that only their content type reveals.
      if (documents && isUnmarkedDocument(visit, documents)) outside.add(externals + numberOf(visit.key, externalOf));
      for (const { link, isNofollow } of linksOf(visit)) {
        const isFind = documents
          ? link.kind !== 'bad' && documents.isDocument(link.url)
          : link.kind === 'external' && (externalOf.has(link.key) || !isMadeFrom(link.url, own));
        if (isFind) outside.add(externals + numberOf(link.kind === 'bad' ? link.raw : link.key, externalOf));
        const page = link.kind === 'internal' && !isNofollow ? pageOf.get(link.key) : undefined;
        if (page !== undefined && page !== pages) row.add(page);
      }
      targets.add(row);
      links.add(outside);
      sections.push(`${site} ${sectionOf(own)}`);
      pages++;
    }
    externals += externalOf.size;
    levelGains.push(Float64Array.from(visits, ({ gain }) => gain));
  }
  const rows = { targets: targets.rows(), links: links.rows() };
  return { sites: world.sites.length, pages, externals, starts, ...rows, levelGains, pageOf: pagesOf, sections };
}

/** Tells whether the visit itself finds a document, with a gain of 1. */
function isUnmarkedDocument({ key, answer }: LevelVisit, { isDocument, isType }: ReturnType<typeof documentTypes>) {
  return answer.outcome === 'file' && !isDocument(key) && isType(answer.contentType);
}

/** Returns the first two folders of an address; empty for visits without a page. */
const sectionOf = (url: string): string =>
  url === '' ? '' : new URL(url).pathname.split('/').slice(1, -1).slice(0, 2).join('/');

/** Returns the page behind each visitable link, by key. Pages of the site are numbered from `first`. */
function numberPages(
  world: World,
  site: number,
  visits: readonly LevelVisit[],
  first: number,
): ReadonlyMap<string, number> {
  const pageOf = new Map<string, number>();
  const landed = new Map<string, number>();
  // True also for targets of redirects: other link orders may visit them as links.
  const isVisitable = ({ url, key }: Address): boolean =>
    world.answer(site, key) !== undefined && !isFilePath(new URL(url).pathname);
  let next = first;
  for (const { key, answer, isDuplicate } of visits) {
    const address = answer.outcome === 'page' ? answer.address : undefined;
    const page = isDuplicate && address ? (landed.get(address.key) ?? pageOf.get(address.key)) : next++;
    if (page === undefined) throw new Error(`${key} leads to ${address?.key}, which was not read before`);
    pageOf.set(key, page);
    if (isDuplicate) continue;
    landed.set(address?.key ?? key, page);
    if (address && address.key !== key && !pageOf.has(address.key) && isVisitable(address))
      pageOf.set(address.key, page);
  }
  return pageOf;
}

/** Returns the number of a key, from 0; new keys get the next number. */
export function numberOf(key: string, numbers: Map<string, number>): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}
