import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Tracing } from 'playwright';
import { CommandFailed, GiveUpVisit } from '../../domain/errors.ts';
import type { FoundLink, LinkKind } from '../../domain/link.ts';
import type { CapturedFile, CapturedPage } from '../../domain/page.ts';
import type { ScopeKind } from '../../domain/site.ts';
import { classifyFound } from '../../url/classify.ts';
import { type Scope, siteScope } from '../../url/scope.ts';
import type { TechniqueCost } from '../find-links.ts';
import { DocumentTurns } from '../network/document-turns.ts';
import { visitError } from '../network/visit-error.ts';
import { VisitPace } from '../network/visit-pace.ts';
import { techniqueNames } from '../techniques/choice.ts';
import { type StartOptions, startBrowser } from './browser.ts';
import type { FrameDocument } from './document.ts';
import { drawLinks } from './draw-links.ts';
import { makePrivate } from './private-file.ts';
import { type Reading, readPage } from './read-page.ts';
import { Tab } from './tab.ts';

export interface DebugOptions extends StartOptions {
  /** Absolute http(s) address. */
  readonly url: string;
  /** What belongs to the site that starts at this address. */
  readonly scope: ScopeKind;
  /** Names of the techniques that are used; those of `active` if not given. */
  readonly techniques?: ReadonlySet<string> | undefined;
  /** Pause before and after the page is read, in milliseconds. */
  readonly slowMo: number;
  /** Files to save what was seen in; undefined for none. */
  readonly files: Readonly<Record<Artefact, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A picture that takes longer is given up, in milliseconds: fonts may never come. */
const PICTURE_WITHIN = 15_000;

/** How long the answer of a page that a crawl would not read may take to come, in milliseconds. */
const REST_WITHIN = 2000;

export type Artefact = 'screenshot' | 'trace' | 'har';

/** A found link, and what a crawl takes it for; a bad one has its reason. */
export type DebugLink = FoundLink & { readonly kind: LinkKind; readonly reason?: string };

/** What `debug --json` prints. */
export interface DebugReport {
  readonly url: string;
  /** Address of the document that was read. */
  readonly landed: string;
  /** Whether that is outside of the site: a crawl does not read it then, and stores it as a link. */
  readonly leavesSite: boolean;
  readonly httpStatus: number;
  readonly title: string;
  /** Limits that the page met; see CapturedPage. */
  readonly limits: readonly string[];
  /** Every link and resource by every technique: one that stands on the page twice is listed twice. */
  readonly links: readonly DebugLink[];
  /** What each technique found, and how long it took, in milliseconds. */
  readonly techniques: readonly TechniqueCost[];
}

/** One page as a crawl sees it, open in a browser, its links drawn. */
export class DebugPage {
  readonly tab: Tab;
  readonly #browser: Browser;
  readonly #options: DebugOptions;

  private constructor(browser: Browser, tab: Tab, options: DebugOptions) {
    this.#browser = browser;
    this.tab = tab;
    this.#options = options;
  }

  /** Starts the browser. The caller owes `close`. */
  static async open(options: DebugOptions): Promise<DebugPage> {
    const { browser, tabOptions } = await startBrowser({ ...options, isSeen: true });
    const page = new DebugPage(browser, await Tab.open(browser, 0, tabOptions), options);
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
   * Loads the page, reads it as a crawl does, and draws its links.
   *
   * @throws RetryVisit, GiveUpVisit where a crawl could not read it, or would not, as it is a file
   */
  async read(): Promise<DebugReport> {
    const { url, slowMo, scope, now, techniques = techniqueNames('active') } = this.#options;
    let frames: readonly FrameDocument[] = [];
    let costs: readonly TechniqueCost[] = [];
    await sleep(slowMo);
    const onFound: Reading['onFound'] = (page, harvest) => {
      frames = page.frames;
      costs = harvest.costs;
    };
    const pace = new VisitPace(new DocumentTurns(() => 0));
    const captured = await readPage(this.tab, { url, site: 0 }, { now, pace, techniques, onFound }).catch(
      async (error: unknown) => {
        await this.#cameToRest();
        throw visitError(error);
      },
    );
    if (captured.kind === 'file') throw new GiveUpVisit(`a file, not a page: ${captured.contentType}`);
    const inSite = siteScope(new URL(url), scope);
    const links = captured.links.flatMap((link) => understood(link, captured, inSite));
    await drawLinks(frames, links);
    await sleep(slowMo);
    const { url: landed, httpStatus, title, limits } = captured;
    const leavesSite = !inSite(new URL(landed));
    return { url, landed, leavesSite, httpStatus, title, limits, links, techniques: costs };
  }

  /** A page that is still asked for has no picture; one that is stopped as it comes never gets one. */
  async #cameToRest(): Promise<void> {
    const { page, cdp, answer } = this.tab;
    const loaded = page.waitForLoadState('load', { timeout: REST_WITHIN }).then(
      () => true,
      () => false,
    );
    if (answer === undefined || !(await loaded)) await cdp.send('Page.stopLoading').catch(() => undefined);
  }

  /** Saves the files that were asked for. @throws CommandFailed if one can't be written; the others are */
  async save(): Promise<void> {
    const { page } = this.tab;
    const { screenshot, trace, har } = this.#options.files;
    const { tracing } = page.context();
    const saved = await Promise.allSettled([
      screenshot &&
        writing('screenshot', screenshot, () =>
          page.screenshot({ path: screenshot, type: 'png', fullPage: true, timeout: PICTURE_WITHIN }),
        ),
      har && writing('har', har, () => tracing.stopHar()),
    ]);
    // Last, so that it shows the drawn page.
    if (trace) saved.push(...(await Promise.allSettled([writing('trace', trace, () => stopTrace(tracing, trace))])));
    for (const one of saved) if (one.status === 'rejected') throw one.reason;
  }

  /** Resolves once its user has closed the window, or the browser is gone. */
  async closed(): Promise<void> {
    await new Promise<void>((done) => {
      this.tab.page.once('close', () => done());
      this.#browser.once('disconnected', () => done());
      if (this.tab.page.isClosed() || !this.#browser.isConnected()) done();
    });
  }

  async close(): Promise<void> {
    await this.#browser.close().catch(() => undefined);
  }
}

/** A found link with its kind; none where a crawl leaves it out. */
function understood(found: FoundLink, page: CapturedPage | CapturedFile, scope: Scope): DebugLink[] {
  const link = classifyFound(found, page.url, scope, { foldCase: false, ignored: new Set() });
  if (!link) return [];
  return [{ ...found, kind: link.kind, ...(link.kind === 'bad' ? { reason: link.reason } : {}) }];
}

/** What it holds, cookies among it, is its owner's alone. */
async function stopTrace(tracing: Tracing, file: string): Promise<void> {
  makePrivate(file);
  await tracing.stop({ path: file });
}

async function writing(artefact: Artefact, file: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    throw new CommandFailed(`--${artefact}: can't write ${file}: ${reason}`);
  }
}
