import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { plainText } from '../../walk/walk.ts';
import { documents, type FrameDocument } from '../document.ts';
import { DocumentGone } from '../document-answers.ts';
import { pageFunction } from '../page-functions.ts';
import type { Tab } from '../tab.ts';
import { FairTime } from './cpu-pressure.ts';

/** How much time passes in a page before it is read the first time, in its milliseconds: what is soon due belongs to its loading. */
const SOON = 100;

/** How far a document is loaded, least first. */
const states = ['loading', 'interactive', 'complete'] as const;

/** How far a document is loaded, how often it has changed, and what it is. */
const standing = z.object({
  state: z.enum(states),
  /** How often elements came, or addresses changed … */
  changes: z.number(),
  /** … and how often that may have brought an address. */
  addresses: z.number(),
  elements: z.number(),
  /** Whether it was about to go over from one view to the next, and was hurried: what it shows then is still to come. */
  isInTransition: z.boolean(),
  /** Whether an animation was ended early, as when a menu opens: its scripts hear of the end with the next frame. */
  isAnimated: z.boolean(),
  hasScripts: z.boolean(),
  /** The address that it shows: scripts may have set another than it was loaded from. */
  address: z.string(),
  contentType: z.string(),
  title: plainText,
  canonical: plainText.optional(),
  robots: z.string(),
  isAnchored: z.boolean(),
  /** Whether its scripts have said or heard more than they may; see in-page/page-world/bounded-messages.ts. */
  isFlooded: z.boolean(),
});
type Standing = z.infer<typeof standing>;

/** The documents of a page as it stands, and what its own is. */
export interface IdlePage extends Omit<Standing, 'state'> {
  readonly frames: readonly FrameDocument[];
}

/**
 * Waits until the page's documents are loaded and what is soon due has happened, requests included. A page that keeps on
 * changing or waiting is read as it is; the tab's limits say so.
 *
 * @param begin since when the page is waited for, by `performance.now()`, less what it had waited for its turns then
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

/** Pages that take long are asked less often. */
const pauseOf = (passed: number): number => Math.min(5 + passed / 10, 100);

/** How long is waited once documents are parsed, and how long before: long ones may take long to come, as long as they come. */
interface Wait {
  readonly parsed: FairTime;
  readonly loading: FairTime;
}

/** Whether the page is to be read as it is; the tab's limits then say why. */
async function isEnough({ state }: Standing, whole: Wait, silence: Wait, { limits }: Tab): Promise<boolean> {
  const which = state === 'loading' ? 'loading' : 'parsed';
  if (await silence[which].isOver()) limits.add('still loading');
  else if (await whole[which].isOver()) limits.add('never quiet');
  else return false;
  return true;
}

/** The documents that the tab shows; those that are still the same keep the world that they are seen from. */
export async function documentsNow(tab: Tab, before: readonly FrameDocument[]): Promise<readonly FrameDocument[]> {
  if (before.length > 0 && tab.framesKnownAt === tab.frameChanges) return before;
  tab.framesKnownAt = tab.frameChanges;
  const now = await documents(tab);
  return now.map((frame) => before.find((old) => old.id === frame.id) ?? frame);
}

/** The page's standing: that of its own document, as far loaded and as often changed as all its frames are. */
export async function lookAt(frames: readonly FrameDocument[], tab: Tab): Promise<Standing & IdlePage> {
  const [main, ...others] = await Promise.all(frames.map(look));
  if (!main) throw new DocumentGone('the page has no document');
  // What was cut off gets no further.
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
