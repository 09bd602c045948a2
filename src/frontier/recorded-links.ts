import { type ResourceRole, resourceRoles } from '../domain/link.ts';
import { PAGE_LINK } from '../storage/schema.ts';
import { keyHash } from '../url/normalise.ts';
import type { SeenLink } from './frontier.ts';
import type { FrontierQueries } from './queries.ts';
import type { SiteState } from './site-table.ts';
import type { PageWatch } from './trap-watch.ts';

/** How old `resources.last_seen` may grow before it is written anew, in milliseconds: a site's pages share most of theirs. */
const SEEN_TO = 3_600_000;

/** Adds the links that are recorded and never visited, each once for its site. */
export class RecordedLinks {
  readonly #sql: FrontierQueries;

  constructor(sql: FrontierQueries) {
    this.#sql = sql;
  }

  /** Adds the page's external links: how many are new to the site, and how many of these were guessed before. */
  addExternal(site: SiteState, source: number, links: readonly SeenLink[], page: PageWatch, now: number) {
    let added = 0;
    let guessed = 0;
    for (const { found, link } of links) {
      if (link.kind !== 'external') continue;
      const hash = keyHash(link.key);
      let id = this.#sql.external.find.get({ site: site.id, hash })?.id;
      if (id !== undefined) this.#sql.external.seen.run({ link: id, seen: now });
      else {
        const { url, host, domain } = link;
        id = this.#sql.external.insert.run({ ...found, url, host, domain, site: site.id, hash, source, seen: now }).id;
        page.external(url);
        guessed += this.#sql.resources.removeGuess.run({ site: site.id, hash }).changes;
        added++;
      }
      this.#sql.pageLinks.insert.run({ source, kind: PAGE_LINK.external, target: id });
    }
    return { added, guessed };
  }

  /** Adds the page's bad links. Answers how many are new to the site. */
  addBad(site: SiteState, source: number, links: readonly SeenLink[], now: number): number {
    let added = 0;
    for (const { found, link } of links) {
      if (link.kind !== 'bad') continue;
      const { raw, reason } = link;
      const { anchor, element, technique } = found;
      const row = { site: site.id, hash: keyHash(raw), raw, reason, source, anchor, element, technique, seen: now };
      added += this.#sql.bad.insert.run(row).changes;
    }
    return added;
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
      } else if (now - known.last_seen >= SEEN_TO) this.#sql.resources.seen.run({ resource: known.id, seen: now });
    }
    return added;
  }

  #isLink(identity: { readonly site: number; readonly hash: number }): boolean {
    return (this.#sql.external.find.get(identity) ?? this.#sql.internal.find.get(identity)) !== undefined;
  }
}

const isStronger = (role: ResourceRole, than: ResourceRole): boolean =>
  resourceRoles.indexOf(role) > resourceRoles.indexOf(than);
