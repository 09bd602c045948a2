import type { NewSite } from '../domain/site.ts';
import type { Outcome } from '../domain/visit.ts';
import type { SeenLink, VisitResult } from '../frontier/frontier.ts';
import { bareHost } from '../url/bare-host.ts';
import { classify } from '../url/classify.ts';
import type { Identity } from '../url/identity.ts';
import { storedKey } from '../url/normalise.ts';
import { parseUrl } from '../url/parse.ts';
import { type Scope, siteScope } from '../url/scope.ts';
import type { Answer, World } from './world.ts';

/** A link as a recording has it. */
interface RecordedLink {
  /** Its absolute address. */
  readonly url: string;
  readonly anchor: string;
  readonly context: string;
  readonly rel: string;
  readonly element: string;
  readonly tagPath: string;
}

/** What came of asking for an address. */
export interface RecordedVisit {
  readonly url: string;
  /** Least number of internal links that lead to it from the start page; null where none do. */
  readonly level: number | null;
  readonly outcome: Exclude<Outcome, 'duplicate'>;
  readonly reason: string;
  readonly httpStatus: number | null;
  readonly contentType: string;
  readonly title: string;
  /** Where the page was read, after redirects. */
  readonly landed: string;
  readonly milliseconds: number;
  /** In the page's order. */
  links(): readonly RecordedLink[];
  /** Of the page's text what was recorded beside its title and the texts of its links, where all of it was not. */
  readonly text?: string | undefined;
  /** All of its visible text in blocks; undefined: it was not kept. */
  readonly blocks?: (() => readonly string[] | undefined) | undefined;
}

/** A site that was crawled, whole or in part. */
export interface RecordedSite {
  readonly site: NewSite;
  readonly visits: readonly RecordedVisit[];
}

/** A web that was crawled once. */
export class RecordedWorld implements World {
  readonly name: string;
  readonly identity: Identity;
  readonly sites: readonly NewSite[];
  readonly #answers: readonly ReadonlyMap<string, Answer>[];

  constructor(name: string, identity: Identity, recorded: readonly RecordedSite[]) {
    this.name = name;
    this.identity = identity;
    this.sites = recorded.map(({ site }) => site);
    this.#answers = recorded.map((one) => answersOf(one, identity));
  }

  answer(site: number, key: string): Answer | undefined {
    return this.#answers[site]?.get(key);
  }
}

function answersOf({ site, visits }: RecordedSite, identity: Identity): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  const links = new LinkReader(scopeOfRecorded({ site, visits }), identity, answers);
  for (const visit of visits) {
    const key = storedKey(new URL(visit.url), identity);
    if (!answers.has(key)) answers.set(key, new RecordedAnswer(visit, links, identity));
  }
  return answers;
}

/** A site by `prefix` has the folder where its start page was read, as in a crawl. */
function scopeOfRecorded({ site, visits }: RecordedSite): Scope {
  const start = new URL(site.url);
  const landed = visits.find(({ url, outcome }) => url === site.url && outcome === 'page')?.landed;
  const home = landed === undefined ? start : new URL(landed);
  return siteScope(bareHost(home) === bareHost(start) ? home : start, site.scope);
}

/** Its links are understood when they are asked for: a replay needs those of the pages that it visits. */
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
  readonly #reader: LinkReader;
  #links: readonly SeenLink[] | undefined;

  constructor(visit: RecordedVisit, reader: LinkReader, identity: Identity) {
    const { outcome, reason, httpStatus, contentType, title, landed, milliseconds } = visit;
    this.outcome = outcome;
    this.reason = reason;
    this.httpStatus = httpStatus;
    this.contentType = contentType;
    this.title = title;
    this.milliseconds = milliseconds;
    this.address = outcome === 'page' ? { url: landed, key: storedKey(new URL(landed), identity) } : undefined;
    this.#visit = visit;
    this.#reader = reader;
  }

  get links(): readonly SeenLink[] {
    this.#links ??= this.#reader.read(this.#visit.links());
    return this.#links;
  }

  get excerpt(): readonly string[] | undefined {
    if (this.outcome !== 'page') return undefined;
    const { text = '' } = this.#visit;
    return this.#visit.blocks?.() ?? [text, ...this.links.map(({ found }) => found.context || found.anchor)];
  }
}

/** Understands a site's links; those that many pages have are kept once. */
class LinkReader {
  readonly #scope: Scope;
  readonly #identity: Identity;
  readonly #visited: ReadonlyMap<string, unknown>;
  readonly #classified = new Map<string, SeenLink['link']>();
  readonly #seen = new Map<string, SeenLink>();

  constructor(scope: Scope, identity: Identity, visited: ReadonlyMap<string, unknown>) {
    this.#scope = scope;
    this.#identity = identity;
    this.#visited = visited;
  }

  /** A page's links, each once. */
  read(links: readonly RecordedLink[]): SeenLink[] {
    const distinct = new Map<string, SeenLink>();
    for (const link of links) {
      const seen = this.#understand(link);
      const key = seen.link.kind === 'bad' ? seen.link.raw : seen.link.key;
      if (!distinct.has(key)) distinct.set(key, seen);
    }
    return [...distinct.values()];
  }

  #understand(recorded: RecordedLink): SeenLink {
    const { url, anchor, tagPath } = recorded;
    const place = `${url}\n${tagPath}\n${anchor}`;
    const known = this.#seen.get(place);
    if (known) return known;
    const found = { ...recorded, raw: url, role: 'link', method: 'GET', frame: '', technique: 'recorded' } as const;
    const seen = { found, link: this.#classify(url), isNofollow: false };
    this.#seen.set(place, seen);
    return seen;
  }

  #classify(url: string): SeenLink['link'] {
    const known = this.#classified.get(url);
    if (known) return known;
    const address = parseUrl(url);
    const isRoute = (address?.hash && this.#visited.has(storedKey(address, this.#identity))) || undefined;
    const link = classify(url, { resolved: url }, this.#scope, this.#identity, isRoute);
    // What looks like a file and was visited none the less was a page to the crawl that recorded it.
    const understood = link.kind === 'internal' && this.#visited.has(link.key) ? { ...link, isFile: false } : link;
    this.#classified.set(url, understood);
    return understood;
  }
}
