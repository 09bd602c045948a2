import { shareElement } from '../shared-element.ts';
import { standInForBlank } from './blank-windows.ts';
import { boundMessages } from './bounded-messages.ts';
import { letBusyClocksRun, takeFramesByPageTime } from './clock.ts';
import { reportHiddenTrees } from './hidden-trees.ts';
import { noteObservers, noteReplaced, noteTimers } from './noted-calls.ts';
import { holdWrites } from './redirected-writes.ts';
import { waitForStreams } from './streamed-bodies.ts';

/** Number of console errors per document that the browser gets; set with this bundle. */
declare const mostErrors: number;

/** Removes service workers, which do not run, as in browsers without them. */
function hideServiceWorkers(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  for (const kind of ['', 'Container', 'Registration']) Reflect.deleteProperty(globalThis, `ServiceWorker${kind}`);
}

// Runs in the page's world of every document, before the page's scripts, for all that must be observed or limited
// there.
const shared = shareElement();
boundMessages(shared, mostErrors);
reportHiddenTrees(shared);
takeFramesByPageTime(shared);
holdWrites(shared);
standInForBlank();
noteObservers();
noteTimers();
letBusyClocksRun();
waitForStreams();
noteReplaced();
hideServiceWorkers();
