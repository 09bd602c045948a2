import type { CDPSession, Page } from 'playwright';
import { type FoundLink, NO_TEXTS } from '../../../domain/link.ts';
import { hasRoute, isSamePage } from '../../../url/normalise.ts';
import { parseUrl, withoutFragment } from '../../../url/parse.ts';
import { hasUnsetValue, holdsText, isAnyRoute, isRouteOf } from '../../addresses/app-routes.ts';
import type { LoadedText } from '../../loaded-page.ts';
import type { DocumentGate } from './document-gate.ts';

/** Limit of addresses kept for a page; a page that asks for more is in a loop. */
const MOST_OBSERVED = 2000;
const TOO_MANY_ADDRESSES = 'too many addresses';
/** Limit of web socket messages kept for a page. */
const MOST_FRAMES = 20;
/** Name of the limit for a page whose streams or sockets sent more than was read. */
export const STILL_STREAMING = 'streams';

/** Limit of browser events and errors for a page, above the count that any permitted load causes. */
const MOST_REPORTED = 10_000;
/** Weight of a route set by scripts, which costs the browser process more than other events. */
const ROUTE = 10;

/** Resource types listed in addition to documents and script requests; `other` is for imports of workers. */
const LOADS = new Set(['script', 'stylesheet', 'texttrack', 'manifest', 'eventsource', 'other']);

/** Navigation reasons that reveal no link; frames are listed as links elsewhere. */
const NO_WAY_ON = new Set(['initialFrameNavigation', 'reload']);

interface Requested {
  readonly frameId: string;
  readonly url: string;
  readonly reason: string;
}

/**
 * Observes, without changing the page, where scripts navigate and what they request. Navigation before `hold` is
 * carried out and is no link.
 */
export class Observer {
  readonly #found = new Map<string, FoundLink>();
  /** Pictures that the page has requested; a new picture is no sign of an action's success. */
  readonly #pictures = new Map<string, FoundLink>();
  /** Found addresses, without query parameters unless they are links, so that counters make nothing new. */
  readonly #places = new Set<string>();
  readonly #messages: LoadedText[] = [];
  /** True if the page has opened a stream or a socket whose messages are not awaited yet. */
  hasOpened = false;
  /** True if the page has sent a socket message after the last one received. */
  awaitsAnswer = false;
  #mainFrame = '';
  /** Address under which the page was shown. */
  #here = '';
  /** Addresses from which scripts have led to `#here`, and may do so again. */
  readonly #origins = new Set<string>();
  /** Predicate for addresses of the page whose fragment is a route. */
  #isRoute = hasRoute;
  #isHeld = false;
  /** Keys of found addresses that scripts have set without leaving the document. */
  readonly #routed = new Set<string>();
  /** Last address that scripts have set without leaving the document. */
  #routedTo = '';
  /** Texts typed into the page's fields and still there. */
  #typed: ReadonlySet<string> = new Set();
  /** True if an action was taken: scripts may miss values that a reader's own action would give. */
  #isActedOn = false;
  /** Address of the page during actions; otherwise undefined. */
  #home: string | undefined;
  /** Target of the link being followed; otherwise undefined. */
  #following: string | undefined;
  /** True if scripts have reached `#following`; later navigation gives no links of this page. */
  #hasFollowed = false;
  /** First address that the followed link has led to, if not the link's target. */
  strayed: string | undefined;
  /** Callback for each limit that the page reached. */
  onLimit: (limit: string) => void = () => undefined;
  /** True if the page shows another address than `#home`. */
  #isAway = false;
  #requests = 0;
  #reported = 0;
  /** Callback for a page with too many browser events. */
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
    gate.onPutOff = (url) => observer.#listNavigation(url);
    gate.onRequest = (url, method) => {
      observer.#requests++;
      observer.#add(url, method, 'request', 'request');
    };
    page.on('request', (request) => {
      const type = request.resourceType();
      const role = type === 'eventsource' ? 'request' : 'embedded';
      // The answer may come after all time given to the page has passed.
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

  /** Clears all observations when the tab shows another document. */
  begin(url: string): void {
    this.#here = url;
    this.#isRoute = hasRoute;
    this.#origins.clear();
    this.#origins.add(url);
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

  /** Records texts typed into fields, and removes the links that scripts made of them. */
  hasTyped(texts: readonly string[]): void {
    this.#typed = new Set(texts);
    if (this.#home !== undefined && this.isOfPage(this.#routedTo, this.#home)) this.#isAway = false;
    for (const key of this.#routed) {
      if (!this.holdsTyped(this.#found.get(key)?.url ?? '')) continue;
      this.#found.delete(key);
      this.#places.delete(key);
    }
  }

  /** Tells whether an address is that of a page, apart from added typed text. */
  isOfPage(url: string, page: string): boolean {
    const isAlike = () => url.replace(/\?.*/s, '') === page.replace(/\?.*/s, '');
    return this.isSamePage(url, page) || (this.holdsTyped(url) && isAlike());
  }

  /** Tells whether an address contains text that is in a field after typing, as a search page's may. */
  holdsTyped(url: string): boolean {
    return holdsText(url, this.#typed, this.#isRoute);
  }

  /** Treats any fragment as a route; see browser/page-links.ts. */
  takeAnyFragment(): void {
    this.#isRoute = isAnyRoute;
  }

  /** Accepts a route as the page's address; routes that scripts set on the way are no links. */
  acceptRoute(route: string): void {
    this.#here = route;
    const document = withoutFragment(route);
    for (const [key, { technique, url: set = '' }] of this.#found) {
      if (technique !== 'navigation' || withoutFragment(set) !== document) continue;
      this.#found.delete(key);
      this.#origins.add(set);
    }
  }

  /** Tells whether two addresses are the same page of the application. */
  isSamePage(one: string, other: string): boolean {
    return isSamePage(one, other, this.#isRoute);
  }

  /** Adds a link for a navigation that was not carried out. */
  leads(url: string): void {
    this.#leads(url, 'GET');
  }

  /**
   * Lists routes of other pages as links, and ignores requests made there.
   *
   * @param home address of the page; undefined: all requests are the page's again
   * @param following target of the link being followed, whose own route adds no second link
   */
  stayAt(home: string | undefined, following?: string): void {
    this.#home = home;
    this.#following = following;
    this.#hasFollowed = false;
    this.strayed = undefined;
    this.#isAway = false;
  }

  /** Lists further navigation as links, since the page stays. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Announces an action; addresses built with an unset value are then ignored. */
  beginAct(): void {
    this.#isActedOn = true;
  }

  /** Found pictures, then all other addresses in the order of discovery. */
  get found(): readonly FoundLink[] {
    return [...this.#pictures.values(), ...this.#found.values()];
  }

  /** Number of found addresses without pictures. */
  get size(): number {
    return this.#found.size;
  }

  /** Number of found addresses with the role of a link. */
  get ways(): number {
    return [...this.#found.values()].filter(({ role }) => role === 'link').length;
  }

  /** Number of distinct found addresses, not counting query parameters unless they are links. */
  get places(): number {
    return this.#places.size;
  }

  /** Number of script requests plus distinct found addresses. */
  get calls(): number {
    return this.#requests + this.places;
  }

  /** Messages received over web sockets. */
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

  /** Lists a navigation that the gate held back, from the page or from a frame of another site. */
  #listNavigation(url: string): void {
    if (this.#isHeld && !this.#isHere(url)) this.#leads(url.replace(/\?$/, ''), 'GET');
  }

  #routes(frameId: string, url: string): void {
    if (frameId !== this.#mainFrame) return;
    const home = this.#home;
    const isAway = home !== undefined && ![home, ...this.#origins].some((own) => this.isOfPage(url, own));
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

  /** Tells whether an address is a place in the page. */
  #isHere(url: string): boolean {
    const parsed = parseUrl(url);
    const isPlace = parsed !== undefined && !this.#isRoute(parsed);
    return (
      url === this.#here || this.#origins.has(url) || (isPlace && withoutFragment(url) === withoutFragment(this.#here))
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
    // Relative paths in a message refer to pages.
    const page = url.replace(/^ws/, 'http');
    this.#messages.push({ url: page, contentType: 'application/json', text: payload });
  }
}

const keyOf = (url: string, method: string, role: FoundLink['role']): string => `${method} ${role} ${url}`;
