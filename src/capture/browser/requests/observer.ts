import type { CDPSession, Page } from 'playwright';
import { type FoundLink, NO_TEXTS } from '../../../domain/link.ts';
import { hasRoute, isSamePage } from '../../../url/normalise.ts';
import { parseUrl, withoutFragment } from '../../../url/parse.ts';
import { hasUnsetValue, holdsText, isAnyRoute, isRouteOf } from '../../addresses/app-routes.ts';
import type { LoadedText } from '../../loaded-page.ts';
import type { DocumentGate } from './document-gate.ts';

/** Addresses kept of one page; a page that asks for more than that is in a loop. */
const MOST_OBSERVED = 2000;
const TOO_MANY_ADDRESSES = 'too many addresses';
/** Frames kept of the web sockets of one page. */
const MOST_FRAMES = 20;
/** The limit of a page whose streams or sockets brought more than was read. */
export const STILL_STREAMING = 'streams';

/** Events and errors that the browser may report of one page: more than all the parts that it may load bring about. */
const MOST_REPORTED = 10_000;
/** Routes that scripts set count for so many: they cost the browser's own process more than others. */
const ROUTE = 10;

/** What a page loads beside documents and what its scripts ask for; `other` is what workers import. */
const LOADS = new Set(['script', 'stylesheet', 'texttrack', 'manifest', 'eventsource', 'other']);

/** Requests of these reasons say nothing about where the page leads: frames are links of their own. */
const NO_WAY_ON = new Set(['initialFrameNavigation', 'reload']);

interface Requested {
  readonly frameId: string;
  readonly url: string;
  readonly reason: string;
}

/**
 * Watches from outside where a page's scripts lead and what they ask for; nothing in the page is changed for it. What a
 * page does before it is held is carried out, and is no link then: it shows where it led.
 */
export class Observer {
  readonly #found = new Map<string, FoundLink>();
  /** Pictures that the page has asked for; that more of them come says nothing of an act. */
  readonly #pictures = new Map<string, FoundLink>();
  /** The same without parameters of what is no link: those that count requests make nothing new. */
  readonly #places = new Set<string>();
  readonly #messages: LoadedText[] = [];
  /** Whether the page has opened a stream or a socket, or heard that one is open, that is not listened to yet. */
  hasOpened = false;
  /** Whether the page has said something over a socket since the last message came over one. */
  awaitsAnswer = false;
  #mainFrame = '';
  /** Address that the page was shown under. */
  #here = '';
  /** Those from which its scripts have led there: they may do so again and again. */
  readonly #ledHere = new Set<string>();
  /** Whether an address of it has a route for its fragment. */
  #isRoute = hasRoute;
  #isHeld = false;
  /** Which of them scripts have set without leaving the document. */
  readonly #routed = new Set<string>();
  /** The last one that they set so. */
  #routedTo = '';
  /** What was typed into its fields and stands there. */
  #typed: ReadonlySet<string> = new Set();
  /** Whether something was done to the page: its scripts may miss what a reader's own act would have given them. */
  #isActedOn = false;
  /** The address of the page that is acted on; undefined while none is. */
  #home: string | undefined;
  /** Where the link leads that is followed; undefined while none is. */
  #following: string | undefined;
  /** Whether scripts have led there: where that leads on to is no link of this page. */
  #hasFollowed = false;
  /** Where the link that is followed has led first, if that is not where it says. */
  strayed: string | undefined;
  /** Told of each limit that the page met. */
  onLimit: (limit: string) => void = () => undefined;
  /** Whether the page shows another page's address than that. */
  #isAway = false;
  #requests = 0;
  #reported = 0;
  /** Told once the browser has reported more of the page than it may. */
  onFlood: () => void = () => undefined;

  static async open(page: Page, cdp: CDPSession, gate: DocumentGate): Promise<Observer> {
    const observer = new Observer();
    observer.#mainFrame = gate.mainFrame;
    cdp.on('Page.frameRequestedNavigation', (event) => observer.#navigates(event));
    cdp.on('Page.frameScheduledNavigation', (event) => observer.#navigates(event));
    cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => observer.#routes(frameId, url));
    cdp.on('Page.windowOpen', ({ url }) => observer.#leads(url, 'GET'));
    cdp.on('Page.downloadWillBegin', ({ url }) => observer.#leads(url, 'GET'));
    cdp.on('event', ({ method }) => observer.#isReported(method === 'Page.navigatedWithinDocument' ? ROUTE : 1));
    page.on('pageerror', () => observer.#isReported(1));
    gate.onPutOff = (url) => observer.#goes(url);
    gate.onRequest = (url, method) => {
      observer.#requests++;
      observer.#add(url, method, 'request', 'request');
    };
    page.on('request', (request) => {
      const type = request.resourceType();
      const role = type === 'eventsource' ? 'request' : 'embedded';
      // Its answer may come when all the time that the page is given has passed.
      if (type === 'eventsource') observer.hasOpened = true;
      if (type === 'image') observer.#draws(request.url());
      if (LOADS.has(type)) observer.#add(request.url(), request.method(), role, 'request');
    });
    page.on('response', (response) => {
      if (response.request().resourceType() === 'eventsource') observer.hasOpened = true;
    });
    page.on('websocket', (socket) => {
      observer.hasOpened = true;
      observer.#add(socket.url(), 'GET', 'request', 'request');
      socket.on('framesent', () => {
        observer.awaitsAnswer = true;
      });
      socket.on('framereceived', ({ payload }) => observer.#hear(socket.url(), payload));
    });
    await cdp.send('Page.enable');
    return observer;
  }

  /** Forgets what was seen: the tab shows another document. */
  begin(url: string): void {
    this.#here = url;
    this.#isRoute = hasRoute;
    this.#ledHere.clear();
    this.#ledHere.add(url);
    this.#found.clear();
    this.#pictures.clear();
    this.#routed.clear();
    this.#typed = new Set();
    this.#places.clear();
    this.#messages.length = 0;
    this.hasOpened = false;
    this.awaitsAnswer = false;
    this.#isHeld = false;
    this.#isActedOn = false;
    this.#reported = 0;
    this.stayAt(undefined);
  }

  #isReported(weight: number): void {
    this.#reported += weight;
    if (this.#reported > MOST_REPORTED) this.onFlood();
  }

  /** These texts stand in fields that they were typed into: what its scripts have made of them is no link. */
  hasTyped(texts: readonly string[]): void {
    this.#typed = new Set(texts);
    if (this.#home !== undefined && this.isOfPage(this.#routedTo, this.#home)) this.#isAway = false;
    for (const key of this.#routed) {
      if (!this.holdsTyped(this.#found.get(key)?.url ?? '')) continue;
      this.#found.delete(key);
      this.#places.delete(key);
    }
  }

  /** Whether an address is that of a page, or only tells besides what was typed there. */
  isOfPage(url: string, page: string): boolean {
    const isAlike = () => url.replace(/\?.*/s, '') === page.replace(/\?.*/s, '');
    return this.isSamePage(url, page) || (this.holdsTyped(url) && isAlike());
  }

  /** Whether an address holds a text that stands in a field that it was typed into, as a search page's may. */
  holdsTyped(url: string): boolean {
    return holdsText(url, this.#typed, this.#isRoute);
  }

  /** The application that is shown takes any fragment for a route; see browser/page-links.ts. */
  takeAnyFragment(): void {
    this.#isRoute = isAnyRoute;
  }

  /** The page's scripts have led to this route of it: those that they set on the way are no links. */
  ledTo(route: string): void {
    this.#here = route;
    const document = withoutFragment(route);
    for (const [key, { technique, url: set = '' }] of this.#found) {
      if (technique !== 'navigation' || withoutFragment(set) !== document) continue;
      this.#found.delete(key);
      this.#ledHere.add(set);
    }
  }

  /** Whether two addresses are of one page of the application that is shown. */
  isSamePage(one: string, other: string): boolean {
    return isSamePage(one, other, this.#isRoute);
  }

  /** The page leads there, and could not go there itself. */
  leads(url: string): void {
    this.#leads(url, 'GET');
  }

  /**
   * From now on, where scripts set the route of another page, that is a link, and what they do there is not this page's.
   *
   * @param home address of the page; undefined: all is the page's again
   * @param following where the link leads that is followed: that route is no other link than what it says
   */
  stayAt(home: string | undefined, following?: string): void {
    this.#home = home;
    this.#following = following;
    this.#hasFollowed = false;
    this.strayed = undefined;
    this.#isAway = false;
  }

  /** From now on the page goes nowhere: what it would go to is a link. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Something is done to the page next: addresses that are put together without a value then lead nowhere. */
  beginAct(): void {
    this.#isActedOn = true;
  }

  /** The pictures first, then all else in the order in which it was seen. */
  get found(): readonly FoundLink[] {
    return [...this.#pictures.values(), ...this.#found.values()];
  }

  /** How many addresses were seen. */
  get size(): number {
    return this.#found.size;
  }

  /** How many of them lead somewhere. */
  get ways(): number {
    return [...this.#found.values()].filter(({ role }) => role === 'link').length;
  }

  /** How many of them were new, whatever parameters were asked for with what is no link. */
  get places(): number {
    return this.#places.size;
  }

  /** How often scripts have asked for something, or led somewhere for the first time. */
  get calls(): number {
    return this.#requests + this.places;
  }

  /** What web sockets brought. */
  get messages(): readonly LoadedText[] {
    return this.#messages;
  }

  #navigates({ frameId, url, reason }: Requested): void {
    if (NO_WAY_ON.has(reason)) return;
    const method = reason === 'formSubmissionPost' ? 'POST' : 'GET';
    const isCarriedOut = !this.#isHeld && method === 'GET';
    if (isCarriedOut) return;
    if (frameId === this.#mainFrame && this.#isHere(url) && method === 'GET') return;
    // A form without fields adds a lone question mark.
    this.#leads(reason === 'formSubmissionGet' ? url.replace(/\?$/, '') : url, method);
  }

  /** The tab would go there: by its page, or by a frame of another site, of which nothing else is told. */
  #goes(url: string): void {
    if (this.#isHeld && !this.#isHere(url)) this.#leads(url.replace(/\?$/, ''), 'GET');
  }

  #routes(frameId: string, url: string): void {
    if (frameId !== this.#mainFrame) return;
    const home = this.#home;
    const isAway = home !== undefined && ![home, ...this.#ledHere].some((own) => this.isOfPage(url, own));
    this.#routedTo = url;
    this.#hasFollowed ||= isAway && this.#following !== undefined && isRouteOf(url, this.#following);
    const isFollowing = isAway && this.#following !== undefined;
    if (this.#hasFollowed) this.strayed = undefined;
    else if (isFollowing) this.strayed ??= url;
    if (!this.#isHere(url) && !isFollowing && !this.holdsTyped(url)) {
      this.#leads(url, 'GET');
      this.#routed.add(keyOf(url, 'GET', 'link'));
    }
    this.#isAway = isAway;
  }

  #leads(url: string, method: string): void {
    if (method !== 'GET' || !/^(about|javascript|blob|data):/.test(url)) this.#add(url, method, 'link', 'navigation');
  }

  /** Whether an address is a place in the page. */
  #isHere(url: string): boolean {
    const parsed = parseUrl(url);
    const isPlace = parsed !== undefined && !this.#isRoute(parsed);
    return (
      url === this.#here || this.#ledHere.has(url) || (isPlace && withoutFragment(url) === withoutFragment(this.#here))
    );
  }

  #add(url: string, method: string, role: FoundLink['role'], technique: string): void {
    const key = keyOf(url, method, role);
    if (this.#isAway || this.#found.has(key)) return;
    if (this.#isActedOn && hasUnsetValue(url, this.#isRoute)) return;
    if (this.#found.size >= MOST_OBSERVED) return void this.onLimit(TOO_MANY_ADDRESSES);
    this.#places.add(role === 'link' ? key : key.replace(/\?.*/s, ''));
    this.#found.set(key, { ...NO_TEXTS, element: '', raw: url, url, role, method, technique });
  }

  #draws(url: string): void {
    if (this.#isAway || this.#pictures.has(url) || !/^https?:/.test(url)) return;
    if (this.#pictures.size >= MOST_OBSERVED) return void this.onLimit(TOO_MANY_ADDRESSES);
    const picture = { raw: url, url, role: 'embedded', method: 'GET', technique: 'request' } as const;
    this.#pictures.set(url, { ...NO_TEXTS, element: '', ...picture });
  }

  #hear(url: string, payload: string | Buffer): void {
    this.awaitsAnswer = false;
    if (typeof payload !== 'string') return;
    if (this.#messages.length >= MOST_FRAMES) return void this.onLimit(STILL_STREAMING);
    // Paths in it are those of pages.
    const page = url.replace(/^ws/, 'http');
    this.#messages.push({ url: page, contentType: 'application/json', text: payload });
  }
}

const keyOf = (url: string, method: string, role: FoundLink['role']): string => `${method} ${role} ${url}`;
