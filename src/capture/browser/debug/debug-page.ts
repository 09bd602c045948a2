import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Tracing } from 'playwright';
import {
  CommandFailed,
  type GiveUpVisit,
  HostTrouble,
  messageOf,
  RefusedVisit,
  type RetryVisit,
} from '../../../domain/errors.ts';
import type { FoundLink, LinkKind } from '../../../domain/link.ts';
import type { CapturedPage } from '../../../domain/page.ts';
import type { ScopeKind } from '../../../domain/site.ts';
import { classifyFound } from '../../../url/classify.ts';
import { type Scope, siteScope } from '../../../url/scope.ts';
import { type LoadEvent, LoadRecord } from '../../diagnosis/load-record.ts';
import { whyNoLinks } from '../../diagnosis/no-links.ts';
import { type PageParts, pageParts } from '../../diagnosis/page-parts.ts';
import { techniques as allTechniques, techniqueNames } from '../../find/registry.ts';
import type { TechniqueCost } from '../../find-links.ts';
import { HttpCapture } from '../../http/http.ts';
import { DocumentSchedule } from '../../network/document-schedule.ts';
import { parseHostRules } from '../../network/host-rules.ts';
import { plainUserAgent } from '../../network/user-agent.ts';
import { isUnread, visitError } from '../../network/visit-error.ts';
import { VisitPace } from '../../network/visit-pace.ts';
import { type StartOptions, startBrowser } from '../browser.ts';
import type { FrameDocument } from '../document.ts';
import { pageFunction } from '../page-functions.ts';
import { pageOf, type Reading, readPage } from '../read-page.ts';
import { Tab } from '../tab.ts';
import { clearOutlines, type LinkCounts, legendOf, outlineLinks, showLegend, withHidden } from './draw-links.ts';
import { makePrivate } from './failure-traces.ts';
import { pictureOf, withLegend } from './link-picture.ts';

interface DebugOptions extends StartOptions {
  /** Scope of the site that starts at the page's address. */
  readonly scope: ScopeKind;
  /** Names of the techniques to use; default: those of `active`. */
  readonly techniques?: ReadonlySet<string> | undefined;
  /** Pause before and after the capture, in milliseconds. */
  readonly slowMo: number;
  /** Files for saving artefacts; undefined for none. */
  readonly files: Readonly<Record<Artefact, string | undefined>>;
  /** Returns the reason why robots.txt forbids an address; undefined if allowed. */
  readonly forbids: (url: URL) => Promise<string | undefined>;
}

/** Milliseconds within which a page is drawn once pending style sheets are given up. */
const DRAWN_AT_LAST_WITHIN = 15_000;
/** Milliseconds by the page's clock for work before the page is drawn. */
const SOON = 100;

/** Names of the techniques that interact with the page. */
const acting: ReadonlySet<string> = new Set(allTechniques.filter(({ act }) => act).map(({ name }) => name));
const NOT_SHOWN = 'found by acts, not shown';
const AS_LEFT = 'drawn after acts: the page is as they have left it';

/** Milliseconds within which a page that a crawl would not capture has to load. */
const LOAD_WITHIN = 2000;

/** Limit of console errors recorded for each document. */
const MOST_ERRORS = 100;

export type Artefact = 'screenshot' | 'trace' | 'har';

/** Found link with its kind; a bad link has its reason. */
export type DebugLink = FoundLink & { readonly kind: LinkKind; readonly reason?: string };

/** Output of `debug --json`. */
export interface DebugReport {
  readonly url: string;
  /** Address of the captured document, after redirects. */
  readonly landed: string;
  /** True if `landed` is outside the site; a crawl then stores the address as a link only. */
  readonly leavesSite: boolean;
  readonly httpStatus: number;
  readonly title: string;
  /** Limits that the page reached; see CapturedPage. */
  readonly limits: readonly string[];
  /** Links and resources by every technique; two elements with one link are listed twice. */
  readonly links: readonly DebugLink[];
  /** Finds and duration in milliseconds of each technique. */
  readonly techniques: readonly TechniqueCost[];
  /** Number of links that were outlined before any action, by kind. */
  readonly drawn: LinkCounts;
  /** Number of links found by actions, not counted in `drawn`. */
  readonly foundByActs: number;
}

/** Reasons why a page shows no links, and events of its load. Texts are the page's own. */
export interface Diagnosis {
  /** Explanation in a sentence; null for a page with links that a crawl captures. */
  readonly why: string | null;
  /** First 500 events that went wrong. */
  readonly timeline: readonly LoadEvent[];
  /** Number of internal and external links found without a browser; null if that request gets no page. */
  readonly plainLinks: number | null;
}

/** State of the page before any action. */
interface Before {
  readonly parts: PageParts | undefined;
  /** Number of links found before any action. */
  readonly found: number;
  readonly drawn: LinkCounts;
  /** Screenshot; undefined if not requested, or if the page was not drawn. */
  readonly picture: Buffer | undefined;
}

/** Page as a crawl sees it, open in a browser with links outlined. */
export class DebugPage {
  readonly tab: Tab;
  readonly #browser: Browser;
  readonly #options: DebugOptions;
  readonly #record: LoadRecord;
  readonly #plain: HttpCapture;
  /** Screenshot with outlined links, before any action. */
  #picture: Buffer | undefined;
  #captured: CapturedPage | undefined;
  #parts: PageParts | undefined;

  private constructor(browser: Browser, tab: Tab, record: LoadRecord, options: DebugOptions) {
    this.#browser = browser;
    this.tab = tab;
    this.#options = options;
    this.#record = record;
    tab.gate.onHeldBack = (...request) => this.#record.heldBack(...request);
    const { contact } = options;
    const hostRules = parseHostRules(options.hostRules);
    this.#plain = new HttpCapture({ ...options, hostRules, userAgent: plainUserAgent(contact) });
  }

  /** Starts the browser. The caller must call `close`. */
  static async open(options: DebugOptions): Promise<DebugPage> {
    const { browser, tabOptions } = await startBrowser({ ...options, isSeen: true });
    const tab = await Tab.open(browser, 0, { ...tabOptions, mostErrors: MOST_ERRORS });
    const record = await LoadRecord.open(tab.page, tabOptions.failureOf);
    const page = new DebugPage(browser, tab, record, options);
    const { trace, har } = options.files;
    const { tracing } = page.tab.page.context();
    if (trace !== undefined) await tracing.start({ screenshots: true, snapshots: true });
    if (har !== undefined)
      await writing('har', har, () => {
        makePrivate(har);
        return tracing.startHar(har);
      });
    return page;
  }

  /**
   * Loads a page and captures the result as a crawl does. Outlines links for the screenshot before any action, and
   * again in the page's final state.
   *
   * @param url absolute http(s) address
   * @throws RetryVisit, GiveUpVisit where a crawl could not capture the page, or would not, as for a file
   */
  async read(url: string): Promise<DebugReport> {
    const { slowMo, now, techniques = techniqueNames('active') } = this.#options;
    const inSite = this.#scopeOf(url);
    const understand = (found: readonly FoundLink[], at: string) => found.flatMap((one) => understood(one, at, inSite));
    this.#captured = undefined;
    this.#parts = undefined;
    let frames: readonly FrameDocument[] = [];
    let costs: readonly TechniqueCost[] = [];
    let before: Before | undefined;
    await sleep(slowMo);
    this.#record.begin();
    const beforeActs: Reading['beforeActs'] = async (page, { links }) => {
      if (before) return;
      this.#record.end();
      before = await this.#draw(page.frames, understand(links, page.address), links.length);
      await clearOutlines(page.frames);
    };
    const onFound: Reading['onFound'] = (page, harvest) => {
      this.#record.end();
      frames = page.frames;
      costs = harvest.costs;
    };
    const pace = new VisitPace(new DocumentSchedule(() => 0));
    const captured = pageOf(
      await readPage(this.tab, { url, site: 0 }, { now, pace, techniques, beforeActs, onFound }).catch(
        async (error: unknown) => {
          await this.#waitForLoad();
          this.#record.end();
          throw visitError(error);
        },
      ),
    );
    const links = understand(captured.links, captured.url);
    const isActedOn = before !== undefined;
    before ??= await this.#draw(frames, links, captured.links.length);
    this.#captured = captured;
    this.#parts = before.parts;
    const later = understand(captured.links.slice(before.found), captured.url);
    const foundByActs = later.filter(({ technique }) => acting.has(technique)).length;
    const drawn = withHidden(
      before.drawn,
      later.filter(({ technique }) => !acting.has(technique)),
    );
    const legend = legendOf(drawn, foundByActs > 0 ? [`${NOT_SHOWN}: ${foundByActs}`] : []);
    if (before.picture) this.#picture = await withLegend(this.#browser, before.picture, legend);
    if (isActedOn) await showLegend(frames, legendOf(await outlineLinks(frames, links), [AS_LEFT]));
    else await showLegend(frames, legend);
    await sleep(slowMo);
    const { url: landed, httpStatus, title, limits } = captured;
    const leavesSite = !inSite(new URL(landed));
    return {
      ...{ url, landed, leavesSite, httpStatus, title, limits, links, techniques: costs },
      ...{ drawn, foundByActs },
    };
  }

  async #draw(frames: readonly FrameDocument[], links: readonly DebugLink[], found: number): Promise<Before> {
    const parts = await frames[0]?.evaluate(`${pageFunction('partsOfPage')}()`, pageParts).catch(() => undefined);
    const drawn = await outlineLinks(frames, links);
    const { cdp, patience } = this.tab;
    const isAskedFor = this.#options.files.screenshot !== undefined;
    // A page that waits for a style sheet is drawn once that has come, if ever.
    const picture = isAskedFor ? await pictureOf(cdp, patience.page / 2).catch(() => undefined) : undefined;
    return { found, parts, drawn, picture };
  }

  /**
   * Returns why the last page shows no links or could not be captured. Requests robots.txt, and the page once more
   * without a browser.
   */
  async diagnose(asked: string, read: DebugReport | GiveUpVisit | RetryVisit): Promise<Diagnosis> {
    const isRead = !(read instanceof Error);
    const answers = isRead || hasAnswered(read);
    const { answer, gate } = this.tab;
    const landed = isRead ? read.landed : (gate.unanswered?.url.href ?? answer?.url() ?? asked);
    const [robots, plainLinks] = await Promise.all([
      answers ? this.#forbids(asked, landed) : undefined,
      answers || isUnread(read) ? this.#plainLinks(asked) : undefined,
    ]);
    const { title = '', text = [], asksPassword = false, limits = [] } = this.#captured ?? {};
    const { events } = this.#record;
    const why = whyNoLinks({
      ...{ asked, landed, robots, plainLinks, title, text, asksPassword, limits, events, parts: this.#parts },
      failure: isRead ? undefined : read.message,
      leavesSite: isRead && read.leavesSite,
      isDownload: /^\s*attachment/i.test(answer?.headers()['content-disposition'] ?? ''),
      links: isRead ? read.links : [],
    });
    return { why: why ?? null, timeline: events, plainLinks: plainLinks ?? null };
  }

  /** Returns why a crawl may not request a page or its redirect target. */
  async #forbids(asked: string, landed: string): Promise<string | undefined> {
    const { forbids } = this.#options;
    const refusal = await forbids(new URL(asked));
    return refusal ?? (landed === asked ? undefined : await forbids(new URL(landed)));
  }

  async #plainLinks(url: string): Promise<number | undefined> {
    const captured = await this.#plain.read({ url, site: 0 }).catch(() => undefined);
    if (captured?.kind !== 'page') return undefined;
    const links = captured.links.flatMap((link) => understood(link, captured.url, this.#scopeOf(url)));
    return links.filter(({ kind }) => kind === 'internal' || kind === 'external').length;
  }

  #scopeOf(url: string): Scope {
    return siteScope(new URL(url), this.#options.scope);
  }

  /** Waits for the load event, then stops a page without one. A page stopped too early can never be drawn. */
  async #waitForLoad(): Promise<void> {
    const { headed, files } = this.#options;
    if (!headed && Object.values(files).every((file) => file === undefined)) return;
    const { page, cdp, answer } = this.tab;
    const loaded = page.waitForLoadState('load', { timeout: LOAD_WITHIN }).then(
      () => true,
      () => false,
    );
    if (answer === undefined || !(await loaded)) await cdp.send('Page.stopLoading').catch(() => undefined);
  }

  /** Saves the requested files. @throws CommandFailed if a file can't be written; the others are saved */
  async save(): Promise<void> {
    const { page } = this.tab;
    const { screenshot, trace, har } = this.#options.files;
    const { tracing } = page.context();
    const saved = await Promise.allSettled([
      screenshot &&
        writing('screenshot', screenshot, async () =>
          writeFileSync(screenshot, this.#picture ?? (await this.#pictureAtLast())),
        ),
      har && writing('har', har, () => tracing.stopHar()),
    ]);
    // Last, so that the trace shows the outlined page.
    if (trace) saved.push(...(await Promise.allSettled([writing('trace', trace, () => stopTrace(tracing, trace))])));
    for (const one of saved) if (one.status === 'rejected') throw one.reason;
  }

  /** Returns a screenshot without the style sheets that are still loading. */
  async #pictureAtLast(): Promise<Buffer> {
    const { cdp, page, shown, patience } = this.tab;
    await cdp.send('Page.stopLoading').catch(() => undefined);
    if (shown) await this.tab.pass(SOON, patience.page / 2).catch(() => undefined);
    return await page.screenshot({ type: 'png', fullPage: true, timeout: DRAWN_AT_LAST_WITHIN });
  }

  /** Resolves once the user has closed the window, or the browser is gone. */
  async closed(): Promise<void> {
    await new Promise<void>((done) => {
      this.tab.page.once('close', () => done());
      this.#browser.once('disconnected', () => done());
      if (this.tab.page.isClosed() || !this.#browser.isConnected()) done();
    });
  }

  async close(): Promise<void> {
    await this.#plain.close();
    await this.#browser.close().catch(() => undefined);
  }
}

/** Tells whether a server has answered, even with an error. */
const hasAnswered = (error: GiveUpVisit | RetryVisit): boolean =>
  error instanceof HostTrouble ? error.isAnswer : !(error instanceof RefusedVisit);

/** Returns a found link with its kind; nothing if a crawl ignores the link. */
function understood(found: FoundLink, documentUrl: string, scope: Scope): DebugLink[] {
  const link = classifyFound(found, documentUrl, scope, { foldCase: false, ignored: new Set() });
  if (!link) return [];
  return [{ ...found, kind: link.kind, ...(link.kind === 'bad' ? { reason: link.reason } : {}) }];
}

/** Saves the trace for its owner only, as traces contain cookies. */
async function stopTrace(tracing: Tracing, file: string): Promise<void> {
  makePrivate(file);
  await tracing.stop({ path: file });
}

async function writing(artefact: Artefact, file: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const reason = messageOf(error).split('\n')[0] ?? '';
    throw new CommandFailed(`--${artefact}: can't write ${file}: ${reason}`);
  }
}
