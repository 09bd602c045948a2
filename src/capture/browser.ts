import type { Browser } from 'playwright';
import { z } from 'zod';
import { GiveUpVisit, RetryVisit } from '../domain/errors.ts';
import type { FoundLink } from '../domain/link.ts';
import type { Captured } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';
import type { Capture } from './capture.ts';
import { type LaunchChoice, launchChromium } from './chromium.ts';
import { whenQuiet } from './quiet.ts';
import { type Tab, Tabs } from './tabs.ts';
import { techniques } from './techniques/registry.ts';

/** How long a server may take to begin its answer, in milliseconds. */
const ANSWER_TIMEOUT = 30_000;

const heading = z.object({ contentType: z.string(), title: z.string() });

export interface BrowserCaptureOptions extends LaunchChoice {
  /** Pages read at the same time. */
  readonly workers: number;
}

/** Reads pages in Chromium: what a person's browser shows after scripts have run. */
export class BrowserCapture implements Capture {
  readonly #options: BrowserCaptureOptions;
  #running: Promise<{ browser: Browser; tabs: Tabs }> | undefined;

  constructor(options: BrowserCaptureOptions) {
    this.#options = options;
  }

  /** Starts the browser, so that a missing one is known before the crawl begins. */
  async start(): Promise<void> {
    await this.#browser();
  }

  async read(target: { url: string; site: SiteId }): Promise<Captured> {
    const { tabs } = await this.#browser();
    const tab = await tabs.take(target.site).catch(asVisitError);
    try {
      const captured = await readPage(tab, target.url);
      await tabs.give(tab);
      return captured;
    } catch (error) {
      // A page that answered, if only with an error, leaves the tab fit for the next.
      await (error instanceof GiveUpVisit ? tabs.give(tab) : tabs.drop(tab));
      return asVisitError(error);
    }
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.then(({ browser }) => browser.close()).catch(() => undefined);
  }

  /** The browser; a new one when the last has crashed. */
  #browser(): Promise<{ browser: Browser; tabs: Tabs }> {
    this.#running ??= launchChromium(this.#options).then((browser) => {
      browser.once('disconnected', () => {
        this.#running = undefined;
      });
      const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36 Forager/0.1`;
      return { browser, tabs: new Tabs(browser, agent, Math.max(16, 2 * this.#options.workers)) };
    });
    return this.#running;
  }
}

async function readPage(tab: Tab, url: string): Promise<Captured> {
  await navigate(tab, url);
  const response = tab.response;
  if (!response) throw new GiveUpVisit('the server sent no document');
  const httpStatus = response.status();
  if (httpStatus >= 500 || httpStatus === 429 || httpStatus === 408) throw new RetryVisit(`HTTP ${httpStatus}`);
  if (httpStatus >= 400) throw new GiveUpVisit(`HTTP ${httpStatus}`);
  const declared = (response.headers()['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (declared !== '' && !PAGE_TYPES.has(declared)) {
    return { kind: 'file', url: landed(url, response.url()), httpStatus, contentType: declared };
  }
  const { frames, isQuiet } = await whenQuiet(tab);
  const [main] = frames;
  if (!main) throw new RetryVisit('the page has no document');
  const { contentType, title } = await main.evaluate(
    '({ contentType: document.contentType, title: document.title })',
    heading,
  );
  // A script may have sent the tab on to another document since.
  const last = landed(url, tab.response?.url() ?? response.url());
  if (!PAGE_TYPES.has(contentType)) return { kind: 'file', url: last, httpStatus, contentType };
  const links: FoundLink[] = [];
  for (const technique of techniques) links.push(...(await technique.find({ frames })));
  return {
    kind: 'page',
    url: last,
    httpStatus,
    contentType,
    title: title.slice(0, 500),
    links,
    limits: isQuiet ? [] : ['never quiet'],
  };
}

const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml']);

async function navigate(tab: Tab, url: string): Promise<void> {
  // From one route of an application to another there is no load: begin afresh.
  if (withoutFragment(tab.page.url()) === withoutFragment(url)) await tab.page.goto('about:blank');
  tab.response = undefined;
  tab.pending.clear();
  try {
    await tab.page.goto(url, { waitUntil: 'commit', timeout: ANSWER_TIMEOUT });
  } catch (error) {
    // A download, or an answer without a body, ends the navigation after the answer came.
    const answered: Tab['response'] = tab.response;
    if (answered === undefined || !/ERR_ABORTED|Download is starting/.test(String(error))) throw error;
  }
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

/** Where the navigation ended. Answers come without the fragment: it is kept where there was no redirect. */
const landed = (asked: string, answered: string): string =>
  withoutFragment(asked) === withoutFragment(answered) ? asked : answered;

/** Names what went wrong in a few words, and whether it may pass. */
function asVisitError(error: unknown): never {
  if (error instanceof RetryVisit || error instanceof GiveUpVisit) throw error;
  const text = error instanceof Error ? error.message : String(error);
  const code = /net::(ERR_[A-Z_]+)/.exec(text)?.[1];
  if (code !== undefined && NEVER_PASSES.has(code)) throw new GiveUpVisit(code);
  throw new RetryVisit(
    code ?? (/Timeout \d+ms exceeded/.test(text) ? 'no answer in time' : (text.split('\n')[0] ?? text).slice(0, 200)),
  );
}

const NEVER_PASSES = new Set([
  'ERR_ABORTED',
  'ERR_BLOCKED_BY_CLIENT',
  'ERR_INVALID_REDIRECT',
  'ERR_INVALID_RESPONSE',
  'ERR_INVALID_URL',
  'ERR_TOO_MANY_REDIRECTS',
  'ERR_UNSAFE_PORT',
  'ERR_UNSAFE_REDIRECT',
]);
