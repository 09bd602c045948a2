import type { LoadedFrame } from '../loaded-page.ts';
import { textLimits } from './walk-texts.ts';

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
