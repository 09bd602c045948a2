import { type ResourceRole, resourceRoles } from '../domain/link.ts';
import { isMadeFrom } from '../url/made-from-page.ts';
import { keyHash } from '../url/normalise.ts';
import type { SeenLink } from './frontier.ts';
import { LinkHistory } from './link-history.ts';
import { type Edge, isSameText } from './page-edges.ts';
import type { FrontierQueries } from './queries.ts';
import type { SiteState } from './site-table.ts';
import type { PageWatch } from './trap-watch.ts';

/** Adds the links that are recorded and never visited, each once for its site. */
export class RecordedLinks {
  readonly #sql: FrontierQueries;
  readonly #history: LinkHistory;

  constructor(sql: FrontierQueries) {
    this.#sql = sql;
    this.#history = new LinkHistory(sql);
  }

  /**
   * Adds the page's external links: how many are new to the site, their places on the page, how many of them are made from
   * the page's own address and how many were guessed before, and how many came back; `targets` are all of them, each with its
   * place on the page. `newSites` asks how many registrable domains the new ones lead to that no link of the site led to
   * before, with or without those that are made from the page's address.
   *
   * @param address absolute address of the page
   */
  addExternal(
    site: SiteState,
    { source, address }: { readonly source: number; readonly address: string },
    links: readonly SeenLink[],
    page: PageWatch,
    now: number,
  ) {
    const newPlaces: number[] = [];
    const found: { readonly id: number; readonly domain: string; readonly isMade: boolean }[] = [];
    let guessed = 0;
    let returned = 0;
    const targets = new Map<number, Edge>();
    for (const [place, { found: onPage, link }] of links.entries()) {
      if (link.kind !== 'external') continue;
      const hash = keyHash(link.key);
      const known = this.#sql.external.find.get({ site: site.id, hash });
      let id: number;
      if (known) {
        id = known.id;
        this.#history.seen('external', known, now);
        if (this.#history.comeBack('external', known, now)) returned++;
      } else {
        const { url, host, domain } = link;
        id = this.#sql.external.insert.run({ ...onPage, url, host, domain, site: site.id, hash, source, seen: now }).id;
        page.external(url);
        guessed += this.#sql.resources.removeGuess.run({ site: site.id, hash, at: now }).changes;
        newPlaces.push(place);
        found.push({ id, domain, isMade: isMadeFrom(url, address) });
      }
      targets.set(id, { place, text: known && !isSameText(onPage, known) ? onPage : undefined });
    }
    const madeFromPage = found.filter(({ isMade }) => isMade).length;
    const before = found[0]?.id ?? 0;
    const newSites = (withMade: boolean): number => {
      const domains = new Set(found.flatMap(({ domain, isMade }) => (withMade || !isMade ? [domain] : [])));
      return [...domains].filter((domain) => !this.#sql.external.linkTo.get({ site: site.id, domain, before })).length;
    };
    return { added: newPlaces.length, newPlaces, newSites, madeFromPage, guessed, returned, targets };
  }

  /** Adds the page's bad links: how many are new to the site, their places, and how many came back; `targets` as above. */
  addBad(site: SiteState, source: number, links: readonly SeenLink[], now: number) {
    const newPlaces: number[] = [];
    let returned = 0;
    const targets = new Map<number, Edge>();
    for (const [place, { found, link }] of links.entries()) {
      if (link.kind !== 'bad') continue;
      const { raw, reason } = link;
      const identity = { site: site.id, hash: keyHash(raw) };
      const known = this.#sql.bad.find.get(identity);
      let id: number;
      if (known) {
        id = known.id;
        if (this.#history.comeBack('bad', known, now)) returned++;
      } else {
        const { anchor, element, technique } = found;
        id = this.#sql.bad.insert.run({ ...identity, raw, reason, source, anchor, element, technique, seen: now }).id;
        newPlaces.push(place);
      }
      targets.set(id, { place, text: undefined });
    }
    return { added: newPlaces.length, newPlaces, returned, targets };
  }

  /** Adds the page's resources, once its links are there: a guess of what the site has is none. Answers how many are new. */
  addResources(site: SiteState, source: number, links: readonly SeenLink[], now: number): number {
    let added = 0;
    for (const { found, link } of links) {
      if (link.kind !== 'resource') continue;
      const identity = { site: site.id, hash: keyHash(link.key) };
      const known = this.#sql.resources.find.get(identity);
      const { role, method, url, host, domain } = link;
      const { anchor, element, tagPath, frame, technique } = found;
      const onPage = { role, source, anchor, element, tagPath, frame, technique, seen: now };
      if (known === undefined) {
        if (role === 'guess' && this.#isLink(identity)) continue;
        this.#sql.resources.insert.run({ ...identity, ...onPage, method, url, host, domain });
        added++;
      } else if (isStronger(role, known.role)) {
        this.#sql.resources.strengthen.run({ resource: known.id, ...onPage });
      } else this.#history.seen('resources', known, now);
    }
    return added;
  }

  #isLink(identity: { readonly site: number; readonly hash: number }): boolean {
    return (this.#sql.external.find.get(identity) ?? this.#sql.internal.find.get(identity)) !== undefined;
  }
}

const isStronger = (role: ResourceRole, than: ResourceRole): boolean =>
  resourceRoles.indexOf(role) > resourceRoles.indexOf(than);
