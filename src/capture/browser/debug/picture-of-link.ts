import { setTimeout as sleep } from 'node:timers/promises';
import type { ClassifiedLink, FoundLink, LinkKind, LinkSight } from '../../../domain/link.ts';
import { classifyFound } from '../../../url/classify.ts';
import { type Identity, identityKey, storedKey } from '../../../url/normalise.ts';
import { parseUrl } from '../../../url/parse.ts';
import { techniques as allTechniques } from '../../find/registry.ts';
import type { DocumentTurns } from '../../network/document-turns.ts';
import { visitError } from '../../network/visit-error.ts';
import { VisitPace } from '../../network/visit-pace.ts';
import { type StartOptions, startBrowser } from '../browser.ts';
import type { FrameDocument } from '../document.ts';
import { pageOf, type Reading, readPage } from '../read-page.ts';
import { Tab } from '../tab.ts';
import { clearOutlines, outlineLinks, showOutline } from './draw-links.ts';
import { pictureOfView, sizeOf } from './link-picture.ts';

/** A link as a crawl has stored it. */
export interface StoredLink {
  readonly kind: LinkKind;
  /** Absolute address; of a bad link its text. */
  readonly url: string;
  /** How it is asked; null for a bad link. */
  readonly method: string | null;
  /** Name of the technique that found it, where that is known. */
  readonly technique: string | null;
}

/** A page of the Web as it is now, with one of its links outlined. */
export interface PictureOfLink {
  readonly sight: LinkSight;
  /** PNG; undefined where the page was not drawn in time. */
  readonly picture: Buffer | undefined;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Address of the document that was read. */
  readonly landed: string;
}

interface PictureOptions extends StartOptions {
  /** The page, an absolute address. */
  readonly url: string;
  readonly link: StoredLink;
  readonly identity: Identity;
  /** Names of the techniques that may be used; those that act on the page are if one of them found the link. */
  readonly techniques: ReadonlySet<string>;
  readonly turns: DocumentTurns;
  readonly now: () => number;
  /** Ends it at once, its browser closed. */
  readonly signal: AbortSignal;
}

/** How long a page may take to be drawn, in milliseconds. */
const DRAWN_WITHIN = 5000;
/** By the page's clock, in milliseconds: what it has to do to be drawn. */
const SOON = 100;
/** Milliseconds after which it is given that time once more. */
const PAUSE = 50;

const acting: ReadonlySet<string> = new Set(allTechniques.filter(({ act }) => act).map(({ name }) => name));

/**
 * Opens a page in a browser of its own, reads it as a crawl does, and takes a picture of the view where the link is.
 * @throws RetryVisit, GiveUpVisit where a crawl could not read it; CommandFailed, BadInput where there is no browser
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

/** Whether a found link is the one that is stored. */
function wanted(link: StoredLink, identity: Identity): (found: FoundLink, documentUrl: string) => boolean {
  const key = keyOf(link, identity);
  return (found, documentUrl) => {
    // Whether an address is internal decides about nothing here.
    const one = classifyFound(found, documentUrl, () => true, identity);
    return one !== undefined && (one.kind === 'bad') === (link.kind === 'bad') && ownKey(one) === key;
  };
}

const ownKey = (link: ClassifiedLink): string => (link.kind === 'bad' ? link.raw : link.key);

/** As `classifyFound` has it. */
function keyOf({ kind, url, method }: StoredLink, identity: Identity): string {
  const address = kind === 'bad' ? undefined : parseUrl(url);
  if (!address) return url;
  const key = kind === 'internal' ? storedKey(address, identity) : identityKey(address, identity);
  return method === null || method === 'GET' ? key : `${method} ${key}`;
}

interface Seen extends Pick<PictureOfLink, 'picture' | 'width' | 'height'> {
  readonly isOutlined: boolean;
}

/** Outlines links and takes a picture of the view where one of them is; of the page's top where none is seen. */
async function seen(tab: Tab, frames: readonly FrameDocument[], links: readonly FoundLink[]): Promise<Seen> {
  // One colour, whatever it is: the page has one link that is outlined.
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

/** A picture of the view; undefined where it is not drawn in time. */
async function drawn(tab: Tab): Promise<Buffer | undefined> {
  let isOver = false;
  const picture = pictureOfView(tab.cdp, DRAWN_WITHIN)
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  // The page's clock stands still: it is drawn anew only as time passes, and may have to do something before.
  while (!isOver && tab.shown) {
    const passing = await tab.pass(SOON, DRAWN_WITHIN).catch(() => undefined);
    if (passing === undefined) break;
    await Promise.race([picture, sleep(PAUSE)]);
  }
  return await picture;
}
