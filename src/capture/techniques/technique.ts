import type { FoundLink } from '../../domain/link.ts';
import type { WalkedLink } from '../walk-links.ts';

/** One way to find links on a page that has loaded and, in a browser, become quiet. */
export interface Technique {
  readonly name: string;
  find(page: LoadedPage): Promise<readonly FoundLink[]>;
}

/** Documents read on one page; further frames are left aside. */
export const MOST_FRAMES = 100;

export interface LoadedPage {
  /** The page's own document first, then those of its frames, of any nesting. */
  readonly frames: readonly LoadedFrame[];
}

export interface LoadedFrame {
  readonly isMain: boolean;
  /** Address of the frame's document. */
  readonly url: string;
  /** Address of the document that holds the frame; empty for the page's own. */
  readonly parentUrl: string;
  /** The links of the document, in its order. */
  links(): Promise<readonly WalkedLink[]>;
}
