import { z } from 'zod';
import { pageFunctionOf } from '../browser/page-functions.ts';
import { hiddenBlock } from './hidden-block.ts';
import type { KeptActs } from './kept-acts.ts';

const parts = { hiddenBlock };

/** Runs in a page: those of some targets of acts whose elements are not in it any more, or are hidden with the block that they stand in. */
function whichAreGone(of: typeof parts, targets: readonly number[]): number[] {
  const kept: Pick<KeptActs, 'targets'> | undefined = Reflect.get(globalThis, Symbol.for('acts'));
  const isThere = (element: Element | undefined) =>
    element !== undefined &&
    Reflect.get(Node.prototype, 'isConnected', element) === true &&
    of.hiddenBlock(element) === undefined;
  return targets.filter((target) => !isThere(kept?.targets[target]));
}

export const GONE_IN_PAGE = pageFunctionOf(whichAreGone, parts);
export const goneTargets = z.array(z.number());
