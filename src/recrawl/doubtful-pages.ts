import type { Claim, VisitResult } from '../frontier/frontier.ts';
import type { Store } from '../storage/open.ts';
import { edgeChangeQueries, pageVersionQueries, unpacked } from '../storage/page-changes.ts';
import { revisitQueries } from '../storage/recrawl.ts';
import { keyHash } from '../url/normalise.ts';
import type { PlannedRevisit } from './revisit-queue.ts';

/** Number of other credible pages of a site needed before a page with fewer links is accepted. */
const ENOUGH_OTHERS = 3;
/** Maximum number of held results. Further ones are accepted at once. */
const MOST_HELD = 500;

/** Revisit with a result that is not stored yet. */
export interface HeldRevisit {
  readonly check: PlannedRevisit;
  readonly claim: Claim;
  readonly result: VisitResult;
  readonly now: number;
}

interface SiteTexts {
  /** Hashes of new texts in this recrawl run, each with the hashes of the earlier texts. */
  readonly turned: Map<number, Set<number>>;
  /** Held results by the hash of the new text, with the number of other pages visited since. */
  readonly held: Map<number, HeldRevisit & { others: number }>;
  /** True if most revisits of the site were doubted in the previous recrawl run. */
  readonly wasDoubted: boolean;
}

type Judgement =
  | { readonly kind: 'believed' | 'doubted'; readonly released: readonly HeldRevisit[] }
  | { readonly kind: 'held' };

/**
 * Tells a site's maintenance from real changes. Doubts pages that become empty, and several pages that get the same
 * text; nothing of them is stored. Accepts the same result in a second recrawl run.
 */
export class DoubtfulPages {
  readonly #sql: ReturnType<typeof revisitQueries>;
  readonly #versions: ReturnType<typeof pageVersionQueries>;
  readonly #edges: ReturnType<typeof edgeChangeQueries>;
  readonly #step: number;
  readonly #sites = new Map<number, SiteTexts>();
  #held = 0;
  #doubtedBefore: ReadonlySet<number> | undefined;

  constructor(store: Store, step: number) {
    this.#sql = revisitQueries(store);
    this.#versions = pageVersionQueries(store);
    this.#edges = edgeChangeQueries(store);
    this.#step = step;
  }

  /** Judges the result of a revisit. The caller must store the result and the released ones. */
  judge(held: HeldRevisit): Judgement {
    const { check, result } = held;
    if (result.outcome === 'failed') return { kind: 'believed', released: [] };
    const before = this.#textBefore(check.page);
    const text = result.text ?? [];
    const [was, is] = [before && signature(before), signature(text)];
    if (before === undefined || result.outcome !== 'page') return this.#believed(check.site);
    const links = new Set(result.links.filter(({ link }) => link.kind !== 'resource').map(({ found }) => found.url));
    const linksBefore = this.#edges.of.all({ source: check.page }).length;
    const hadAnything = linksBefore > 0 || before.length > 0;
    if (hadAnything && links.size === 0 && text.join('').trim() === '') return this.#doubted(check, []);
    if (was === is) return this.#believed(check.site);
    const site = this.#site(check.site);
    const olds = site.turned.get(is) ?? new Set();
    site.turned.set(is, olds.add(keyHash(before.join('\n'))));
    const first = site.held.get(is);
    if (olds.size > 1) {
      if (first) this.#release(site, is);
      return this.#doubted(check, first ? [first] : []);
    }
    if (first || links.size > linksBefore || site.wasDoubted || this.#held >= MOST_HELD)
      return this.#believed(check.site);
    site.held.set(is, { ...held, others: 0 });
    this.#held++;
    return { kind: 'held' };
  }

  /**
   * Returns and removes the held results that no other page has contradicted.
   *
   * @param ids sites; undefined: all
   */
  release(ids?: readonly number[]): readonly HeldRevisit[] {
    const sites = (ids ?? [...this.#sites.keys()]).flatMap((id) => this.#sites.get(id) ?? []);
    const released = sites.flatMap(({ held }) => [...held.values()]);
    for (const { held } of sites) held.clear();
    this.#held -= released.length;
    return released;
  }

  /** Number of held results. */
  get held(): number {
    return this.#held;
  }

  #believed(id: number): Judgement {
    const site = this.#sites.get(id);
    if (!site) return { kind: 'believed', released: [] };
    const released: HeldRevisit[] = [];
    for (const [text, held] of site.held) {
      held.others++;
      if (held.others < ENOUGH_OTHERS) continue;
      released.push(held);
      this.#release(site, text);
    }
    return { kind: 'believed', released };
  }

  /** Doubts a page, unless the page's last revisit or most of the site's previous recrawl run was doubted. */
  #doubted({ page, site }: PlannedRevisit, released: readonly HeldRevisit[]): Judgement {
    const isConfirmed = this.#sql.lastChange.get({ page })?.change === 'doubted';
    return { kind: isConfirmed || this.#site(site).wasDoubted ? 'believed' : 'doubted', released };
  }

  #release(site: SiteTexts, text: number): void {
    if (site.held.delete(text)) this.#held--;
  }

  #site(id: number): SiteTexts {
    const known = this.#sites.get(id);
    if (known) return known;
    this.#doubtedBefore ??= new Set(this.#sql.doubtedSites.all({ step: this.#step - 1 }).map(({ site }) => site));
    const site = { turned: new Map<number, Set<number>>(), held: new Map(), wasDoubted: this.#doubtedBefore.has(id) };
    this.#sites.set(id, site);
    return site;
  }

  /** Returns the stored text of a page; undefined if the page was gone or is unknown. */
  #textBefore(page: number): readonly string[] | undefined {
    if (this.#versions.last.get({ page })?.state !== 'there') return undefined;
    const row = this.#versions.text.get({ page });
    return row && unpacked(row.text);
  }
}

/** Returns a hash of a text that ignores numbers, such as times. */
const signature = (text: readonly string[]): number => keyHash(text.join('\n').replace(/\d+/g, '0'));
