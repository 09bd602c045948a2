import type { KnownTemplate, Template } from '../../domain/page.ts';
import type { SiteId } from '../../domain/site.ts';
import { STATIC } from '../documents/page-shape.ts';

/**
 * Pages in a row that must come to the same. What a script resolves into links may stand in any attribute, text or data of a
 * page, and on some pages only: where one in eight has it, so many in a row are likely to show it.
 */
const NEEDED = 12;
/** The same where some did not: the double after each, up to 2 ** MOST_DOUBLINGS times. */
const NEEDED_AGAIN = 6;
const MOST_DOUBLINGS = 4;
/** The same of a shape that came to the same on so many pages of the site, of whatever pattern, and never otherwise. */
const PROVEN = 12;
const NEEDED_OF_PROVEN = 1;
/** Pages of a site without scripts that must come to the same: nothing but the server can make a difference there. */
const STATIC_PROVEN = 2;
/** The same of a template of theirs where some of the site did not. */
const STATIC_NEEDED = 3;
/** One in so many pages of a template is read both ways for ever: at first, and once it has proved itself. */
const FIRST_CHECK = 20;
const LAST_CHECK = 50;
/** Patterns of one site that are told apart. */
const MOST_PATTERNS = 1000;

type Counts = Pick<KnownTemplate, 'equal' | 'different'>;
const UNKNOWN: Counts = { equal: 0, different: 0 };

interface SiteStatistics {
  /** Whether the site's pages are worth a plain request at all … */
  readonly tries: Tries;
  /** … and those of a pattern. */
  readonly patterns: Map<string, Tries>;
  readonly templates: Map<string, KnownTemplate>;
  /** Pages that came to the same and those that did not, by shape. */
  readonly shapes: Map<string, Counts>;
}

/** Learns for each template whether plain requests find the links that a browser finds. */
export class TemplateStatistics {
  readonly #sites = new Map<SiteId, SiteStatistics>();
  readonly #keep: (template: KnownTemplate, url: string) => Promise<void>;

  /**
   * @param known what was learned before
   * @param keep takes down what has been learned
   */
  constructor(known: Iterable<KnownTemplate>, keep: (template: KnownTemplate, url: string) => Promise<void>) {
    this.#keep = keep;
    for (const template of known) {
      this.#ofSite(template.site).templates.set(keyOf(template), template);
      this.#count(template, template.equal, template.different);
    }
  }

  /** The pattern under which a page is to be learned. */
  within(site: SiteId, pattern: string): string {
    const { patterns } = this.#ofSite(site);
    return patterns.has(pattern) || patterns.size < MOST_PATTERNS ? pattern : '*';
  }

  /** Whether the next page of a pattern is worth a plain request before the browser may be needed. Counts the pages. */
  isWorthATry(site: SiteId, pattern: string): boolean {
    return this.#ofSite(site).tries.next() && this.#tries(site, pattern).next();
  }

  /** Whether a plain request of such a page needs no browser. */
  isPlain(template: Template): boolean {
    const { equal, different } = this.#known(template) ?? UNKNOWN;
    return equal >= this.#needed(template, different);
  }

  /** The share of a plain template's pages that is read both ways. */
  checkedShare(template: Template): number {
    const { equal } = (template.shape === STATIC ? this.#shape(template) : this.#known(template)) ?? UNKNOWN;
    return 1 / Math.min(LAST_CHECK, Math.max(FIRST_CHECK, equal));
  }

  /** A page was read by a plain request alone. */
  used({ site, pattern }: Template): void {
    this.#ofSite(site).tries.good();
    this.#tries(site, pattern).good();
  }

  /** A plain request of a page failed: that says nothing about its template. */
  failed(site: SiteId): void {
    this.#ofSite(site).tries.bad();
  }

  /** A page was read both ways, and came to the same or not. @param url its address */
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
    // Pages of which each has a shape of its own are never plain.
    if (!isEqual || (before === UNKNOWN && !wasPlain)) tries.bad();
    else if (wasPlain || different === 0) tries.good();
    await this.#keep(known, url);
  }

  /** Pages in a row of a template that must come to the same, of which so many did not. */
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

/** Least share of pages for which a plain request is to do, or it is left for a while: it costs about a tenth of a browser's. */
const PATTERN_CHANCE = 0.2;
const SITE_CHANCE = 0.1;

const keyOf = ({ pattern, shape }: Template): string => `${shape} ${pattern}`;

/** Things that are left undone after many vain tries, before one more is made: at first, and at most. */
const FIRST_REST = 8;
const LONGEST_REST = 256;
/** Tries that are remembered. */
const REMEMBERED = 32;

/** Whether something that often fails is worth another try: after vain ones it rests, longer each time. */
class Tries {
  readonly #leastChance: number;
  #good = 0;
  #bad = 0;
  #rest = FIRST_REST;
  #left = 0;

  /** @param leastChance share of tries that must do, from 0 to 1, or the next are left undone for a while */
  constructor(leastChance: number) {
    this.#leastChance = leastChance;
  }

  /** Whether the next time is to be tried. Counts the times. */
  next(): boolean {
    if (this.#left === 0) return true;
    this.#left--;
    return false;
  }

  /** It did. */
  good(): void {
    this.#good++;
    this.#rest = FIRST_REST;
    this.#forget();
  }

  /** It did not. */
  bad(): void {
    this.#bad++;
    this.#forget();
    if ((this.#good + 1) / (this.#good + this.#bad + 1) > this.#leastChance) return;
    this.#left = this.#rest;
    this.#rest = Math.min(LONGEST_REST, 2 * this.#rest);
  }

  #forget(): void {
    if (this.#good + this.#bad <= REMEMBERED) return;
    this.#good /= 2;
    this.#bad /= 2;
  }
}
