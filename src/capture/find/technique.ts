import type { FoundLink } from '../../domain/link.ts';
import type { LivePage } from '../browser/live-page.ts';
import type { HarvestAgain, LoadedPage } from '../loaded-page.ts';
import type { WalkedPage } from './walked-page.ts';

/**
 * How much is done to find links. `passive`: the page is read as it shows itself; `active`: it is also acted on, within a
 * small budget; `thorough`: with a larger one, and guesses too.
 */
export const captureLevels = ['passive', 'active', 'thorough'] as const;
export type CaptureLevel = (typeof captureLevels)[number];

/** One way to find links on a page that has loaded and, in a browser, become quiet. */
export interface Technique {
  readonly name: string;
  /** The least level that it belongs to. */
  readonly level: CaptureLevel;
  /** What it finds, in a few words. */
  readonly summary: string;
  /** Whether it reads the documents' texts. */
  readonly readsTexts?: boolean;
  /** @param walked the page's documents, walked once for all techniques */
  readonly find?: (page: LoadedPage, walked: WalkedPage) => Promise<readonly FoundLink[]>;
  /** What it finds is looked for again after something was done to the page; the links are then tagged with what did it. */
  readonly isReread?: boolean;
  /** What it costs, in pages: it is left on pages where it is not worth that; see `TechniqueYield`. */
  readonly price?: number;
  /** What was learned of the site's pages says nothing of one that shows a kind of control which none of them had. */
  readonly actsOnControls?: boolean;
  /** Whether a page has something that it can be done to; where it has not, that says nothing of pages that are made alike. */
  readonly isFor?: (page: LivePage) => Promise<boolean>;
  /**
   * Whether a page has something by which it may bring links. Where it has, it is done even where it is left, and what it
   * brings to such pages is learned apart; where it has not, one page of those with the same scripts says enough.
   */
  readonly mayBring?: (page: LivePage) => Promise<boolean>;
  /** It goes on with what the page does by itself: links that this has changed, all in one way, are not there as they were. */
  readonly mayRewrite?: boolean;
  /**
   * Does something to a page in a browser, so that more links are there to be found.
   *
   * @param harvest reads the page's links again
   */
  readonly act?: (page: LivePage, harvest: HarvestAgain) => Promise<void>;
}
