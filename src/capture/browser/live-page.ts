import { z } from 'zod';
import type { FoundLink } from '../../domain/link.ts';
import { decodeAs } from '../encoding/decode.ts';
import type { Budget } from '../explore/gestures.ts';
import { CONTROLS_IN_PAGE } from '../explore/in-page.ts';
import type { Layout, TechniqueYield } from '../explore/technique-yield.ts';
import type { FrameTexts, HarvestAgain, LoadedAnswer, LoadedPage, LoadedText } from '../loaded-page.ts';
import { faultText } from '../network/visit-error.ts';
import { documentsNow, type IdlePage, lookAt } from './clock/idle.ts';
import type { FrameDocument } from './document.ts';
import { asGone, DocumentGone } from './document-answers.ts';
import { layoutOf } from './layout.ts';
import { MEMORY } from './limits/memory-watch.ts';
import { hiddenLinks, presentLinks } from './page-links.ts';
import { restore, type Stored, storedBy } from './page-store.ts';
import { globalStrings, mayComeLater, observesViewOrSize, watchesScroll } from './page-world.ts';
import type { Tab } from './tab.ts';

const controlKinds = z.array(z.string());

/** How long a page that never rests is waited for once more, in milliseconds as an idle machine has them. */
const RESTLESS = 200;

/** View transitions and animations of a page, and parts that come into view, one after the other, that are waited for. */
const MOST_TRANSITIONS = 5;

/** Elements of a page's documents; one that has more is read, but not acted on. */
const MOST_ELEMENTS = 100_000;

/** What scripts hear when a page is scrolled or has another height. */
const TOLD_OF_VIEW = new Set(
  'scroll scrollend scrollsnapchange resize animationstart contentvisibilityautostatechange'.split(' '),
);

/** Bytes of a document whose layout is told by its markup: larger ones are each their own. */
const LONGEST_TOLD = 1_048_576;

/** Something that is done to pages where it is worth its price. */
interface Priced {
  readonly name: string;
  /** Probability that it brings a link to a site's first page. */
  readonly prior: number;
  /** What it costs, and what may be spent at first on trying it again where it is not worth that, in pages. */
  readonly price: number;
  readonly credit: number;
  /** As what, with others, it is charged where it is tried again. */
  readonly kind: string;
}

/** A page in a tab that has come to rest. It stays as it is but for what is done to it. */
export class LivePage implements LoadedPage {
  readonly tab: Tab;
  readonly answers: readonly LoadedAnswer[];
  /** Whether it has scripts, or parts that open. If not, nothing that is done to it brings anything. */
  readonly hasScripts: boolean;
  /** How many elements or addresses had come when the page was last looked at, or while it settled. */
  arrivals = 0;
  /** How many elements its documents had then. */
  elements = 0;
  /** The address that it showed then, a route that its scripts have set. */
  address: string;
  /** The address that it has itself. */
  readonly #own: string;
  /** Whether acts are tried on it though they are not worth their price: then all kinds of them are. */
  triesAllActs = false;
  /** What is done to it, once it was begun. */
  acting: { readonly cost: number; go(budget: Budget, harvest: HarvestAgain): Promise<void> } | undefined;
  #frames: readonly FrameDocument[];
  #changes: number;
  /** How often addresses may have come, and in which documents. */
  #addresses: string;
  /** As they were when the page's links were last read. */
  #read: string;
  #observed: number;
  #isInTransition = false;
  #isAnimated = false;
  #stored: Stored | undefined;
  #texts: Promise<readonly FrameTexts[]> | undefined;
  /** What is tried again though it is not worth its price. */
  readonly #again = new Set<string>();
  readonly #leftAlone = new Set<string>();
  /** Of which controls it was known where they lead when the page first had them. */
  readonly #known = new Map<string, boolean>();
  readonly #yields: TechniqueYield | undefined;
  /** Links that acts have brought and no page of the site has had; of those that its scripts led to, among how many. */
  #news = 0;
  #newWays = 0;
  #ways = 0;
  /** What is learned from it is learned for pages of this layout; undefined: nothing is. */
  readonly #layout: Layout | undefined;

  /** @param yields what is known of the site's pages; undefined: all is tried */
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

  /** Whether elements or addresses had come when it was last looked at. */
  get isMoving(): boolean {
    return this.arrivals > 0;
  }

  /** Whether techniques may do something to it: to bring links, it must have scripts that may run, and not be too large. */
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

  /** A control is not acted on, as it says that it harms; this is the source of what listens for it. */
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
   * Lets time pass in the page. Returns whether anything has changed since this was last asked that may be a link.
   *
   * @param budget milliseconds by the page's clock
   * @param pictures how often it is drawn first: scripts are told then of what has ended, was scrolled or came into view
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
    // What has come into view may bring more, and what has ended may begin something else.
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

  /** Looks at the page as it stands. Returns what `settle` does. */
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

  /** Whether it shows a kind of control that no page of the site has had. */
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

  /** Whether scripts are told when it is scrolled, or when parts of it come into view. */
  async watchesScroll(): Promise<boolean> {
    return await this.tab.ask(watchesScroll(this.tab.cdp)).catch(asGone);
  }

  /** Whether something may come by itself: timers of its scripts are due, or others go on, as workers and frames may. */
  async mayGoOn(): Promise<boolean> {
    const { observer, page, limits, cdp, isWaiting } = this.tab;
    const isUnrested = isWaiting || limits.has('never quiet') || limits.has('still loading');
    const hasOthers = this.#frames.length !== 1 || page.workers().length > 0 || observer.hasOpened;
    return isUnrested || hasOthers || (await this.tab.ask(mayComeLater(cdp)).catch(asGone));
  }

  /** Whether anything in it may be told, or see from time to time, that it, or a box of it, was scrolled, is in view or has another height. */
  async mayHearScroll(): Promise<boolean> {
    const [main] = this.#frames;
    if (!main || (await this.tab.ask(observesViewOrSize(this.tab.cdp)).catch(asGone))) return true;
    const heard = [...(await main.listeners()).values()].flatMap(({ types }) => types);
    return heard.some((type) => TOLD_OF_VIEW.has(type)) || (await this.mayGoOn());
  }

  /** Tells whether something is worth its price on this page, or is tried again though it is not; see `TechniqueYield`. */
  isWorthIt(what: Priced): boolean {
    const [site, layout, yields] = [this.tab.site, this.#layout, this.#yields];
    if (!layout || !yields || yields.isWorthIt(site, layout, what.name, what.prior, what.price)) return true;
    if (!yields.mayTryAgain(site, what.kind, what.price, what.credit)) return false;
    this.#again.add(what.name);
    return true;
  }

  /** Tells whether something is tried on it though it is not worth its price. */
  isTriedAgain({ name }: Pick<Priced, 'name'>): boolean {
    return this.#again.has(name);
  }

  /** Learns whether that brought a link that no page of the site has had. @param cost in pages */
  learnWorth({ name, kind, credit }: Priced, hasBrought: boolean, cost: number): void {
    this.learn(name, hasBrought);
    if (hasBrought) this.#yields?.forgive(this.tab.site, kind, credit);
    else if (this.isTriedAgain({ name })) this.#yields?.charge(this.tab.site, kind, cost);
  }

  /** Learns whether something that was done to it brought such a link. */
  learn(what: string, hasBrought: boolean): void {
    if (this.#layout !== undefined) this.#yields?.learn(this.tab.site, this.#layout, what, hasBrought);
  }

  /** Tells how likely that is; see `TechniqueYield.expected`. */
  expected(what: string, prior: number, weight: number): number {
    if (this.#layout === undefined) return prior;
    return this.#yields?.expected(this.tab.site, this.#layout, what, prior, weight) ?? prior;
  }

  /** Tells how often something was done to pages with the same scripts. */
  tried(what: string): number {
    return this.#layout === undefined ? 0 : (this.#yields?.tried(this.tab.site, this.#layout, what) ?? 0);
  }

  /** Notes links that were found as it was read again. */
  noteNews(links: readonly FoundLink[]): void {
    this.#news += links.filter((link) => this.isNews(link)).length;
  }

  /** Counts the links that acts have brought so far and that no page of the site has had. */
  countNews(): number {
    const { ways } = this.tab.observer;
    if (ways !== this.#ways)
      this.#newWays = this.observed.filter((link) => link.role === 'link' && this.isNews(link)).length;
    this.#ways = ways;
    return this.#news + this.#newWays;
  }

  /**
   * Whether it is known of a control where it leads, by what it did on the site's other pages. Its link is this page's, too,
   * unless it leads here.
   */
  isKnownToLead(control: string): boolean {
    const known = this.#known.get(control);
    if (known !== undefined) return known;
    const to = this.#yields?.routes.of(this.tab.site, control);
    if (to !== undefined && !this.tab.observer.isOfPage(to, this.#own)) this.tab.observer.leads(to);
    this.#known.set(control, to !== undefined);
    return to !== undefined;
  }

  /** A control was pressed, and the page shows another one for it or not. */
  pressed(control: string, hasLed: boolean): void {
    if (hasLed) this.#yields?.routes.led(this.tab.site, control, this.#own, this.address);
    else this.#yields?.routes.stayed(this.tab.site, control, this.#own);
  }

  /** Whether a link is one that no other page of the site has had. */
  isNews(link: FoundLink): boolean {
    return this.#yields?.isNews(this.tab.site, link) ?? true;
  }

  /** Whether a link leads to what was typed into a field, as it may where scripts have set an address that tells of it. */
  holdsTyped({ url, role }: FoundLink): boolean {
    return role === 'link' && url !== undefined && this.tab.observer.holdsTyped(url);
  }

  /** Those of some links whose elements are all hidden. */
  async hiddenOf(links: readonly FoundLink[]): Promise<readonly FoundLink[]> {
    const addressOf = ({ url, role }: FoundLink) => (role === 'link' ? (url ?? []) : []);
    const addresses = links.flatMap(addressOf);
    const hidden = addresses.length > 0 ? await hiddenLinks(this.#frames, addresses) : new Set<string>();
    return links.filter((link) => [addressOf(link)].flat().some((address) => hidden.has(address)));
  }

  /** Those of some links whose addresses no element bears any more. */
  async goneOf(links: readonly FoundLink[]): Promise<readonly FoundLink[]> {
    const present = await presentLinks(this.#frames, [...new Set(links.flatMap(({ url }) => url ?? []))]);
    return links.filter(({ url }) => url !== undefined && !present.has(url));
  }

  /** Whether a link leads to a place in this page, such as the part that a tab shows. */
  isPlace({ url }: FoundLink): boolean {
    return url?.includes('#') === true && this.tab.observer.isSamePage(url, this.address);
  }

  /** These are the links that it has. */
  has(links: readonly FoundLink[]): void {
    this.#yields?.keep(this.tab.site, links);
  }

  /** Whether addresses may have come since this was last asked. */
  hasNewAddresses(): boolean {
    const isNew = this.#addresses !== this.#read;
    this.#read = this.#addresses;
    return isNew;
  }

  /** Keeps what the page has stored in the browser, before anything is done to it. */
  async remember(): Promise<void> {
    this.#stored ??= await storedBy(this.tab, this.#frames);
  }

  /** Makes the browser forget what the page has stored since then. */
  async forget(): Promise<void> {
    if (this.#stored) await restore(this.tab, this.#stored);
  }

  /** What was done to it could not be done to its end, by its own fault or by ours: what was found is kept. */
  cutShort(error: unknown): void {
    this.tab.limits.add(faultText(error) ?? 'cut short');
    this.tab.spoil();
  }

  #measure({ elements }: IdlePage): void {
    this.elements = elements;
    if (elements > MOST_ELEMENTS) this.tab.limits.add('nodes');
  }
}

/** A page that did not load as it should is not like those that did. */
function layoutNow({ url, source }: FrameDocument, { texts, limits }: Tab): Layout | undefined {
  if (!source || source.bytes.length > LONGEST_TOLD) return undefined;
  const layout = layoutOf(url, decodeAs(source.bytes, source.encoding), texts.scripts);
  return layout && { ...layout, scripts: [layout.scripts, ...limits].join(' ') };
}

const addressesIn = ({ addresses, frames }: IdlePage): string => [addresses, ...frames.map(({ id }) => id)].join(' ');
