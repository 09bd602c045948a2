import { setTimeout as sleep } from 'node:timers/promises';
import type { ClassifiedLink, FoundLink, LinkKind, LinkSight } from '../../../domain/link.ts';
import { classifyFound } from '../../../url/classify.ts';
import { type Identity, identityKey, storedKey } from '../../../url/normalise.ts';
import { parseUrl } from '../../../url/parse.ts';
import { techniques as allTechniques } from '../../find/registry.ts';
import type { DocumentSchedule } from '../../network/document-schedule.ts';
import { visitError } from '../../network/visit-error.ts';
import { VisitPace } from '../../network/visit-pace.ts';
import { type StartOptions, startBrowser } from '../browser.ts';
import type { FrameDocument } from '../document.ts';
import { pageOf, type Reading, readPage } from '../read-page.ts';
import { Tab } from '../tab.ts';
import { clearOutlines, outlineLinks, showOutline } from './draw-links.ts';
import { pictureOfView, sizeOf } from './link-picture.ts';

/** Link as stored by a crawl. */
export interface StoredLink {
  readonly kind: LinkKind;
  /** Absolute address; for a bad link its text. */
  readonly url: string;
  /** HTTP method; null for a bad link. */
  readonly method: string | null;
  /** Name of the technique that found the link, if known. */
  readonly technique: string | null;
}

/** Current state of a page, with one of its links outlined. */
export interface PictureOfLink {
  readonly sight: LinkSight;
  /** PNG file; undefined if the page was not drawn in time. */
  readonly picture: Buffer | undefined;
  /** Width in pixels. */
  readonly width: number;
  readonly height: number;
  /** Address of the captured document, after redirects. */
  readonly landed: string;
}

interface PictureOptions extends StartOptions {
  /** Absolute address of the page. */
  readonly url: string;
  readonly link: StoredLink;
  readonly identity: Identity;
  /** Names of allowed techniques; actions are used only if one of them found the link. */
  readonly techniques: ReadonlySet<string>;
  readonly turns: DocumentSchedule;
  readonly now: () => number;
  /** Aborts at once and closes the browser. */
  readonly signal: AbortSignal;
}

/** Milliseconds within which a page is drawn. */
const DRAWN_WITHIN = 5000;
/** Milliseconds by the page's clock for work before the page is drawn. */
const SOON = 100;
/** Milliseconds of pause before the page gets that time again. */
const PAUSE = 50;

const acting: ReadonlySet<string> = new Set(allTechniques.filter(({ act }) => act).map(({ name }) => name));

/**
 * Captures a page in a separate browser as a crawl does, and takes a screenshot of the view with the link.
 *
 * @throws RetryVisit, GiveUpVisit where a crawl could not capture the page; CommandFailed, BadInput without a browser
 */
export async function pictureOfLink(options: PictureOptions): Promise<PictureOfLink> {
  const { signal } = options;
  signal.throwIfAborted();
  const { browser, tabOptions } = await startBrowser({ ...options, isSeen: true });
  const close = () => void browser.close().catch(() => undefined);
  signal.addEventListener('abort', close);
  try {
    signal.throwIfAborted();
    return await taken(await Tab.open(browser, 0, tabOptions), options);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', close);
    await browser.close().catch(() => undefined);
  }
}

async function taken(tab: Tab, options: PictureOptions): Promise<PictureOfLink> {
  const { url, link, identity, turns, now } = options;
  const isActed = link.technique !== null && acting.has(link.technique);
  const techniques = new Set([...options.techniques].filter((name) => isActed || !acting.has(name)));
  const isWanted = wanted(link, identity);
  let frames: readonly FrameDocument[] = [];
  let before: Seen | undefined;
  const reading: Reading = {
    ...{ now, techniques, pace: new VisitPace(turns), isErrorPage: async () => false },
    async beforeActs(page, { links }) {
      if (before) return;
      before = await seen(
        tab,
        page.frames,
        links.filter((one) => isWanted(one, page.address)),
      );
      await clearOutlines(page.frames);
    },
    onFound(page) {
      frames = page.frames;
    },
  };
  const captured = pageOf(
    await readPage(tab, { url, site: 0 }, reading).catch((error: unknown) => {
      throw visitError(error);
    }),
  );
  const landed = captured.url;
  if (before?.isOutlined) return { ...before, sight: 'outlined', landed };
  const found = captured.links.filter((one) => isWanted(one, landed));
  const last = await seen(tab, frames, found);
  return { ...last, sight: sightOf(last.isOutlined, before !== undefined, found), landed };
}

function sightOf(isOutlined: boolean, isActedOn: boolean, found: readonly FoundLink[]): LinkSight {
  if (found.length === 0) return 'gone';
  if (isOutlined) return isActedOn ? 'acted' : 'outlined';
  if (found.every(({ technique }) => acting.has(technique))) return 'by-act';
  return found.some(({ technique }) => technique === 'dom') ? 'hidden' : 'bare';
}

/** Returns a predicate for found links equal to the stored one. */
function wanted(link: StoredLink, identity: Identity): (found: FoundLink, documentUrl: string) => boolean {
  const key = keyOf(link, identity);
  return (found, documentUrl) => {
    // The kind internal or external is irrelevant here.
    const one = classifyFound(found, documentUrl, () => true, identity);
    return one !== undefined && (one.kind === 'bad') === (link.kind === 'bad') && ownKey(one) === key;
  };
}

const ownKey = (link: ClassifiedLink): string => (link.kind === 'bad' ? link.raw : link.key);

/** Returns the key of a link, as `classifyFound` does. */
function keyOf({ kind, url, method }: StoredLink, identity: Identity): string {
  const address = kind === 'bad' ? undefined : parseUrl(url);
  if (!address) return url;
  const key = kind === 'internal' ? storedKey(address, identity) : identityKey(address, identity);
  return method === null || method === 'GET' ? key : `${method} ${key}`;
}

interface Seen extends Pick<PictureOfLink, 'picture' | 'width' | 'height'> {
  readonly isOutlined: boolean;
}

/** Outlines links and takes a screenshot of the view with one of them, or of the page's top. */
async function seen(tab: Tab, frames: readonly FrameDocument[], links: readonly FoundLink[]): Promise<Seen> {
  // A single colour is enough, as only one link is outlined.
  const counts = await outlineLinks(
    frames,
    links.map((link) => ({ ...link, kind: 'bad' as const })),
  );
  const isOutlined = counts.bad.outlined > 0;
  const bearing = frames.filter(({ isMain, url }) => links.some(({ frame }) => frame === (isMain ? '' : url)));
  if (isOutlined) for (const frame of bearing) await showOutline(frames, frame);
  const picture = await drawn(tab);
  return { isOutlined, picture, ...(picture ? sizeOf(picture) : { width: 0, height: 0 }) };
}

/** Returns a screenshot of the view; undefined if the page is not drawn in time. */
async function drawn(tab: Tab): Promise<Buffer | undefined> {
  let isOver = false;
  const picture = pictureOfView(tab.cdp, DRAWN_WITHIN)
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  // The page's clock is stopped: drawing needs passing time, and maybe other work first.
  while (!isOver && tab.shown) {
    const passing = await tab.pass(SOON, DRAWN_WITHIN).catch(() => undefined);
    if (passing === undefined) break;
    await Promise.race([picture, sleep(PAUSE)]);
  }
  return await picture;
}
