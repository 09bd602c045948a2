import type { KnownTemplate, Template } from '../../domain/page.ts';
import type { SiteId } from '../../domain/site.ts';
import { STATIC } from '../documents/page-shape.ts';

/**
 * Consecutive pages of a template that must have equal links both ways. Scripts may build links from any attribute,
 * text or data, on some pages only: if one page in eight has such links, this many pages likely show one.
 */
const NEEDED = 12;
/** The same for a template with differing pages: doubled per differing page, up to MOST_DOUBLINGS times. */
const NEEDED_AGAIN = 6;
const MOST_DOUBLINGS = 4;
/** Equal pages of a site with the same shape, and no differing ones, after which NEEDED_OF_PROVEN pages suffice. */
const PROVEN = 12;
const NEEDED_OF_PROVEN = 1;
/** Equal pages without scripts that a site must have first; only the server can make a difference for such pages. */
const STATIC_PROVEN = 2;
/** Consecutive equal pages of a template without scripts, on a site with a differing page. */
const STATIC_NEEDED = 3;
/** Pages of a template for each one that is always read both ways: at first, and once the template is proven. */
const FIRST_CHECK = 20;
const LAST_CHECK = 50;
/** Most patterns of one site that are distinguished. */
const MOST_PATTERNS = 1000;

type Counts = Pick<KnownTemplate, 'equal' | 'different'>;
const UNKNOWN: Counts = { equal: 0, different: 0 };

interface SiteStatistics {
  /** Yield of plain requests to the whole site. */
  readonly tries: Tries;
  /** Yield of plain requests by pattern. */
  readonly patterns: Map<string, Tries>;
  readonly templates: Map<string, KnownTemplate>;
  /** Equal and differing pages, by shape. */
  readonly shapes: Map<string, Counts>;
}

/** Learns for each template whether plain requests find the links that a browser finds. */
export class TemplateStatistics {
  readonly #sites = new Map<SiteId, SiteStatistics>();
  readonly #save: (template: KnownTemplate, url: string) => Promise<void>;

  /**
   * @param known statistics of earlier runs
   * @param save stores changed statistics
   */
  constructor(known: Iterable<KnownTemplate>, save: (template: KnownTemplate, url: string) => Promise<void>) {
    this.#save = save;
    for (const template of known) {
      this.#ofSite(template.site).templates.set(keyOf(template), template);
      this.#count(template, template.equal, template.different);
    }
  }

  /** Returns the pattern under which a page is counted. */
  countedPattern(site: SiteId, pattern: string): string {
    const { patterns } = this.#ofSite(site);
    return patterns.has(pattern) || patterns.size < MOST_PATTERNS ? pattern : '*';
  }

  /** Tells whether the next page of a pattern is worth a plain request before a browser read. Counts calls. */
  isWorthATry(site: SiteId, pattern: string): boolean {
    return this.#ofSite(site).tries.next() && this.#tries(site, pattern).next();
  }

  /** Tells whether pages of a template need no browser. */
  isPlain(template: Template): boolean {
    const { equal, different } = this.#known(template) ?? UNKNOWN;
    return equal >= this.#needed(template, different);
  }

  /** Returns the share of a plain template's pages to read both ways, from 0 to 1. */
  checkedShare(template: Template): number {
    const { equal } = (template.shape === STATIC ? this.#shape(template) : this.#known(template)) ?? UNKNOWN;
    return 1 / Math.min(LAST_CHECK, Math.max(FIRST_CHECK, equal));
  }

  /** Counts a page that was read by a plain request alone. */
  used({ site, pattern }: Template): void {
    this.#ofSite(site).tries.good();
    this.#tries(site, pattern).good();
  }

  /** Counts a failed plain request; a failure gives no evidence about the template. */
  failed(site: SiteId): void {
    this.#ofSite(site).tries.bad();
  }

  /** Counts a page that was read both ways. @param isEqual both readings found the same links */
  async learn(template: Template, isEqual: boolean, url: string): Promise<void> {
    const wasPlain = this.isPlain(template);
    const before = this.#known(template) ?? UNKNOWN;
    const equal = isEqual ? before.equal + 1 : 0;
    const different = before.different + (isEqual ? 0 : 1);
    this.#count(template, isEqual ? 1 : 0, isEqual ? 0 : 1);
    const isPlain = equal >= this.#needed(template, different);
    const known: KnownTemplate = {
      ...template,
      state: isPlain ? 'plain' : different > 0 ? 'browser' : 'learning',
      equal,
      different,
    };
    this.#ofSite(template.site).templates.set(keyOf(template), known);
    this.#ofSite(template.site).tries[isEqual ? 'good' : 'bad']();
    const tries = this.#tries(template.site, template.pattern);
    // Pages with a unique shape each are never plain.
    if (!isEqual || (before === UNKNOWN && !wasPlain)) tries.bad();
    else if (wasPlain || different === 0) tries.good();
    await this.#save(known, url);
  }

  /** Returns the consecutive equal pages that a template needs after `different` differing ones. */
  #needed(template: Template, different: number): number {
    const ofShape = this.#shape(template);
    if (ofShape.different === 0) {
      if (template.shape === STATIC && ofShape.equal >= STATIC_PROVEN) return 0;
      if (ofShape.equal >= PROVEN) return NEEDED_OF_PROVEN;
    }
    if (different === 0) return template.shape === STATIC ? STATIC_NEEDED : NEEDED;
    return NEEDED_AGAIN * 2 ** Math.min(different, MOST_DOUBLINGS);
  }

  #count(template: Template, equal: number, different: number): void {
    const before = this.#shape(template);
    const counts = { equal: before.equal + equal, different: before.different + different };
    this.#ofSite(template.site).shapes.set(template.shape, counts);
  }

  #shape({ site, shape }: Template): Counts {
    return this.#ofSite(site).shapes.get(shape) ?? UNKNOWN;
  }

  #known(template: Template): KnownTemplate | undefined {
    return this.#ofSite(template.site).templates.get(keyOf(template));
  }

  #ofSite(site: SiteId): SiteStatistics {
    let statistics = this.#sites.get(site);
    if (!statistics) {
      const tries = new Tries(SITE_CHANCE);
      statistics = { tries, patterns: new Map(), templates: new Map(), shapes: new Map() };
      this.#sites.set(site, statistics);
    }
    return statistics;
  }

  #tries(site: SiteId, pattern: string): Tries {
    const { patterns } = this.#ofSite(site);
    let tries = patterns.get(pattern);
    if (!tries) {
      tries = new Tries(PATTERN_CHANCE);
      patterns.set(pattern, tries);
    }
    return tries;
  }
}

/** Least share of useful plain requests; below, requests pause. A plain request costs a tenth of a browser read. */
const PATTERN_CHANCE = 0.2;
const SITE_CHANCE = 0.1;

const keyOf = ({ pattern, shape }: Template): string => `${shape} ${pattern}`;

/** Tries to skip after too many failures: at first, and at most. */
const FIRST_SKIPS = 8;
const MOST_SKIPS = 256;
/** Tries that are remembered; older ones count half. */
const REMEMBERED = 32;

/** Decides whether a step that often fails is worth another try. After failures, pauses for longer each time. */
class Tries {
  readonly #leastChance: number;
  #good = 0;
  #bad = 0;
  #skips = FIRST_SKIPS;
  #left = 0;

  /** @param leastChance least share of useful tries, from 0 to 1; below, the next tries are skipped */
  constructor(leastChance: number) {
    this.#leastChance = leastChance;
  }

  /** Tells whether to try the next time. Counts calls. */
  next(): boolean {
    if (this.#left === 0) return true;
    this.#left--;
    return false;
  }

  /** Counts a useful try. */
  good(): void {
    this.#good++;
    this.#skips = FIRST_SKIPS;
    this.#forget();
  }

  /** Counts a failed try. */
  bad(): void {
    this.#bad++;
    this.#forget();
    if ((this.#good + 1) / (this.#good + this.#bad + 1) > this.#leastChance) return;
    this.#left = this.#skips;
    this.#skips = Math.min(MOST_SKIPS, 2 * this.#skips);
  }

  #forget(): void {
    if (this.#good + this.#bad <= REMEMBERED) return;
    this.#good /= 2;
    this.#bad /= 2;
  }
}
