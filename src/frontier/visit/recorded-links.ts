import { type LinkId, type ResourceRole, resourceRoles } from '../../domain/link.ts';
import { getOne } from '../../storage/statement.ts';
import { formOf } from '../../storage/visit.ts';
import { keyHash } from '../../url/normalise.ts';
import type { SeenLink } from '../frontier.ts';
import type { FrontierQueries } from '../queries.ts';
import type { SiteState } from '../sites/site-table.ts';
import { type Edge, isSameText, LinkHistory, type Targets } from './page-edges.ts';
import type { PageWatch } from './trap-watch.ts';

/** Link of a page that is recorded but never visited, with its stored data. */
interface Recorded<Kind extends 'external' | 'bad', Known> {
  readonly found: SeenLink['found'];
  readonly link: Extract<SeenLink['link'], { readonly kind: Kind }>;
  readonly place: number;
  readonly hash: number;
  /** Stored row; undefined: new link. */
  readonly known: Known | undefined;
}

/** External link on a page. */
export interface ExternalOnPage
  extends Recorded<'external', ReturnType<FrontierQueries['external']['some']['all']>[number]> {
  /** Id of the link; the future id of a new link. */
  readonly id: LinkId;
}

/** Text in place of a link on a page that can't be parsed as a URL. */
export type BadOnPage = Recorded<'bad', NonNullable<ReturnType<FrontierQueries['bad']['find']['get']>>>;

/** Adds links that are recorded but never visited, each once for its site. */
export class RecordedLinks {
  readonly #sql: FrontierQueries;
  readonly #history: LinkHistory;

  constructor(sql: FrontierQueries) {
    this.#sql = sql;
    this.#history = new LinkHistory(sql);
  }

  /** Returns the external links of a page, with the stored rows of known ones. */
  surveyExternal(site: SiteState, links: readonly SeenLink[]): readonly ExternalOnPage[] {
    let next: number | undefined;
    const hashes = links.map(({ link }) => (link.kind === 'external' ? keyHash(link.key) : undefined));
    const asked = new Set(hashes.filter((hash) => hash !== undefined));
    const rows = this.#sql.external.some.all(Array.from(asked, (hash) => ({ site: site.id, hash })));
    const stored = new Map(rows.map((row) => [row.hash, row]));
    const matchedLinks = new Map<number, ExternalOnPage>();
    for (const [place, { found, link }] of links.entries()) {
      const hash = hashes[place];
      if (link.kind !== 'external' || hash === undefined || matchedLinks.has(hash)) continue;
      const known = stored.get(hash);
      if (!known) next = next === undefined ? (this.#sql.external.nextId.get({})?.id ?? 1) : next + 1;
      matchedLinks.set(hash, { found, link, place, hash, known, id: known?.id ?? next ?? 1 });
    }
    return [...matchedLinks.values()];
  }

  /** Returns the bad links of a page, with the stored rows of known ones. */
  surveyBad(site: SiteState, links: readonly SeenLink[]): readonly BadOnPage[] {
    const matchedLinks = new Map<number, BadOnPage>();
    for (const [place, { found, link }] of links.entries()) {
      if (link.kind !== 'bad') continue;
      const hash = keyHash(link.raw);
      if (matchedLinks.has(hash)) continue;
      const known = this.#sql.bad.find.get({ site: site.id, hash });
      matchedLinks.set(hash, { found, link, place, hash, known });
    }
    return [...matchedLinks.values()];
  }

  /** Counts registrable domains without an external link from the site. */
  newDomains(site: SiteState, domains: ReadonlySet<string>): number {
    return [...domains].filter((domain) => !this.#sql.external.linkTo.get({ site: site.id, domain })).length;
  }

  /** Adds a page's external links. Returns the numbers of new ones guessed before, and of known ones that returned. */
  addExternal(site: SiteState, source: LinkId, matchedLinks: readonly ExternalOnPage[], page: PageWatch, now: number) {
    let returned = 0;
    const added: number[] = [];
    for (const { found, link, hash, known, id } of matchedLinks) {
      if (known) {
        this.#history.seen('external', known, now);
        if (this.#history.comeBack('external', known, now)) returned++;
        continue;
      }
      const { url, host, domain } = link;
      const seen = { first_seen: now, last_seen: now };
      this.#sql.external.insert.run({ id, url, host, domain, site: site.id, hash, source, ...formOf(found), ...seen });
      page.external(url);
      added.push(hash);
    }
    return { guessed: proveGuesses(this.#sql, site, added, now), returned };
  }

  /** Adds a page's bad links. Returns the number of known ones that returned, and the page's edges. */
  addBad(site: SiteState, source: LinkId, matchedLinks: readonly BadOnPage[], now: number) {
    let returned = 0;
    const targets = new Map<LinkId, Edge>();
    for (const { found, link, place, hash, known } of matchedLinks) {
      const { anchor, element, technique } = found;
      const { raw, reason } = link;
      const added = { site: site.id, hash, raw, reason, source, anchor, element, technique, first_seen: now };
      const { id } = known ?? getOne(this.#sql.bad.insert, added);
      if (known && this.#history.comeBack('bad', known, now)) returned++;
      targets.set(id, { place, text: undefined });
    }
    return { returned, targets };
  }

  /** Adds a page's resources, after its links: a guess of a known link is no resource. Returns the number added. */
  addResources(site: SiteState, source: number, links: readonly SeenLink[], now: number): number {
    let added = 0;
    for (const { found, link } of links) {
      if (link.kind !== 'resource') continue;
      const identity = { site: site.id, hash: keyHash(link.key) };
      const known = this.#sql.resources.find.get(identity);
      const { role, method, url, host, domain } = link;
      const { anchor, element, tagPath, frame, technique } = found;
      const onPage = { role, source, anchor, element, tag_path: tagPath, frame, technique, last_seen: now };
      if (known === undefined) {
        if (role === 'guess' && this.#isLink(identity)) continue;
        this.#sql.resources.insert.run({ method, url, host, domain, ...identity, ...onPage, first_seen: now });
        added++;
      } else if (isStronger(role, known.role)) {
        this.#sql.resources.strengthen.run({ id: known.id, ...onPage });
      } else this.#history.seen('resources', known, now);
    }
    return added;
  }

  #isLink(identity: { readonly site: number; readonly hash: number }): boolean {
    return (this.#sql.external.find.get(identity) ?? this.#sql.internal.find.get(identity)) !== undefined;
  }
}

/** Removes guessed resources that are now links, by the links' identities. Returns the number of removed guesses. */
export function proveGuesses(sql: FrontierQueries, site: SiteState, hashes: readonly number[], now: number): number {
  let proved = 0;
  for (const { hash } of sql.resources.some.all(hashes.map((hash) => ({ site: site.id, role: 'guess', hash }))))
    proved += sql.resources.removeGuess.run({ site: site.id, hash, at: now }).changes;
  return proved;
}

const isStronger = (role: ResourceRole, than: ResourceRole): boolean =>
  resourceRoles.indexOf(role) > resourceRoles.indexOf(than);

/** Returns a page's edges to external links. */
export const externalEdges = (matchedLinks: readonly ExternalOnPage[]): Targets =>
  new Map(
    matchedLinks.map(({ id, known, found, place }) => [
      id,
      { place, text: known && !isSameText(found, known) ? found : undefined },
    ]),
  );
