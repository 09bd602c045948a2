import type { Response } from 'playwright';
import { GiveUpVisit, HostUnreachable, RetryVisit } from '../../domain/errors.ts';
import type { CapturedFile, CapturedPage } from '../../domain/page.ts';
import { typeOf } from '../../url/file-types.ts';
import { bareHost, withoutFragment } from '../../url/parse.ts';
import type { Target } from '../capture.ts';
import { decodeAs } from '../encoding/decode.ts';
import { lookOf, type PageLook } from '../error-pages.ts';
import type { TechniqueYield } from '../explore/technique-yield.ts';
import { capturedFile, type FileAnswer } from '../files/read-file.ts';
import { linksOnWay } from '../find/header.ts';
import { findLinks, Harvest } from '../find-links.ts';
import { LONG_TEXT, TOO_LARGE, visibleText } from '../loaded-page.ts';
import { accepted, isOtherType, isPageType, nofollowOf, validatorsOf } from '../network/answer-rules.ts';
import { notValid } from '../network/visit-error.ts';
import type { VisitPace } from '../network/visit-pace.ts';
import { MANY_LINKS } from '../walk/walk-rules.ts';
import { waitForIdle } from './clock/idle.ts';
import { DocumentGone } from './document-answers.ts';
import { MEMORY, OutOfMemory } from './limits/memory-watch.ts';
import { LivePage } from './live-page.ts';
import { navigate } from './navigate.ts';
import { drawsOnChange, routeShown, takesAnyFragment, withRoutes } from './page-links.ts';
import { withoutStates } from './page-world.ts';
import { hopsTo, Redirects } from './requests/redirects.ts';
import { type Tab, TabBusy } from './tab.ts';

/** Limit of documents that scripts may lead the tab to before the page is captured. */
const MOST_DOCUMENTS = 5;

/** Removes the banner, with links, that Chromium adds to XSLT pages from 2026 on. */
const WITHOUT_NOTICE = "document.querySelector('xslt-warning-banner')?.remove() === undefined";

/** Options for capturing a page. */
export interface Reading {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly pace: VisitPace;
  /** Names of the techniques to use. */
  readonly techniques: ReadonlySet<string>;
  /** Knowledge about the site's pages; undefined: everything is tried. */
  readonly yields?: TechniqueYield | undefined;
  /** Callback before each technique that interacts with the page, with the finds so far. */
  readonly beforeActs?: (page: LivePage, harvest: Harvest) => Promise<void>;
  /**
   * Tells whether a scripted page with status 404 is just the site's error page. Without this function all such pages
   * are given up.
   */
  readonly isErrorPage?: (look: PageLook, url: URL) => Promise<boolean>;
  /** Callback with all finds while the page is still open. */
  readonly onFound?: (page: LivePage, harvest: Harvest) => void;
}

/** Loads a page and captures the idle page, or the document that its scripts then lead to. */
export async function readPage(tab: Tab, target: Target, reading: Reading): Promise<CapturedPage | CapturedFile> {
  const captured = await read(tab, target, reading);
  const fault = tab.certificates?.get(new URL(captured.url).origin);
  return fault === undefined ? captured : { ...captured, limits: [notValid(fault), ...captured.limits] };
}

async function read(tab: Tab, target: Target, reading: Reading): Promise<CapturedPage | CapturedFile> {
  const { url } = target;
  const { pace } = reading;
  const { answer, isShown } = await navigate(tab, target, pace);
  const isMissing = isShown && isScripted404(tab, url, answer, reading);
  const httpStatus = isMissing ? answer.status() : statusOf(answer, reading);
  const contentType = typeOf(answer.headers()['content-type'] ?? '');
  const { isMadePage, isSitemap } = tab.gate.bodies;
  if (!isShown || isSitemap || (isOtherType(contentType) && !isMadePage)) {
    const headers = answer.headers();
    const file = { url: tab.shown?.url ?? landed(url, answer.url()), httpStatus, contentType, headers };
    return await readFile(tab, answer, file, reading);
  }
  const begin = performance.now() - pace.waited;
  for (let documents = 1; ; documents++) {
    try {
      return await readDocuments(tab, begin, reading, isMissing ? answer.url() : undefined);
    } catch (error) {
      if (!(error instanceof DocumentGone) || documents === MOST_DOCUMENTS) throw error;
    }
  }
}

/** Tells whether an answer with status 404 may be an application, which has scripts. */
function isScripted404({ gate }: Tab, asked: string, answer: Response, { isErrorPage }: Reading): boolean {
  if (answer.status() !== 404 || !isErrorPage || new URL(answer.url()).host !== new URL(asked).host) return false;
  const source = gate.bodies.sourceOf(gate.mainFrame);
  return source !== undefined && /<script\b/i.test(Buffer.from(source.bytes).toString('latin1'));
}

/** @throws HostBusy, RetryVisit or GiveUpVisit for an error status */
const statusOf = (answer: Response, { now }: Reading): number =>
  accepted(bareHost(new URL(answer.url())), answer.status(), answer.headers(), now);

/**
 * Captures the tab's page, which may be another than requested after scripts ran.
 *
 * @param missing address with status 404
 * @throws GiveUpVisit if the page is an error page
 */
async function readDocuments(
  tab: Tab,
  begin: number,
  reading: Reading,
  missing: string | undefined,
): Promise<CapturedPage | CapturedFile> {
  let ready = await waitForIdle(tab, begin);
  if (await drawsOnChange(ready)) ready = await waitForIdle(tab, begin);
  const { shown } = tab;
  const { failure, unanswered } = tab.gate;
  if (failure) throw failure;
  // A script has led the tab to an unreachable server: Chromium shows its own error page.
  if (unanswered && ready.address.startsWith('chrome-error:'))
    throw unanswered.failure ?? new HostUnreachable('no server answers', bareHost(unanswered.url));
  if (!shown) throw new RetryVisit('the page has no document');
  if (tab.isByPrevious) throw new TabBusy('the page before goes elsewhere');
  const { contentType, title, canonical, robots, isAnchored } = ready;
  const isShownAs404 = missing !== undefined && shown.answer.status() === 404;
  const shownStatus = isShownAs404 ? 404 : statusOf(shown.answer, reading);
  const httpStatus = missing === undefined ? shownStatus : 404;
  // Applications may redirect by another document, whose scripts restore the address.
  const isBack = missing !== undefined && withoutFragment(ready.address) === withoutFragment(missing);
  const loaded = isBack ? ready.address : shown.url;
  const url = isAnchored ? withoutFragment(loaded) : loaded;
  if (!isPageType(contentType)) {
    const file = { url, httpStatus, contentType, headers: shown.answer.headers() };
    return await readFile(tab, shown.answer, file, reading);
  }
  tab.hold();
  const { pace, yields, techniques } = reading;
  const redirects = await Redirects.to(tab, shown.answer, techniques.has('header') ? pace : undefined, yields);
  const takesAny = await takesAnyFragment(tab, ready);
  const route = routeShown(shown.url, ready, takesAny);
  if (takesAny) tab.observer.takeAnyFragment();
  const led = route ?? (isBack ? loaded : undefined);
  if (led !== undefined) tab.observer.acceptRoute(led);
  const page = new LivePage(tab, ready, redirects.answers, yields);
  if (tab.gate.bodies.isMadePage) await page.frames[0]?.ask(WITHOUT_NOTICE);
  // Before any action on the page.
  const text = await visibleText(page.frames);
  if (text.isCut) tab.limits.add(LONG_TEXT);
  const harvest = new Harvest();
  let isJudged = false;
  const judge = async () => {
    if (isJudged || missing === undefined) return;
    isJudged = true;
    const source = page.frames[0]?.source;
    const markup = source ? decodeAs(source.bytes, source.encoding) : '';
    const links = harvest.links.filter(({ technique, frame }) => technique === 'dom' && !frame);
    const look = lookOf({ url: missing, text: text.blocks, links }, markup);
    if ((await reading.isErrorPage?.(look, new URL(missing))) ?? true) throw new GiveUpVisit('HTTP 404');
  };
  const beforeActs = async () => {
    await judge();
    await reading.beforeActs?.(page, harvest);
  };
  await findLinks(page, techniques, harvest, beforeActs).catch((error: unknown) => {
    if (!(error instanceof OutOfMemory) || harvest.links.length === 0) throw error;
    tab.limits.add(MEMORY);
  });
  await judge();
  redirects.learn(harvest.links, (link) => page.isNews(link));
  page.has(harvest.links);
  if (page.frames.some(({ isCut }) => isCut)) tab.limits.add(MANY_LINKS);
  if (tab.gate.bodies.isTooLarge) tab.limits.add(TOO_LARGE);
  reading.onFound?.(page, harvest);
  const [main] = page.frames;
  const found = await tab.ask(withoutStates(tab.cdp, harvest.links));
  const links = takesAny && main ? await withRoutes(main, shown.url, found) : found;
  if (links.length === 0 && tab.limits.has('cut off')) throw new RetryVisit('the answer was cut off');
  const headers = shown.answer.headers();
  const nofollow = nofollowOf(robots, headers);
  const validators = validatorsOf(headers);
  const limits = [...tab.limits];
  return {
    kind: 'page',
    url,
    hops: hopsTo(shown.answer, shown.before),
    ...(route !== undefined && { route }),
    httpStatus,
    contentType,
    title,
    canonical,
    links,
    nofollow,
    text: text.blocks,
    asksPassword: text.asksPassword,
    limits,
    validators,
  };
}

/** Captures a file and the redirects that led to it. */
async function readFile(tab: Tab, answer: Response, file: FileAnswer, reading: Reading): Promise<CapturedFile> {
  const { pace, yields, techniques } = reading;
  const captured = await capturedFile(file, techniques.has('file') ? tab.gate.bodies.file : undefined);
  const hops = hopsTo(answer, answer === tab.shown?.answer ? tab.shown.before : []);
  if (!techniques.has('header')) return { ...captured, hops };
  const redirects = await Redirects.to(tab, answer, pace, yields);
  const onWay = await linksOnWay(redirects.answers, file.url);
  redirects.learn(onWay, (link) => yields?.isNews(tab.site, link) ?? true);
  yields?.keep(tab.site, onWay);
  return { ...captured, hops, links: [...captured.links, ...onWay] };
}

/** Returns a captured page where files are not expected. @throws GiveUpVisit for a file or an answer without a page */
export function pageOf(captured: CapturedPage | CapturedFile): CapturedPage {
  if (captured.kind === 'page') return captured;
  const { contentType, httpStatus } = captured;
  throw new GiveUpVisit(
    contentType === '' ? `an answer without a page: HTTP ${httpStatus}` : `a file, not a page: ${contentType}`,
  );
}

/** Returns the address where the navigation ended. Answers lack the fragment, which is kept without a redirect. */
const landed = (asked: string, answered: string): string =>
  withoutFragment(asked) === withoutFragment(answered) ? asked : answered;
