import {
  compareBlocks,
  type Evidence,
  type EvidenceKind,
  evidenceKinds,
  type KnownBlocks,
  lastingBlocks,
} from '../analysis/changing-blocks.ts';
import { keep } from '../domain/bounded.ts';
import type { SiteId } from '../domain/site.ts';
import type { Commits } from './commits.ts';
import type { FrontierQueries } from './queries.ts';

/** Pages of a site that are likely to be made alike: by the pattern of their addresses, see url/page-pattern.ts. */
export interface PageTemplate {
  readonly site: SiteId;
  readonly pattern: string;
}

/** Blocks of which something is known, of one template; no more is learned then. */
const MOST_BLOCKS = 1000;
/** Templates that are kept in memory. */
const MOST_TEMPLATES = 500;

/** Learns for each template which blocks of its pages differ at every fetch. What it learns is in the database. */
export class BlockMemory {
  readonly #sql: FrontierQueries;
  /** Least recently used first. */
  readonly #templates = new Map<string, Map<number, Evidence & { readonly kind: EvidenceKind }>>();

  constructor(sql: FrontierQueries, commits: Pick<Commits, 'onFailed'>) {
    this.#sql = sql;
    commits.onFailed(() => this.#templates.clear());
  }

  /** The blocks of a text that count. */
  lasting(template: PageTemplate, text: readonly string[]): readonly string[] {
    return lastingBlocks(text, this.#known(template));
  }

  /** Whether anything is known that another look at an unchanged page could tell more of. */
  isLearning(template: PageTemplate): boolean {
    return this.#known(template).size > 0;
  }

  /**
   * Learns from two versions of a page.
   *
   * @param atOnce they were fetched one right after the other
   */
  learn(template: PageTemplate, before: readonly string[], after: readonly string[], atOnce = false): void {
    const known = this.#known(template);
    for (const { key, kind, ...seen } of compareBlocks(before, after, known, atOnce)) {
      const old = known.get(key);
      if (!old && known.size >= MOST_BLOCKS) continue;
      if (old && kind === 'gone') continue;
      const { flips, stays, returns } = old ?? { flips: 0, stays: 0, returns: 0 };
      known.set(key, {
        kind,
        flips: flips + seen.flips,
        stays: stays + seen.stays,
        returns: returns + seen.returns,
      });
      this.#sql.changingBlocks.add.run({ ...template, key, kind: evidenceKinds.indexOf(kind), ...seen });
    }
  }

  #known(template: PageTemplate) {
    const name = nameOf(template);
    const known = this.#templates.get(name) ?? this.#stored(template);
    this.#templates.delete(name);
    keep(this.#templates, name, known, MOST_TEMPLATES);
    return known;
  }

  #stored(template: PageTemplate) {
    const known = new Map<number, Evidence & { readonly kind: EvidenceKind }>();
    for (const { key, kind, ...evidence } of this.#sql.changingBlocks.ofTemplate.all(template)) {
      const name = evidenceKinds[kind];
      if (name) known.set(key, { kind: name, ...evidence });
    }
    return known satisfies KnownBlocks;
  }
}

const nameOf = ({ site, pattern }: PageTemplate): string => `${site} ${pattern}`;
