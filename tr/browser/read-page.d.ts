import type { CapturedFile, CapturedPage } from '../../domain/page.ts';
import type { Habits } from '../acts/habits.ts';
import type { Target } from '../capture.ts';
import { Harvest } from '../find-links.ts';
import type { VisitPace } from '../network/visit-pace.ts';
import { LivePage } from './live-page.ts';
import { type Tab } from './tab.ts';
/** How a page is read. */
export interface Reading {
    /** Milliseconds since the epoch. */
    readonly now: () => number;
    readonly pace: VisitPace;
    /** Names of the techniques that are used. */
    readonly techniques: ReadonlySet<string>;
    /** What is known of the site's pages; undefined: all is tried. */
    readonly habits?: Habits | undefined;
    /** Called before each technique that acts on the page, with what was found by then. */
    readonly beforeActs?: (page: LivePage, harvest: Harvest) => Promise<void>;
    /** Told what was found, while the page is still there. */
    readonly onFound?: (page: LivePage, harvest: Harvest) => void;
}
/** Loads a page and reads it once it is at rest; if its scripts go on to another document then, that one. */
export declare function readPage(tab: Tab, target: Target, reading: Reading): Promise<CapturedPage | CapturedFile>;
