import { z } from 'zod';
import type { FoundLink } from '../../domain/link.ts';
import { decodeAs } from '../encoding/decode.ts';
import type { Budget } from '../explore/gestures.ts';
import { CONTROLS_IN_PAGE } from '../explore/page-calls.ts';
import { type Counts, type Layout, NONE, type TechniqueYield } from '../explore/technique-yield.ts';
import type { FrameTexts, HarvestAgain, LoadedAnswer, LoadedPage, LoadedText } from '../loaded-page.ts';
import { faultText } from '../network/visit-error.ts';
import { documentsNow, type IdlePage, lookAt } from './clock/idle.ts';
import type { FrameDocument } from './document.ts';
import { asGone, DocumentGone } from './document-answers.ts';
import { layoutOf } from './layout.ts';
import { MEMORY } from './limits/memory-watch.ts';
import { linksByView } from './page-links.ts';
import { restore, type Stored, storedBy } from './page-store.ts';
import { globalStrings, mayComeLater, observesViewOrSize, watchesScroll } from './page-world.ts';
import type { Tab } from './tab.ts';

const controlKinds = z.array(z.string());

/** Milliseconds (scaled to an idle machine) of one more wait for a page that never was idle. */
const RESTLESS = 200;

/** Limit of view transitions, animations and newly visible parts that are waited for in a row. */
const MOST_TRANSITIONS = 5;

/** Limit of elements in a page's documents; larger pages are captured, but not interacted with. */
const MOST_ELEMENTS = 100_000;

/** Events that scripts may get when a page is scrolled or its height changes. */
const VIEW_EVENTS = new Set(
  'scroll scrollend scrollsnapchange resize animationstart contentvisibilityautostatechange'.split(' '),
);

/** Limit in bytes for telling a layout by markup; larger documents have no known layout. */
const LONGEST_MARKUP = 1_048_576;

/** Technique that is applied to pages only where the expected gain is worth the price. */
interface Priced {
  readonly name: string;
  /** Probability that the technique finds a link on a site's first page. */
  readonly prior: number;
  /** Cost of the technique, and initial credit for trying it again below its price, both in pages. */
  readonly price: number;
  readonly credit: number;
  /** Name of the account, shared with other techniques, for the cost of trying again. */
  readonly kind: string;
}

/** Idle page in a tab. Only actions of the crawl change the page. */
export class LivePage implements LoadedPage {
  readonly tab: Tab;
  readonly answers: readonly LoadedAnswer[];
  /** True if the page has scripts or parts that open; otherwise no action finds anything. */
  readonly hasScripts: boolean;
  /** Number of elements or addresses that were new at the last look, or while the page settled. */
  arrivals = 0;
  /** Number of elements in the page's documents at the last look. */
  elements = 0;
  /** Address at the last look, a route if scripts have set one. */
  address: string;
  /** Address of the page when first idle, without later routes. */
  readonly #own: string;
  /** True if actions of all kinds are tried though they are not worth their price. */
  triesAllActs = false;
  /** Actions on the page, once begun. */
  acting: { readonly cost: number; go(budget: Budget, harvest: HarvestAgain): Promise<void> } | undefined;
  #frames: readonly FrameDocument[];
  #changes: number;
  /** Count of changes that may have added addresses, and ids of the documents. */
  #addresses: string;
  /** Value of `#addresses` when the page's links were last read. */
  #read: string;
  #observed: number;
  #isInTransition = false;
  #isAnimated = false;
  #stored: Stored | undefined;
  #texts: Promise<readonly FrameTexts[]> | undefined;
  /** Names of techniques that are tried again though they are not worth their price. */
  readonly #again = new Set<string>();
  readonly #leftAlone = new Set<string>();
  /** Controls of the page; true if their target was known when the page first had them. */
  readonly #known = new Map<string, boolean>();
  readonly #yields: TechniqueYield | undefined;
  /** Links new to the site: from actions, then from navigation by scripts, then the count that was checked last. */
  #news = 0;
  #newWays = 0;
  #ways = 0;
  /** Layout that observations are learned for; undefined: nothing is learned. */
  readonly #layout: Layout | undefined;

  /** @param yields knowledge about the site's pages; undefined: everything is tried */
  constructor(tab: Tab, ready: IdlePage, answers: readonly LoadedAnswer[], yields: TechniqueYield | undefined) {
    this.tab = tab;
    this.#yields = yields;
    const [main] = ready.frames;
    this.#layout = yields && main ? layoutNow(main, tab) : undefined;
    this.answers = answers;
    this.address = ready.address;
    this.#own = ready.address;
    this.hasScripts = ready.hasScripts;
    this.#frames = ready.frames;
    this.#changes = ready.changes + tab.frameChanges;
    this.#observed = tab.observer.size;
    this.#addresses = addressesIn(ready);
    this.#read = this.#addresses;
    this.#measure(ready);
  }

  /** True if elements or addresses were new at the last look. */
  get isMoving(): boolean {
    return this.arrivals > 0;
  }

  /** Tells whether techniques may interact with the page, which must have running scripts and not be too large. */
  get mayBeActedOn(): boolean {
    const { limits, isStopped } = this.tab;
    return this.hasScripts && !isStopped && !limits.has('nodes') && !limits.has(MEMORY);
  }

  get frames(): readonly FrameDocument[] {
    return this.#frames;
  }

  get observed(): readonly FoundLink[] {
    return this.tab.observer.found;
  }

  texts(): Promise<readonly FrameTexts[]> {
    this.#texts ??= Promise.all(this.#frames.map((frame) => frame.texts()));
    return this.#texts;
  }

  get leftAlone(): readonly string[] {
    return [...this.#leftAlone];
  }

  /** Records a control that is skipped as harmful. @param source of the control's listener */
  leaveAlone(source: string): void {
    this.#leftAlone.add(source);
  }

  limit(name: string): void {
    this.tab.limits.add(name);
  }

  async loaded(contentType: RegExp): Promise<readonly LoadedText[]> {
    const messages = this.tab.observer.messages.filter((message) => contentType.test(message.contentType));
    return [...(await this.tab.texts.read(contentType)), ...messages];
  }

  async globals(): Promise<readonly string[]> {
    return await this.tab.ask(globalStrings(this.tab.cdp));
  }

  /**
   * Lets time pass in the page. Returns true if anything that may be a link has changed since the last look.
   *
   * @param budget milliseconds by the page's clock
   * @param pictures number of frames drawn first: one reports ended animations to scripts, two also scrolling and
   * visibility
   */
  async settle(budget: number, pictures: 0 | 1 | 2 = 0): Promise<boolean> {
    const { tab } = this;
    const isRestless = tab.limits.has('never quiet') || tab.limits.has('still loading');
    let hasChanged = pictures > 1 && (await this.look());
    let arrivals = hasChanged ? this.arrivals : 0;
    if (pictures > 0) await this.#frames[0]?.drawn(pictures > 1);
    const passing = await tab.pass(budget, isRestless ? RESTLESS : undefined);
    hasChanged = (await this.look()) || hasChanged;
    arrivals += this.arrivals;
    // Visible parts may load more, and ended animations may start others.
    const goesOn = () => this.#isInTransition || this.#isAnimated || (pictures > 1 && this.isMoving);
    for (let again = 0; goesOn() && again < MOST_TRANSITIONS; again++) {
      if (this.#isAnimated || pictures > 1) await this.#frames[0]?.drawn(pictures > 1);
      await tab.pass(budget);
      hasChanged = (await this.look()) || hasChanged;
      arrivals += this.arrivals;
    }
    this.arrivals = arrivals;
    if (passing !== 'passed' && !isRestless) tab.limits.add(this.isMoving ? 'never quiet' : 'still loading');
    return hasChanged;
  }

  /** Looks at the page without letting time pass. Returns the same as `settle`. */
  async look(): Promise<boolean> {
    const { tab } = this;
    this.#frames = await documentsNow(tab, this.#frames);
    const ready = await lookAt(this.#frames, tab);
    const changes = ready.changes + tab.frameChanges;
    const observed = tab.observer.size;
    this.arrivals = Math.abs(changes - this.#changes);
    const hasChanged = this.isMoving || observed !== this.#observed;
    this.#changes = changes;
    this.address = ready.address;
    this.#isInTransition = ready.isInTransition;
    this.#isAnimated = ready.isAnimated;
    this.#addresses = addressesIn(ready);
    this.#measure(ready);
    this.#observed = observed;
    return hasChanged;
  }

  /** Tells whether the page shows a kind of control that no other page of the site has had. */
  async hasNewControls(): Promise<boolean> {
    if (!this.#yields) return true;
    const kindsIn = (frame: FrameDocument) =>
      frame.call(CONTROLS_IN_PAGE, [], [], controlKinds).catch((error: unknown) => {
        if (error instanceof DocumentGone && !frame.isMain) return [];
        throw error;
      });
    const kinds = await Promise.all(this.#frames.map(kindsIn));
    return this.#yields.hasNewControls(this.tab.site, kinds.flat());
  }

  /** Tells whether scripts observe scrolling or parts that come into view. */
  async watchesScroll(): Promise<boolean> {
    return await this.tab.ask(watchesScroll(this.tab.cdp)).catch(asGone);
  }

  /** Tells whether the page may change without an action: by timers, pending requests, workers or frames. */
  async hasPendingWork(): Promise<boolean> {
    const { observer, page, limits, cdp, isWaiting } = this.tab;
    const isUnrested = isWaiting || limits.has('never quiet') || limits.has('still loading');
    const hasOthers = this.#frames.length !== 1 || page.workers().length > 0 || observer.hasOpened;
    return isUnrested || hasOthers || (await this.tab.ask(mayComeLater(cdp)).catch(asGone));
  }

  /** Tells whether scripts may notice that the page or a box is scrolled, visible or of another height. */
  async observesScroll(): Promise<boolean> {
    const [main] = this.#frames;
    if (!main || (await this.tab.ask(observesViewOrSize(this.tab.cdp)).catch(asGone))) return true;
    const listened = [...(await main.listeners()).values()].flatMap(({ types }) => types);
    return listened.some((type) => VIEW_EVENTS.has(type)) || (await this.hasPendingWork());
  }

  /** Tells whether a technique is worth its price on this page, or is tried again anyway; see `TechniqueYield`. */
  isWorthIt(what: Priced): boolean {
    const [site, layout, yields] = [this.tab.site, this.#layout, this.#yields];
    if (!layout || !yields || yields.isWorthIt(site, layout, what.name, what.prior, what.price)) return true;
    if (!yields.mayTryAgain(site, what.kind, what.price, what.credit)) return false;
    this.#again.add(what.name);
    return true;
  }

  /** Tells whether a technique is tried though it is not worth its price. */
  isTriedAgain({ name }: Pick<Priced, 'name'>): boolean {
    return this.#again.has(name);
  }

  /**
   * Learns whether a priced technique found a link that is new to the site.
   *
   * @param cost in pages
   */
  learnWorth({ name, kind, credit }: Priced, hasBrought: boolean, cost: number): void {
    this.learn(name, hasBrought);
    if (hasBrought) this.#yields?.forgive(this.tab.site, kind, credit);
    else if (this.isTriedAgain({ name })) this.#yields?.charge(this.tab.site, kind, cost);
  }

  /** Learns whether a technique found a link that is new to the site. */
  learn(what: string, hasBrought: boolean): void {
    if (this.#layout !== undefined) this.#yields?.learn(this.tab.site, this.#layout, what, hasBrought);
  }

  /** Returns the probability that a technique finds a new link; see `TechniqueYield.expected`. */
  expected(what: string, prior: number, weight: number): number {
    if (this.#layout === undefined) return prior;
    return this.#yields?.expected(this.tab.site, this.#layout, what, prior, weight) ?? prior;
  }

  /** Returns how often a technique was applied to pages with the same scripts, and how often it brought a new link. */
  counts(what: string): Counts {
    return this.#layout === undefined ? NONE : (this.#yields?.counts(this.tab.site, this.#layout, what) ?? NONE);
  }

  /** Returns the share of pages with the same scripts that a technique brings links on; see `TechniqueYield.share`. */
  share(what: string): number {
    return this.#layout === undefined ? 1 : (this.#yields?.share(this.tab.site, this.#layout, what) ?? 1);
  }

  /** Counts new links among those found when the page was searched again. */
  noteNews(links: readonly FoundLink[]): void {
    this.#news += links.filter((link) => this.isNews(link)).length;
  }

  /** Counts the links found by actions so far that are new to the site. */
  countNews(): number {
    const { ways } = this.tab.observer;
    if (ways !== this.#ways)
      this.#newWays = this.observed.filter((link) => link.role === 'link' && this.isNews(link)).length;
    this.#ways = ways;
    return this.#news + this.#newWays;
  }

  /**
   * Tells whether the target of a control is known from the site's other pages. Adds that target to this page's links,
   * unless the target is this page.
   */
  isKnownToLead(control: string): boolean {
    const known = this.#known.get(control);
    if (known !== undefined) return known;
    const to = this.#yields?.routes.of(this.tab.site, control);
    if (to !== undefined && !this.tab.observer.isOfPage(to, this.#own)) this.tab.observer.leads(to);
    this.#known.set(control, to !== undefined);
    return to !== undefined;
  }

  /** Learns the route of a pressed control. @param hasLed true if the page then shows another page */
  pressed(control: string, hasLed: boolean): void {
    if (hasLed) this.#yields?.routes.led(this.tab.site, control, this.#own, this.address);
    else this.#yields?.routes.stayed(this.tab.site, control, this.#own);
  }

  /** Tells whether no other page of the site has had a link. */
  isNews(link: FoundLink): boolean {
    return this.#yields?.isNews(this.tab.site, link) ?? true;
  }

  /** Tells whether a link contains typed text, as addresses set by a search page's scripts do. */
  holdsTyped({ url, role }: FoundLink): boolean {
    return role === 'link' && url !== undefined && this.tab.observer.holdsTyped(url);
  }

  /** Returns the links whose elements are all hidden. */
  async hiddenOf(links: readonly FoundLink[]): Promise<readonly FoundLink[]> {
    const seen = links.filter(({ role }) => role === 'link');
    const { hidden, shown } = await linksByView(
      this.#frames,
      seen.flatMap(({ url }) => url ?? []),
    );
    return seen.filter(({ url = '' }) => hidden.has(url) && !shown.has(url));
  }

  /** Returns the links whose address no element has any more. */
  async goneOf(links: readonly FoundLink[]): Promise<readonly FoundLink[]> {
    const { hidden, shown } = await linksByView(this.#frames, [...new Set(links.flatMap(({ url }) => url ?? []))]);
    return links.filter(({ url }) => url !== undefined && !hidden.has(url) && !shown.has(url));
  }

  /** Tells whether a link leads to a place in this page, such as a tab's panel. */
  isPlace({ url }: FoundLink): boolean {
    return url?.includes('#') === true && this.tab.observer.isSamePage(url, this.address);
  }

  /** Records the page's links as known to the site. */
  has(links: readonly FoundLink[]): void {
    this.#yields?.keep(this.tab.site, links);
  }

  /** Tells whether addresses may have been added since the last call. */
  hasNewAddresses(): boolean {
    const isNew = this.#addresses !== this.#read;
    this.#read = this.#addresses;
    return isNew;
  }

  /** Saves the page's browser storage before any action. */
  async remember(): Promise<void> {
    this.#stored ??= await storedBy(this.tab, this.#frames);
  }

  /** Restores the browser storage that `remember` has saved. */
  async forget(): Promise<void> {
    if (this.#stored) await restore(this.tab, this.#stored);
  }

  /** Records that actions on the page ended early, by a fault of the page or ours. Found links are kept. */
  cutShort(error: unknown): void {
    this.tab.limits.add(faultText(error) ?? 'cut short');
    this.tab.retire();
  }

  #measure({ elements }: IdlePage): void {
    this.elements = elements;
    if (elements > MOST_ELEMENTS) this.tab.limits.add('nodes');
  }
}

/** Returns the page's layout, which includes limits: a badly loaded page differs from a complete one. */
function layoutNow({ url, source }: FrameDocument, { texts, limits }: Tab): Layout | undefined {
  if (!source || source.bytes.length > LONGEST_MARKUP) return undefined;
  const layout = layoutOf(url, decodeAs(source.bytes, source.encoding), texts.scripts);
  return layout && { ...layout, scripts: [layout.scripts, ...limits].join(' ') };
}

const addressesIn = ({ addresses, frames }: IdlePage): string => [addresses, ...frames.map(({ id }) => id)].join(' ');
