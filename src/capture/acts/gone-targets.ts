import { z } from 'zod';
import { pageFunction } from '../browser/page-functions.ts';

/** Runs in a page: those of some targets of acts whose elements are not in it any more. */
function whichAreGone(targets: readonly number[]): number[] {
  const kept: { readonly targets: readonly Element[] } | undefined = Reflect.get(globalThis, Symbol.for('acts'));
  const isThere = (element: Element | undefined) =>
    element !== undefined && Reflect.get(Node.prototype, 'isConnected', element) === true;
  return targets.filter((target) => !isThere(kept?.targets[target]));
}

export const GONE_IN_PAGE = pageFunction(whichAreGone.toString());
export const goneTargets = z.array(z.number());
