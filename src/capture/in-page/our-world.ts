import { controlKinds } from './acts/element-looks.ts';
import { performActs } from './acts/perform-acts.ts';
import { planActs } from './acts/plan-acts.ts';
import { bringBack } from './acts/replaced-document.ts';
import { goneTargets, ledBack, shownText } from './acts/shown.ts';
import { standing } from './document-state.ts';
import { goBack, keepHistoryState, keepStored, restoreStored } from './kept-state.ts';
import { outlineLinks, scrollToOutline, showLegend } from './outlines.ts';
import { linkedFragments, linksByView, sendHashChange, takeAnyFragment, unnamedFragments } from './page-links.ts';
import { partsOfPage } from './page-parts.ts';
import { scrollBoxes } from './scroll-boxes.ts';
import { listenForSharedElement } from './shared-element.ts';
import { blocksOfPage, moreOfWalk, textsOfPage, walkPage } from './walk-page.ts';

/** Functions that Node calls in the crawler's isolated world of a document; see `pageFunction`. */
const functions = {
  ...{ performActs, planActs, goneTargets, bringBack, shownText, ledBack, controlKinds },
  ...{ walkPage, moreOfWalk, textsOfPage, blocksOfPage, standing, partsOfPage, listenForSharedElement },
  ...{ unnamedFragments, linkedFragments, linksByView, takeAnyFragment, sendHashChange, scrollBoxes },
  ...{ keepStored, restoreStored, keepHistoryState, goBack, outlineLinks, scrollToOutline, showLegend },
};
export type PageFunctions = typeof functions;

Reflect.set(globalThis, Symbol.for('forager'), functions);
