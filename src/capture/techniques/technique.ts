import type { z } from 'zod';
import type { FoundLink } from '../../domain/link.ts';

/** One way to find links on a page that has loaded and become quiet. */
export interface Technique {
  readonly name: string;
  find(page: LoadedPage): Promise<readonly FoundLink[]>;
}

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
  /** Runs an expression in a world of our own, where scripts of the page have changed nothing. */
  evaluate<T>(expression: string, schema: z.ZodType<T>): Promise<T>;
}
