import type { FoundLink } from '../domain/link.ts';
import type { Headers } from './network/answer-rules.ts';
import type { DocumentText, FrameText } from './walk/walk.ts';
import { textLimits } from './walk/walk-texts.ts';
import type { WalkedLink } from './walk/walked-links.ts';

/** Limit of a page with content that was too large, and was skipped or cut. */
export const TOO_LARGE = 'too large';

/** Returns the items read by a thread; if the thread gave up, returns none and notes a limit on the page. */
export function readItems<Item>(page: Pick<LoadedPage, 'limit'>, items: readonly Item[] | undefined): readonly Item[] {
  if (!items) page.limit(TOO_LARGE);
  return items ?? [];
}

/** Documents read on one page; further frames are skipped. */
export const MOST_FRAMES = 100;
/** Limit of a page with more frames. */
export const TOO_MANY_FRAMES = 'frames';

export interface LoadedPage {
  /** Documents of the page: the main one first, then those of nested frames. */
  readonly frames: readonly LoadedFrame[];
  /** Answers that led to the page: redirects first, the page's own last. */
  readonly answers: readonly LoadedAnswer[];
  /** Targets of navigations and requests that the page's scripts made or tried; in a browser only. */
  readonly observed: readonly FoundLink[];
  /** Returns the texts of the documents, in the order of `frames`, as of the first call. */
  texts(): Promise<readonly FrameTexts[]>;
  /** Sources of listeners of controls that were skipped because the source announces harm; in a browser only. */
  readonly leftAlone: readonly string[];
  /** Notes that the page reached a limit. */
  limit(name: string): void;
  /** Returns loaded resources of a type (style sheets, scripts or data); in a browser only. */
  loaded(contentType: RegExp): Promise<readonly LoadedText[]>;
  /** Returns strings in scripts' global variables that may be addresses; in a browser only. */
  globals(): Promise<readonly string[]>;
}

/**
 * Reads a page's links again, and returns the number of new ones. `take` (the default) stores new links; `take-ahead`
 * counts only role `link`; `take-shown` and `count` also skip hidden views; `count` stores none.
 *
 * @param isHere called after reading; if false, the page has changed to another one and no link is new
 */
export type HarvestAgain = (
  how?: 'take' | 'take-ahead' | 'take-shown' | 'count',
  isHere?: () => Promise<boolean>,
) => Promise<number>;

export interface LoadedAnswer {
  readonly url: string;
  readonly headers: Headers;
  /** Body of a redirect, if readable. */
  readonly text?: string;
}

/** Body of a response with text. */
export interface LoadedText {
  readonly url: string;
  /** Media type without parameters, in lower case. */
  readonly contentType: string;
  readonly text: string;
}

export interface LoadedFrame {
  readonly isMain: boolean;
  /** Address of the frame's document. */
  readonly url: string;
  /** Address of the document that contains the frame; empty for the main document. */
  readonly parentUrl: string;
  /** Document as received, before scripts ran; undefined if no server sent the document or no scripts ran. */
  readonly source: LoadedSource | undefined;
  /** True if the last reading found more links than are stored. */
  readonly isCut: boolean;
  /** Returns the links of the document not returned before, in document order. */
  links(): Promise<readonly WalkedLink[]>;
  /** Returns texts that may contain addresses without markup. */
  texts(): Promise<FrameTexts>;
  /** Returns the visible text. */
  blocks(): Promise<DocumentText>;
}

/** Texts of a document, with base and encoding to resolve addresses; see `addressResolver`. */
export interface FrameTexts {
  readonly texts: readonly FrameText[];
  readonly base: string | undefined;
  readonly encoding: string;
}

export interface LoadedSource {
  readonly bytes: Uint8Array;
  /** WHATWG name of the encoding of `bytes`. */
  readonly encoding: string;
  readonly isXml: boolean;
}

/** Limit of a page whose text is longer than is stored. */
export const LONG_TEXT = 'long text';

/**
 * Returns the visible text of a page's documents by blocks, frames last. Tells whether the text was cut, and whether a
 * document asks for a password.
 */
export async function visibleText(frames: readonly LoadedFrame[]) {
  const texts = await Promise.all(frames.map((frame) => frame.blocks()));
  const asksPassword = texts.some((one) => one.asksPassword);
  const blocks: string[] = [];
  let room = textLimits.characters;
  let isCut = false;
  for (const one of texts) {
    isCut ||= one.isCut;
    for (const block of one.text === '' ? [] : one.text.split('\n')) {
      room -= block.length;
      if (room < 0 || blocks.length === textLimits.blocks) return { blocks, isCut: true, asksPassword };
      blocks.push(block);
    }
  }
  return { blocks, isCut, asksPassword };
}
