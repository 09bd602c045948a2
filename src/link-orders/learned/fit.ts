import { type Examples, fitTrees, type Trees } from './boosted-trees.ts';
import type { Fit } from './link-model.ts';

const SIZE = { trees: 40, depth: 4, rate: 0.15, leastRows: 3, shrinkage: 1 } as const;

/** Fits trees when they are asked for first. */
export function beginFitHere(examples: Examples): Fit {
  let fitted: Trees | undefined;
  return {
    trees() {
      fitted ??= fitTrees(examples, SIZE);
      return fitted;
    },
    arrives: undefined,
  };
}
