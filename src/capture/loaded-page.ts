import type { FoundLink } from '../domain/link.ts';
import type { Headers } from './network/answer-rules.ts';
import type { DocumentText, FrameText } from './walk/walk.ts';
import { textLimits } from './walk/walk-texts.ts';
import type { WalkedLink } from './walk/walked-links.ts';

/** The limit that a page met of which something was too large to be read, or of which only a beginning was read. */
export const TOO_LARGE = 'too large';

/** The items that a thread has read; none where it gave up, which the page notes as a limit. */
export function readItems<Item>(page: Pick<LoadedPage, 'limit'>, items: readonly Item[] | undefined): readonly Item[] {
  if (!items) page.limit(TOO_LARGE);
  return items ?? [];
}

/** Documents read on one page; further frames are left aside. */
export const MOST_FRAMES = 100;
/** The limit of a page that has more. */
export const TOO_MANY_FRAMES = 'frames';

export interface LoadedPage {
  /** The page's own document first, then those of its frames, of any nesting. */
  readonly frames: readonly LoadedFrame[];
  /** The answers that led to the page: redirects first, its own last. */
  readonly answers: readonly LoadedAnswer[];
  /** Where the page's scripts went or would have gone, and what they asked for; in a browser only. */
  readonly observed: readonly FoundLink[];
  /** The texts of its documents, in the order of `frames`: as they are when they are first asked for. */
  texts(): Promise<readonly FrameTexts[]>;
  /** Sources of what listens for controls that were not acted on, as they say that they harm; in a browser only. */
  readonly leftAlone: readonly string[];
  /** Notes that the page met a limit. */
  limit(name: string): void;
  /** What the page loaded of a type, style sheets, scripts or data; in a browser only. */
  loaded(contentType: RegExp): Promise<readonly LoadedText[]>;
  /** Strings that may be addresses, in global variables of the page's scripts; in a browser only. */
  globals(): Promise<readonly string[]>;
}

/**
 * Reads a page's links again. Returns how many are new: to `take`, the usual, these are kept; to `take-ahead` only those
 * that lead somewhere count, and to `take-shown` and `count` too: of these, what stands in hidden views does not; to `count`
 * none are kept.
 *
 * @param isHere asked once they are read: none is new where the page shows another one by then
 */
export type HarvestAgain = (
  how?: 'take' | 'take-ahead' | 'take-shown' | 'count',
  isHere?: () => Promise<boolean>,
) => Promise<number>;

export interface LoadedAnswer {
  readonly url: string;
  readonly headers: Headers;
  /** A redirect's body, where it has one that could be read. */
  readonly text?: string;
}

/** A body that came as text. */
export interface LoadedText {
  readonly url: string;
  /** Without its parameters, in lower case. */
  readonly contentType: string;
  readonly text: string;
}

export interface LoadedFrame {
  readonly isMain: boolean;
  /** Address of the frame's document. */
  readonly url: string;
  /** Address of the document that holds the frame; empty for the page's own. */
  readonly parentUrl: string;
  /** The document as it came, before scripts ran; undefined where it did not come from a server, or no scripts ran. */
  readonly source: LoadedSource | undefined;
  /** Whether there were more links than are kept when they were last read. */
  readonly isCut: boolean;
  /** The links of the document that it has not been asked for before, in its order. */
  links(): Promise<readonly WalkedLink[]>;
  /** What may hold addresses that are not marked up as such. */
  texts(): Promise<FrameTexts>;
  /** What its reader sees. */
  blocks(): Promise<DocumentText>;
}

/** Texts of a document, and what addresses in them are resolved by; see `addressResolver`. */
export interface FrameTexts {
  readonly texts: readonly FrameText[];
  readonly base: string | undefined;
  readonly encoding: string;
}

export interface LoadedSource {
  readonly bytes: Uint8Array;
  /** The WHATWG name of what they are encoded in. */
  readonly encoding: string;
  readonly isXml: boolean;
}

/** The limit that a page met whose text is longer than is kept. */
export const LONG_TEXT = 'long text';

/**
 * The visible text of a page's documents by blocks, the frames' behind the page's own; whether there was more than is
 * kept; and whether one of them asks its reader for a password.
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
