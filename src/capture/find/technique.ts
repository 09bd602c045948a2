import type { FoundLink } from '../../domain/link.ts';
import type { LivePage } from '../browser/live-page.ts';
import type { HarvestAgain, LoadedPage } from '../loaded-page.ts';
import type { WalkedPage } from './walked-page.ts';

/**
 * Effort for finding links. `passive`: reads the page as shown; `active`: interacts with the page on a small budget;
 * `thorough`: interacts on a larger budget, and guesses addresses.
 */
export const captureLevels = ['passive', 'active', 'thorough'] as const;
export type CaptureLevel = (typeof captureLevels)[number];

/** A method to find links on a page that has loaded and, in a browser, become idle. */
export interface Technique {
  readonly name: string;
  /** Lowest level that includes the technique. */
  readonly level: CaptureLevel;
  /** Findings of the technique, in a few words. */
  readonly summary: string;
  /** True if the technique reads the documents' texts. */
  readonly readsTexts?: boolean;
  /** @param walked the page's documents, walked once for all techniques */
  readonly find?: (page: LoadedPage, walked: WalkedPage) => Promise<readonly FoundLink[]>;
  /** True if the technique runs again after an action; new links are then tagged with the acting technique. */
  readonly isReread?: boolean;
  /**
   * Cost in pages, for exploration without its rounds; the technique is skipped on pages where the yield is lower; see
   * `TechniqueYield`.
   */
  readonly price?: number;
  /** True if the learned yield does not apply to a page with a new kind of control. */
  readonly actsOnControls?: boolean;
  /** Tells whether the page has anything for the technique to work on; if not, nothing is learned for similar pages. */
  readonly isFor?: (page: LivePage) => Promise<boolean>;
  /**
   * Tells whether the page has a sign of more links. With a sign, a skipped technique is tried again, and its yield is
   * learned separately; without, one of the pages with the same scripts suffices.
   */
  readonly mayBring?: (page: LivePage) => Promise<boolean>;
  /** True if the page may rewrite links while the technique runs; links that all changed alike are then replaced. */
  readonly mayRewrite?: boolean;
  /**
   * Acts on a page in a browser to reveal more links.
   *
   * @param harvest reads the page's links again
   */
  readonly act?: (page: LivePage, harvest: HarvestAgain) => Promise<void>;
}
