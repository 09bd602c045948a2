import {
  compareBlocks,
  type Evidence,
  type EvidenceKind,
  evidenceKinds,
  type KnownBlocks,
  lastingBlocks,
} from '../../analysis/changing-blocks.ts';
import { compareTexts, sizeOf, type TextDifference, textChanges } from '../../analysis/compare-texts.ts';
import { setCapped } from '../../domain/capped-map.ts';
import type { PageState } from '../../domain/history.ts';
import type { LinkId } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import { packed, packedChanges, unpacked } from '../../storage/page-changes.ts';
import { keyHash } from '../../url/normalise.ts';
import type { Commits } from '../commits.ts';
import type { FrontierQueries } from '../queries.ts';

/** Page with its template. */
export interface HistoryPage {
  readonly id: LinkId;
  readonly template: PageTemplate;
}

/** State of a page at a revisit. */
interface FoundThere {
  readonly state: PageState;
  readonly text: readonly string[];
  readonly httpStatus: number | null;
}

/** Comparison of a page with its previous version. */
export interface Compared extends TextDifference {
  readonly before: PageState | undefined;
  /** Characters of the current text. */
  readonly size: number;
}

const SAME = { kept: 0, gone: 0, fresh: 0 } as const;

/** Stores the versions of pages: a row for each change, and the text of the last version for the next comparison. */
export class PageHistory {
  readonly #sql: FrontierQueries;
  readonly #blocks: BlockMemory;

  constructor(sql: FrontierQueries, commits: Pick<Commits, 'onFailed' | 'onReplaced'>) {
    this.#sql = sql;
    this.#blocks = new BlockMemory(sql, commits);
  }

  /** Stores the first version of a page. Returns its size in characters. */
  begin(page: HistoryPage, text: readonly string[], httpStatus: number | null, now: number): number {
    const size = sizeOf(this.#blocks.lasting(page.template, text));
    const version = {
      page: page.id,
      at: now,
      state: 'there',
      http_status: httpStatus,
      size,
      hash: textHash(text),
    } as const;
    this.#sql.versions.insert.run({ ...version, ...SAME, fresh: size, last_seen: now });
    this.#sql.versions.putText.run({ page: page.id, text: packed(text) });
    return size;
  }

  /**
   * Compares a revisited page with its last version, and stores a new one after a change. A page without a stored
   * version counts as unchanged.
   *
   * @param again text of a second fetch right before or after: parts that differ do so at every fetch
   */
  check(page: HistoryPage, found: FoundThere, now: number, again?: readonly string[]): Compared {
    const { state, text, httpStatus } = found;
    const { id, template } = page;
    if (again) this.#blocks.learn(template, again, text, true);
    const last = this.#sql.versions.last.get({ page: id });
    const before = last?.state;
    if (!last && state === 'there') {
      const size = this.begin(page, text, httpStatus, now);
      return { before, size, ...SAME, kept: size };
    }
    const hash = state === 'there' ? textHash(text) : 0;
    if (last && before === state && (state !== 'there' || last.hash === hash)) {
      if (state === 'there' && this.#blocks.isLearning(template)) this.#blocks.learn(template, text, text);
      this.#sql.versions.seen.run({ page: id, at: last.at, last_seen: now });
      return { before, size: last.size, ...SAME, kept: last.size };
    }
    const old = before === 'there' ? this.#text(id) : [];
    if (before === 'there' && state === 'there') this.#blocks.learn(template, old, text);
    const lastingBefore = this.#blocks.lasting(template, old);
    const lasting = state === 'gone' ? [] : this.#blocks.lasting(template, text);
    const difference = compareTexts(lastingBefore, lasting);
    const size = difference.kept + difference.fresh;
    if (last && before === state && difference.gone + difference.fresh === 0) {
      this.#sql.versions.seen.run({ page: id, at: last.at, last_seen: now });
      return { before, size, ...difference };
    }
    const at = Math.max(now, (last?.last_seen ?? 0) + 1);
    const version = { page: id, at, state, http_status: httpStatus, size: state === 'there' ? size : 0, hash };
    this.#sql.versions.insert.run({ ...version, ...difference, last_seen: at });
    if (before === 'there' && state === 'there')
      this.#sql.textDifferences.insert.run({
        page: id,
        at,
        difference: packedChanges(textChanges(lastingBefore, lasting)),
      });
    if (state === 'there') this.#sql.versions.putText.run({ page: id, text: packed(text) });
    else this.#sql.versions.removeText.run({ page: id });
    return { before, size, ...difference };
  }

  /** Notes that a page is unchanged, as known without capturing it. Returns the size in characters. */
  seen(page: LinkId, now: number): number {
    const last = this.#sql.versions.last.get({ page });
    if (last) this.#sql.versions.seen.run({ page, at: last.at, last_seen: now });
    return last?.size ?? 0;
  }

  /** Returns the state of a page at its last visit; undefined: nothing is stored. */
  stateOf(page: LinkId): PageState | undefined {
    return this.#sql.versions.last.get({ page })?.state;
  }

  size(page: LinkId): number {
    return this.#sql.versions.last.get({ page })?.size ?? 0;
  }

  #text(page: LinkId): readonly string[] {
    const row = this.#sql.versions.text.get({ page });
    return row ? unpacked(row.text) : [];
  }
}

const textHash = (text: readonly string[]): number => keyHash(text.join('\n'));

/** Pages of a site that probably share a template, by the pattern of their URLs; see url/page-pattern.ts. */
interface PageTemplate {
  readonly site: SiteId;
  readonly pattern: string;
}

/** Most known blocks of a template; no more are learned after that. */
const MOST_BLOCKS = 1000;
/** Most templates in memory. */
const MOST_TEMPLATES = 500;

/** Learns for each template which blocks of its pages differ at every fetch, and stores that in the database. */
class BlockMemory {
  readonly #sql: FrontierQueries;
  /** Evidence on blocks by template, least recently used first. */
  readonly #templates = new Map<string, Map<number, Evidence & { readonly kind: EvidenceKind }>>();

  constructor(sql: FrontierQueries, commits: Pick<Commits, 'onFailed' | 'onReplaced'>) {
    this.#sql = sql;
    const forget = () => this.#templates.clear();
    commits.onFailed(forget);
    commits.onReplaced(forget);
  }

  /** Returns the blocks of a text that count, without blocks that differ at every fetch. */
  lasting(template: PageTemplate, text: readonly string[]): readonly string[] {
    return lastingBlocks(text, this.#known(template));
  }

  /** Tells whether an unchanged page could add evidence on known blocks. */
  isLearning(template: PageTemplate): boolean {
    return this.#known(template).size > 0;
  }

  /**
   * Learns from two versions of a page.
   *
   * @param atOnce true if both were fetched directly one after the other
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
    setCapped(this.#templates, name, known, MOST_TEMPLATES);
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
