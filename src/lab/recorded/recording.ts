import { deserialize, serialize } from 'node:v8';
import type { NewSite } from '../../domain/site.ts';
import type { Outcome } from '../../domain/visit.ts';
import type { SeenLink, VisitResult } from '../../frontier/frontier.ts';
import { unpacked } from '../../storage/page-changes.ts';
import { classify } from '../../url/classify.ts';
import { LeftOut } from '../../url/needless-parameters.ts';
import { type Identity, storedKey } from '../../url/normalise.ts';
import { bareHost, parseUrl } from '../../url/parse.ts';
import { type Scope, siteScope } from '../../url/scope.ts';
import type { Answer, World } from '../world.ts';
import { type LinkSpan, RecordedTables, type SharedTables } from './tables.ts';

/** Recorded visit to an address. */
export interface RecordedVisit {
  readonly url: string;
  /** Least number of internal links from the start page; null if unreachable. */
  readonly level: number | null;
  readonly outcome: Exclude<Outcome, 'duplicate'>;
  readonly reason: string;
  readonly httpStatus: number | null;
  readonly contentType: string;
  readonly title: string;
  /** Final address of the page, after redirects. */
  readonly landed: string;
  readonly milliseconds: number;
  readonly links: LinkSpan;
  /** Text number of a recorded excerpt of the page, if the full text was not kept. */
  readonly text?: number | undefined;
  /** Number of the full visible text, packed as in a database; undefined: not kept. */
  readonly blocks?: number | undefined;
}

/** Site with its recorded visits. */
export interface RecordedSite {
  readonly site: NewSite;
  readonly visits: readonly RecordedVisit[];
}

/** Recorded web in memory shared by threads. */
export interface SharedWorld {
  /** Serialized name, identity and sites. */
  readonly about: SharedArrayBuffer;
  readonly tables: SharedTables;
}

interface About extends Omit<Identity, 'leftOut'> {
  readonly name: string;
  readonly leftOut: LeftOut['entries'] | undefined;
  readonly recorded: readonly RecordedSite[];
}

/** @param tables links and texts of the sites' visits */
export function sharedWorld(
  name: string,
  { leftOut, ...identity }: Identity,
  tables: RecordedTables,
  recorded: readonly RecordedSite[],
): SharedWorld {
  const about: About = { name, ...identity, leftOut: leftOut?.entries, recorded };
  const bytes = serialize(about);
  const shared = new SharedArrayBuffer(bytes.length);
  Buffer.from(shared).set(bytes);
  return { about: shared, tables: tables.shared };
}

/** Web of recorded crawls. */
export class RecordedWorld implements World {
  readonly name: string;
  readonly identity: Identity;
  readonly sites: readonly NewSite[];
  readonly #answers: readonly ReadonlyMap<string, Answer>[];

  /** @param tables links and texts of the sites' visits */
  constructor(name: string, identity: Identity, tables: RecordedTables, recorded: readonly RecordedSite[]) {
    this.name = name;
    this.identity = identity;
    this.sites = recorded.map(({ site }) => site);
    const classified: ClassifiedLinks = new Map();
    this.#answers = recorded.map((one, place) => answersOf({ ...one, place }, identity, tables, classified));
  }

  static from({ about, tables }: SharedWorld): RecordedWorld {
    const { name, foldCase, ignored, leftOut, recorded }: About = deserialize(Buffer.from(about));
    const identity = { foldCase, ignored, ...(leftOut && { leftOut: new LeftOut(leftOut) }) };
    return new RecordedWorld(name, identity, new RecordedTables(tables), recorded);
  }

  answer(site: number, key: string): Answer | undefined {
    return this.#answers[site]?.get(key);
  }
}

function answersOf(
  site: RecordedSite & { readonly place: number },
  identity: Identity,
  tables: RecordedTables,
  classified: ClassifiedLinks,
): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  const links = new LinkReader(site, identity, tables, classified, answers);
  for (const visit of site.visits) {
    const key = storedKey(new URL(visit.url), identity);
    if (!answers.has(key)) answers.set(key, new RecordedAnswer(visit, tables, links, identity));
  }
  return answers;
}

/**
 * Returns the scope of a site. For scope `prefix`, uses the folder of the start page after redirects, as a crawl does.
 */
function scopeOfRecorded({ site, visits }: RecordedSite): Scope {
  const start = new URL(site.url);
  const landed = visits.find(({ url, outcome }) => url === site.url && outcome === 'page')?.landed;
  const home = landed === undefined ? start : new URL(landed);
  return siteScope(bareHost(home) === bareHost(start) ? home : start, site.scope);
}

/** Answer that classifies links at the first use: a replay needs only those of its visits. */
class RecordedAnswer implements Answer {
  readonly askedAt = undefined;
  readonly outcome: VisitResult['outcome'];
  readonly reason: string;
  readonly httpStatus: number | null;
  readonly contentType: string;
  readonly title: string;
  readonly address: VisitResult['address'];
  readonly canonical = undefined;
  readonly milliseconds: number;
  readonly #visit: RecordedVisit;
  readonly #tables: RecordedTables;
  readonly #reader: LinkReader;

  constructor(visit: RecordedVisit, tables: RecordedTables, reader: LinkReader, identity: Identity) {
    const { outcome, reason, httpStatus, contentType, title, landed, milliseconds } = visit;
    this.outcome = outcome;
    this.reason = reason;
    this.httpStatus = httpStatus;
    this.contentType = contentType;
    this.title = title;
    this.milliseconds = milliseconds;
    this.address = outcome === 'page' ? { url: landed, key: storedKey(new URL(landed), identity) } : undefined;
    this.#visit = visit;
    this.#tables = tables;
    this.#reader = reader;
  }

  get links(): readonly SeenLink[] {
    return this.#reader.read(this.#visit.links);
  }

  get excerpt(): readonly string[] | undefined {
    if (this.outcome !== 'page') return undefined;
    const { text, blocks } = this.#visit;
    if (blocks !== undefined) return unpacked(this.#tables.bytes(blocks));
    const ownText = text === undefined ? '' : this.#tables.text(text);
    return [ownText, ...this.links.map(({ found }) => found.context || found.anchor)];
  }
}

type ClassifiedLinks = Map<number, SeenLink['link']>;
/** Most classified links to cache, over all sites. */
const MOST_CLASSIFIED = 50_000;

/** Reads and classifies the links of a site. */
class LinkReader {
  readonly #site: number;
  readonly #scope: Scope;
  readonly #identity: Identity;
  readonly #tables: RecordedTables;
  readonly #visited: ReadonlyMap<string, unknown>;
  readonly #classified: ClassifiedLinks;
  #last: { readonly span: LinkSpan; readonly links: readonly SeenLink[] } | undefined;

  /**
   * @param classified cache for all sites, by numbers of site and address
   * @param visited recorded visits by identity key
   */
  constructor(
    { site, visits, place }: RecordedSite & { readonly place: number },
    identity: Identity,
    tables: RecordedTables,
    classified: ClassifiedLinks,
    visited: ReadonlyMap<string, unknown>,
  ) {
    this.#site = place;
    this.#scope = scopeOfRecorded({ site, visits });
    this.#identity = identity;
    this.#tables = tables;
    this.#classified = classified;
    this.#visited = visited;
  }

  /** Returns a page's distinct links. Caches the last page, as a visit reads its links repeatedly. */
  read(span: LinkSpan): readonly SeenLink[] {
    if (this.#last?.span === span) return this.#last.links;
    const distinct = new Map<string, SeenLink>();
    for (const { address, url: raw, anchor, context, rel, element, tagPath } of this.#tables.links(span)) {
      const link = this.#classify(address, raw);
      const key = link.kind === 'bad' ? link.raw : link.key;
      if (distinct.has(key)) continue;
      const found = { raw, url: raw, role: 'link', method: 'GET', anchor, context, rel, element, tagPath } as const;
      distinct.set(key, { found: { ...found, frame: '', technique: 'recorded' }, link, isNofollow: false });
    }
    this.#last = { span, links: [...distinct.values()] };
    return this.#last.links;
  }

  /** @param text number of the address */
  #classify(text: number, url: string): SeenLink['link'] {
    const place = this.#site * 2 ** 32 + text;
    const known = this.#classified.get(place);
    if (known) return known;
    const address = parseUrl(url);
    const isRoute = (address?.hash && this.#visited.has(storedKey(address, this.#identity))) || undefined;
    const link = classify(url, { resolved: url }, this.#scope, this.#identity, isRoute);
    // A visited link is a page, even if its address looks like a file.
    const understood = link.kind === 'internal' && this.#visited.has(link.key) ? { ...link, isFile: false } : link;
    if (this.#classified.size === MOST_CLASSIFIED) this.#classified.clear();
    this.#classified.set(place, understood);
    return understood;
  }
}
