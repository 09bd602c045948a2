import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DocumentGone, documents, type FrameDocument } from './document.ts';
import { plainText } from './plain-text.ts';
import type { Tab } from './tab.ts';

/** A page is quiet when nothing that could be a link changed, and no request ended, for so long, in milliseconds. */
const QUIET = 30;
/** A look that finds a longer silence came late, and so may the page's scripts on a busy machine: look once more. */
const LATE = 2 * QUIET;
/** Looks after which a quiet page is read though its timers do not run: frames without scripts have none. */
const MOST_LOOKS = 5;

/** How far a document is loaded, least first. */
const states = ['loading', 'interactive', 'complete'] as const;

/**
 * How far a document is loaded, for how many milliseconds nothing in it has changed, whether its timers have run since
 * the last look, and what it is.
 */
const standing = z.object({
  state: z.enum(states),
  silence: z.number(),
  isOnTime: z.boolean(),
  contentType: z.string(),
  title: plainText,
  canonical: plainText.optional(),
  robots: z.string(),
  isAnchored: z.boolean(),
});
type Standing = z.infer<typeof standing>;

/** The documents of a page that is ready to be read, and what its own is. */
export interface Ready {
  readonly frames: readonly FrameDocument[];
  readonly contentType: string;
  readonly title: string;
  readonly canonical?: string | undefined;
  /** What its `<meta name=robots>` say. */
  readonly robots: string;
  /** The fragment of its address names an element: it is no route of an application. */
  readonly isAnchored: boolean;
}

/**
 * Waits until the page's documents are loaded and quiet and no script, data or frame is on its way, and answers its
 * documents. A quiet DOM, not a load event, is when script-written links are there. A page that keeps on changing or
 * waiting is read as it is; the tab's limits say so.
 *
 * @param begin since when the page is waited for, by `performance.now()`
 */
export async function whenQuiet(tab: Tab, begin: number): Promise<Ready> {
  let changes = Number.NaN;
  let quietLooks = 0;
  let frames: FrameDocument[] = [];
  await tab.untilLoaded(100);
  for (;;) {
    if (tab.frameChanges !== changes) {
      changes = tab.frameChanges;
      frames = sameWorlds(await documents(tab), frames);
    }
    const page = await lookAt(frames, tab);
    const isComplete = page.state === 'complete' && tab.frameChanges === changes;
    const isQuiet = isComplete && Math.min(page.silence, tab.idle) >= QUIET;
    quietLooks = isQuiet ? quietLooks + 1 : 0;
    const passed = performance.now() - begin;
    if (quietLooks >= looksNeeded(page) || isEnough(page, passed, tab)) return page;
    if (!isComplete) await whileLoading(tab, passed);
    else if (tab.idle === 0) await untilIdle(tab);
    else await sleep(isQuiet ? QUIET / 3 : QUIET + 1 - Math.min(page.silence, tab.idle));
  }
}

const looksNeeded = ({ isOnTime, silence }: Standing): number => (isOnTime ? (silence > LATE ? 2 : 1) : MOST_LOOKS);

/** The page's standing: that of its own document, as far loaded and as long silent as all its frames are. */
async function lookAt(frames: readonly FrameDocument[], tab: Tab): Promise<Standing & Ready> {
  const [main, ...others] = await Promise.all(frames.map(look));
  if (!main) throw new DocumentGone('the page has no document');
  // What was cut off gets no further.
  if (tab.limits.has('cut off')) main.state = 'complete';
  const all = [main, ...others];
  const state = states.find((one) => all.some((standing) => standing.state === one)) ?? 'complete';
  const silence = Math.min(...all.map((standing) => standing.silence));
  return { ...main, frames, state, silence, isOnTime: all.every((standing) => standing.isOnTime) };
}

/** Whether the page is to be read as it is; the tab's limits then say why. */
function isEnough({ state, silence }: Standing, passed: number, { patience, limits }: Tab): boolean {
  const isParsed = state !== 'loading';
  // Long documents may take long to come, as long as they come.
  if (silence >= (isParsed ? patience.requests : patience.page)) limits.add('still loading');
  else if (passed >= (isParsed ? patience.page : 3 * patience.page)) limits.add('never quiet');
  else return false;
  return true;
}

/** Documents that are still the same keep the world that they are seen from. */
const sameWorlds = (now: readonly FrameDocument[], before: readonly FrameDocument[]): FrameDocument[] =>
  now.map((frame) => before.find((old) => old.id === frame.id) ?? frame);

async function look(frame: FrameDocument): Promise<Standing> {
  // A symbol: an element named like a field would stand in its place.
  const expression = `(globalThis[Symbol.for('standing')] ??= (${watch.toString()})(${QUIET}))()`;
  return await frame.evaluate(expression, standing).catch((error: unknown) => {
    if (!(error instanceof DocumentGone)) throw error;
    const nothing = { isOnTime: true, contentType: '', title: '', robots: '', isAnchored: false };
    return frame.isMain
      ? { ...nothing, state: 'loading', silence: 0 }
      : { ...nothing, state: 'complete', silence: Number.MAX_VALUE };
  });
}

/**
 * Runs in the page, once. Only what could be a link counts: a clock that ticks does not keep a page from being quiet.
 * It keeps no one waiting, as timers do not run in frames without scripts; but when a timer of its own has run, so have
 * those of the page that were due.
 */
function watch(quiet: number): () => Standing {
  let last = performance.now();
  let isOnTime = false;
  let timer: number | undefined;
  const mayBringLinks = (record: MutationRecord) =>
    record.type === 'attributes' || Array.from(record.addedNodes).some((node) => node instanceof Element);
  new MutationObserver((records) => {
    if (records.some(mayBringLinks)) last = performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['href', 'src'] });
  const ring = () => {
    isOnTime = true;
  };
  return () => {
    const silence = performance.now() - last;
    const wasOnTime = isOnTime;
    isOnTime = false;
    window.clearTimeout(timer);
    timer = window.setTimeout(ring, silence < quiet ? quiet - 5 - silence : 0);
    // Asked of the prototype: an image named readyState would stand in its document's place.
    const own = <Name extends keyof Document>(name: Name) => Reflect.get(Document.prototype, name, document);
    const title = own('title').slice(0, 500);
    // Of the head only: one in the body is not the page's word.
    const link = own('head')?.querySelector('link[rel~="canonical" i][href]');
    const canonical = link instanceof HTMLLinkElement ? link.href : undefined;
    const metas = Document.prototype.querySelectorAll.call(document, 'meta[name=robots i], meta[name=forager i]');
    const robots = Array.from(metas, (meta) => Element.prototype.getAttribute.call(meta, 'content') ?? '').join();
    const isAnchored = Document.prototype.querySelector.call(document, ':target') !== null;
    const page = { contentType: own('contentType'), title, canonical, robots, isAnchored };
    return { state: own('readyState'), silence, isOnTime: wasOnTime, ...page };
  };
}

/** Pages that take long are asked less often. */
async function whileLoading(tab: Tab, passed: number): Promise<void> {
  const pause = Math.min(10 + passed / 10, 100);
  await (tab.isLoaded ? sleep(pause) : tab.untilLoaded(pause));
}

/** Waits for requests in flight and what their answers bring, without asking the page, at most for a second. */
async function untilIdle(tab: Tab): Promise<void> {
  const deadline = performance.now() + 1000;
  while (tab.idle < QUIET && performance.now() < deadline) await sleep(tab.idle === 0 ? 5 : QUIET + 3 - tab.idle);
}
