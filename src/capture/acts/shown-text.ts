import { z } from 'zod';
import { openTrees } from '../browser/open-trees.ts';
import { pageFunctionOf } from '../browser/page-functions.ts';
import type { KeptActs } from './kept-acts.ts';
import { pageText } from './page-text.ts';
import { textBeside } from './text-beside.ts';

const parts = { openTrees, pageText, textBeside };

/** A function that runs in a page, see `shownText`. */
export const SHOWN_IN_PAGE = pageFunctionOf(shownText, parts);

/** What stands for the text beside an element, and how many elements it has; null where there is none. */
const beside = z.object({ text: z.number(), elements: z.number() }).nullable();
export type ShownBeside = z.infer<typeof beside>;

/** What it answers. */
export const shown = z.object({ text: z.number(), beside: z.array(beside).readonly() });
export type Shown = z.infer<typeof shown>;

/**
 * Runs in a page.
 *
 * @returns what stands for all the text that is in the document, and for what stands beside each of some targets of acts
 * (FNV-1a, 32 bits, over the first 200,000 characters)
 */
function shownText(of: typeof parts, targets: readonly number[]): Shown {
  /** Elements of a shadow tree among which others are looked for. */
  const most = 1000;
  const kept: Pick<KeptActs, 'targets'> | undefined = Reflect.get(globalThis, Symbol.for('acts'));
  const hashOf = (text: string) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return hash;
  };
  const all = of.pageText(of.openTrees(most)).slice(0, 200_000);
  const beside = targets.map((target) => {
    const element = kept?.targets[target];
    const one = element && of.textBeside(element);
    return one ? { ...one, text: hashOf(one.text) } : null;
  });
  return { text: hashOf(all), beside };
}
