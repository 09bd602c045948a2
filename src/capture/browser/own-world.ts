import { ANIMATION_FRAMES } from './animation-frames.ts';
import { BLANK_WINDOWS } from './blank-windows.ts';
import { boundMessagesBut } from './bounded-messages.ts';
import { BUSY_CLOCKS } from './busy-clocks.ts';
import { HIDE_SERVICE_WORKERS } from './chromium.ts';
import { HOLD_WRITES } from './held-writes.ts';
import { TELL_OF_HIDDEN_TREES } from './hidden-trees.ts';
import { NOTE_REPLACED } from './replaced-addresses.ts';
import { NOTE_OBSERVERS } from './scroll-watch.ts';
import { withSharedElement } from './shared-element.ts';
import { WAIT_FOR_STREAMS } from './streamed-bodies.ts';
import { NOTE_TIMERS } from './timers-due.ts';

/**
 * Runs in the page's own world of every document, before its scripts: what must be seen, or bounded, from within.
 *
 * @param errorsHeard errors of a document's console that come to the browser
 */
export const ownWorld = (errorsHeard: number): string =>
  [
    withSharedElement(boundMessagesBut(errorsHeard), TELL_OF_HIDDEN_TREES, ANIMATION_FRAMES, HOLD_WRITES),
    BLANK_WINDOWS,
    NOTE_OBSERVERS,
    NOTE_TIMERS,
    BUSY_CLOCKS,
    WAIT_FOR_STREAMS,
    NOTE_REPLACED,
    HIDE_SERVICE_WORKERS,
  ].join(';\n');
