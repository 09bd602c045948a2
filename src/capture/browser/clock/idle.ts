import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { plainText } from '../../walk/walk.ts';
import { documents, type FrameDocument } from '../document.ts';
import { DocumentGone } from '../document-answers.ts';
import { pageFunction } from '../page-functions.ts';
import type { Tab } from '../tab.ts';
import { FairTime } from './cpu-pressure.ts';

/** Milliseconds by the page's clock before the first capture, as timers due that soon belong to loading. */
const SOON = 100;

/** Load states of a document, least first. */
const states = ['loading', 'interactive', 'complete'] as const;

/** State of a document in the page: load state, counts of changes, and properties. */
const standing = z.object({
  state: z.enum(states),
  /** Count of added elements and changed addresses. */
  changes: z.number(),
  /** Count of changes that may have added an address. */
  addresses: z.number(),
  elements: z.number(),
  /** True if a view transition was shortened, whose final view is still to come. */
  isInTransition: z.boolean(),
  /** True if an animation was ended early, as when a menu opens; scripts learn of the end with the next frame. */
  isAnimated: z.boolean(),
  hasScripts: z.boolean(),
  /** Address that the document shows, possibly set by scripts after loading. */
  address: z.string(),
  contentType: z.string(),
  title: plainText,
  canonical: plainText.optional(),
  robots: z.string(),
  isAnchored: z.boolean(),
  /** True if scripts have sent or received too many messages; see in-page/page-world/bounded-messages.ts. */
  isFlooded: z.boolean(),
});
type Standing = z.infer<typeof standing>;

/** Documents of a page, and the properties of the main document. */
export interface IdlePage extends Omit<Standing, 'state'> {
  readonly frames: readonly FrameDocument[];
}

/**
 * Waits until the page's documents are loaded and timers due soon and requests are done. A page that never becomes idle
 * is captured as is, and gets a limit.
 *
 * @param begin start of the wait by `performance.now()`, minus earlier waits for the host schedule
 */
export async function waitForIdle(tab: Tab, begin: number): Promise<IdlePage> {
  let frames: readonly FrameDocument[] = [];
  let changes = Number.NaN;
  const clock = () => performance.now() - tab.waited;
  const { patience, starved } = tab;
  const wait = (parsed: number, loading: number, since?: number): Wait => ({
    parsed: new FairTime(parsed, starved, clock, since),
    loading: new FairTime(loading, starved, clock, since),
  });
  const untilChange = (since?: number) => wait(patience.requests, patience.page, since);
  const whole = wait(patience.page, 3 * patience.page, begin);
  let silence = untilChange(begin);
  for (;;) {
    const before = tab.frameChanges;
    const passing = await tab.pass(SOON);
    if (await tab.turn()) {
      silence = untilChange();
      continue;
    }
    frames = await documentsNow(tab, frames);
    const page = await lookAt(frames, tab);
    const isSame = page.changes === changes && tab.frameChanges === before;
    if (!isSame) silence = untilChange();
    changes = page.changes;
    const isStable = tab.frameChanges === before;
    const isComplete = isStable && page.state === 'complete' && passing !== 'held up';
    const isWaiting = (passing === 'requests-pending' && tab.isWaiting) || (passing === 'held up' && isSame);
    const isLate = isStable && page.state !== 'loading' && isWaiting;
    if (isLate) tab.limits.add('still loading');
    if (isLate || isComplete || (await isEnough(page, whole, silence, tab))) return page;
    const passed = clock() - begin;
    await (tab.isLoaded ? sleep(pauseOf(passed)) : tab.untilLoaded(pauseOf(passed)));
  }
}

/** Pause in milliseconds between two looks; slow pages are checked less often. */
const pauseOf = (passed: number): number => Math.min(5 + passed / 10, 100);

/** Time limits before and after documents are parsed; long documents may load slowly while data arrives. */
interface Wait {
  readonly parsed: FairTime;
  readonly loading: FairTime;
}

/** Tells whether to stop waiting, and adds the reason to the tab's limits. */
async function isEnough({ state }: Standing, whole: Wait, silence: Wait, { limits }: Tab): Promise<boolean> {
  const which = state === 'loading' ? 'loading' : 'parsed';
  if (await silence[which].isOver()) limits.add('still loading');
  else if (await whole[which].isOver()) limits.add('never quiet');
  else return false;
  return true;
}

/** Returns the documents that the tab shows; unchanged ones keep their isolated world. */
export async function documentsNow(tab: Tab, before: readonly FrameDocument[]): Promise<readonly FrameDocument[]> {
  if (before.length > 0 && tab.framesKnownAt === tab.frameChanges) return before;
  tab.framesKnownAt = tab.frameChanges;
  const now = await documents(tab);
  return now.map((frame) => before.find((old) => old.id === frame.id) ?? frame);
}

/** Returns the state of the page: its own document's, with load state and counts over all frames. */
export async function lookAt(frames: readonly FrameDocument[], tab: Tab): Promise<Standing & IdlePage> {
  const [main, ...others] = await Promise.all(frames.map(look));
  if (!main) throw new DocumentGone('the page has no document');
  // A document that was cut off loads no further.
  if (tab.limits.has('cut off')) main.state = 'complete';
  const all = [main, ...others];
  if (all.some(({ isFlooded }) => isFlooded)) tab.stopScripts('too many messages');
  const state = states.find((one) => all.some((standing) => standing.state === one)) ?? 'complete';
  const sum = (of: (one: Standing) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    ...main,
    frames,
    state,
    changes: sum(({ changes }) => changes),
    addresses: sum(({ addresses }) => addresses),
    elements: sum(({ elements }) => elements),
    hasScripts: all.some((one) => one.hasScripts),
    isInTransition: all.some((one) => one.isInTransition),
    isAnimated: all.some((one) => one.isAnimated),
  };
}

const STANDING = `${pageFunction('standing')}()`;

async function look(frame: FrameDocument): Promise<Standing> {
  return await frame.evaluate(STANDING, standing).catch((error: unknown) => {
    if (!(error instanceof DocumentGone)) throw error;
    const nothing = {
      changes: 0,
      addresses: 0,
      elements: 0,
      isInTransition: false,
      isAnimated: false,
      hasScripts: false,
      address: frame.url,
      contentType: '',
      title: '',
      robots: '',
      isAnchored: false,
      isFlooded: false,
    };
    return { ...nothing, state: frame.isMain ? 'loading' : 'complete' };
  });
}
