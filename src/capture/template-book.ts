import type { SiteId } from '../domain/site.ts';
import type { KnownTemplate, Template } from '../domain/template.ts';
import { STATIC } from './page-shape.ts';
import { Tries } from './tries.ts';

/** Pages in a row that must come to the same; the double after each that did not, up to 2 ** MOST_DOUBLINGS times. */
const NEEDED = 3;
const MOST_DOUBLINGS = 5;
/** Static pages of a site that must come to the same before others are taken on trust. */
const STATIC_NEEDED = 2;
/** One in so many pages of a template is read both ways for ever: at first, and once it has proved itself. */
const FIRST_CHECK = 10;
const LAST_CHECK = 50;
/** Patterns of one site that are told apart. */
const MOST_PATTERNS = 1000;

interface SiteBook {
  /** Whether the site's pages are worth a plain request at all … */
  readonly tries: Tries;
  /** … and those of a pattern. */
  readonly patterns: Map<string, Tries>;
  readonly templates: Map<string, KnownTemplate>;
  staticEqual: number;
  staticDifferent: number;
}

/** Learns for each template whether plain requests find the links that a browser finds. */
export class TemplateBook {
  readonly #sites = new Map<SiteId, SiteBook>();
  readonly #keep: (template: KnownTemplate, url: string) => void;

  /**
   * @param known what was learned before
   * @param keep takes down what has been learned
   */
  constructor(known: Iterable<KnownTemplate>, keep: (template: KnownTemplate, url: string) => void) {
    this.#keep = keep;
    for (const template of known) this.#enter(template);
  }

  /** The pattern under which a page is to be learned. */
  within(site: SiteId, pattern: string): string {
    const { patterns } = this.#book(site);
    return patterns.has(pattern) || patterns.size < MOST_PATTERNS ? pattern : '*';
  }

  /** Whether the next page of a pattern is worth a plain request before the browser may be needed. Counts the pages. */
  isWorthATry(site: SiteId, pattern: string): boolean {
    return this.#book(site).tries.next() && this.#tries(site, pattern).next();
  }

  /** Whether a plain request of such a page needs no browser. */
  isPlain(template: Template): boolean {
    const known = this.#known(template);
    if (known) return known.state === 'plain';
    const { staticEqual, staticDifferent } = this.#book(template.site);
    return template.shape === STATIC && staticDifferent === 0 && staticEqual >= STATIC_NEEDED;
  }

  /** The share of a plain template's pages that is read both ways. */
  checkedShare(template: Template): number {
    const equal = this.#known(template)?.equal ?? 0;
    return 1 / Math.min(LAST_CHECK, Math.max(FIRST_CHECK, equal));
  }

  /** A page was read by a plain request alone. */
  used({ site, pattern }: Template): void {
    this.#book(site).tries.good();
    this.#tries(site, pattern).good();
  }

  /** A plain request of a page failed: that says nothing about its template. */
  failed(site: SiteId): void {
    this.#book(site).tries.bad();
  }

  /** A page was read both ways, and came to the same or not. @param url its address */
  learn(template: Template, isEqual: boolean, url: string): void {
    const wasPlain = this.isPlain(template);
    const before = this.#known(template) ?? { ...template, state: 'learning', equal: 0, different: 0 };
    const equal = isEqual ? before.equal + 1 : 0;
    const different = before.different + (isEqual ? 0 : 1);
    const needed = (template.shape === STATIC ? 1 : NEEDED) * 2 ** Math.min(different, MOST_DOUBLINGS);
    const state = equal >= needed ? 'plain' : different > 0 ? 'browser' : 'learning';
    const known: KnownTemplate = { ...template, state, equal, different };
    this.#enter(known);
    this.#keep(known, url);
    this.#book(template.site).tries[isEqual ? 'good' : 'bad']();
    this.#tries(template.site, template.pattern)[isEqual && wasPlain ? 'good' : 'bad']();
  }

  #enter(template: KnownTemplate): void {
    const book = this.#book(template.site);
    const before = this.#known(template);
    book.templates.set(keyOf(template), template);
    if (template.shape !== STATIC) return;
    book.staticDifferent += template.different - (before?.different ?? 0);
    book.staticEqual += Math.max(0, template.equal - (before?.equal ?? 0));
  }

  #known(template: Template): KnownTemplate | undefined {
    return this.#book(template.site).templates.get(keyOf(template));
  }

  #book(site: SiteId): SiteBook {
    let book = this.#sites.get(site);
    if (!book) {
      const tries = new Tries(SITE_CHANCE);
      book = { tries, patterns: new Map(), templates: new Map(), staticEqual: 0, staticDifferent: 0 };
      this.#sites.set(site, book);
    }
    return book;
  }

  #tries(site: SiteId, pattern: string): Tries {
    const { patterns } = this.#book(site);
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
