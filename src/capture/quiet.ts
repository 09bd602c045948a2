import { z } from 'zod';
import { documents, type FrameDocument } from './document.ts';
import type { Tab } from './tabs.ts';

/** The DOM is quiet when nothing that could be a link changed for so long, in milliseconds. */
const QUIET = 30;
/** How long a page may take to become quiet, in milliseconds; then it is read as it is. */
const PATIENCE = 10_000;

/**
 * Waits until the page's documents are loaded and quiet and no script, data or frame is on its way, and answers its
 * documents. A quiet DOM, not a load event, is when script-written links are there.
 */
export async function whenQuiet(tab: Tab): Promise<{ frames: FrameDocument[]; isQuiet: boolean }> {
  const deadline = performance.now() + PATIENCE;
  const left = () => Math.max(0, deadline - performance.now());
  let frames = await documents(tab);
  const quiet = new Set<string>();
  for (;;) {
    const next = frames.find((frame) => !quiet.has(frame.id));
    if (next) {
      if (left() === 0 || !(await isQuiet(next, left()))) return { frames, isQuiet: false };
      quiet.add(next.id);
      if (tab.pending.size === 0 && tab.page.frames().length === frames.length) continue;
      frames = await refreshed(tab, frames, quiet);
      continue;
    }
    if (tab.pending.size === 0) return { frames, isQuiet: true };
    if (!(await nothingPending(tab, left()))) return { frames, isQuiet: false };
    frames = await refreshed(tab, frames, quiet);
    for (const frame of frames) quiet.delete(frame.id);
  }
}

/** The documents of now; those that are still the same keep their world. */
async function refreshed(tab: Tab, before: readonly FrameDocument[], quiet: Set<string>): Promise<FrameDocument[]> {
  return (await documents(tab)).map((frame) => {
    const same = before.find((old) => old.id === frame.id && old.url === frame.url);
    if (!same) quiet.delete(frame.id);
    return same ?? frame;
  });
}

const isQuiet = (frame: FrameDocument, patience: number): Promise<boolean> =>
  frame.evaluate(`(${becomesQuiet.toString()})(${QUIET}, ${Math.ceil(patience)})`, z.boolean());

/** Runs in the page. Only what could be a link counts: a clock that ticks does not keep a page from being quiet. */
function becomesQuiet(quiet: number, patience: number): Promise<boolean> {
  return new Promise((done) => {
    const begin = performance.now();
    let last = begin;
    const mayBringLinks = (record: MutationRecord) =>
      record.type === 'attributes' || Array.from(record.addedNodes).some((node) => node.nodeType === Node.ELEMENT_NODE);
    const observer = new MutationObserver((records) => {
      if (records.some(mayBringLinks)) last = performance.now();
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['href', 'src'] });
    const look = () => {
      const now = performance.now();
      const isLoaded = document.readyState === 'complete';
      const end = isLoaded && now - last >= quiet;
      if (end || now - begin >= patience) {
        observer.disconnect();
        done(end);
      } else setTimeout(look, isLoaded ? Math.max(5, quiet - (now - last)) : 10);
    };
    setTimeout(look, quiet);
  });
}

async function nothingPending(tab: Tab, patience: number): Promise<boolean> {
  const deadline = performance.now() + patience;
  while (tab.pending.size > 0) {
    if (performance.now() >= deadline) return false;
    await new Promise((done) => setTimeout(done, 5));
  }
  return true;
}
