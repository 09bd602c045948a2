import { type LinkId, type ResourceRole, resourceRoles } from '../../domain/link.ts';
import { one } from '../../storage/statement.ts';
import { formOf } from '../../storage/visit.ts';
import { keyHash } from '../../url/normalise.ts';
import type { SeenLink } from '../frontier.ts';
import type { FrontierQueries } from '../queries.ts';
import type { SiteState } from '../sites/site-table.ts';
import { type Edge, isSameText, LinkHistory, type Targets } from './page-edges.ts';
import type { PageWatch } from './trap-watch.ts';

/** A link of a page that is recorded and never visited, and what is known of it. */
interface Recorded<Kind extends 'external' | 'bad', Known> {
  readonly found: SeenLink['found'];
  readonly link: Extract<SeenLink['link'], { readonly kind: Kind }>;
  readonly place: number;
  readonly hash: number;
  /** Undefined: it is new. */
  readonly known: Known | undefined;
}

/** An external link as it stands on a page. */
export interface ExternalOnPage
  extends Recorded<'external', ReturnType<FrontierQueries['external']['some']['all']>[number]> {
  /** That which it gets, where it is new. */
  readonly id: LinkId;
}

/** What stands on a page and can't be understood as a link. */
export type BadOnPage = Recorded<'bad', NonNullable<ReturnType<FrontierQueries['bad']['find']['get']>>>;

/** Adds the links that are recorded and never visited, each once for its site. */
export class RecordedLinks {
  readonly #sql: FrontierQueries;
  readonly #history: LinkHistory;

  constructor(sql: FrontierQueries) {
    this.#sql = sql;
    this.#history = new LinkHistory(sql);
  }

  /** Looks which of a page's links are external, and which of these are new to the site. */
  surveyExternal(site: SiteState, links: readonly SeenLink[]): readonly ExternalOnPage[] {
    let next: number | undefined;
    const hashes = links.map(({ link }) => (link.kind === 'external' ? keyHash(link.key) : undefined));
    const asked = new Set(hashes.filter((hash) => hash !== undefined));
    const rows = this.#sql.external.some.all(Array.from(asked, (hash) => ({ site: site.id, hash })));
    const stored = new Map(rows.map((row) => [row.hash, row]));
    const surveyed = new Map<number, ExternalOnPage>();
    for (const [place, { found, link }] of links.entries()) {
      const hash = hashes[place];
      if (link.kind !== 'external' || hash === undefined || surveyed.has(hash)) continue;
      const known = stored.get(hash);
      if (!known) next = next === undefined ? (this.#sql.external.nextId.get({})?.id ?? 1) : next + 1;
      surveyed.set(hash, { found, link, place, hash, known, id: known?.id ?? next ?? 1 });
    }
    return [...surveyed.values()];
  }

  /** The same of what can't be understood as a link. */
  surveyBad(site: SiteState, links: readonly SeenLink[]): readonly BadOnPage[] {
    const surveyed = new Map<number, BadOnPage>();
    for (const [place, { found, link }] of links.entries()) {
      if (link.kind !== 'bad') continue;
      const hash = keyHash(link.raw);
      if (surveyed.has(hash)) continue;
      const known = this.#sql.bad.find.get({ site: site.id, hash });
      surveyed.set(hash, { found, link, place, hash, known });
    }
    return [...surveyed.values()];
  }

  /** How many of some registrable domains no external link of the site leads to. */
  newDomains(site: SiteState, domains: ReadonlySet<string>): number {
    return [...domains].filter((domain) => !this.#sql.external.linkTo.get({ site: site.id, domain })).length;
  }

  /** Adds a page's external links: how many of the new ones were guessed before, and how many of the known ones came back. */
  addExternal(site: SiteState, source: LinkId, surveyed: readonly ExternalOnPage[], page: PageWatch, now: number) {
    let returned = 0;
    const added: number[] = [];
    for (const { found, link, hash, known, id } of surveyed) {
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

  /** Adds a page's bad links: how many of the known ones came back, and the page's edges to all. */
  addBad(site: SiteState, source: LinkId, surveyed: readonly BadOnPage[], now: number) {
    let returned = 0;
    const targets = new Map<LinkId, Edge>();
    for (const { found, link, place, hash, known } of surveyed) {
      const { anchor, element, technique } = found;
      const { raw, reason } = link;
      const added = { site: site.id, hash, raw, reason, source, anchor, element, technique, first_seen: now };
      const { id } = known ?? one(this.#sql.bad.insert, added);
      if (known && this.#history.comeBack('bad', known, now)) returned++;
      targets.set(id, { place, text: undefined });
    }
    return { returned, targets };
  }

  /** Adds the page's resources, once its links are there: a guess of what the site has is none. Returns how many are new. */
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

/** Takes out the guesses that links which are new prove, by their identities. Returns how many there were. */
export function proveGuesses(sql: FrontierQueries, site: SiteState, hashes: readonly number[], now: number): number {
  let proved = 0;
  for (const { hash } of sql.resources.some.all(hashes.map((hash) => ({ site: site.id, role: 'guess', hash }))))
    proved += sql.resources.removeGuess.run({ site: site.id, hash, at: now }).changes;
  return proved;
}

const isStronger = (role: ResourceRole, than: ResourceRole): boolean =>
  resourceRoles.indexOf(role) > resourceRoles.indexOf(than);

/** A page's edges to external links. */
export const externalEdges = (surveyed: readonly ExternalOnPage[]): Targets =>
  new Map(
    surveyed.map(({ id, known, found, place }) => [
      id,
      { place, text: known && !isSameText(found, known) ? found : undefined },
    ]),
  );
