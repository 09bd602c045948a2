import type { LinkId, SourceView } from '../../domain/link.ts';
import { PAGE_LINK } from '../../storage/schema.ts';
import { bareHost } from '../../url/parse.ts';
import type { SeenLink } from '../frontier.ts';
import type { FrontierQueries } from '../queries.ts';
import type { LinkPlacement } from '../queue/link-placement.ts';
import type { SiteState } from '../sites/site-table.ts';
import type { Letter } from '../worker-share.ts';
import type { Follow, OutsideLinks } from './follow.ts';
import { internalEdges, type KnownLink, type MatchedLink, matchKnownLinks, newOf, nextLinkId } from './known-links.ts';
import { LinkHistory, PageEdges, pageLinkKinds, type StoredTexts, type Targets } from './page-edges.ts';
import { type BadOnPage, type ExternalOnPage, externalEdges, RecordedLinks } from './recorded-links.ts';
import { storedAddress } from './stored-address.ts';
import type { PageWatch, TrapWatch } from './trap-watch.ts';

interface PageLinksParts {
  readonly sql: FrontierQueries;
  readonly links: LinkPlacement;
  readonly follow: Follow;
  readonly traps: TrapWatch;
  readonly texts: StoredTexts;
}

/** Links of a page, with the stored data about these before any change. */
export interface FoundLinks {
  readonly all: readonly SeenLink[];
  readonly internal: readonly MatchedLink[];
  /** Links to follow to other sites. */
  readonly beyond: OutsideLinks;
  /** Edges of the page to internal links. */
  readonly edges: Targets;
  readonly external: readonly ExternalOnPage[];
  readonly bad: readonly BadOnPage[];
}

/** Counts a page's links that are new to its site, by kind. */
export const newLinks = ({ internal, external, bad }: FoundLinks) => ({
  newInternal: newOf(internal),
  newExternal: newOf(external),
  newBad: newOf(bad),
});

/** Page whose links are stored. */
interface PageOfSite {
  readonly site: SiteState;
  /** Page as the link order sees it. */
  readonly view: SourceView;
}

interface Written {
  /** Number of new resources, minus guesses that turned out to be links. */
  readonly resources: number;
  /** Other sites that got links. */
  readonly joined: readonly SiteState[];
  /** Number of links that had been removed from all pages. */
  readonly returned: number;
}

/** Looks up a page's links, and stores them with the page's edges. */
export class PageLinks {
  readonly #parts: PageLinksParts;
  readonly #recorded: RecordedLinks;
  readonly #edges: PageEdges;
  readonly #history: LinkHistory;

  constructor(parts: PageLinksParts) {
    this.#parts = parts;
    this.#recorded = new RecordedLinks(parts.sql);
    this.#edges = new PageEdges(parts.sql, parts.texts);
    this.#history = new LinkHistory(parts.sql);
  }

  /** Looks up a page's links. Read-only. @param landed as in `matchKnownLinks` */
  matches(
    site: SiteState,
    { id, level }: { readonly id: LinkId; readonly level: number },
    links: readonly SeenLink[],
    landed?: KnownLink & { readonly hash: number },
  ): FoundLinks {
    const { sql, follow } = this.#parts;
    const internal = matchKnownLinks(sql, site, links, landed);
    const beyond = follow.matches(links, level + 1, () => nextLinkId(sql, landed, internal));
    return {
      all: links,
      internal,
      beyond,
      edges: internalEdges([...internal, ...beyond.links], id),
      external: this.#recorded.surveyExternal(site, links),
      bad: this.#recorded.surveyBad(site, links),
    };
  }

  /** Counts registrable domains without an external link from the site. */
  newDomains(site: SiteState, domains: ReadonlySet<string>): number {
    return this.#recorded.newDomains(site, domains);
  }

  /** Stores the links of a page at its first capture, from which the trap watch learns. */
  add(page: PageOfSite, found: FoundLinks, now: number): Written {
    const watch = this.#watch(page);
    const { targets, ...written } = this.#write(page, found, watch, now);
    for (const kind of ['external', 'bad', 'internal'] as const) this.#edges.add(page.view.id, kind, targets[kind]);
    watch.close(now);
    return written;
  }

  /** Updates the stored links of a page after a revisit. `removed`: number of links that no page has any more. */
  update(page: PageOfSite, found: FoundLinks, now: number): Written & { readonly removed: number } {
    const { sql } = this.#parts;
    const { id } = page.view;
    const before = sql.edgeChanges.of.all({ source: id });
    const { targets, ...written } = this.#write(page, found, this.#watch(page), now);
    let removed = 0;
    for (const kind of pageLinkKinds)
      for (const target of this.#edges.update(id, kind, targets[kind], before, now)) {
        if (sql.edgeChanges.pageOf.get({ kind: PAGE_LINK[kind], target })) continue;
        if (kind === 'internal' && sql.internal.get.get({ id: target })?.source === null) continue;
        this.#history.remove(kind, target, now);
        removed++;
      }
    return { ...written, removed };
  }

  /** Adds links from other workers, with their pages' edges, inside a transaction. Returns the sites that got links. */
  receive(letters: readonly Letter[], now: number): readonly SiteState[] {
    const { follow } = this.#parts;
    const joined = new Set<SiteState>();
    for (const letter of letters) {
      const { page } = letter;
      const beyond = follow.read(letter);
      if (beyond.away.length > 0) follow.forward(letter);
      for (const site of follow.add({ ...beyond, away: [] }, page, now)) joined.add(site);
      this.#edges.add(page.id, 'internal', internalEdges(beyond.links, page.id));
    }
    return [...joined];
  }

  #watch({ site, view }: PageOfSite): PageWatch {
    return this.#parts.traps.page(site.id, storedAddress(view.url, site.origin), bareHost(new URL(view.url)));
  }

  #write({ site, view }: PageOfSite, found: FoundLinks, watch: PageWatch, now: number) {
    const external = this.#recorded.addExternal(site, view.id, found.external, watch, now);
    const bad = this.#recorded.addBad(site, view.id, found.bad, now);
    const internal = this.#parts.links.addInternal(site, view, found.internal, watch, now);
    const joined = this.#parts.follow.add(found.beyond, view, now);
    const resources = this.#recorded.addResources(site, view.id, found.all, now);
    return {
      targets: { external: externalEdges(found.external), bad: bad.targets, internal: found.edges },
      returned: external.returned + bad.returned + internal.returned,
      resources: resources - external.guessed - internal.guessed,
      joined,
    };
  }
}
