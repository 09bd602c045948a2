import { shareElement } from '../shared-element.ts';
import { standInForBlank } from './blank-windows.ts';
import { boundMessages } from './bounded-messages.ts';
import { letBusyClocksRun, takeFramesByPageTime } from './clock.ts';
import { holdWrites } from './held-writes.ts';
import { tellOfHiddenTrees } from './hidden-trees.ts';
import { noteObservers, noteReplaced, noteTimers } from './noted-calls.ts';
import { waitForStreams } from './streamed-bodies.ts';

/** Errors of a document's console that come to the browser: handed over with this bundle. */
declare const errorsHeard: number;

/** Service workers do not run, and pages find none, as in browsers without them. */
function hideServiceWorkers(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  for (const kind of ['', 'Container', 'Registration']) Reflect.deleteProperty(globalThis, `ServiceWorker${kind}`);
}

// In the page's own world of every document, before its scripts: what must be seen, or bounded, from within.
const shared = shareElement();
boundMessages(shared, errorsHeard);
tellOfHiddenTrees(shared);
takeFramesByPageTime(shared);
holdWrites(shared);
standInForBlank();
noteObservers();
noteTimers();
letBusyClocksRun();
waitForStreams();
noteReplaced();
hideServiceWorkers();
