import type { TopicDefinition } from '../../domain/topic.ts';
import type { Address, SeenLink } from '../../frontier/frontier.ts';
import { documentTypes, isFilePath, usualDocuments } from '../../url/file-types.ts';
import { isMadeFrom } from '../../url/made-from-page.ts';
import { storedKey } from '../../url/normalise.ts';
import { NOT_RECORDED, replay } from '../replay.ts';
import type { Answer, World } from '../world.ts';

/** A table of rows of different length: row r is `items` from `offsets[r]` to `offsets[r + 1]`. */
export interface Rows {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
}

/** Builds a table row by row; its memory doubles as it fills. */
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

/** The same pairs the other way round: item to the rows that have it, in ascending order. */
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

/** One visit that the budget is charged with. */
export interface LevelVisit {
  /** The link's identity key. */
  readonly key: string;
  readonly answer: Answer;
  /** It redirects to a page that was read before: it brings nothing. */
  readonly isDuplicate: boolean;
  /** What it is worth in the measure. */
  readonly gain: number;
}

/** The links of a visit that count: those of duplicates and of failures do not. */
const linksOf = ({ answer, isDuplicate }: Pick<LevelVisit, 'answer' | 'isDuplicate'>): readonly SeenLink[] =>
  isDuplicate || answer.outcome === 'failed' ? [] : answer.links;

/**
 * All visits of a crawl of one site in link order `level`. Each visit is charged, a redirect, a failure and a file too.
 *
 * @param site its place in the world
 * @param measure the reward in which gains are counted
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
      onVisit({ claim, settled }) {
        const key = storedKey(new URL(claim.url), identity);
        const answer = world.answer(site, key) ?? NOT_RECORDED;
        visits.push({ key, answer, isDuplicate: settled.outcome === 'duplicate', gain: settled.reward });
      },
    },
  );
  return visits;
}

/**
 * What oracles know: all that a crawl without a page limit could visit, under numbers. A page stands for all links that
 * lead to it by redirects; a file or a failure that a crawl would visit is a page, too. Pages are numbered site by site,
 * in the order in which a crawl in link order `level` visits them, external links in the order in which it finds them.
 */
export interface LabGraph {
  readonly sites: number;
  readonly pages: number;
  /** Distinct external links, or documents where the measure counts these, each counted once for its site. */
  readonly externals: number;
  /** Start page of each site. */
  readonly starts: Int32Array;
  /** Page to the other pages of its site that its links lead to, each once, in the page's order. */
  readonly targets: Rows;
  /** Page to those of them that it bears, each once. */
  readonly links: Rows;
  /** For each site, what each charged visit brings in the measure under link order `level`, redirects included. */
  readonly levelGains: readonly Float64Array[];
}

/** The reward that counts documents. */
export const DOCUMENTS = 'documents';

/** A graph whose pages can be found by their addresses. */
export interface NumberedGraph extends LabGraph {
  /** By site, the page that each link leads to which can be visited, by the link's identity key. */
  readonly pageOf: readonly ReadonlyMap<string, number>[];
  /** By page, its site's place and the first two folders of its address. */
  readonly sections: readonly string[];
}

/**
 * The graph of a world. What a page bears is what the first visit to it in link order `level` brings; links that are made
 * from its address are left out, as the reward `new-external-links` does. With the measure `documents`, links to documents
 * stand in place of external links.
 *
 * @param measure the reward in which the gains of the sites are counted
 * @param topic what it judges by, if it does
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
      // A document whose address does not tell what it is.
      if (documents && isUntoldDocument(visit, documents)) outside.add(externals + numberOf(visit.key, externalOf));
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

/** The visit that finds it is worth 1 itself. */
function isUntoldDocument({ key, answer }: LevelVisit, { isDocument, isType }: ReturnType<typeof documentTypes>) {
  return answer.outcome === 'file' && !isDocument(key) && isType(answer.contentType);
}

/** The first two folders of an address; of what is no page there is none. */
const sectionOf = (url: string): string =>
  url === '' ? '' : new URL(url).pathname.split('/').slice(1, -1).slice(0, 2).join('/');

/** The page that each visitable link leads to, by the link's key; the site's pages are numbered from `first`. */
function numberPages(
  world: World,
  site: number,
  visits: readonly LevelVisit[],
  first: number,
): ReadonlyMap<string, number> {
  const pageOf = new Map<string, number>();
  const landed = new Map<string, number>();
  // A page that a redirect led to is not visited again, but a crawl in another order might visit it as a link.
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

function numberOf(key: string, numbers: Map<string, number>): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}
